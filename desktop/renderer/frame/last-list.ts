import type { ListName } from '../data/queries.ts'
import { parseRoute, pathOf } from './route.ts'

const kept = 'frontdesk.list'

/** The list that was looked at last on this machine; at first, all conversations. */
export function lastList(): ListName {
  const route = parseRoute(pathOf({ page: 'inbox', list: (localStorage.getItem(kept) ?? 'all') as ListName, id: null }))
  return route?.page === 'inbox' ? route.list : 'all'
}

export const keepList = (list: ListName): void => localStorage.setItem(kept, list)
