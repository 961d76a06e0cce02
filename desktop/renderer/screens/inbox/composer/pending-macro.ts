import type { CannedActions } from '../../../../../shared/canned-reply.ts'
import { createStore, useStore } from '../../../live/store.ts'

/** The actions of the canned reply that was inserted, by conversation. They run after it is sent. */
const pending = createStore<ReadonlyMap<string, CannedActions>>(new Map())

/** A second canned reply in the same text adds its actions to those of the first. */
export function addMacro(id: string, actions: CannedActions): void {
  pending.set((all) => {
    const before = all.get(id)
    const both = before && {
      addLabels: [...new Set([...before.addLabels, ...actions.addLabels])],
      assignTo: actions.assignTo ?? before.assignTo,
      snooze: actions.snooze ?? before.snooze,
      close: actions.close || before.close,
      note: [before.note, actions.note].filter(Boolean).join('\n\n'),
    }
    return new Map([...all, [id, both ?? actions]])
  })
}

export function dropMacro(id: string): void {
  pending.set((all) => (all.has(id) ? new Map([...all].filter(([one]) => one !== id)) : all))
}

export const useMacro = (id: string): CannedActions | undefined => useStore(pending, (all) => all.get(id))
