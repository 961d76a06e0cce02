import type { TelegramTested } from '../../../../shared/telegram.ts'
import type { Context } from '../../../core/context.ts'
import type { Failure } from '../../../core/failure.ts'
import { botOf, type ChannelRow, findChannel, isLinked } from './channel.ts'
import { checkChat } from './chat.ts'
import { compose, phrasesFor } from './compose.ts'
import { describeFault, recordStatus } from './faults.ts'
import { hookSecret, hookUrl } from './hook.ts'
import { enqueueOutdated } from './sync.ts'

/** Tests everything that the channel needs, while a person waits, and records the result. */
export async function testTelegram(ctx: Context): Promise<TelegramTested> {
  const channel = await findChannel(ctx)
  if (!channel?.token || !channel.hook) return { ok: false }
  const fault = await tryAll(ctx, channel, channel.token, channel.hook)
  await recordStatus(ctx, fault)
  // Tasks that were waiting for the provider to recover run now.
  if (!fault) await enqueueOutdated(ctx.services, ctx.site.id)
  return { ok: !fault }
}

/** The problem, or null. */
async function tryAll(ctx: Context, channel: ChannelRow, token: string, hook: string): Promise<Failure | null> {
  const { services, site } = ctx
  try {
    const bot = botOf(services, token)
    await bot.me()
    const url = hookUrl(services, site.id, hook)
    if ((await bot.hook()) !== url) {
      await bot.setHook(url, hookSecret(services, site.id, hook), false)
      await ctx.sql`update telegram set hook_url = ${url} where site = ${site.id}`
    }
    if (!isLinked(channel)) return null
    const { fault } = await checkChat(ctx, channel)
    await bot.send(channel.chat_id, compose(phrasesFor(site).test(site.name), fault?.message ?? ''))
    return fault
  } catch (error) {
    const fault = describeFault(error)
    if (!fault) throw error
    return fault
  }
}
