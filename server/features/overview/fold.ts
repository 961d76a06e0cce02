import { defineTask, nothing } from '../../core/queue.ts'
import { serverTask } from '../../core/tasks.ts'
import type { Sql } from '../../database/database.ts'

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
