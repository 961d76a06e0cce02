import type { Sql } from '../../server/database/database.ts'

/** Adds a bulk change of one contact that has ended and can be undone. Returns its id. */
export async function addBulkChange(sql: Sql, lead: string, mark: string): Promise<string> {
  const id = lead.replace('lead', 'bulk')
  await sql`
    insert into bulk_changes
      (id, site, change, status, total, done, undoable, asked_by, created_at, updated_at, finished_at)
    select ${id}, site, ${sql.json({ status: 'won' })}, 'done', 1, 1, 1, ${`key:${mark}`}, created_at, created_at, created_at
    from leads where id = ${lead}`
  await sql`
    insert into bulk_change_contacts (change_id, lead_id, undo) values (${id}, ${lead}, ${sql.json({ status: 'lost' })})`
  return id
}
