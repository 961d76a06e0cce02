import type { Sql } from './sql.ts'

/** One line of the audit log. `action` is the method with the route's pattern, `target` the record that it named. */
export type AuditRow = {
  at: number
  actor: string
  action: string
  target: string | null
  site: string | null
  status: number
}

/** Writes the line; in a transaction it stands or falls with the change. Answers the line's id. */
export async function writeAudit(sql: Sql, row: AuditRow): Promise<number> {
  const [written] = await sql<[{ id: number }]>`insert into audit ${sql(row)} returning id`
  return written.id
}

/** Corrects the status of a call that changed something and then failed. */
export const correctAudit = (sql: Sql, id: number, status: number) =>
  sql`update audit set status = ${status} where id = ${id}`
