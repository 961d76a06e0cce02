import { z } from 'zod'
import type { Context, Services, Tx } from '../../../core/context.ts'
import { defineTask, nothing } from '../../../core/queue.ts'
import { serverTask, siteTask } from '../../../core/tasks.ts'
import { systemContext } from '../../../core/transaction.ts'
import type { Sql } from '../../../database/database.ts'
import { findAccount } from '../../accounts/account.ts'
import { accountGoneTask } from '../../accounts/accounts.ts'
import { type ConversationRow, lockConversation, updateConversation } from '../../conversations/conversation.ts'
import { beginWaiting } from '../../conversations/queue-entry.ts'
import { assignTo } from '../assign.ts'
import { routeWaiting } from './routing.ts'

/** Routes waiting visitors to available people. */
export const routeTask = defineTask('handover.route', nothing)
/** Returns the live chats of an absent person to the queue. */
export const absenceTask = defineTask('presence.gone', z.object({ email: z.string() }))

/** How long after a person's last dashboard closed their live chats return to the queue. */
export const returnAfter = 120_000

/** A message that nobody answered for longer is no reason to return its chat: its visitor is hardly there any more. */
const recent = 3_600_000

/**
 * Returns the live chats of a person whose last dashboard closed two minutes ago to the queue: those whose visitor
 * wrote last, within the hour. A chat assigned during the absence has waited since then, and returns two minutes after
 * that. All others stay, until their visitor writes: who was answered is not told that nobody came. A chat that the
 * person took over without an open dashboard stays too.
 */
export async function returnChats(ctx: Context, email: string): Promise<void> {
  const absence = await findAbsence(ctx, email)
  if (!absence) return
  const { goneAt } = absence
  const until = ctx.now() - returnAfter
  if (goneAt !== null && goneAt > until)
    return await ctx.tx((tx) => tx.enqueue(absenceTask, { email }, { at: goneAt + returnAfter, name: email }))
  const returns = ctx.sql`
    assigned_to = ${email} and status = 'live' and snoozed_at is null and (waiting_since <= ${until}
      or waiting_since is null and coalesce(taken_at, 0) <= ${goneAt} and ${isUnanswered(ctx.sql, ctx.now())})`
  const owned = await ctx.sql<{ id: string }[]>`
    select id from conversations owned where site = ${ctx.site.id} and ${returns} order by id`
  for (const { id } of owned)
    await ctx.tx(async (tx) => {
      const conversation = await lockConversation(tx, id)
      // The person may have answered since.
      const [row] = await tx.sql`select from conversations owned where id = ${id} and ${returns}`
      if (conversation && row) await returnOne(tx, conversation)
    })
}

/** Whether the visitor of the conversation `owned` wrote last, within the hour. */
const isUnanswered = (sql: Sql, now: number) => sql`coalesce((
  select role = 'user' and ts > ${now - recent} from messages
  where conversation_id = owned.id and role <> 'system' order by seq desc limit 1), false)`

/** Since when a person has no connection, null if there never was one; undefined while a dashboard's lease is valid. */
async function findAbsence({ sql, site, now }: Context, email: string): Promise<{ goneAt: number | null } | undefined> {
  const [row] = await sql<[{ there: boolean; gone_at: number | null }]>`
    select exists (select from presence where site = ${site.id} and email = ${email} and until > ${now()}) as there,
      (select gone_at from attendance where site = ${site.id} and email = ${email}) as gone_at`
  return row.there ? undefined : { goneAt: row.gone_at }
}

async function returnOne(tx: Tx, conversation: ConversationRow): Promise<void> {
  await assignTo(tx, conversation, null, tx.actor.id)
  await updateConversation(tx.sql, conversation.id, await beginWaiting(tx, conversation))
  await tx.enqueue(routeTask, {}, { name: 'route' })
}

/**
 * Schedules the return of live chats with an absent assignee that have no such task: those assigned to somebody who was
 * absent, or whose server ended before scheduling it.
 */
export async function planReturns(services: Services): Promise<void> {
  const { sql } = services.database
  const until = services.clock.now() - returnAfter
  const owners = await sql<{ site: string; email: string }[]>`
    select distinct site, assigned_to as email from conversations owned
    where status = 'live' and snoozed_at is null and assigned_to like '%@%' and assigned_to not like '%:%'
      and not exists (
        select from presence where site = owned.site and email = owned.assigned_to and until > ${services.clock.now()})
      and (waiting_since <= ${until} or waiting_since is null and ${isUnanswered(sql, services.clock.now())} and exists (
        select from attendance
        where site = owned.site and email = owned.assigned_to and gone_at <= ${until}
          and coalesce(owned.taken_at, 0) <= gone_at))
    limit 100`
  for (const { site: id, email } of owners) {
    const site = await services.sites.find(id)
    if (site) await systemContext(services, site).tx((tx) => tx.enqueue(absenceTask, { email }, { name: email }))
  }
}

/** Unassigns all conversations of an account that was deleted. Those whose visitor wrote last wait. */
async function releaseAll({ services }: Context, email: string): Promise<void> {
  if (await findAccount(services.database.sql, email)) return
  for (const id of services.sites.ids()) {
    const site = await services.sites.find(id)
    if (site) await releaseOf(systemContext(services, site), email)
  }
}

async function releaseOf(ctx: Context, email: string): Promise<void> {
  const owned = await ctx.sql<{ id: string }[]>`
    select id from conversations where site = ${ctx.site.id} and assigned_to = ${email} order by id`
  for (const { id } of owned)
    await ctx.tx(async (tx) => {
      const conversation = await lockConversation(tx, id)
      if (conversation?.assigned_to === email) await assignTo(tx, conversation, null)
    })
  if (owned.length > 0) await ctx.tx((tx) => tx.enqueue(routeTask, {}, { name: 'route' }))
}

const minute = 60_000
const retry = [1_000, 5_000, 30_000, minute, 5 * minute]

/** Route waiting visitors, and return chats of absent people and deleted accounts. */
export const presenceTasks = [
  siteTask(routeTask, { lane: 'timers', retry, run: async (ctx) => void (await routeWaiting(ctx)) }),
  siteTask(absenceTask, { lane: 'timers', retry, run: (ctx, { email }) => returnChats(ctx, email) }),
  serverTask(accountGoneTask, { lane: 'timers', retry, run: (ctx, { email }) => releaseAll(ctx, email) }),
]
