import type { OverviewQuery } from '../../../shared/overview.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const quarter = 15 * minute

/** Quarters of an hour since the epoch, from `from` up to `to`, which is not in it. */
export type Span = { from: number; to: number }

/** The days of an overview, in the zone of whoever asks. */
export type Days = {
  /** When the first of them begins, in milliseconds. */
  since: number
  current: Span
  previous: Span
  /** The date of each, `2030-01-07`, in their order. */
  dates: string[]
  /** Those of the days before. */
  previousDates: string[]
  /** On which of them a quarter lies, from 0, those before below it, and in which hour of the day. */
  placeOf(quarter: number): { day: number; hour: number }
}

/** The last `days` days up to now, and as many before. */
export function daysUntil(now: number, { days, tz }: OverviewQuery): Days {
  const offsetAt = offsetIn(tz)
  /** When the day begins that lies so many days before today. */
  const begin = (before: number): number => {
    // The date as if it were one in UTC: dates have no daylight saving.
    const date = Math.floor((now + offsetAt(now)) / day) * day - before * day
    const guess = date - offsetAt(date)
    // Near a change of the clocks the first guess may lie on its other side.
    return date - offsetAt(guess)
  }
  const since = begin(days - 1)
  const first = Math.floor((since + offsetAt(since)) / day)
  const datesFrom = (place: number) =>
    Array.from({ length: days }, (_, at) => new Date((first + place + at) * day).toISOString().slice(0, 10))
  const from = since / quarter
  return {
    since,
    current: { from, to: Math.floor(now / quarter) + 1 },
    previous: { from: begin(2 * days - 1) / quarter, to: from },
    dates: datesFrom(0),
    previousDates: datesFrom(-days),
    placeOf(at) {
      const local = at * quarter + offsetAt(at * quarter)
      return { day: Math.floor(local / day) - first, hour: Math.floor((local % day) / hour) }
    },
  }
}

/** What is added to UTC at a time, in milliseconds. */
function offsetIn(tz: OverviewQuery['tz']): (at: number) => number {
  if (typeof tz === 'number') return () => tz * minute
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: tz,
    hourCycle: 'h23',
    ...{ year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' },
  })
  // Clocks change at most once in such a time: where both ends agree, all between does.
  const known = new Map<number, number>()
  const read = (at: number) => {
    const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
    const { year = 0, month = 1, day: date = 1, hour: hours = 0, minute: minutes = 0 } = parts
    return Date.UTC(year, month - 1, date, hours, minutes) - Math.floor(at / minute) * minute
  }
  const readOnce = (at: number) => {
    const kept = known.get(at) ?? read(at)
    known.set(at, kept)
    return kept
  }
  return (at) => {
    const noon = Math.floor(at / day) * day
    const before = readOnce(noon)
    return before === readOnce(noon + day) ? before : readOnce(Math.floor(at / quarter) * quarter)
  }
}
