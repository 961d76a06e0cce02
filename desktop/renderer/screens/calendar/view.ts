import type { Route } from '../../ui/route.ts'
import { addDays, isDate, weekdayOf } from '../../ui/zone.ts'

export const views = ['day', 'week', 'agenda'] as const
export type View = (typeof views)[number]

/** What the calendar shows, as in its address. */
export type CalendarView = {
  view: View
  /** A date as YYYY-MM-DD. */
  date: string
  /** Whether cancelled appointments are shown, too. */
  cancelled: boolean
  /** Whether times are in the person's own zone. */
  own: boolean
  /** The id of the appointment that is open. */
  open: string | undefined
}

const agendaDays = 30

/** @param today the date if the address has none */
export function viewIn(query: string, today: string, fallback: View): CalendarView {
  const asked = new URLSearchParams(query)
  const view = views.find((one) => one === asked.get('view')) ?? fallback
  const date = asked.get('date') ?? ''
  const open = asked.get('open') ?? ''
  return {
    view,
    date: isDate(date) ? date : today,
    cancelled: asked.get('cancelled') === 'true',
    own: asked.get('zone') === 'own',
    open: /^\w{1,64}$/.test(open) ? open : undefined,
  }
}

export function calendarRoute({ view, date, cancelled, own, open }: CalendarView): Route {
  const query = new URLSearchParams({ view, date })
  if (cancelled) query.set('cancelled', 'true')
  if (own) query.set('zone', 'own')
  if (open) query.set('open', open)
  return { page: 'calendar', query: query.toString() }
}

/** The first date and the number of days of a view. */
export function rangeOf({ view, date }: Pick<CalendarView, 'view' | 'date'>): { first: string; count: number } {
  if (view === 'day') return { first: date, count: 1 }
  if (view === 'week') return { first: addDays(date, -weekdayOf(date)), count: 7 }
  return { first: date, count: agendaDays }
}

/** The date of the next or previous day, week or month. */
export function turned({ view, date }: Pick<CalendarView, 'view' | 'date'>, by: 1 | -1): string {
  const next = addDays(date, by * { day: 1, week: 7, agenda: agendaDays }[view])
  return isDate(next) ? next : date
}
