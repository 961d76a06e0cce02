import type { InfiniteData } from '@tanstack/react-query'
import type { Lead, LeadList, LeadListItem } from '../../../../shared/lead.ts'
import type { ContactFilter } from '../../live/contact-filter.ts'

export type ContactsData = InfiniteData<LeadList, string | undefined>

/** Every contact of a list once: one that was changed while a page was read may be in two. */
export function contactsIn(data: ContactsData | undefined): LeadListItem[] {
  const seen = new Set<string>()
  return (data?.pages ?? []).flatMap(({ items }) => items.filter(({ id }) => !seen.has(id) && seen.add(id)))
}

/** Whether a contact stands in a list, as far as that can be said here: what a search finds is the server's to say. */
export const belongs = ({ status, tag }: ContactFilter, lead: Pick<Lead, 'status' | 'tags'>): boolean =>
  (status === '' || lead.status === status) &&
  (tag === '' || (tag === 'untagged' ? lead.tags.length === 0 : lead.tags.some(({ id }) => id === tag)))

/** What a contact is told to be now; null where it is gone. What is left out stays. */
export type Changed = ReadonlyMap<string, Partial<Lead> | null>

/**
 * A list after some of its contacts changed: each stays in its place, or goes where it does not belong any more. The order
 * is mended by `refreshed`, which is why the time of a change stays as it was: it says where in the order a row was read.
 */
export function changedIn(data: ContactsData, changed: Changed, filter: ContactFilter): ContactsData {
  const pages = data.pages.map((page) =>
    page.items.some(({ id }) => changed.has(id)) ? { ...page, items: replaceIn(page.items, changed, filter) } : page,
  )
  return { ...data, pages }
}

/** Contacts after some of them changed, without those that do not belong any more. */
export function replaceIn(items: LeadListItem[], changed: Changed, filter: ContactFilter): LeadListItem[] {
  return items.flatMap((contact) => {
    const told = changed.get(contact.id)
    if (told === undefined) return [contact]
    const now = told && { ...contact, ...told, updatedAt: contact.updatedAt }
    return now && belongs(filter, now) ? [now] : []
  })
}

/**
 * A list with its first page read anew: what was read further down stays behind it. Whatever changed since stands at the top,
 * so that nothing is missing; where more changed than a page holds, the list begins anew.
 * @param by what the list goes by
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

/** Only what was read first: the rest is read when somebody scrolls there. */
export const cutToFirst = (data: ContactsData): ContactsData => ({
  pages: data.pages.slice(0, 1),
  pageParams: data.pageParams.slice(0, 1),
})
