import type { Context, Services } from '../../../../core/context.ts'
import { systemContext } from '../../../../core/transaction.ts'
import { databaseFault } from '../../../../database/fault.ts'
import { findChannel } from '../channel.ts'
import { phrasesFor } from '../compose.ts'
import { onButton } from './on-button.ts'
import { onEdit, onMessage } from './on-message.ts'
import { Update } from './update.ts'
import { type Answer, claimUpdate, contextOf, Repeated, replyTo, type UpdateContext } from './update-context.ts'

const keptFor = 2 * 86_400_000

/**
 * Processes an authenticated update once. Returns a method for the provider to call as the response, if there is
 * something to say. Throws only errors that may be temporary, because the provider then sends the update again.
 */
export async function receiveUpdate(
  services: Services,
  to: { site: string; hook: string },
  body: unknown,
): Promise<Answer | undefined> {
  const site = await services.sites.find(to.site)
  const parsed = Update.safeParse(body)
  if (!site || !parsed.success) return undefined
  const update = parsed.data
  const ctx = systemContext(services, site)
  const channel = await findChannel(ctx)
  if (!channel?.token || channel.hook !== to.hook || (await isKnown(ctx, update))) return undefined
  const context = { ctx, channel, phrases: phrasesFor(site), update, as: contextOf(services, site, update) }
  const answer = await processUpdate(context)
  await claimUpdate(ctx.sql, site.id, update.update_id, ctx.now())
  await ctx.sql`delete from telegram_updates where site = ${site.id} and at < ${ctx.now() - keptFor}`
  return answer
}

async function isKnown({ sql, site }: Context, { update_id }: Update): Promise<boolean> {
  return (await sql`select from telegram_updates where site = ${site.id} and update_id = ${update_id}`).length > 0
}

/**
 * An internal error is reported to the sender and not retried: the provider sends no further updates until this one is
 * accepted.
 */
async function processUpdate(context: UpdateContext): Promise<Answer | undefined> {
  const { message, edited_message, callback_query } = context.update
  try {
    if (message) return await onMessage(context, message)
    if (edited_message) return await onEdit(context, edited_message)
    return callback_query && (await onButton(context, callback_query))
  } catch (err) {
    if (err instanceof Repeated) return undefined
    if (databaseFault(err) !== undefined) throw err
    context.ctx.log.error({ err, site: context.ctx.site.id }, 'could not process a Telegram update')
    return message && message.chat.id === context.channel.chat_id
      ? replyTo(message, context.phrases.trouble)
      : undefined
  }
}
