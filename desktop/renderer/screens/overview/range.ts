import type { OverviewDayName } from '../../../../shared/overview.ts'
import type { Route } from '../../ui/route.ts'

/** The preset numbers of days. */
export const usualDays = [7, 30, 90, 365] as const

export const maxDays = 365
export const firstDays = 30

/** What an overview shows: one day, and below it a number of days. */
export type Range = { days: number; day: OverviewDayName }

/** The range in an address's query; 30 days and today if they are missing or invalid. */
export function rangeOf(query: string): Range {
  const asked = new URLSearchParams(query)
  const named = asked.get('days') ?? ''
  const days = /^\d{1,3}$/.test(named) ? Number(named) : 0
  return {
    days: days >= 1 && days <= maxDays ? days : firstDays,
    day: asked.get('day') === 'yesterday' ? 'yesterday' : 'today',
  }
}

/** The address of an overview. */
export const overviewOf = ({ days, day }: Range): Route => ({
  page: 'overview',
  query: `days=${days}${day === 'today' ? '' : `&day=${day}`}`,
})

/** The person's time zone. */
export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'
