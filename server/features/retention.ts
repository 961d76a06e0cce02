import type { PendingQuery, Row } from 'postgres'
import { RetentionKind, RetentionPreview, RetentionQuery } from '../../shared/retention.ts'
import type { Settings } from '../../shared/settings.ts'
import { writeAudit } from '../core/call.ts'
import type { Context, Services, Tx } from '../core/context.ts'
import { get } from '../core/operation.ts'
import { defineTask, nothing } from '../core/queue.ts'
import { repeatForEach, serverTask } from '../core/tasks.ts'
import { removeLead } from './contacts/change.ts'
import { lockLead } from './contacts/leads/leads.ts'
import { deleteOldConversation } from './conversations/delete.ts'
import { removeOldFiles } from './conversations/files.ts'
import { forgetAddresses } from './conversations/inbox.ts'
import { emptyCallbackEvents, expireEvents } from './events.ts'

type Piece = PendingQuery<Row[]>

const day = 86_400_000
/** Small batches, so that other work gets its turn in between. */
const batch = 100

type Kind = Exclude<RetentionKind, 'audit'>
type Place = Pick<Context, 'sql' | 'site'>

type Keeping = {
  /** A subquery with the ids of those that are older than `before` and can be deleted. */
  old(ctx: Place, before: number): Piece
  /** Deletes the oldest of them and returns how many. */
  remove(ctx: Context, before: number): Promise<number>
}

const kinds: Record<Kind, Keeping> = {
  conversations: {
    old: ({ sql, ...ctx }, before) => sql`
      ${oldConversations({ sql, ...ctx }, before, false)} union all ${oldConversations({ sql, ...ctx }, before, true)}`,
    remove: removeConversations,
  },
  leads: { old: oldContacts, remove: removeContacts },
  callbacks: {
    old: ({ sql, site }, before) => sql`select id from callbacks where site = ${site.id} and closed_at < ${before}`,
    remove: (ctx, before) => ctx.tx((tx) => removeCallbacks(tx, before)),
  },
  traces: {
    old: ({ sql, site }, before) => sql`select id from traces where site = ${site.id} and at < ${before}`,
    remove: (ctx, before) => ctx.tx((tx) => removeTraces(tx, before)),
  },
}

/** The kinds of data that the site keeps for a limited number of days. */
const limited = ({ retention }: Pick<Settings, 'retention'>): [Kind, number][] =>
  Object.keys(kinds).flatMap((name) => {
    const days = retention[name as Kind]
    return days === null ? [] : [[name as Kind, days]]
  })

/** Deletes a batch of expired data and audits the counts. Returns whether there may be more. */
export async function removeOld(ctx: Context): Promise<boolean> {
  const files = await removeOldFiles(ctx, ctx.now() - ctx.site.settings.files.keepChatDays * day, batch)
  if (files > 0) await noteRemoval(ctx, 'files', files)
  let isMore = files === batch
  for (const [kind, days] of limited(ctx.site.settings)) {
    const count = await kinds[kind].remove(ctx, ctx.now() - days * day)
    if (count > 0) await noteRemoval(ctx, kind, count)
    isMore ||= count === batch
  }
  return isMore
}

/** What would be deleted now, per kind, with the days of the settings or of the query. */
async function previewRetention(ctx: Context, tried: RetentionQuery): Promise<RetentionPreview> {
  const kept = { ...ctx.site.settings.retention, ...definedOf(tried) }
  const counted = RetentionKind.options.map(async (kind) => {
    const days = kept[kind]
    return { kind, days, count: days === null ? 0 : await countOld(ctx, kind, ctx.now() - days * day) }
  })
  return { kinds: await Promise.all(counted) }
}

const definedOf = (tried: RetentionQuery): { [K in RetentionKind]?: number } =>
  Object.fromEntries(Object.entries(tried).filter(([, days]) => days !== undefined))

async function countOld(ctx: Context, kind: RetentionKind, before: number): Promise<number> {
  const old = kind === 'audit' ? oldAudit(ctx, before) : kinds[kind].old(ctx, before)
  const [{ count }] = await ctx.sql<[{ count: number }]>`select count(*)::int as count from (${old}) old`
  return count
}

const oldAudit = ({ sql, site }: Place, before: number): Piece =>
  sql`select id from audit where site = ${site.id} and at < ${before}`

/** Deletes expired entries of a site's audit log. */
const removeAudit = ({ sql, site, now }: Context) =>
  sql`delete from audit where id in (${oldAudit({ sql, site }, now() - site.settings.retention.audit * day)})`

const noteRemoval = ({ sql, site, actor, now }: Context, kind: Kind | 'files', count: number) =>
  writeAudit(sql, {
    at: now(),
    actor: actor.id,
    action: `retention ${kind}`,
    target: `${count} removed`,
    site: site.id,
    status: 200,
  })

/** Live chats and chats with an open callback are never deleted. */
const oldConversations = ({ sql, site }: Place, before: number, isSpam: boolean, more = sql``): Piece => sql`
  select id from conversations c
  where site = ${site.id} and last_at < ${before} and status <> 'live' and ${isSpam ? sql`spam` : sql`not spam`}
    and not exists (select from callbacks b where b.conversation_id = c.id and b.status = 'open') ${more}`

/** Deletes each conversation in its own transaction, so that nobody waits for all of them. */
async function removeConversations(ctx: Context, before: number): Promise<number> {
  const oldest = (isSpam: boolean) =>
    oldConversations(ctx, before, isSpam, ctx.sql`order by last_at, id limit ${batch}`)
  const old = await ctx.sql<{ id: string }[]>`
    select id from ((${oldest(false)}) union all (${oldest(true)})) old limit ${batch}`
  let count = 0
  for (const { id } of old) if (await deleteOldConversation(ctx, id, before)) count++
  return count
}

/**
 * Contacts without changes or messages since then and without open callbacks. Chats that only claim to be theirs do not
 * count.
 */
function oldContacts({ sql, site }: Place, before: number): Piece {
  return sql`
    select id from leads l where l.site = ${site.id} and l.updated_at < ${before}
      and not exists (select from conversations c where c.lead_id = l.id and c.lead_proof is not null and c.last_at >= ${before})
      and not exists (select from callbacks b where b.lead_id = l.id and b.status = 'open')`
}

async function removeContacts(ctx: Context, before: number): Promise<number> {
  const old = await ctx.sql<{ id: string }[]>`${oldContacts(ctx, before)} order by l.updated_at, l.id limit ${batch}`
  let count = 0
  for (const { id } of old) if (await removeOldContact(ctx, id, before)) count++
  return count
}

const removeOldContact = (ctx: Context, id: string, before: number): Promise<boolean> =>
  ctx.tx(async (tx) => {
    if (!(await lockLead(tx, id))) return false
    const still = await tx.sql`${oldContacts(tx, before)} and l.id = ${id}`
    if (still.length === 0) return false
    await removeLead(tx, id)
    return true
  })

/** Open callbacks are kept regardless of age. */
async function removeCallbacks(tx: Tx, before: number): Promise<number> {
  const { sql, site } = tx
  await sql`select set_config('frontdesk.tallies', 'still', true)`
  const removed = await sql<{ id: string; conversationId: string | null }[]>`
    with old as materialized (
      select id from callbacks where site = ${site.id} and closed_at < ${before}
      order by closed_at limit ${batch} for update skip locked)
    delete from callbacks using old where callbacks.id = old.id
    returning callbacks.id, conversation_id as "conversationId"`
  for (const { id, conversationId } of removed) {
    if (conversationId === null) continue
    await emptyCallbackEvents(tx, { id, conversationId })
    tx.emit('conversation.changed', { id: conversationId })
  }
  return removed.length
}

/** The replies stay, without their traces. */
async function removeTraces({ sql, site }: Tx, before: number): Promise<number> {
  const [{ count }] = await sql<[{ count: number }]>`
    with old as materialized (
      select id from traces where site = ${site.id} and at < ${before} order by at limit ${batch} for update skip locked),
    removed as (delete from traces using old where traces.id = old.id returning traces.id, conversation_id),
    replies as (
      update messages m set trace_id = null from removed
      where m.conversation_id = removed.conversation_id and m.trace_id = removed.id)
    select count(*)::int as count from removed`
  return count
}

const hour = 3_600_000
/** For entries that belong to no site, or to a site that no longer exists. */
const auditDays = 90

/** Deletes expired data of the server and of each site every hour. */
export const retentionTasks = [
  serverTask(defineTask('retention.run', nothing), {
    lane: 'work',
    retry: [60_000],
    every: hour,
    run: ({ services }) => expire(services),
  }),
  ...repeatForEach(defineTask('retention.removeOld', nothing), {
    lane: 'work',
    retry: [60_000],
    every: hour,
    async run(ctx) {
      await removeAudit(ctx)
      return (await removeOld(ctx)) ? 'again' : undefined
    },
  }),
]

async function expire(services: Services): Promise<void> {
  const { sql } = services.database
  const now = services.clock.now()
  await expireEvents(services)
  await forgetAddresses(services)
  await sql`
    delete from audit
    where at < ${now - auditDays * day} and (site is null or site <> all(${services.sites.ids()}::text[]))`
  await sql`delete from idempotency where created_at < ${now - day}`
  await sql`delete from bulk_changes where finished_at < ${now - 7 * day}`
  await sql`delete from sessions where expires_at < ${now}`
  await sql`delete from sign_in_links where expires_at < ${now - 30 * day}`
  await sql`delete from sign_in_attempts where at < ${now - day}`
}

export const retentionOperations = {
  preview: get('/retention', {
    summary: 'Preview retention',
    description:
      'Counts what would be deleted with the retention days of the settings or of this request. Nothing is deleted. Live chats, open ' +
      'callback requests and their contacts are kept and not counted.',
    scope: 'settings:read',
    input: RetentionQuery,
    output: RetentionPreview,
    run: previewRetention,
  }),
}
