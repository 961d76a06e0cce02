import { rule } from '../../../shared/fault.ts'
import type { Job, JobUpdate, PatchJob } from '../../../shared/job.ts'
import type { Deleted } from '../../../shared/page.ts'
import { countCharacters } from '../../../shared/text.ts'
import type { Context, Tx } from '../../core/context.ts'
import { invalidField } from '../../core/error.ts'
import { pricedAt } from './create.ts'
import { removeJobFiles } from './files.ts'
import { findAssignee, getRow, type HistoryEntry, type JobRow, readJob, remember, type WholeJob } from './job.ts'
import { lockPipeline, type PipelineRow } from './pipeline.ts'
import { mergedFields } from './values.ts'

type Change = { field: string; from: unknown; to: unknown }

/** The columns that a change of a job sets. */
type Columns = Partial<
  Pick<
    WholeJob,
    | 'title'
    | 'details'
    | 'fields'
    | 'value'
    | 'value_cents'
    | 'currency'
    | 'due_at'
    | 'assigned_to'
    | 'assigned_name'
    | 'lost_reason'
  >
>

/** Changes a job, and never its stage. Each change goes into the history. One without changes emits no event. */
export async function patchJob(ctx: Context, { id, ...patch }: PatchJob & { id: string }): Promise<Job> {
  return await ctx.tx(async (tx) => {
    const pipeline = await lockPipeline(tx)
    const before = await getRow(tx, id)
    const after = await patched(tx, pipeline, before, patch)
    const changes = changesOf(before, after)
    if (changes.length === 0) return await readJob(tx, id)
    await updateJob(tx, id, after)
    await remember(
      tx,
      changes.map(
        (data): HistoryEntry => ({ job: id, kind: data.field === 'assignedTo' ? 'assigned' : 'updated', data }),
      ),
    )
    const job = await readJob(tx, id)
    tx.emit('job.updated', { job })
    return job
  })
}

async function patched(tx: Tx, pipeline: PipelineRow, before: WholeJob, patch: PatchJob): Promise<Columns> {
  const { value, currency } = patch
  const hasValue = value !== undefined || currency !== undefined
  return {
    ...(patch.title !== undefined && { title: patch.title }),
    ...(patch.details !== undefined && { details: patch.details || null }),
    ...(patch.fields && { fields: mergedFields(pipeline.fields, before.fields, patch.fields) }),
    ...(hasValue &&
      pricedAt(
        pipeline,
        value === undefined ? before.value : value,
        currency === undefined ? before.currency : currency,
      )),
    ...(patch.dueAt !== undefined && { due_at: patch.dueAt }),
    ...(patch.assignedTo !== undefined && (await findAssignee(tx, patch.assignedTo))),
  }
}

/** The names of columns in answers and in the history. */
const named = [
  ['title', 'title'],
  ['details', 'details'],
  ['value', 'value'],
  ['currency', 'currency'],
  ['due_at', 'dueAt'],
  ['assigned_to', 'assignedTo'],
] as const

/** Longer texts are cut in the history. */
const maxRemembered = 1_000

function changesOf(before: WholeJob, after: Columns): Change[] {
  const plain = named.flatMap(([column, field]): Change[] => {
    const [from, to] = [before[column], after[column]]
    return to === undefined || to === from ? [] : [{ field, from: cut(from), to: cut(to) }]
  })
  const fields = after.fields ?? before.fields
  const names = new Set([...Object.keys(before.fields), ...Object.keys(fields)])
  const values = [...names].flatMap((name): Change[] => {
    const [from, to] = [before.fields[name] ?? null, fields[name] ?? null]
    return from === to ? [] : [{ field: `fields.${name}`, from, to }]
  })
  return [...plain, ...values]
}

const cut = (value: string | number | null) =>
  typeof value === 'string' && value.length > maxRemembered ? `${value.slice(0, maxRemembered).toWellFormed()}…` : value

/** Sets columns of a job. The caller has locked the pipeline. */
export async function updateJob({ sql, now }: Tx, id: string, columns: Partial<JobRow>): Promise<void> {
  const row = { ...columns, ...(columns.fields && { fields: sql.json(columns.fields) }), updated_at: now() }
  await sql`update jobs set ${sql(row as never)} where id = ${id}`
}

const maxDetails = 10_000

/** Appends a paragraph to the details. 400 if they become too long. */
export async function addUpdate(ctx: Context, { id, text }: JobUpdate & { id: string }): Promise<Job> {
  return await ctx.tx(async (tx) => {
    await lockPipeline(tx)
    const { details: before } = await getRow(tx, id)
    const details = before ? `${before}\n\n${text}` : text
    if (countCharacters(details) > maxDetails)
      throw invalidField(
        'text',
        rule('too_long', `The details can have at most ${maxDetails} characters.`, { max: maxDetails }),
      )
    await updateJob(tx, id, { details })
    await remember(tx, [{ job: id, kind: 'details_added', data: { text: cut(text) } }])
    const job = await readJob(tx, id)
    tx.emit('job.updated', { job })
    return job
  })
}

/** Deletes a job with its history, notes and files. Its contact and its conversation stay. */
export async function deleteJob(ctx: Context, { id }: { id: string }): Promise<Deleted> {
  return await ctx.tx(async (tx) => {
    await lockPipeline(tx)
    await getRow(tx, id)
    await removeJobFiles(tx, [id])
    await tx.sql`delete from jobs where id = ${id}`
    tx.emit('job.changed', { id })
    return { id, deleted: true }
  })
}
