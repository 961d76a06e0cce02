import type { InfiniteData } from '@tanstack/react-query'
import type { ConversationListItem } from '../../../shared/conversation.ts'
import type { ListName } from './keys.ts'

export type Row = ConversationListItem

export type ListPage = { items: Row[]; next: string | null }
export type ListData = InfiniteData<ListPage, string | undefined>

/** Rows as they are now, by id; null for one that is gone. */
export type Changed = ReadonlyMap<string, Row | null>

/**
 * Whether a conversation stands in a list.
 * @param me the email of the person whose `mine` it is
 */
export function belongs(list: ListName, row: Row, me: string): boolean {
  if (row.spam) return list === 'spam'
  switch (list) {
    case 'waiting':
      return row.waitingSince !== null
    case 'mine':
      return row.status === 'live' && row.assignedTo === me
    case 'unassigned':
      return row.status === 'live' && row.assignedTo === null
    case 'assistant':
      return row.status === 'bot'
    case 'closed':
      return row.status === 'closed'
    case 'all':
      return true
    case 'spam':
      return false
    default:
      // What is found stays: whether it is still like that is the server's to say.
      return list.startsWith('found:') || row.labels.some(({ id }) => `label:${id}` === list)
  }
}

/** Negative where `a` stands before `b`: who waits longest comes first, elsewhere what happened last. */
export function compareRows(list: ListName, a: Row, b: Row): number {
  if (list === 'waiting') return (a.waitingSince ?? 0) - (b.waitingSince ?? 0) || byText(a.id, b.id)
  return b.lastAt - a.lastAt || byText(b.id, a.id)
}

const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

type Place = { list: ListName; searching: boolean; me: string }

/**
 * A list after some of its conversations changed: each stands where it now belongs. What would stand behind the last page
 * that was read is left out, since reading on brings it. What a search finds is the server's to say: there, rows change in
 * their places alone.
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

/** @param added in the order of the list */
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

/** Every row of a list once, in its order: a row that moved while a page was read may be in two. */
export function flatten(data: ListData | undefined): Row[] {
  const seen = new Set<string>()
  return (data?.pages ?? []).flatMap(({ items }) => items.filter(({ id }) => !seen.has(id) && seen.add(id)))
}
