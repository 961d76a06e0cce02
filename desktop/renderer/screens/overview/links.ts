import type { CourseFilter } from '../../../../shared/course-filter.ts'
import type { Route } from '../../app/route.ts'
import { noFilter, writeFilter } from '../../live/contact-filter.ts'
import type { Period } from '../../ui/period.ts'

/** The list of conversations that began in a time and are like that: what a figure of the overview counts. */
export function listOf(time: Period, filter: Omit<CourseFilter, 'from' | 'to'> = {}): Route {
  const query = new URLSearchParams(
    Object.entries({ ...time, ...filter }).map(([name, value]) => [name, String(value)]),
  )
  return { page: 'inbox', list: `found:${query}`, id: null }
}

/** When a date begins and ends where the person is. */
export function timeOf(date: string): { from: number; to: number } {
  const [year = 1970, month = 1, day = 1] = date.split('-').map(Number)
  return { from: new Date(year, month - 1, day).getTime(), to: new Date(year, month - 1, day + 1).getTime() }
}

/** The contacts that were made in a time. */
export const contactsOf = (made: Period): Route => ({
  page: 'contacts',
  id: null,
  query: writeFilter({ ...noFilter, made }),
})

/** A function that makes such lists of one time. */
export const listsSince =
  (from: number) =>
  (filter: Omit<CourseFilter, 'from' | 'to'> = {}): Route =>
    listOf({ from }, filter)
