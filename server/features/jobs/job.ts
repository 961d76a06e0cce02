import type { Job, JobHistoryKind, JobSource, JobStatus } from '../../../shared/job.ts'
import type { Context, Tx } from '../../core/context.ts'
import { invalidField, notFound } from '../../core/error.ts'
import { newId } from '../../core/ids.ts'
import type { Sql } from '../../database/database.ts'
import { findAccount } from '../accounts/account.ts'

/** What a caller who may not read contacts sent about one. */
export type Claim = { name?: string; email?: string; phone?: string }

export type JobRow = {
  id: string
  site: string
  number: number
  title: string
  details: string | null
  stage_id: string
  status: JobStatus
  position: number
  fields: Record<string, string>
  lead_id: string | null
  claim: Claim | null
  conversation_id: string | null
  source: JobSource
  value: number | null
  value_cents: number | null
  currency: string | null
  due_at: number | null
  assigned_to: string | null
  assigned_name: string | null
  stage_changed_at: number
  closed_at: number | null
  lost_reason: string | null
  created_at: number
  updated_at: number
}

/** A job with what the API shows of its stage and its contact. */
export type WholeJob = JobRow & {
  stage_name: string
  rot_days: number | null
  lead_name: string | null
  lead_email: string | null
  lead_phone: string | null
}

/** The columns of a job `j` with its stage `s` and its contact `l`. */
export const jobColumns = (sql: Sql) => sql`
  j.id, j.site, j.number, j.title, j.details, j.stage_id, j.status, j.position, j.fields, j.lead_id, j.claim, j.conversation_id,
  j.source, j.value, j.value_cents, j.currency, j.due_at, j.assigned_to, j.assigned_name, j.stage_changed_at, j.closed_at,
  j.lost_reason, j.created_at, j.updated_at, s.name as stage_name, s.rot_days,
  case when j.claim is null then l.name else j.claim ->> 'name' end as lead_name,
  case when j.claim is null then l.email else j.claim ->> 'email' end as lead_email,
  case when j.claim is null then l.phone else j.claim ->> 'phone' end as lead_phone`

export async function findJobs({ sql, site }: Context, ids: string[]): Promise<WholeJob[]> {
  return await sql<WholeJob[]>`
    select ${jobColumns(sql)} from jobs j join stages s on s.id = j.stage_id left join leads l on l.id = j.lead_id
    where j.id = any(${ids}::text[]) and j.site = ${site.id} order by s.position, j.position`
}

/** 404 if the site has no such job. Changes lock the pipeline first, and nothing else locks jobs. */
export async function getRow(ctx: Context, id: string): Promise<WholeJob> {
  const [row] = await findJobs(ctx, [id])
  if (!row) throw notFound('job')
  return row
}

const day = 86_400_000

export const toJob = (row: WholeJob, now: number): Job => ({
  id: row.id,
  number: row.number,
  title: row.title,
  details: row.details,
  stage: { id: row.stage_id, name: row.stage_name, kind: row.status },
  status: row.status,
  fields: row.fields,
  contact:
    row.lead_id === null
      ? null
      : { id: row.lead_id, name: row.lead_name, email: row.lead_email, phone: row.lead_phone },
  conversationId: row.conversation_id,
  source: row.source,
  value: row.value,
  valueCents: row.value_cents,
  currency: row.currency,
  dueAt: row.due_at,
  assignedTo: row.assigned_to,
  assignedName: row.assigned_name,
  position: row.position,
  stale: row.rot_days !== null && row.stage_changed_at < now - row.rot_days * day,
  stageChangedAt: row.stage_changed_at,
  closedAt: row.closed_at,
  lostReason: row.lost_reason,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

/** The job as it is now. */
export const readJob = async (ctx: Context, id: string): Promise<Job> => toJob(await getRow(ctx, id), ctx.now())

export type HistoryEntry = { job: string; kind: JobHistoryKind; data: Record<string, unknown> }

/** Adds entries to the history of jobs, in this order. */
export async function remember(tx: Tx, entries: HistoryEntry[]): Promise<void> {
  for (let from = 0; from < entries.length; from += maxRows)
    await insertHistory(tx, entries.slice(from, from + maxRows))
}

/** Postgres accepts a limited number of parameters in one statement. */
const maxRows = 1_000

async function insertHistory({ sql, actor, now }: Tx, entries: HistoryEntry[]): Promise<void> {
  const rows = entries.map(({ job, kind, data }) => ({
    ...{ id: newId('jhist'), job_id: job, at: now(), actor: actor.id, actor_name: actor.name, kind },
    data: sql.json(data as never),
  }))
  await sql`insert into job_history ${sql(rows as never)}`
}

/** Who a job is assigned to. 400 if there is no such account. */
export async function findAssignee(
  { sql, actor }: Context,
  email: string | null | undefined,
): Promise<{ assigned_to: string | null; assigned_name: string | null }> {
  if (!email) return { assigned_to: null, assigned_name: null }
  if (actor.kind === 'person' && actor.id === email) return { assigned_to: email, assigned_name: actor.name || email }
  const account = await findAccount(sql, email)
  if (!account) throw invalidField('assignedTo', { error: 'No such account.', params: { reason: 'not_valid' } })
  return { assigned_to: account.email, assigned_name: account.name || account.email }
}
