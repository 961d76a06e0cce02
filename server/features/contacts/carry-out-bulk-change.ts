import type { PatchLead } from '../../../shared/lead.ts'
import { asAppError, writeAudits } from '../../core/call.ts'
import type { Context, Tx } from '../../core/context.ts'
import { AppError } from '../../core/error.ts'
import { siteTask } from '../../core/tasks.ts'
import { type BulkRow, bulkTask, endBulkChange, findRow, publishBulkChange } from './bulk-changes.ts'
import { deleteContact, patchContact } from './change.ts'
import type { LeadRow } from './leads/leads.ts'
import { planTags } from './tags.ts'

const minute = 60_000
const pauses = [1_000, 10_000, minute, 10 * minute]
/** Contacts per transaction. Others wait for a contact of the batch until it is stored. */
const batch = 25
/** The shortest time between two events about the progress, in milliseconds. */
const publishEvery = 300

export const bulkTasks = [
  siteTask(bulkTask, {
    retry: (error, failures) => (isFinal(error) ? undefined : pauses[failures - 1]),
    lane: 'work',
    run: (ctx, { id }) => carryOut(ctx, id),
    gaveUp: (tx, { id }, error) => fail(tx, id, error),
  }),
]

/** Changes batch after batch, until none is left or the change is cancelled. */
async function carryOut(ctx: Context, id: string): Promise<void> {
  let published = 0
  for (;;) {
    ctx.signal.throwIfAborted()
    const row = await ctx.tx((tx) => changeBatch(tx, id))
    if (!row) return
    const isOver = row.finished_at !== null
    if (isOver || ctx.now() - published >= publishEvery) {
      publishBulkChange(ctx, row)
      published = ctx.now()
    }
    if (isOver) return
  }
}

/** The change itself cannot be carried out, because one of its tags was deleted. */
const isFinal = (error: unknown) => error instanceof AppError && error.status < 500

async function fail(tx: Tx, id: string, error: unknown): Promise<void> {
  if (!(await lockUnfinished(tx, id))) return
  publishBulkChange(tx, await endBulkChange(tx, id, 'failed', asAppError(tx.services, error).body().error))
}

/** A change that is to be continued, locked, so that no other server works on the same batch. */
async function lockUnfinished(tx: Tx, id: string): Promise<BulkRow | undefined> {
  const row = await findRow(tx, id, tx.sql`for update`)
  return row?.finished_at === null ? row : undefined
}

type Patch = Pick<PatchLead, 'status' | 'addTags' | 'removeTags'>
type Target = { id: string; patch: Patch | null }
type Outcome = {
  id: string
  /** The status of the single operation, for the audit log. */
  status: number
  undo: Patch | null
  /** Why the contact does not have the requested state. */
  fault: AppError | null
}

/**
 * Changes the next contacts and stores the progress with them. Undefined if the change has ended or does not exist.
 * Throws 400 if one of its tags was deleted.
 */
async function changeBatch(tx: Tx, id: string): Promise<BulkRow | undefined> {
  const row = await lockUnfinished(tx, id)
  if (!row) return undefined
  const targets = await tx.sql<Target[]>`
    select lead_id as id, patch from bulk_change_contacts
    where change_id = ${id} and lead_id > ${row.place} order by lead_id limit ${batch}`
  const outcomes = row.change.delete ? await deleteAll(tx, targets) : await patchAll(tx, row, targets)
  await store(tx, row, outcomes)
  return targets.length < batch ? await endBulkChange(tx, id, 'done') : await findRow(tx, id)
}

async function deleteAll(tx: Tx, targets: Target[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const { id } of targets) {
    const fault = await faultOf(deleteContact(tx, { id }))
    // A contact that is already gone has the requested state.
    const isGone = fault?.status === 404
    outcomes.push({ id, status: fault?.status ?? 200, undo: null, fault: isGone ? null : fault })
  }
  return outcomes
}

async function patchAll(tx: Tx, { change }: BulkRow, targets: Target[]): Promise<Outcome[]> {
  const patches = targets.map(({ id, patch }) => ({ id, patch: patch ?? (change as Patch) }))
  // Locks in the order of `patchContact`: tags, then contacts.
  await planTags(tx, {
    addTags: patches.flatMap(({ patch }) => patch.addTags ?? []),
    removeTags: patches.flatMap(({ patch }) => patch.removeTags ?? []),
  })
  const before = await lockContacts(tx, patches)
  const outcomes: Outcome[] = []
  for (const { id, patch } of patches) {
    const fault = await faultOf(patchContact(tx, { id, ...patch }))
    const known = before.get(id)
    const undo = known && !fault ? undoOf(patch, known) : null
    outcomes.push({ id, status: fault?.status ?? 200, undo, fault })
  }
  return outcomes
}

/** The error of a single operation, which checks everything before it writes. Any other error ends the transaction. */
async function faultOf(work: Promise<unknown>): Promise<AppError | null> {
  try {
    await work
    return null
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return error
    throw error
  }
}

type Before = Pick<LeadRow, 'status'> & { tags: string[] }

/** Locks contacts and returns their state. The tags are read after the lock, because others may have changed them. */
async function lockContacts({ sql, site }: Tx, contacts: { id: string }[]): Promise<Map<string, Before>> {
  const ids = contacts.map(({ id }) => id)
  const rows = await sql<Pick<LeadRow, 'id' | 'status'>[]>`
    select id, status from leads where id = any(${ids}::text[]) and site = ${site.id} order by id for update`
  const tags = await sql<{ lead_id: string; tag_id: string }[]>`
    select lead_id, tag_id from lead_tags where lead_id = any(${ids}::text[])`
  const tagsOf = Map.groupBy(tags, ({ lead_id }) => lead_id)
  return new Map(
    rows.map(({ id, status }) => [id, { status, tags: (tagsOf.get(id) ?? []).map(({ tag_id }) => tag_id) }]),
  )
}

/** What takes a patch back for a contact; null if the patch changes nothing. */
export function undoOf({ status, addTags = [], removeTags = [] }: Patch, before: Before): Patch | null {
  const had = new Set(before.tags)
  // A tag that is added and removed is removed.
  const added = addTags.filter((tag) => !had.has(tag) && !removeTags.includes(tag))
  const removed = removeTags.filter((tag) => had.has(tag))
  const undo = {
    ...(status !== undefined && status !== before.status && { status: before.status }),
    ...(added.length > 0 && { removeTags: added }),
    ...(removed.length > 0 && { addTags: removed }),
  }
  return Object.keys(undo).length > 0 ? undo : null
}

/** Stores the outcomes of a batch, the progress, and an audit row for each contact as the single operation writes it. */
async function store(tx: Tx, { id, change, site, asked_by: actor }: BulkRow, outcomes: Outcome[]): Promise<void> {
  const last = outcomes.at(-1)
  if (!last) return
  const { sql } = tx
  const action = change.delete ? 'DELETE /leads/:id' : 'PATCH /leads/:id'
  const at = tx.now()
  await writeAudits(
    sql,
    outcomes.map(({ id: target, status }) => ({ at, actor, action, target, site, status })),
  )
  const failed = outcomes.filter(({ fault }) => fault !== null)
  const undoable = outcomes.filter(({ undo }) => undo !== null)
  const kept = [...failed, ...undoable].map(({ id, undo, fault }) => ({
    id,
    undo,
    fault: fault && { code: fault.code, message: fault.message },
  }))
  if (kept.length > 0)
    await sql`
      update bulk_change_contacts set undo = outcome.undo, fault = outcome.fault
      from jsonb_to_recordset(${sql.json(kept as never)}) as outcome (id text, undo jsonb, fault jsonb)
      where change_id = ${id} and lead_id = outcome.id`
  await sql`
    update bulk_changes set status = 'running', place = ${last.id}, done = done + ${outcomes.length - failed.length},
      failed = failed + ${failed.length}, undoable = undoable + ${undoable.length}, updated_at = ${at}
    where id = ${id}`
}
