import type postgres from 'postgres'
import type { Frontdesk } from './frontdesk.ts'
import { inTurn, type Target } from './load.ts'
import { interleave, type Line, median } from './row.ts'

const requests = 20
const goal = { of: 'ours', bound: 'most', value: 300 } as const

/** Counts all rows at once, as triggers would row by row, and adds them up. */
export async function count(sql: postgres.Sql): Promise<void> {
  await sql`truncate tallies, tally_changes`
  await sql`set work_mem = '256MB'`
  await sql`
    insert into tallies (site, span, name, quarter, key, count)
    select site, 1, name, quarter, key, sum(change) from (
      select c.site, quarter_of(c.started_at) as quarter, t.name, t.key, t.change
      from conversations c cross join lateral conversation_tallies(c) t
      union all
      select c.site, quarter_of(c.started_at), t.name, t.key, t.change
      from summaries s join conversations c on c.id = s.conversation_id cross join lateral summary_tallies(c, s) t
      union all
      select site, quarter_of(created_at), 'leads', '', 1 from leads
      union all
      select b.site, quarter_of(b.requested_at), t.name, t.key, t.change
      from callbacks b cross join lateral callback_tallies(b) t
      union all
      select site, 0, kept.name, status, 1 from leads cross join (values ('contacts now'), ('contacts untagged')) as kept (name)
      where kept.name = 'contacts now' or not tagged
      union all
      select site, 0, 'callbacks now', status, 1 from callbacks) as counted
    group by site, quarter, name, key`
  await sql`
    insert into tallies (site, span, name, quarter, key, count)
    select site, s.span, name, quarter - quarter % s.span, key, sum(count)
    from tallies cross join (values (96::smallint), (3072::smallint)) as s (span)
    where tallies.span = 1 group by 1, 2, 3, 4, 5`
  await sql`vacuum analyze tallies, tally_changes`
}

const asked = (frontdesk: Frontdesk, days: number): Target[] =>
  Array.from({ length: requests }, () => frontdesk.api(`/overview?days=${days}&tz=Europe/Berlin`))

/** Overviews of a large site against those of a small one. Both must be filled. */
export async function measureOverview(small: Frontdesk, large: Frontdesk): Promise<Line[]> {
  await Promise.all([count(small.sql), count(large.sql)])
  const measure = async (frontdesk: Frontdesk, days: number) => median(await inTurn(asked(frontdesk, days)))
  const lines: Line[] = []
  for (const days of [30, 365]) {
    for (const frontdesk of [small, large]) await measure(frontdesk, days)
    const kept = await interleave(
      () => measure(small, days),
      () => measure(large, days),
    )
    const what = `GET /overview?days=${days}, 1,000,000 conversations beside 10,000, p50`
    lines.push({ what, database: 'Postgres', unit: 'ms', ...kept, goal })
  }
  return lines
}
