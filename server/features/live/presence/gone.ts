import { z } from 'zod'
import type { Context, Parts, Tx } from '../../../core/context.ts'
import { defineTask, nothing } from '../../../core/queue.ts'
import { siteTask } from '../../../core/tasks.ts'
import { systemContext } from '../../../core/transaction.ts'
import { lockConversation, updateConversation } from '../../conversations/conversation.ts'
import { beginWaiting } from '../../conversations/waiting.ts'
import { giveTo } from '../assign.ts'
import { routeWaiting } from './routing.ts'

/** Gives waiting visitors to people who are free. */
export const routeTask = defineTask('handover.route', nothing)
/** Returns the live chats of a person who is gone to the queue. */
export const goneTask = defineTask('presence.gone', z.object({ email: z.string() }))

/** So long after the last dashboard of a person closed, their live chats return to the queue. */
export const returnAfter = 120_000

/**
 * Returns the live chats of a person whose last dashboard closed two minutes ago to the queue. One that was given to them
 * while they were gone has waited since then, and returns two minutes after that. One that they took themselves while no
 * dashboard of theirs was open stays with them.
 */
export async function returnChats(ctx: Context, email: string): Promise<void> {
  const absence = await findAbsence(ctx, email)
  if (!absence) return
  const { goneAt } = absence
  const until = ctx.now() - returnAfter
  if (goneAt !== null && goneAt > until)
    return await ctx.tx((tx) => tx.enqueue(goneTask, { email }, { at: goneAt + returnAfter, name: email }))
  const owned = await ctx.sql<{ id: string }[]>`
    select id from conversations
    where site = ${ctx.site.id} and assigned_to = ${email} and status = 'live'
      and (waiting_since <= ${until} or waiting_since is null and coalesce(taken_at, 0) <= ${goneAt}) order by id`
  for (const { id } of owned) await ctx.tx((tx) => returnOne(tx, id, email))
}

/** Since when nobody of theirs is connected, null where nobody ever was; undefined while a dashboard's lease runs. */
async function findAbsence({ sql, site, now }: Context, email: string): Promise<{ goneAt: number | null } | undefined> {
  const [row] = await sql<[{ there: boolean; gone_at: number | null }]>`
    select exists (select from presence where site = ${site.id} and email = ${email} and until > ${now()}) as there,
      (select gone_at from attendance where site = ${site.id} and email = ${email}) as gone_at`
  return row.there ? undefined : { goneAt: row.gone_at }
}

async function returnOne(tx: Tx, id: string, email: string): Promise<void> {
  const conversation = await lockConversation(tx, id)
  if (conversation?.status !== 'live' || conversation.assigned_to !== email) return
  await giveTo(tx, conversation, null, tx.actor.id)
  await updateConversation(tx.sql, id, await beginWaiting(tx, conversation))
  await tx.enqueue(routeTask, {}, { name: 'route' })
}

/**
 * Plans the return of live chats whose owner is gone and for whom none is planned: those that were given to somebody who
 * was not there, or whose server ended before it could plan it.
 */
export async function planReturns(parts: Parts): Promise<void> {
  const { sql } = parts.database
  const until = parts.clock.now() - returnAfter
  const owners = await sql<{ site: string; email: string }[]>`
    select distinct site, assigned_to as email from conversations owned
    where status = 'live' and assigned_to like '%@%' and assigned_to not like '%:%'
      and not exists (
        select from presence where site = owned.site and email = owned.assigned_to and until > ${parts.clock.now()})
      and (waiting_since <= ${until} or waiting_since is null and exists (
        select from attendance
        where site = owned.site and email = owned.assigned_to and gone_at <= ${until}
          and coalesce(owned.taken_at, 0) <= gone_at))
    limit 100`
  for (const { site: id, email } of owners) {
    const site = await parts.sites.find(id)
    if (site) await systemContext(parts, site).tx((tx) => tx.enqueue(goneTask, { email }, { name: email }))
  }
}

const minute = 60_000
const retry = [1_000, 5_000, 30_000, minute, 5 * minute]

/** Gives waiting visitors to people, and takes them from people who are gone. */
export const presenceTasks = [
  siteTask(routeTask, { retry, run: async (ctx) => void (await routeWaiting(ctx)) }),
  siteTask(goneTask, { retry, run: (ctx, { email }) => returnChats(ctx, email) }),
]
