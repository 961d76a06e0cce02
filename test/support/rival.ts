import type { Database, Sql } from '../../server/database/database.ts'
import { until } from './chat.ts'

/**
 * Lets a change win over a piece of work that has already looked: the work begins while the change is not committed, and goes
 * on once it waits for what the change has locked. The embedded database lets nobody look meanwhile: there it begins after.
 */
export async function beats<T>(
  { sql, kind }: Database,
  change: (tx: Sql) => Promise<unknown>,
  work: () => Promise<T>,
): Promise<T> {
  let working: Promise<T> | undefined
  await sql.begin(async (tx) => {
    await change(tx as unknown as Sql)
    working = work()
    working.catch(() => {})
    if (kind === 'embedded') return
    await until(async () => {
      const waiting = await sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      return waiting.length > 0
    })
  })
  return await (working as Promise<T>)
}
