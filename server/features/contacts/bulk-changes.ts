import { z } from 'zod'
import {
  BulkChange,
  BulkChangeDetail,
  BulkChangeList,
  maxBulkFailures,
  maxBulkMatches,
  maxWaitingChanges,
  NewBulkChange,
} from '../../../shared/bulk-change.ts'
import type { ErrorBody } from '../../../shared/error.ts'
import { rule } from '../../../shared/fault.ts'
import type { LeadFilter } from '../../../shared/lead.ts'
import { PageQuery } from '../../../shared/page.ts'
import { exact } from '../../../shared/text.ts'
import type { Context, Tx } from '../../core/context.ts'
import { conflict, invalidField, notFound } from '../../core/error.ts'
import { newId } from '../../core/ids.ts'
import { get, post } from '../../core/operation.ts'
import { cutPage, isPeriod, readCursor } from '../../core/paging.ts'
import { defineTask } from '../../core/queue.ts'
import { lock } from '../../core/transaction.ts'
import { type Piece, sourceOf } from './filter.ts'
import { maxScanned, searchPage, seek } from './search.ts'
import { planTags } from './tags.ts'

/** A site carries out its bulk changes one after the other. */
export const bulkTask = defineTask('contact.bulkChange', z.object({ id: z.string() }), { serialBy: () => 'site' })

export type BulkRow = {
  id: string
  site: string
  change: BulkChange['change']
  undoes: string | null
  status: BulkChange['status']
  total: number
  done: number
  failed: number
  undoable: number
  place: string
  error: ErrorBody['error'] | null
  asked_by: string
  created_at: number
  updated_at: number
  finished_at: number | null
}

/**
 * Starts a change of contacts in the background. 400 for an unknown tag or a filter that matches too many contacts, 409
 * if too many changes of the site are waiting.
 */
async function startBulkChange(ctx: Context, { ids, filter, ...change }: NewBulkChange): Promise<BulkChange> {
  if (ctx.earlierRecord !== null) return toBulkChange(await getRow(ctx, ctx.earlierRecord))
  const chosen = filter ? await listMatching(ctx, filter) : (ids ?? [])
  return await publishing(ctx, async (tx) => {
    const { add, remove } = await planTags(tx, change)
    const wanted = {
      ...(change.status && { status: change.status }),
      ...(change.addTags && { addTags: add }),
      ...(change.removeTags && { removeTags: remove }),
      ...(change.delete && { delete: true as const }),
    }
    const contacts = tx.sql`select distinct unnest(${chosen}::text[]) as lead_id, null::jsonb as patch`
    return await addChange(tx, { change: wanted, undoes: null }, contacts)
  })
}

/** The ids of all contacts that match. */
async function listMatching(ctx: Context, filter: LeadFilter): Promise<string[]> {
  const isSearch = filter.q || (isPeriod(filter) && filter.tag)
  const ids = isSearch ? await listFound(ctx, filter) : await listOf(ctx, filter)
  if (ids.length <= maxBulkMatches) return ids
  const message = `Must match at most ${maxBulkMatches} contacts.`
  throw invalidField('filter', rule('too_many', message, { max: maxBulkMatches }))
}

async function listOf(ctx: Context, filter: LeadFilter): Promise<string[]> {
  const { from, others, status } = sourceOf(ctx, filter)
  const rows = await ctx.sql<{ id: string }[]>`
    select l.id from ${from} where ${others} ${status} limit ${maxBulkMatches + 1}`
  return rows.map(({ id }) => id)
}

/** Reads page by page, so that no query examines all contacts. A page has room for all that it examines. */
async function listFound(ctx: Context, { q = '', ...filter }: LeadFilter): Promise<string[]> {
  const ids: string[] = []
  const sought = await seek(ctx, q)
  let before: string | undefined
  do {
    const page = await searchPage(ctx, { ...filter, before, limit: maxScanned }, sought)
    ids.push(...page.ids)
    before = page.next ?? undefined
  } while (before !== undefined && ids.length <= maxBulkMatches)
  return ids
}

/**
 * Adds a change, its contacts and its task.
 * @param contacts a query for the contacts, each with its own patch or null
 */
async function addChange(tx: Tx, given: Pick<BulkRow, 'change' | 'undoes'>, contacts: Piece): Promise<BulkRow> {
  const { sql, site } = tx
  await lock(sql, 'bulk changes', site.id)
  const [{ waiting }] = await sql<[{ waiting: number }]>`
    select count(*)::int as waiting from bulk_changes where site = ${site.id} and finished_at is null`
  if (waiting >= maxWaitingChanges)
    throw conflict('The site has too many bulk changes that have not ended.', 'too_many_bulk_changes', {
      params: { limit: maxWaitingChanges },
    })
  const [id, at] = [newId('bulk'), tx.now()]
  const own = { id, site: site.id, total: 0, asked_by: tx.actor.id, created_at: at, updated_at: at }
  await sql`insert into bulk_changes ${sql({ ...own, undoes: given.undoes, change: sql.json(given.change) } as never)}`
  const { count } = await sql`
    insert into bulk_change_contacts (change_id, lead_id, patch) select ${id}, lead_id, patch from (${contacts}) chosen`
  const [row] = await sql<[BulkRow]>`update bulk_changes set total = ${count} where id = ${id} returning *`
  await tx.enqueue(bulkTask, { id }, { name: id })
  return row
}

/** Publishes a change after the transaction that changed it. */
async function publishing(ctx: Context, work: (tx: Tx) => Promise<BulkRow>): Promise<BulkChange> {
  const row = await ctx.tx(work)
  publishBulkChange(ctx, row)
  return toBulkChange(row)
}

export const publishBulkChange = ({ services, site }: Context, row: BulkRow): void =>
  services.ephemeral.publish(site.id, 'bulk-change.changed', { bulkChange: toBulkChange(row) })

const toBulkChange = ({ site: _, place: __, ...row }: BulkRow): BulkChange => {
  const { asked_by: askedBy, created_at: createdAt, updated_at: updatedAt, finished_at: finishedAt, ...rest } = row
  return { ...rest, askedBy, createdAt, updatedAt, finishedAt }
}

/** Cancels a change that has not ended. What it has changed stays. */
const cancelBulkChange = (ctx: Context, { id }: { id: string }): Promise<BulkChange> =>
  publishing(ctx, async (tx) => await cancel(tx, await lockRow(tx, id)))

const cancel = async (tx: Tx, row: BulkRow): Promise<BulkRow> =>
  row.finished_at === null ? await endBulkChange(tx, row.id, 'cancelled') : row

/** Ends a change that the caller has locked. */
export async function endBulkChange(
  { sql, now }: Tx,
  id: string,
  status: 'done' | 'failed' | 'cancelled',
  error: ErrorBody['error'] | null = null,
): Promise<BulkRow> {
  const [row] = await sql<[BulkRow]>`
    update bulk_changes set status = ${status}, error = ${error && sql.json(error)}, updated_at = ${now()},
      finished_at = ${now()}
    where id = ${id} returning *`
  return row
}

/** Continues a change that was cancelled or failed. */
const resumeBulkChange = (ctx: Context, { id }: { id: string }): Promise<BulkChange> =>
  publishing(ctx, async (tx) => {
    const row = await lockRow(tx, id)
    if (row.status !== 'cancelled' && row.status !== 'failed') return row
    const [resumed] = await tx.sql<[BulkRow]>`
      update bulk_changes set status = 'queued', error = null, updated_at = ${tx.now()}, finished_at = null
      where id = ${id} returning *`
    await tx.enqueue(bulkTask, { id }, { name: id })
    return resumed
  })

/** Starts a change that takes this one back for each contact that it changed. If it has not ended, cancels it first. */
async function undoBulkChange(ctx: Context, { id }: { id: string }): Promise<BulkChange> {
  if (ctx.earlierRecord !== null) return toBulkChange(await getRow(ctx, ctx.earlierRecord))
  return await publishing(ctx, async (tx) => {
    await cancel(tx, await lockRow(tx, id))
    const contacts = tx.sql`
      select lead_id, undo as patch from bulk_change_contacts where change_id = ${id} and undo is not null`
    return await addChange(tx, { change: {}, undoes: id }, contacts)
  })
}

/** A change of the site, locked until the end of the transaction. */
async function lockRow(tx: Tx, id: string): Promise<BulkRow> {
  const row = await findRow(tx, id, tx.sql`for update`)
  if (!row) throw notFound('bulk change')
  return row
}

async function getRow(ctx: Context, id: string): Promise<BulkRow> {
  const row = await findRow(ctx, id)
  if (!row) throw notFound('bulk change')
  return row
}

/** @param lock `for update` in a transaction that changes it */
export async function findRow(
  { sql, site }: Pick<Context, 'sql' | 'site'>,
  id: string,
  lock = sql``,
): Promise<BulkRow | undefined> {
  const [row] = await sql<BulkRow[]>`select * from bulk_changes where id = ${id} and site = ${site.id} ${lock}`
  return row
}

async function getBulkChange(ctx: Context, { id }: { id: string }): Promise<BulkChangeDetail> {
  const row = await getRow(ctx, id)
  const failures = await ctx.sql<BulkChangeDetail['failures']>`
    select lead_id as id, coalesce(l.name, l.email, l.phone) as name, fault ->> 'code' as code,
      fault ->> 'message' as message
    from bulk_change_contacts left join leads l on l.id = lead_id and l.site = ${ctx.site.id}
    where change_id = ${id} and fault is not null order by lead_id limit ${maxBulkFailures}`
  return { ...toBulkChange(row), failures: [...failures] }
}

/** The changes of the site, newest first. */
async function listBulkChanges({ sql, site }: Context, { before, limit }: PageQuery): Promise<BulkChangeList> {
  const from = before === undefined ? undefined : readCursor(before)
  const found = await sql<BulkRow[]>`
    select * from bulk_changes
    where site = ${site.id} ${from ? sql`and (created_at, id) < (${from.at}, ${from.id})` : sql``}
    order by created_at desc, id desc limit ${limit + 1}`
  const { rows, next } = cutPage(found, limit, ({ created_at: at, id }) => ({ at, id }))
  return { items: rows.map(toBulkChange), next }
}

const byId = z.object({ id: exact(64, 1) })

export const bulkChangeOperations = {
  start: post('/bulk-changes', {
    summary: 'Start a bulk change',
    description:
      'Changes the status and tags of many contacts, or deletes them, in the background. Each contact is changed, audited and published ' +
      'as by `PATCH /leads/{id}` or `DELETE /leads/{id}`. Contacts that cannot be changed are listed by ' +
      '`GET /bulk-changes/{id}` and do not affect the others. A site carries out one bulk change at a time; the others wait.',
    scope: 'leads:write',
    status: 202,
    errors: [409],
    resumes: true,
    input: NewBulkChange,
    output: BulkChange,
    run: startBulkChange,
  }),
  list: get('/bulk-changes', {
    summary: 'List bulk changes',
    description: 'Returns bulk changes, newest first. They are deleted a week after they ended.',
    scope: 'leads:read',
    input: PageQuery,
    output: BulkChangeList,
    run: listBulkChanges,
  }),
  get: get('/bulk-changes/:id', {
    summary: 'Retrieve a bulk change',
    description: 'Returns the progress, and the contacts that were not changed.',
    scope: 'leads:read',
    input: byId,
    output: BulkChangeDetail,
    run: getBulkChange,
  }),
  cancel: post('/bulk-changes/:id/cancel', {
    summary: 'Cancel a bulk change',
    description: 'Contacts that were already changed stay changed. A bulk change that has ended is returned as it is.',
    scope: 'leads:write',
    input: byId,
    output: BulkChange,
    run: cancelBulkChange,
  }),
  resume: post('/bulk-changes/:id/resume', {
    summary: 'Resume a bulk change',
    description: 'Continues a bulk change that was cancelled or failed. Any other is returned as it is.',
    scope: 'leads:write',
    input: byId,
    output: BulkChange,
    run: resumeBulkChange,
  }),
  undo: post('/bulk-changes/:id/undo', {
    summary: 'Undo a bulk change',
    description:
      'Starts a bulk change that restores the status and tags of each contact that this one changed. Cancels this one if it has not ended. ' +
      'Deleted contacts are not restored.',
    scope: 'leads:write',
    status: 202,
    errors: [409],
    resumes: true,
    input: byId,
    output: BulkChange,
    run: undoBulkChange,
  }),
}
