import type { Sql } from '../../server/database/database.ts'

type Work = (sql: Sql) => Promise<void>

/**
 * Writes very many rows in one transaction, and has the planner know of them. The overview does not count them: that would take
 * most of the time.
 * @param counted what lists tell the number of, and what is marked as it is written
 * @param more of these rows nothing asks whether what they refer to is there
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
