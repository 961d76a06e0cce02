import type { HistoryFilter } from '../../../../shared/history-filter.ts'
import { noFilter, writeFilter } from '../../live/contact-filter.ts'
import type { Period } from '../../ui/period.ts'
import type { Route } from '../../ui/route.ts'

/** The list of conversations that started in a period and match a filter, which a figure of the overview counts. */
export function listOf(time: Period, filter: Omit<HistoryFilter, 'from' | 'to'> = {}): Route {
  const query = new URLSearchParams(
    Object.entries({ ...time, ...filter }).map(([name, value]) => [name, String(value)]),
  )
  return { page: 'inbox', list: `found:${query}`, id: null }
}

/** When a date starts and ends in the person's time zone. */
export function timeOf(date: string): { from: number; to: number } {
  const [year = 1970, month = 1, day = 1] = date.split('-').map(Number)
  return { from: new Date(year, month - 1, day).getTime(), to: new Date(year, month - 1, day + 1).getTime() }
}

/** The contacts created in a period. */
export const contactsOf = (made: Period): Route => ({
  page: 'contacts',
  id: null,
  query: writeFilter({ ...noFilter, made }),
})

/** Creates such links for one period. */
export const listsSince =
  (from: number) =>
  (filter: Omit<HistoryFilter, 'from' | 'to'> = {}): Route =>
    listOf({ from }, filter)

/** All live chats, including waiting ones. */
export const openChats: Route = { page: 'inbox', list: 'found:status=live', id: null }
