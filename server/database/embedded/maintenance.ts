import type { Log, Sql } from '../database.ts'

const minute = 60_000

/** The interval of checkpoints, the delay of the first vacuum and the interval of later ones, in milliseconds. */
export const maintenanceTimes = { checkpoint: 3 * minute, firstVacuum: 15 * minute, vacuum: 24 * 60 * minute }

/**
 * Does the background work of a database server: checkpoints, and a daily vacuum with new statistics.
 * @returns a function that stops it
 */
export function maintain(sql: Sql, log: Log, times = maintenanceTimes): () => void {
  const failed = (error: unknown) => log.warn({ err: error }, 'maintenance of the embedded database failed')
  const clean = () => vacuum(sql).catch(failed)
  const timers = [
    setInterval(() => sql`checkpoint`.catch(failed), times.checkpoint),
    setTimeout(clean, times.firstVacuum),
    setInterval(clean, times.vacuum),
  ]
  for (const timer of timers) timer.unref()
  return () => timers.forEach(clearTimeout)
}

/** Table by table, so that other queries run in between. */
async function vacuum(sql: Sql): Promise<void> {
  const tables = await sql<{ name: string }[]>`
    select quote_ident(schemaname) || '.' || quote_ident(tablename) as name
    from pg_tables where schemaname <> 'information_schema'`
  for (const { name } of tables) await sql.unsafe(`vacuum (analyze) ${name}`)
}
