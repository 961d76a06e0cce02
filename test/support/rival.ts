import type { Database, Sql } from '../../server/database/database.ts'
import { until } from './chat.ts'

/**
 * Lets a change win against work that has already read: the work begins before the change commits, and continues once
 * it waits for a lock of the change. On the embedded database nobody can read in between, so the work begins after the
 * change.
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
