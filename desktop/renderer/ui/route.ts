import { useSyncExternalStore } from 'react'
import type { CallbackStatus } from '../../../shared/callback.ts'
import { fixedLists, foundBy, type ListName } from '../live/keys.ts'
import type { Period } from './period.ts'

/** What the page shows, according to its address. */
export type Route =
  | { page: 'inbox'; list: ListName; id: string | null }
  | { page: 'contacts'; id: string | null; query: string }
  | { page: 'jobs'; id: string | null; query: string }
  | { page: 'calendar'; query: string }
  | { page: 'callbacks'; list: string; query?: string }
  | { page: 'knowledge'; tab: string; id: string | null }
  | { page: 'overview'; query: string }
  | { page: 'settings'; name: string }

const base = '/dashboard'
const isList = (name: string): name is ListName =>
  (fixedLists as readonly string[]).includes(name) || /^label:[\w-]{1,64}$/.test(name)

/**
 * Parses an address below the dashboard's; null if it is unknown.
 * @param search the part from the question mark
 */
export function parseRoute(path: string, search = ''): Route | null {
  const [page, first = '', second = ''] = path.slice(base.length).split('/').filter(Boolean).map(decoded)
  const query = search.replace('?', '')
  switch (page) {
    case 'inbox':
      return { page, list: listOf(first, query), id: idOf(second) }
    case 'contacts':
      return { page, id: idOf(first), query }
    case 'jobs':
      return { page, id: idOf(first), query }
    case 'callbacks':
      return query ? { page, list: nameOf(first), query } : { page, list: nameOf(first) }
    case 'knowledge':
      return { page, tab: nameOf(first), id: idOf(second) }
    case 'calendar':
    case 'overview':
      return { page, query }
    case 'settings':
      return { page, name: nameOf(first) }
    default:
      return null
  }
}

const listOf = (name: string, query: string): ListName =>
  name === 'found' && query ? `found:${query}` : isList(name) ? name : 'all'
const idOf = (part: string) => (/^\w{1,64}$/.test(part) ? part : null)
const nameOf = (part: string) => (/^[\w-]*$/.test(part) ? part : '')

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return ''
  }
}

/** The address of a route. */
export function pathOf(route: Route): string {
  const path = [base, route.page, ...partsOf(route)].filter(Boolean).join('/')
  const query = 'query' in route ? route.query : route.page === 'inbox' ? foundBy(route.list) : ''
  return query ? `${path}?${query}` : path
}

function partsOf(route: Route): (string | null)[] {
  switch (route.page) {
    case 'inbox':
      return [foundBy(route.list) ? 'found' : route.list, route.id]
    case 'contacts':
    case 'jobs':
      return [route.id]
    case 'callbacks':
      return [route.list]
    case 'knowledge':
      return [route.tab, route.id]
    case 'calendar':
    case 'overview':
      return []
    case 'settings':
      return [route.name]
  }
}

/** Callbacks of one status, or all. */
export type CallbackListName = CallbackStatus | 'all'

/**
 * The address of the callbacks with this status. Open ones have the shortest address. With a period, only those
 * requested in it.
 */
export const callbacksRoute = (status: CallbackListName, period: Period = {}): Route => ({
  page: 'callbacks',
  list: status === 'open' ? '' : status,
  query: new URLSearchParams(Object.entries(period).map(([name, at]) => [name, String(at)])).toString(),
})

const listeners = new Set<() => void>()

/** Navigates. With `replace`, going back skips the current page. */
export function navigate(route: Route, { replace = false } = {}): void {
  const path = pathOf(route)
  if (path === here()) return
  if (replace) history.replaceState(null, '', path)
  else history.pushState(null, '', path)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('popstate', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('popstate', listener)
  }
}

const here = () => location.pathname + location.search

let parsed: { path: string; route: Route | null } | undefined

function current(): Route | null {
  if (parsed?.path !== here()) parsed = { path: here(), route: parseRoute(location.pathname, location.search) }
  return parsed.route
}

/** The current route. */
export const useRoute = (): Route | null => useSyncExternalStore(subscribe, current)

const kept = 'frontdesk.list'

/** The list that is shown, otherwise the last one shown on this machine; initially, all conversations. */
export function lastList(): ListName {
  const shown = current()
  if (shown?.page === 'inbox' && !foundBy(shown.list)) return shown.list
  const route = parseRoute(pathOf({ page: 'inbox', list: (localStorage.getItem(kept) ?? 'all') as ListName, id: null }))
  return route?.page === 'inbox' ? route.list : 'all'
}

/** A search result is not a list that somebody works in. */
export function rememberList(list: ListName): void {
  if (!foundBy(list)) localStorage.setItem(kept, list)
}
