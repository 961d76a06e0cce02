import type { CannedActions } from '../../../shared/canned-reply.ts'
import type { Label } from '../../../shared/label.ts'
import type { LiveStatus } from '../../../shared/live.ts'
import type { Words } from '../words/en.ts'

/** `assignTo` for nobody: a live chat returns to the queue. */
export const assignsToNobody = 'nobody'

/** The label of each action, in the order in which they run. */
export function actionWords(
  { addLabels, assignTo, snooze, close, note }: CannedActions,
  words: Words['canned']['does'],
  { labels, agents }: { labels: readonly Label[]; agents: LiveStatus['agents'] },
): string[] {
  const known = labels.filter(({ id }) => addLabels.includes(id))
  const name = agents.find(({ email }) => email === assignTo)?.name ?? assignTo ?? ''
  return [
    ...(note === '' ? [] : [words.note(note)]),
    ...known.map((label) => words.label(label.name)),
    ...(assignTo === null ? [] : [assignTo === assignsToNobody ? words.unassign : words.assign(name)]),
    ...(snooze !== null && !close ? [words.snooze[snooze]] : []),
    ...(close ? [words.close] : []),
  ]
}

/** Whether it does anything. */
export const hasActions = ({ addLabels, assignTo, snooze, close, note }: CannedActions): boolean =>
  addLabels.length > 0 || assignTo !== null || snooze !== null || close || note !== ''
