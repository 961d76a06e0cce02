import type { ConversationCounts } from '../../../shared/inbox.ts'
import type { ListName } from './keys.ts'

/**
 * The maximum that the server counts: this value means that or more. Copied from shared/, which would import schemas.
 */
export const maxCounted = 1000

/** The count of a list; undefined if unknown. */
export const countOf = (counts: ConversationCounts | undefined, list: ListName): number | undefined =>
  list.startsWith('label:')
    ? counts && (counts.labels[list.slice('label:'.length)] ?? 0)
    : counts?.[list as Exclude<keyof ConversationCounts, 'labels' | 'asOf'>]

/** A short count: nobody reads further than 999. */
export const countWords = (count: number): string => (count >= maxCounted ? '999+' : String(count))
