import type { Sql } from '../database/database.ts'

/** One line of the audit log. `action` is the method with the route's pattern, `target` the record that it named. */
export type AuditRow = {
  at: number
  actor: string
  action: string
  target: string | null
  site: string | null
  status: number
}

/** Writes the line, and answers its id; in a transaction it stands or falls with the change. */
export const writeAudit = (sql: Sql, row: AuditRow) => sql<[{ id: number }]>`insert into audit ${sql(row)} returning id`

/** Corrects the status of a call that changed something and then failed. */
export const correctAudit = (sql: Sql, id: number, status: number) =>
  sql`update audit set status = ${status} where id = ${id}`
