import type { Settings } from '../../../shared/settings.ts'
import { writeAudit } from '../../core/audit.ts'
import type { Context, Tx } from '../../core/context.ts'
import { deleteOldConversation } from '../conversations/delete.ts'
import { emptyCallbackEvents } from '../events/empty.ts'

const day = 86_400_000
/** So many of a kind at a time: others have their turn in between. */
const batch = 100

type Kind = 'conversations' | 'callbacks' | 'traces'
type Remove = (ctx: Context, before: number) => Promise<number>

/** How the oldest of a kind, from before a time, are removed; each answers how many there were. */
const kinds: Record<Kind, Remove> = {
  conversations: removeConversations,
  callbacks: (ctx, before) => ctx.tx((tx) => removeCallbacks(tx, before)),
  traces: (ctx, before) => ctx.tx((tx) => removeTraces(tx, before)),
}

/** The kinds of which a site keeps nothing for longer than so many days. */
export const limited = ({ retention }: Pick<Settings, 'retention'>): [Kind, number][] =>
  Object.keys(kinds).flatMap((name) => {
    const days = retention[name as Kind]
    return days === null ? [] : [[name as Kind, days]]
  })

/** Removes some of what a site keeps no longer, and audits how many. Answers whether there may be more. */
export async function removeOld(ctx: Context): Promise<boolean> {
  let isMore = false
  for (const [kind, days] of limited(ctx.site.settings)) {
    const count = await kinds[kind](ctx, ctx.now() - days * day)
    if (count > 0) await noteRemoval(ctx, kind, count)
    isMore ||= count === batch
  }
  return isMore
}

const noteRemoval = ({ sql, site, actor, now }: Context, kind: Kind, count: number) =>
  writeAudit(sql, {
    at: now(),
    actor: actor.id,
    action: `retention ${kind}`,
    target: `${count} removed`,
    site: site.id,
    status: 200,
  })

/** Each in a transaction of its own: nobody waits for all of them. Whoever is still to be called back is not forgotten. */
async function removeConversations(ctx: Context, before: number): Promise<number> {
  const { sql, site } = ctx
  const oldest = (isSpam: boolean) => sql`
    select id, last_at from conversations c
    where site = ${site.id} and last_at < ${before} and status <> 'live' and ${isSpam ? sql`spam` : sql`not spam`}
      and not exists (select from callbacks b where b.conversation_id = c.id and b.status = 'open')
    order by last_at, id limit ${batch}`
  const old = await sql<{ id: string }[]>`
    select id from ((${oldest(false)}) union all (${oldest(true)})) old order by last_at, id limit ${batch}`
  let count = 0
  for (const { id } of old) if (await deleteOldConversation(ctx, id, before)) count++
  return count
}

/** What is open is still to be done, however old it is. */
async function removeCallbacks(tx: Tx, before: number): Promise<number> {
  const { sql, site } = tx
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

/** The replies stay, and no longer say how they came about. */
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
