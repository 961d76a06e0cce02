import type { Context, Parts } from '../../../../core/context.ts'
import { systemContext } from '../../../../core/transaction.ts'
import { databaseFault } from '../../../../database/fault.ts'
import { findChannel } from '../channel.ts'
import { phrasesFor } from '../phrases.ts'
import { takePress } from './pressed.ts'
import { Update } from './update.ts'
import { type Answer, claimUpdate, contextOf, Repeated, say, type Visit } from './visit.ts'
import { takeEdit, takeMessage } from './written.ts'

const keptFor = 2 * 86_400_000

/**
 * Carries out what the provider tells, once, whose secret was checked before. Answers a call for the provider to make, where
 * there is something to say. Throws only where the same may well succeed later: then the provider tells it again.
 */
export async function receiveUpdate(
  parts: Parts,
  to: { site: string; hook: string },
  body: unknown,
): Promise<Answer | undefined> {
  const site = await parts.sites.find(to.site)
  const parsed = Update.safeParse(body)
  if (!site || !parsed.success) return undefined
  const update = parsed.data
  const ctx = systemContext(parts, site)
  const channel = await findChannel(ctx)
  if (!channel?.token || channel.hook !== to.hook || (await isKnown(ctx, update))) return undefined
  const visit = { ctx, channel, phrases: phrasesFor(site), update, as: contextOf(parts, site, update) }
  const answer = await carryOut(visit)
  await claimUpdate(ctx.sql, site.id, update.update_id, ctx.now())
  await ctx.sql`delete from telegram_updates where site = ${site.id} and at < ${ctx.now() - keptFor}`
  return answer
}

async function isKnown({ sql, site }: Context, { update_id }: Update): Promise<boolean> {
  return (await sql`select from telegram_updates where site = ${site.id} and update_id = ${update_id}`).length > 0
}

/** A fault of ours is told to whoever wrote, and not tried again: the provider tells nothing else before that is taken. */
async function carryOut(visit: Visit): Promise<Answer | undefined> {
  const { message, edited_message, callback_query } = visit.update
  try {
    if (message) return await takeMessage(visit, message)
    if (edited_message) return await takeEdit(visit, edited_message)
    return callback_query && (await takePress(visit, callback_query))
  } catch (err) {
    if (err instanceof Repeated) return undefined
    if (databaseFault(err) !== undefined) throw err
    visit.ctx.log.error({ err, site: visit.ctx.site.id }, 'an update of Telegram could not be carried out')
    return message && message.chat.id === visit.channel.chat_id ? say(message, visit.phrases.trouble) : undefined
  }
}
