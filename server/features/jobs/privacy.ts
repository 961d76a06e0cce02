import { findBlob } from '../../core/blobs.ts'
import type { Context, Tx } from '../../core/context.ts'
import { emptyJobContacts, emptyJobEvents } from '../events.ts'
import { removeJobFiles } from './files.ts'
import { lockPipeline } from './pipeline.ts'
import { untitled } from './templates.ts'

/** The ids of the jobs of a contact, oldest first. */
export async function jobsOfContact({ sql, site }: Pick<Context, 'sql' | 'site'>, leadId: string): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id from jobs where lead_id = ${leadId} and site = ${site.id} order by number`
  return rows.map(({ id }) => id)
}

/** Removes a contact from its jobs, which stay, in the transaction that deletes the contact. */
export async function removeFromJobs(tx: Tx, leadId: string): Promise<void> {
  await tx.sql`update jobs set lead_id = null, claim = null where lead_id = ${leadId}`
  await emptyJobContacts(tx, leadId)
}

/**
 * Removes what the jobs of a contact contain about the person. Number, stage, value and times stay, because they are the
 * books of the business.
 */
export async function eraseJobs(tx: Tx, leadId: string): Promise<{ ids: string[]; notes: number; events: number }> {
  const { sql, site } = tx
  const ids = await jobsOfContact(tx, leadId)
  if (ids.length === 0) return { ids, notes: 0, events: 0 }
  await lockPipeline(tx)
  await removeJobFiles(tx, ids)
  const notes = await sql`delete from notes where job_id = any(${ids}::text[])`
  await sql`
    update job_history set data = '{}'
    where job_id = any(${ids}::text[]) and kind not in ('created', 'stage_changed', 'won', 'reopened')`
  await sql`
    update jobs set title = ${untitled(site, '')} || number, details = null, fields = '{}', lost_reason = null,
      updated_at = ${tx.now()}
    where id = any(${ids}::text[])`
  const events = await emptyJobEvents(tx, ids)
  for (const id of ids) tx.emit('job.changed', { id })
  return { ids, notes: notes.count, events }
}

/** The files of a job with their blobs. */
export async function listJobBlobs({ sql }: Context, id: string) {
  const rows = await sql<{ id: string; name: string; created_at: number }[]>`
    select id, name, created_at from job_files where job_id = ${id} order by created_at, id`
  const found = await Promise.all(
    rows.map(async (row) => ({ ...row, blob: await findBlob(sql, { kind: 'job_file', id: row.id }) })),
  )
  return found.flatMap(({ blob, ...row }) => (blob ? [{ ...row, blob }] : []))
}
