import type { Log, Sql } from '../database.ts'

const minute = 60_000

/** How often a checkpoint, and after what time the first and every later vacuum, in milliseconds. */
export const maintenanceTimes = { checkpoint: 3 * minute, firstVacuum: 15 * minute, vacuum: 24 * 60 * minute }

/**
 * Does what a server does in the background: checkpoints, and once a day a vacuum with new statistics.
 * @returns what ends it
 */
export function maintain(sql: Sql, log: Log, times = maintenanceTimes): () => void {
  const failed = (error: unknown) => log.warn({ err: error }, 'the maintenance of the embedded database failed')
  const clean = () => vacuum(sql).catch(failed)
  const timers = [
    setInterval(() => sql`checkpoint`.catch(failed), times.checkpoint),
    setTimeout(clean, times.firstVacuum),
    setInterval(clean, times.vacuum),
  ]
  for (const timer of timers) timer.unref()
  return () => timers.forEach(clearTimeout)
}

/** Table by table, so that the engine is free for others in between. */
async function vacuum(sql: Sql): Promise<void> {
  const tables = await sql<{ name: string }[]>`
    select quote_ident(schemaname) || '.' || quote_ident(tablename) as name
    from pg_tables where schemaname <> 'information_schema'`
  for (const { name } of tables) await sql.unsafe(`vacuum (analyze) ${name}`)
}
