import type { Parts } from '../../core/context.ts'
import { enqueue, type JobHandler } from '../../core/jobs.ts'
import type { Sql } from '../../core/sql.ts'

const minute = 60_000
const every = 5 * minute
const name = 'overview.addUp'
/** So many changes at a time: others have their turn in between. */
const batch = 20_000

/** Adds up what was counted, so that an overview reads few rows however many conversations there are. */
export const overviewJobs = (parts: Parts): Record<string, JobHandler> => ({
  [name]: {
    retry: [minute, every],
    async run() {
      while (!parts.stopping.aborted && (await addUp(parts.database.sql)) === batch);
      await scheduleAddingUp(parts, parts.clock.now() + every)
    },
  },
})

/** There is one such job waiting at any time, whoever asks for it. */
export async function scheduleAddingUp(parts: Parts, at: number): Promise<void> {
  await enqueue(parts.database.sql, { type: name, site: '', name: String(Math.floor(at / every)), data: {}, at })
}

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
