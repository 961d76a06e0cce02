import type { Snooze } from '../../../../../shared/inbox.ts'
import type { LabelRef } from '../../../../../shared/label.ts'
import { type Change, useAction } from '../../../live/action.ts'
import { mayAssignTo, useDesk } from '../../../live/desk.tsx'
import type { Row } from '../../../live/rows.ts'
import { toast } from '../../../ui/toast.ts'
import { useWords } from '../../../words/words.tsx'

/** What is done to one of many conversations, and how it is undone. */
type One = {
  id: string
  change: Change
  back: Change
  run(): Promise<unknown>
  undo(): Promise<unknown>
  /** False if the server would refuse to undo it. */
  isUndoable?: boolean
}

/** Runs actions that are shown immediately; each is undone if the server refuses it, and those that it took together. */
function useRunAll(done: () => void) {
  const act = useAction()
  return async (all: One[], said: (count: number) => string) => {
    done()
    const taken = await Promise.all(all.map(({ id, change, run }) => act({ id, change, run })))
    const changed = all.filter((_, at) => taken[at])
    const undo = () => {
      for (const { id, back, undo: run } of changed) void act({ id, change: back, run })
    }
    const isUndoable = changed.every((one) => one.isUndoable ?? true)
    if (changed.length > 0) toast(said(changed.length), isUndoable ? { undo } : {})
  }
}

/** Actions on many conversations. @param done called when one begins */
export function useBulk(rows: Row[], done: () => void) {
  const desk = useDesk()
  const [words, runAll] = [useWords().inbox.bulk, useRunAll(done)]
  const { conversations } = desk.client
  const at = (id: string) => ({ site: desk.site.id, id })
  const assign = (id: string, to: string | null) => conversations.assign.mutate({ ...at(id), to })
  return {
    close: () =>
      runAll(
        rows
          .filter(({ status }) => status !== 'closed')
          .map(({ id, status, waitingSince, snoozed }) => ({
            ...{ id, change: { status: 'closed', waitingSince: null, snoozed: null } },
            back: { status, waitingSince, snoozed },
            run: () => conversations.close.mutate(at(id)),
            undo: () => conversations.undo.mutate(at(id)),
          })),
        words.closed,
      ),
    /** @param to an email, or null to unassign */
    assign: (to: string | null, name: string | null) =>
      runAll(
        rows
          .filter(({ assignedTo }) => assignedTo !== to)
          .map(({ id, assignedTo, assignedName }) => ({
            ...{ id, change: { assignedTo: to, assignedName: name }, back: { assignedTo, assignedName } },
            ...{ run: () => assign(id, to), undo: () => assign(id, assignedTo) },
            isUndoable: mayAssignTo(desk, assignedTo),
          })),
        words.assigned,
      ),
    label: (label: LabelRef, on: boolean) =>
      runAll(
        rows
          .filter(({ labels }) => labels.some(({ id }) => id === label.id) !== on)
          .map(({ id, labels }) => {
            const rest = labels.filter((one) => one.id !== label.id)
            const set = (add: boolean) =>
              conversations.update.mutate({ ...at(id), [add ? 'addLabels' : 'removeLabels']: [label.id] })
            return {
              ...{ id, change: { labels: on ? [...rest, label] : rest }, back: { labels } },
              ...{ run: () => set(on), undo: () => set(!on) },
            }
          }),
        words.labelled,
      ),
    /** Those whose visitor waits for a person stay. */
    snooze: (until: Snooze['until']) =>
      runAll(
        rows
          .filter(({ waitingSince }) => waitingSince === null)
          .map(({ id, snoozed }) => ({
            ...{ id, change: { snoozed: { until: typeof until === 'number' ? until : null } }, back: { snoozed } },
            run: () => conversations.snooze.mutate({ ...at(id), until }),
            undo: () => conversations.snooze.mutate({ ...at(id), until: snoozed && (snoozed.until ?? 'message') }),
          })),
        words.snoozed,
      ),
  }
}
