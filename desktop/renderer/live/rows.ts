import type { InfiniteData } from '@tanstack/react-query'
import type { ConversationListItem } from '../../../shared/conversation.ts'
import type { ListName } from './keys.ts'

export type Row = ConversationListItem

export type ListPage = { items: Row[]; next: string | null }
export type ListData = InfiniteData<ListPage, string | undefined>

/** Changed rows by id; null for a removed one. */
export type Changed = ReadonlyMap<string, Row | null>

/**
 * Whether a conversation is in a list.
 * @param me the email of the person whose list `mine` is
 */
export function belongs(list: ListName, row: Row, me: string): boolean {
  if (row.spam) return list === 'spam'
  switch (list) {
    case 'waiting':
      return row.waitingSince !== null
    case 'missed':
      return row.missedAt !== null && row.waitingSince === null
    case 'mine':
      return row.status === 'live' && row.assignedTo === me && row.snoozed === null
    case 'snoozed':
      return row.snoozed !== null
    case 'unassigned':
      return row.status === 'live' && row.assignedTo === null && row.snoozed === null
    case 'assistant':
      return row.status === 'bot'
    case 'closed':
      return row.status === 'closed'
    // Only the server knows who is mentioned, so what is in the list stays.
    case 'mentions':
    case 'all':
      return true
    case 'spam':
      return false
    default:
      // Found rows stay, because only the server knows whether they still match.
      return list.startsWith('found:') || row.labels.some(({ id }) => `label:${id}` === list)
  }
}

/** Negative if `a` comes before `b`: the longest wait first, in other lists the latest activity. */
export function compareRows(list: ListName, a: Row, b: Row): number {
  if (list === 'waiting') return (a.waitingSince ?? 0) - (b.waitingSince ?? 0) || byText(a.id, b.id)
  if (list === 'missed') return (b.missedAt ?? 0) - (a.missedAt ?? 0) || byText(b.id, a.id)
  return b.lastAt - a.lastAt || byText(b.id, a.id)
}

const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

type Place = { list: ListName; searching: boolean; me: string }

/**
 * A list after some of its conversations changed: each moves to its place. What would be behind the last fetched page
 * is left out, because fetching on brings it. Search results stay in place, because only the server knows their order.
 */
export function placeRows({ list, searching, me }: Place, data: ListData, changed: Changed): ListData {
  const isIn = (row: Row | null | undefined): row is Row => row != null && belongs(list, row, me)
  if (searching) return mapPages(data, (items) => replaceIn(items, changed, isIn))
  const kept = mapPages(data, (items) => (items.some(({ id }) => changed.has(id)) ? without(items, changed) : items))
  const added = [...changed.values()].filter(isIn).sort((a, b) => compareRows(list, a, b))
  return added.length > 0 ? insert(list, kept, added) : kept
}

const without = (items: Row[], changed: Changed) => items.filter(({ id }) => !changed.has(id))

function replaceIn(items: Row[], changed: Changed, isIn: (row: Row | null | undefined) => row is Row): Row[] {
  if (!items.some(({ id }) => changed.has(id))) return items
  return items.flatMap((row) => {
    const now = changed.get(row.id)
    return now === undefined ? [row] : isIn(now) ? [now] : []
  })
}

function mapPages(data: ListData, change: (items: Row[]) => Row[]): ListData {
  const pages = data.pages.map((page) => {
    const items = change(page.items)
    return items === page.items ? page : { ...page, items }
  })
  return pages.every((page, at) => page === data.pages[at]) ? data : { ...data, pages }
}

/** @param added in the list's order */
function insert(list: ListName, data: ListData, added: Row[]): ListData {
  const last = data.pages.length - 1
  let rest = added
  const pages = data.pages.map((page, at) => {
    const end = page.items.at(-1)
    const isEnd = at === last && page.next === null
    const here = rest.filter((row) => isEnd || (end !== undefined && compareRows(list, row, end) < 0))
    if (here.length === 0) return page
    rest = rest.filter((row) => !here.includes(row))
    return { ...page, items: [...page.items, ...here].sort((a, b) => compareRows(list, a, b)) }
  })
  return { ...data, pages }
}

/** All rows of a list without duplicates: a row that moved while a page was fetched may be in two. */
export function flatten(data: ListData | undefined): Row[] {
  const seen = new Set<string>()
  return (data?.pages ?? []).flatMap(({ items }) => items.filter(({ id }) => !seen.has(id) && seen.add(id)))
}
