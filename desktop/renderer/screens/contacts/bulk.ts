import type { LeadListItem, LeadStatus, LeadsChanged } from '../../../../shared/lead.ts'

type Contact = Pick<LeadListItem, 'id' | 'status' | 'tags'>

/** What is done to many contacts at once. Tags are named by their ids. */
export type BulkChange =
  | { status: LeadStatus }
  | { addTags: readonly string[] }
  | { removeTags: readonly string[] }
  | { delete: true }

/** A change, and whom it is for. */
export type Step = { ids: string[]; change: BulkChange }

/** So many go in a request, of the 500 that one takes: it is seen how far it is, and can be stopped. */
const mostAtOnce = 200

/** The ids in as few requests as they need. */
export function inRequests(ids: readonly string[]): string[][] {
  const count = Math.ceil(ids.length / mostAtOnce)
  return Array.from({ length: count }, (_, at) => ids.slice(at * mostAtOnce, (at + 1) * mostAtOnce))
}

/** What takes a change back, for those that it changed; nothing for what cannot be taken back. */
export function undoOf(change: BulkChange, before: readonly Contact[]): Step[] {
  if ('status' in change) {
    const others = Map.groupBy(
      before.filter(({ status }) => status !== change.status),
      ({ status }) => status,
    )
    return [...others].map(([status, contacts]) => ({ ids: idsOf(contacts), change: { status } }))
  }
  if ('addTags' in change) return undoTags(change.addTags, before, false, (tag) => ({ removeTags: [tag] }))
  if ('removeTags' in change) return undoTags(change.removeTags, before, true, (tag) => ({ addTags: [tag] }))
  return []
}

function undoTags(
  tags: readonly string[],
  before: readonly Contact[],
  had: boolean,
  back: (tag: string) => BulkChange,
): Step[] {
  return tags
    .map((tag) => ({ ids: idsOf(before.filter((contact) => hasTag(contact, tag) === had)), change: back(tag) }))
    .filter(({ ids }) => ids.length > 0)
}

const idsOf = (contacts: readonly Contact[]) => contacts.map(({ id }) => id)

export const hasTag = ({ tags }: Pick<Contact, 'tags'>, tag: string): boolean => tags.some(({ id }) => id === tag)

/** How many of these contacts have a tag: what a change would do about it. */
export function shareOf(tag: string, contacts: readonly Contact[]): 'all' | 'some' | 'none' {
  const count = contacts.filter((contact) => hasTag(contact, tag)).length
  return count === 0 ? 'none' : count === contacts.length ? 'all' : 'some'
}

/** What several requests did, as one. */
export const together = (answers: readonly LeadsChanged[]): LeadsChanged => ({
  done: answers.flatMap(({ done }) => done),
  failed: answers.flatMap(({ failed }) => failed),
})

/**
 * What came of a change, for who asked for it. Whom a deletion does not find is gone, as was asked for: it may have been sent
 * again because its answer was lost on the way.
 */
export function outcomeOf(change: BulkChange, { done, failed }: LeadsChanged): LeadsChanged {
  const isGone = ({ code }: LeadsChanged['failed'][number]) => 'delete' in change && code === 'not_found'
  return {
    done: [...done, ...failed.filter(isGone).map(({ id }) => ({ id }))],
    failed: failed.filter((one) => !isGone(one)),
  }
}
