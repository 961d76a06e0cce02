import type { OverviewQuery } from '../../../shared/overview.ts'
import { defineTask, nothing } from '../../core/queue.ts'
import { serverTask } from '../../core/tasks.ts'
import { offsetIn } from '../../core/zone.ts'
import type { Sql } from '../../database/database.ts'

const hour = 60 * 60_000
const day = 24 * hour
const quarter = hour / 4

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

const minute = 60_000
const every = 5 * minute
/** So many changes at a time: others have their turn in between. */
const batch = 20_000

/** Adds up what was counted, so that an overview reads few rows however many conversations there are. */
export const overviewTasks = [
  serverTask(defineTask('overview.addUp', nothing), {
    retry: [minute, every],
    every,
    async run({ database, stopping }) {
      while (!stopping.aborted && (await addUp(database.sql)) === batch);
    },
  }),
]

/** Adds the oldest changes to the tallies of their quarters, days and pieces of 32 days. Answers how many there were. */
async function addUp(sql: Sql): Promise<number> {
  const [{ count }] = await sql<[{ count: number }]>`
    with taken as (
      delete from tally_changes where ctid = any(array(select ctid from tally_changes limit ${batch} for update skip locked))
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
