import { foundBy, type ListName } from '../live/keys.ts'
import { parseRoute, pathOf } from './route.ts'

const kept = 'frontdesk.list'

/** The list that was looked at last on this machine; at first, all conversations. */
export function lastList(): ListName {
  const route = parseRoute(pathOf({ page: 'inbox', list: (localStorage.getItem(kept) ?? 'all') as ListName, id: null }))
  return route?.page === 'inbox' ? route.list : 'all'
}

/** What was found once is not where somebody works. */
export function keepList(list: ListName): void {
  if (!foundBy(list)) localStorage.setItem(kept, list)
}
