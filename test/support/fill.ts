import type { Sql } from '../../server/database/database.ts'

type Work = (sql: Sql) => Promise<void>

/**
 * Inserts very many rows in one transaction, and updates the planner's statistics. The overview does not count them,
 * because that would take most of the time.
 * @param counted rows that lists count, and that triggers mark
 * @param more rows whose foreign keys are not checked
 */
export async function fillAtOnce(sql: Sql, counted: Work, more: Work): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`select set_config('frontdesk.tallies', 'still', true)`
    await counted(tx as unknown as Sql)
    await tx`set local session_replication_role = replica`
    await more(tx as unknown as Sql)
  })
  await sql`vacuum analyze`
}
