import type { InfiniteData } from '@tanstack/react-query'
import type { Lead, LeadList, LeadListItem } from '../../../../shared/lead.ts'
import type { ContactFilter } from '../../live/contact-filter.ts'

export type ContactsData = InfiniteData<LeadList, string | undefined>

/** The contacts of a list without duplicates: one that was changed while a page was fetched may be in two. */
export function contactsIn(data: ContactsData | undefined): LeadListItem[] {
  const seen = new Set<string>()
  return (data?.pages ?? []).flatMap(({ items }) => items.filter(({ id }) => !seen.has(id) && seen.add(id)))
}

/** Whether a contact is in a list, as far as the dashboard can tell: only the server knows what a search finds. */
export const belongs = ({ status, tag }: ContactFilter, lead: Pick<Lead, 'status' | 'tags'>): boolean =>
  (status === '' || lead.status === status) &&
  (tag === '' || (tag === 'untagged' ? lead.tags.length === 0 : lead.tags.some(({ id }) => id === tag)))

/** Changes of contacts by id; null for a deleted one. Missing fields stay. */
export type Changed = ReadonlyMap<string, Partial<Lead> | null>

/**
 * A list after some of its contacts changed: each stays in its place, or leaves if it no longer matches. `refreshed`
 * restores the order. That is why their modification times stay: they are their positions in the fetched order.
 */
export function changedIn(data: ContactsData, changed: Changed, filter: ContactFilter): ContactsData {
  const pages = data.pages.map((page) =>
    page.items.some(({ id }) => changed.has(id)) ? { ...page, items: replaceIn(page.items, changed, filter) } : page,
  )
  return { ...data, pages }
}

/** Contacts after some of them changed, without those that no longer match. */
export function replaceIn(items: LeadListItem[], changed: Changed, filter: ContactFilter): LeadListItem[] {
  return items.flatMap((contact) => {
    const change = changed.get(contact.id)
    if (change === undefined) return [contact]
    const now = change && { ...contact, ...change, updatedAt: contact.updatedAt }
    return now && belongs(filter, now) ? [now] : []
  })
}

/**
 * A list with its first page fetched again, followed by the rows fetched before. Changed contacts are on top, so
 * nothing is missing. If more changed than fit on a page, the list starts again.
 * @param by what the list is sorted by
 */
export function refreshed(data: ContactsData, first: LeadList, by: Order = 'updatedAt'): ContactsData {
  const end = first.items.at(-1)
  const alone: ContactsData = { pages: [first], pageParams: [undefined] }
  const known = data.pages.flatMap(({ items }) => items)
  if (!end || first.next === null || !known.some((contact) => !isBehind(contact, end, by))) return alone
  const here = new Set(first.items.map(({ id }) => id))
  const behind = data.pages
    .map((page) => ({ ...page, items: page.items.filter((one) => !here.has(one.id) && isBehind(one, end, by)) }))
    .filter(({ items }, at) => items.length > 0 || at === data.pages.length - 1)
  return { pages: [first, ...behind], pageParams: [undefined, ...behind.map(() => first.next ?? undefined)] }
}

type Order = 'updatedAt' | 'createdAt'
type Place = Pick<LeadListItem, Order | 'id'>

const isBehind = (one: Place, end: Place, by: Order): boolean =>
  one[by] < end[by] || (one[by] === end[by] && one.id < end.id)

/** Only the first page. Further ones are fetched on scrolling. */
export const cutToFirst = (data: ContactsData): ContactsData => ({
  pages: data.pages.slice(0, 1),
  pageParams: data.pageParams.slice(0, 1),
})

/** How many of these contacts have a tag. */
export function shareOf(tag: string, contacts: readonly Pick<LeadListItem, 'tags'>[]): 'all' | 'some' | 'none' {
  const count = contacts.filter(({ tags }) => tags.some(({ id }) => id === tag)).length
  return count === 0 ? 'none' : count === contacts.length ? 'all' : 'some'
}
