import { maxCounted } from '../../../shared/inbox.ts'
import type { OverviewDay, OverviewDayQuery } from '../../../shared/overview.ts'
import type { Context } from '../../core/context.ts'
import { zonedTime } from '../../core/time.ts'
import type { Piece } from '../conversations/filters.ts'
import { countPeople, sumUp } from './tallies.ts'

const quarter = 15 * 60_000

/** The team's live chat on one day of the site, and what is open now. */
export async function getOverviewDay(ctx: Context, { day }: OverviewDayQuery): Promise<OverviewDay> {
  const { live, assistant } = ctx.site.settings
  const timezone = live.timezone || assistant.timezone
  const now = zonedTime(timezone, ctx.now())
  const date = now.toPlainDate().subtract({ days: day === 'yesterday' ? 1 : 0 })
  const startOf = (of: typeof date) => of.toZonedDateTime(now.timeZoneId).epochMilliseconds
  const [from, to] = [startOf(date), startOf(date.add({ days: 1 }))]
  const site = { sql: ctx.sql, site: ctx.site.id }
  const span = { from: from / quarter, to: to / quarter }
  const [{ of }, byPerson, waits, unansweredQuestions, current] = await Promise.all([
    sumUp(site, span),
    countPeople(site, span),
    readWaits(ctx, from, to),
    countNewGaps(ctx, from, to),
    countOpen(ctx),
  ])
  return {
    ...{ date: date.toString(), timezone, from, to },
    ...{ requested: of('live requested'), answered: of('live answered'), missed: of('live missed'), byPerson },
    ...waits,
    ...{ unansweredQuestions, now: current },
  }
}

type Waits = Pick<OverviewDay, 'longestWaitSeconds' | 'medianWaitSeconds'>

/** The tallies have waits in steps of 2 %, so exact ones are read from the day's conversations. */
async function readWaits({ sql, site }: Context, from: number, to: number): Promise<Waits> {
  const [waits] = await sql<[Waits]>`
    select round(max(waited) / 1000.0)::int as "longestWaitSeconds",
      round(percentile_disc(0.5) within group (order by waited) / 1000.0)::int as "medianWaitSeconds"
    from conversations where site = ${site.id} and not spam and started_at >= ${from} and started_at < ${to}`
  return waits
}

async function countNewGaps({ sql, site }: Context, from: number, to: number): Promise<number> {
  const [{ count }] = await sql<[{ count: number }]>`
    select count(*)::int as count from gaps
    where site = ${site.id} and first_asked_at >= ${from} and first_asked_at < ${to} and status = 'open'`
  return count
}

/** Counts as many as the inbox does, by the same partial indexes. */
async function countOpen({ sql, site }: Context): Promise<OverviewDay['now']> {
  const count = (condition: Piece) => sql`(
    select count(*)::int from (
      select from conversations where site = ${site.id} and not spam and ${condition} limit ${maxCounted}) counted)`
  const [counts] = await sql<[OverviewDay['now']]>`
    select ${count(sql`status = 'live'`)} as open, ${count(sql`waiting_since is not null`)} as waiting,
      ${count(sql`missed_open and waiting_since is null`)} as missed`
  return counts
}
