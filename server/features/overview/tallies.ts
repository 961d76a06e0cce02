import type { Sql } from '../../database/database.ts'
import type { Days, Span } from './days.ts'

/** What a site counts, by its name and its key. */
export type Counts = (name: string, key?: string) => number

/** Those with few keys each. */
const summed = [
  ...['conversations', 'messages', 'leads', 'one message', 'returning', 'escalated'],
  ...['summarized', 'outcome', 'sentiment', 'quality', 'resolved', 'needs person', 'rated up', 'rated down'],
  ...['live requested', 'live answered', 'live missed', 'callback', 'seconds', 'live wait', 'callback hours'],
]

/** How many quarters a row of the tallies may stand for: 32 days, a day, one. */
const spans = [3072, 96, 1]

type Piece = Span & { span: number }

/** A span in as few pieces as there are tallies for: long ones within, and ever shorter ones at both ends. */
function piecesOf({ from, to }: Span, [span = 1, ...shorter] = spans): Piece[] {
  if (from >= to) return []
  if (shorter.length === 0) return [{ span, from, to }]
  const first = Math.min(Math.ceil(from / span) * span, to)
  const last = Math.max(Math.floor(to / span) * span, first)
  const within = first < last ? [{ span, from: first, to: last }] : []
  return [...piecesOf({ from, to: first }, shorter), ...within, ...piecesOf({ from: last, to }, shorter)]
}

type Site = { sql: Sql; site: string }

/** What these names add up to in a span; what the job has not added up yet is counted, too. */
function counted({ sql, site }: Site, { from, to }: Span, names: string[]) {
  // Each piece by itself: joined to a list of them, the whole table would be read.
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

/** All counts of a span. `steps` are lengths of time in seconds, the shortest first, each with how many there were. */
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

/** The length of time in the middle of a step, in seconds; the steps are those of the function `step_of` in the database. */
const secondsOf = (step: number): number => (step < 60 ? step : 60 * 1.02 ** (step - 60 + 0.5))

/** The median of what was counted in steps; null of nothing. */
export function medianOf(steps: [number, number][]): number | null {
  const half = steps.reduce((sum, [, count]) => sum + count, 0) / 2
  let reached = 0
  for (const [value, count] of steps) {
    reached += count
    if (reached >= half && count > 0) return value
  }
  return null
}

/** The keys that were counted most, with how often; of equal ones the first by their letters. */
export async function countMost(site: Site, span: Span, name: string, most: number): Promise<[string, number][]> {
  const rows = await site.sql<{ key: string; count: number }[]>`
    select key, sum(count)::integer as count from (${counted(site, span, [name])}) as found
    group by key having sum(count) > 0 order by sum(count) desc, key limit ${most}`
  return rows.map(({ key, count }) => [key, count])
}

/** By the place of each day; days that had none are not there. */
export type Series = { conversations: Map<number, number>; leads: Map<number, number>; hours: number[] }

/** Conversations and contacts of each day, and conversations by the hour of the day. */
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
