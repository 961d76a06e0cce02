import type { Context } from '../../core/context.ts'
import type { Sql } from '../../database/database.ts'
import type { Days, Span } from './days.ts'

/** The counts of a site by name and key. */
export type Counts = (name: string, key?: string) => number

/** Counts with few keys each. */
const summed = [
  ...['conversations', 'messages', 'leads', 'one message', 'returning', 'escalated'],
  ...['summarized', 'outcome', 'sentiment', 'quality', 'resolved', 'needs person', 'rated up', 'rated down'],
  ...['live requested', 'live answered', 'live missed', 'callback', 'seconds', 'live wait', 'callback hours'],
  ...['job created', 'job closed'],
]

/** Quarter hours per row of the tallies: 32 days, one day, one quarter hour. */
const spans = [3072, 96, 1]

type Piece = Span & { span: number }

/** Splits a span into as few tally rows as possible: long spans in the middle and shorter ones at both ends. */
function piecesOf({ from, to }: Span, [span = 1, ...shorter] = spans): Piece[] {
  if (from >= to) return []
  if (shorter.length === 0) return [{ span, from, to }]
  const first = Math.min(Math.ceil(from / span) * span, to)
  const last = Math.max(Math.floor(to / span) * span, first)
  const within = first < last ? [{ span, from: first, to: last }] : []
  return [...piecesOf({ from, to: first }, shorter), ...within, ...piecesOf({ from: last, to }, shorter)]
}

type Site = { sql: Sql; site: string }

/** The sums of these names in a span, including changes that the job has not added yet. */
function counted({ sql, site }: Site, { from, to }: Span, names: string[]) {
  // One query per piece: a join with a list of pieces would scan the whole table.
  const added = piecesOf({ from, to }).map(
    (piece) => sql`
      select name, key, count from tallies
      where site = ${site} and span = ${piece.span} and name = any(${names}::text[])
        and quarter >= ${piece.from} and quarter < ${piece.to}
      union all`,
  )
  return sql`
    ${added}
    select name, key, change from tally_changes
    where site = ${site} and quarter >= ${from} and quarter < ${to} and name = any(${names}::text[])`
}

export type Sums = { of: Counts; steps(name: string): [number, number][] }

/** All counts of a span. `steps` are durations in seconds, shortest first, each with its count. */
export async function sumUp(site: Site, span: Span): Promise<Sums> {
  const rows = await site.sql<{ name: string; key: string; count: number }[]>`
    select name, key, sum(count)::integer as count from (${counted(site, span, summed)}) as found
    group by name, key having sum(count) <> 0`
  const found = new Map(rows.map(({ name, key, count }) => [`${name}\n${key}`, count]))
  return {
    of: (name, key = '') => found.get(`${name}\n${key}`) ?? 0,
    steps: (name) =>
      rows
        .filter((row) => row.name === name)
        .map(({ key, count }): [number, number] => [secondsOf(Number(key)), count])
        .sort(([a], [b]) => a - b),
  }
}

/** The middle of a step in seconds. The steps are those of the database function `step_of`. */
const secondsOf = (step: number): number => (step < 60 ? step : 60 * 1.02 ** (step - 60 + 0.5))

/** The median of durations counted in steps; null if there are none. */
export function medianOf(steps: [number, number][]): number | null {
  const half = steps.reduce((sum, [, count]) => sum + count, 0) / 2
  let reached = 0
  for (const [value, count] of steps) {
    reached += count
    if (reached >= half && count > 0) return value
  }
  return null
}

/** The keys with the highest counts. Ties are sorted by key. */
export async function countMost(site: Site, span: Span, name: string, max: number): Promise<[string, number][]> {
  const rows = await site.sql<{ key: string; count: number }[]>`
    select key, sum(count)::integer as count from (${counted(site, span, [name])}) as found
    group by key having sum(count) > 0 order by sum(count) desc, key limit ${max}`
  return rows.map(({ key, count }) => [key, count])
}

const maxPeople = 50

/** The team members who answered waiting visitors, most first. */
export async function countPeople(site: Site, span: Span): Promise<{ name: string; count: number }[]> {
  const people = await countMost(site, span, 'live person', maxPeople)
  return people.map(([name, count]) => ({ name, count }))
}

/** By the index of each day; days without counts are missing. */
export type Series = { conversations: Map<number, number>; leads: Map<number, number>; hours: number[] }

/** Conversations and contacts per day, and conversations per hour of the day. */
export async function countDays({ sql, site }: Site, { from, to }: Span, placeOf: Days['placeOf']): Promise<Series> {
  const rows = await sql<{ name: 'conversations' | 'leads'; quarters: number[]; counts: number[] }[]>`
    select name, array_agg(quarter) as quarters, array_agg(count::integer) as counts from (
      select name, quarter, count from tallies
      where site = ${site} and span = 1 and name in ('conversations', 'leads')
        and quarter >= ${from} and quarter < ${to}
      union all
      select name, quarter, change from tally_changes
      where site = ${site} and name in ('conversations', 'leads') and quarter >= ${from} and quarter < ${to}
    ) as found group by name`
  const series: Series = { conversations: new Map(), leads: new Map(), hours: Array.from({ length: 24 }, () => 0) }
  for (const { name, quarters, counts } of rows) {
    for (const [at, quarter] of quarters.entries()) {
      const { day, hour } = placeOf(quarter)
      const count = counts[at] as number
      series[name].set(day, (series[name].get(day) ?? 0) + count)
      if (name === 'conversations') series.hours[hour] = (series.hours[hour] ?? 0) + count
    }
  }
  return series
}

/** The counts by status that triggers maintain. */
type Counted = 'contacts now' | 'contacts untagged' | 'callbacks now'

/**
 * The current number per status: the stored sums plus changes that were not added yet. Its cost does not grow with the
 * number of records.
 */
export const countByStatus = <S extends string>({ sql, site }: Pick<Context, 'sql' | 'site'>, what: Counted) =>
  sql<{ status: S; count: number }[]>`
    select key as status, sum(count)::int as count from (
      select key, count from tallies where site = ${site.id} and span = 3072 and name = ${what} and quarter = 0
      union all
      select key, change from tally_changes where site = ${site.id} and name = ${what}) as counted
    group by key`
