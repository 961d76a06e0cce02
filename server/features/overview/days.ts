import type { OverviewQuery } from '../../../shared/overview.ts'
import { defineTask, nothing } from '../../core/queue.ts'
import { serverTask } from '../../core/tasks.ts'
import { offsetsIn, zonedTime } from '../../core/time.ts'
import type { Sql } from '../../database/database.ts'

const hour = 60 * 60_000
const day = 24 * hour
const quarter = hour / 4

/** Quarters of an hour since the epoch, from `from` (inclusive) to `to` (exclusive). */
export type Span = { from: number; to: number }

/** The days of an overview, in the caller's time zone. */
export type Days = {
  /** When the first day begins, in milliseconds. */
  since: number
  current: Span
  previous: Span
  /** The dates of the days in order, such as `2030-01-07`. */
  dates: string[]
  /** The weeks from Monday, of which the first may begin later: the first date of each, and when it begins. */
  weeks: { date: string; from: number }[]
  /** The dates of the preceding days. */
  previousDates: string[]
  /** The index of a quarter's day, negative for preceding days, and its hour of the day. */
  placeOf(quarter: number): { day: number; hour: number }
}

/** The last `days` days up to now, and the same number before them. */
export function daysUntil(now: number, { days, tz }: OverviewQuery): Days {
  const current = zonedTime(tz, now)
  const today = current.toPlainDate()
  const datesBefore = (before: number) =>
    Array.from({ length: days }, (_, at) => today.subtract({ days: before + days - 1 - at }))
  const [dates, previousDates] = [datesBefore(0), datesBefore(days)]
  const begin = ([date = today]: typeof dates) => date.toZonedDateTime(current.timeZoneId).epochMilliseconds
  const [since, before] = [begin(dates), begin(previousDates)]
  const offsets = offsetsIn(tz, before, now + day)
  const localTime = (at: number) => at + (offsets.findLast((one) => one.at <= at)?.offset ?? 0)
  const first = Math.floor(localTime(since) / day)
  const from = since / quarter
  return {
    since,
    current: { from, to: Math.floor(now / quarter) + 1 },
    previous: { from: before / quarter, to: from },
    dates: dates.map(String),
    weeks: dates
      .filter((date, at) => at === 0 || date.dayOfWeek === 1)
      .map((date) => ({ date: String(date), from: begin([date]) })),
    previousDates: previousDates.map(String),
    placeOf(at) {
      const local = localTime(at * quarter)
      return { day: Math.floor(local / day) - first, hour: Math.floor((local % day) / hour) }
    },
  }
}

const minute = 60_000
const every = 5 * minute
/** How many changes to add up at a time, so that other work gets its turn in between. */
const batch = 20_000

/** Adds up counted changes, so that an overview reads few rows, however many conversations there are. */
export const overviewTasks = [
  serverTask(defineTask('overview.addUp', nothing), {
    lane: 'work',
    retry: [minute],
    every,
    async run({ sql }) {
      return (await addUp(sql)) >= batch ? 'again' : undefined
    },
  }),
]

/**
 * Adds the oldest changes to the tallies of their quarter hours, days and spans of 32 days. Returns how many there were:
 * a batch, or more if Postgres begins to read a large table in its middle. They are taken up to a place in the table,
 * because a plan that was made for few changes would search a list of places once for each change.
 */
async function addUp(sql: Sql): Promise<number> {
  const [{ count }] = await sql<[{ count: number }]>`
    with taken as (
      delete from tally_changes where ctid <= (select max(ctid) from (select ctid from tally_changes limit ${batch}) oldest)
      returning site, quarter, name, key, change),
    added as (
      insert into tallies (site, span, name, quarter, key, count)
      select site, span, name, quarter - quarter % span, key, sum(change)
      from taken cross join (values (1::smallint), (96::smallint), (3072::smallint)) as spans (span)
      group by site, span, name, quarter - quarter % span, key
      order by site, span, name, quarter - quarter % span, key
      on conflict (site, span, name, quarter, key) do update set count = tallies.count + excluded.count)
    select count(*)::integer as count from taken`
  if (count > 0) await sql`delete from tallies where count = 0`
  return count
}
