import { expect, test } from 'vitest'
import { claimTasks, listDue } from '../server/core/claim.ts'
import { patience } from './support/live.ts'
import { add, clock, forEachTest, sql } from './support/queue.ts'

forEachTest()

const types = ['call', 'note', 'other', 'sum', 'work']
/** The maximum pages of tables and indexes that a check may touch, after the first has marked deleted rows. */
const maxPages = 100
/** The maximum duration of the fastest of some checks, in milliseconds. */
const maxTime = 20

/** The pages that a statement touched, and its duration in milliseconds. */
async function cost(statement: string) {
  const [row] = await sql.unsafe(`explain (analyze, buffers, format json) ${statement}`)
  const [{ Plan: plan, 'Execution Time': time }] = row!['QUERY PLAN']
  return { pages: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'], time }
}
async function lookCost() {
  const costs = [
    await cost(`select free_dead_tasks(${clock.now()}, '{0}')`),
    await cost(`select * from due_tasks('{${types}}', ${clock.now()}, 8)`),
  ]
  return {
    pages: costs.reduce((sum, { pages }) => sum + pages, 0),
    time: costs.reduce((sum, { time }) => sum + time, 0),
  }
}

const fill = (count: number, { at = clock.now(), key = null as string | null, target = '', type = 'call' }) => sql`
  insert into queue (type, site, data, run_at, key, target, blocked)
  select ${type}, 'demo', '{}', ${at}::bigint + n, ${key}, ${target}, ${key}::text is not null and n > 1
  from generate_series(1, ${count}::int) n`

test.each([true, false])(
  'looking for due tasks costs the same with 100,000 in the future, 5,000 of one key and 5,000 of one target; statistics: %s',
  async (isMeasured) => {
    clock.move(3_600_000)
    await sql`analyze queue`
    for (const site of ['demo', 'other']) for (const type of types) await add({ type, site })
    await fill(100_000, { at: clock.now() + 1_000, type: 'work' })
    await fill(5_000, { at: clock.now() - 100_000, key: 'hangs', type: 'note' })
    await fill(5_000, { at: clock.now() - 100_000, target: 'hangs' })
    if (isMeasured) await sql`analyze queue`
    const found = await listDue(sql, types, clock.now())
    expect(found.filter(({ target }) => target === 'hangs')).toHaveLength(8)
    // Including the first one of the key.
    expect(found.filter(({ target }) => target === '')).toHaveLength(2 * types.length + 1)
    await sql`insert into servers (id, heartbeat) values ('somebody', 0)`
    await claimTasks(
      sql,
      found.map(({ id }) => id),
      { now: clock.now(), lease: 'somebody.1' },
    )
    // While the database itself analyzes the table, no row can be marked as deleted.
    await expect.poll(async () => (await lookCost()).pages, patience).toBeLessThan(maxPages)
    const times: number[] = []
    for (let round = 0; round < 10; round++) times.push((await lookCost()).time)
    // Touching a page takes microseconds; compiling the statement, as the database does for costly ones, a tenth of a
    // second.
    expect(Math.min(...times)).toBeLessThan(maxTime)
  },
  60_000,
)
