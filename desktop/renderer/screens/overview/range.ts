/** The numbers of days that are one click away. */
export const usualDays = [7, 30, 90, 365] as const

export const mostDays = 365
export const firstDays = 30

/** The days that the query of an address names; 30 where it names none, or none that there are. */
export function daysOf(query: string): number {
  const named = new URLSearchParams(query).get('days') ?? ''
  const days = /^\d{1,3}$/.test(named) ? Number(named) : 0
  return days >= 1 && days <= mostDays ? days : firstDays
}

/** The person's own time zone. */
export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'
