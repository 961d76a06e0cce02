import { useSyncExternalStore } from 'react'
import type { ListName } from '../data/queries.ts'

/** What the page shows, as its address says it. */
export type Route =
  | { page: 'inbox'; list: ListName; id: string | null }
  | { page: 'knowledge'; tab: string; id: string | null }
  | { page: 'settings'; name: string }

const base = '/dashboard'
const fixed = ['waiting', 'mine', 'unassigned', 'assistant', 'closed', 'all', 'spam'] as const

const isList = (name: string): name is ListName =>
  (fixed as readonly string[]).includes(name) || /^label:[\w-]{1,64}$/.test(name)

/** What an address below the dashboard's shows; null where it names nothing that there is. */
export function parseRoute(path: string): Route | null {
  const [page, first = '', second = ''] = path.slice(base.length).split('/').filter(Boolean).map(decoded)
  if (page === 'settings') return { page, name: /^[\w-]*$/.test(first) ? first : '' }
  const id = /^\w{1,64}$/.test(second) ? second : null
  if (page === 'knowledge') return { page, tab: /^[\w-]*$/.test(first) ? first : '', id }
  if (page !== 'inbox') return null
  return { page, list: isList(first) ? first : 'all', id }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return ''
  }
}

/** The address of what is to be shown. */
export const pathOf = (route: Route): string => [base, route.page, ...partsOf(route)].filter(Boolean).join('/')

function partsOf(route: Route): (string | null)[] {
  switch (route.page) {
    case 'settings':
      return [route.name]
    case 'knowledge':
      return [route.tab, route.id]
    case 'inbox':
      return [route.list, route.id]
  }
}

const listeners = new Set<() => void>()

/** Goes there. With `replace`, the way back leads to where the person was before this page. */
export function go(route: Route, { replace = false } = {}): void {
  const path = pathOf(route)
  if (path === location.pathname) return
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

let parsed: { path: string; route: Route | null } | undefined

function current(): Route | null {
  if (parsed?.path !== location.pathname) parsed = { path: location.pathname, route: parseRoute(location.pathname) }
  return parsed.route
}

/** What the page shows now. */
export const useRoute = (): Route | null => useSyncExternalStore(subscribe, current)
