import { Callback, CallbackList, type CallbackStatus, CallbacksQuery, PatchCallback } from '../../../shared/callback.ts'
import { exact } from '../../../shared/text.ts'
import type { Context, Tx } from '../../core/context.ts'
import { notFound } from '../../core/error.ts'
import { newId } from '../../core/ids.ts'
import { get, patch } from '../../core/operation.ts'
import { cutPage, isPeriod, type Period, readCursor, within } from '../../core/paging.ts'
import type { Sql } from '../../database/database.ts'
import { countByStatus } from '../overview/tallies.ts'
import type { Arrived } from './leads/details.ts'
import type { LeadLink } from './leads/known.ts'
import { type Captured, captureLead } from './leads/leads.ts'

type Talk = Parameters<typeof captureLead>[1] & { page_url: string | null }
type Open = { id: string; name: string | null; email: string | null; phone: string | null; reason: string | null }

/**
 * Stores a visitor's callback request and creates or updates its contact. While the conversation's last request is
 * open, a new one updates it under the same id; omitted fields stay. The caller holds the lock of the conversation. The
 * number of an unverified visitor belongs to the callback only: the contact neither stores nor shows it.
 * @returns what the caller stores in the conversation
 */
export async function requestCallback(
  tx: Tx,
  talk: Talk,
  arrived: Omit<Arrived, 'isTold'> & { reason: string | null },
): Promise<Captured> {
  const captured = await captureLead(tx, talk, { ...arrived, alwaysEmits: true })
  const { name = null, email = null, phone = null } = arrived.details
  const wish = await storeCallback(tx, talk, captured.link, { name, email, phone, reason: arrived.reason })
  tx.emit('callback.requested', {
    callbackId: wish.id,
    conversationId: talk.id,
    name: wish.name,
    email: wish.email,
    phone: wish.phone,
    message: wish.reason,
    requestedAt: new Date(wish.requested_at).toISOString(),
  })
  return captured
}

async function storeCallback(
  tx: Tx,
  talk: Talk,
  { lead_id, lead_proof }: LeadLink,
  { name, email, phone, reason }: Omit<Open, 'id'>,
): Promise<Open & { requested_at: number }> {
  const leadId = lead_proof === null ? null : lead_id
  const [again] = await tx.sql<(Open & { requested_at: number })[]>`
    update callbacks set name = coalesce(${name}, name), email = coalesce(${email}, email),
      phone = coalesce(${phone}, phone), reason = coalesce(${reason}, reason), lead_id = coalesce(${leadId}, lead_id)
    where id = (
      select id from callbacks where conversation_id = ${talk.id} and status = 'open' order by requested_at desc, id desc limit 1)
    returning id, name, email, phone, reason, requested_at`
  if (again) return again
  const wish = { id: newId('cb'), name, email, phone, reason, requested_at: tx.now() }
  const of = { site: tx.site.id, conversation_id: talk.id, lead_id: leadId, page_url: talk.page_url }
  await tx.sql`insert into callbacks ${tx.sql({ ...wish, ...of, status: 'open' })}`
  return wish
}

/** The columns of a callback `b`, with the field names of responses. */
export const callbackColumns = (sql: Sql) => sql`
  b.id, b.conversation_id as "conversationId", b.lead_id as "leadId", b.name, b.phone, b.email, b.reason, b.status, b.note,
  b.requested_at as "requestedAt", b.closed_at as "closedAt", b.closed_by as "closedBy", b.page_url as "pageUrl"`

/** Callback requests. Open ones are a queue, oldest first; all other lists are newest first. */
async function listCallbacks(ctx: Context, query: CallbacksQuery): Promise<CallbackList> {
  const { limit } = query
  const [found, counts] = await Promise.all([readPage(ctx, query, limit + 1), countAll(ctx, query)])
  const { rows, next } = cutPage(found, limit, ({ requestedAt, id }) => ({ at: requestedAt, id }))
  return { items: rows, next, counts }
}

function readPage(ctx: Context, { status, before, ...period }: CallbacksQuery, max: number) {
  const { sql, site } = ctx
  const cursor = before === undefined ? undefined : readCursor(before)
  const way =
    status === 'open'
      ? { order: sql`b.requested_at, b.id`, after: sql`>` }
      : { order: sql`b.requested_at desc, b.id desc`, after: sql`<` }
  return sql<Callback[]>`
    select ${callbackColumns(sql)} from callbacks b
    where b.site = ${site.id} ${status === 'all' ? sql`` : sql`and b.status = ${status}`}
      ${within(ctx, sql`b.requested_at`, period)}
      ${cursor ? sql`and (b.requested_at, b.id) ${way.after} (${cursor.at}, ${cursor.id})` : sql``}
    order by ${way.order} limit ${max}`
}

async function countAll(ctx: Context, period: Period): Promise<Record<CallbackStatus, number>> {
  const rows = await (isPeriod(period) ? countWithin(ctx, period) : countByStatus<CallbackStatus>(ctx, 'callbacks now'))
  return { open: 0, done: 0, dismissed: 0, ...Object.fromEntries(rows.map(({ status, count }) => [status, count])) }
}

const countWithin = (ctx: Context, period: Period) => ctx.sql<{ status: CallbackStatus; count: number }[]>`
  select b.status, count(*)::int as count from callbacks b
  where b.site = ${ctx.site.id} ${within(ctx, ctx.sql`b.requested_at`, period)} group by b.status`

/** Closes or reopens a callback, or changes its note. A patch without changes emits no event. */
export async function patchCallback(ctx: Context, { id, ...patch }: PatchCallback & { id: string }): Promise<Callback> {
  return await ctx.tx(async (tx) => {
    if (patch.status === 'done' || patch.status === 'dismissed') await endMissed(tx, id)
    const current = await lockCallback(tx, id)
    const { status = current.status } = patch
    const note = patch.note === undefined ? current.note : patch.note || null
    if (status === current.status && note === current.note) return current
    const closed = status === current.status ? {} : closing(tx, status)
    const callback: Callback = { ...current, status, note, ...closed }
    const { closedAt: closed_at, closedBy: closed_by } = callback
    await tx.sql`update callbacks set ${tx.sql({ status, note, closed_at, closed_by })} where id = ${id}`
    tx.emit('callback.updated', { callback, previousStatus: current.status })
    return callback
  })
}

/** Its conversation is no missed chat any more. The conversation is locked before the callback, as everywhere. */
const endMissed = (tx: Tx, id: string) => tx.sql`
  update conversations set missed_open = false
  where missed_open and site = ${tx.site.id} and id = (select conversation_id from callbacks where id = ${id})`

const closing = (tx: Tx, status: CallbackStatus) =>
  status === 'open' ? { closedAt: null, closedBy: null } : { closedAt: tx.now(), closedBy: tx.actor.id }

async function lockCallback(tx: Tx, id: string): Promise<Callback> {
  const [row] = await tx.sql<Callback[]>`
    select ${callbackColumns(tx.sql)} from callbacks b where b.id = ${id} and b.site = ${tx.site.id} for update`
  if (!row) throw notFound('callback')
  return row
}

export const callbackOperations = {
  list: get('/callbacks', {
    summary: 'List callback requests',
    description:
      'Open requests are returned oldest first, all others newest first. `counts` covers all statuses in the period from `from` to `to`.',
    scope: 'callbacks:read',
    input: CallbacksQuery,
    output: CallbackList,
    run: listCallbacks,
  }),
  update: patch('/callbacks/:id', {
    summary: 'Update a callback request',
    description:
      'Marks the request done or dismissed, reopens it, or changes its note. An update without changes emits no event.',
    scope: 'callbacks:write',
    input: PatchCallback.extend({ id: exact(64, 1) }),
    output: Callback,
    run: patchCallback,
  }),
}
