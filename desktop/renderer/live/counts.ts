import type { ConversationCounts } from '../../../shared/inbox.ts'
import type { ListName } from './keys.ts'
import { belongs, type Row } from './rows.ts'

/** As far as the server counts: this many means that or more. It stands here too, so that no schema comes along with it. */
export const mostCounted = 1000

const fixed = ['waiting', 'mine', 'unassigned', 'assistant', 'closed', 'all', 'spam'] as const

/** How many a list holds; undefined where that is not known. */
export const countOf = (counts: ConversationCounts | undefined, list: ListName): number | undefined =>
  list.startsWith('label:')
    ? counts && (counts.labels[list.slice('label:'.length)] ?? 0)
    : counts?.[list as (typeof fixed)[number]]

/** A count in few signs: nobody reads further than 999. */
export const countWords = (count: number): string => (count >= mostCounted ? '999+' : String(count))

/**
 * The counts after a conversation changed. What is counted as "that or more" stays so.
 * @param before null for a conversation that was not there
 */
export function shiftCounts(
  counts: ConversationCounts,
  before: Row | null,
  after: Row | null,
  me: string,
): ConversationCounts {
  const step = (list: ListName, count: number) => {
    const was = before !== null && belongs(list, before, me)
    const is = after !== null && belongs(list, after, me)
    if (was === is || count >= mostCounted) return count
    return Math.max(0, count + (is ? 1 : -1))
  }
  const labels = { ...counts.labels }
  for (const { id } of [...(before?.labels ?? []), ...(after?.labels ?? [])])
    labels[id] = step(`label:${id}`, counts.labels[id] ?? 0)
  return { ...counts, ...Object.fromEntries(fixed.map((list) => [list, step(list, counts[list])])), labels }
}
