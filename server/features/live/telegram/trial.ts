import type { TelegramTested } from '../../../../shared/telegram.ts'
import type { Context } from '../../../core/context.ts'
import { botOf, type ChannelRow, findChannel, isLinked } from './channel.ts'
import { lookAtChat } from './chat.ts'
import { compose } from './compose.ts'
import { faultWords, noteStatus } from './faults.ts'
import { hookSecret, hookUrl } from './hook.ts'
import { phrasesFor } from './phrases.ts'
import { sweep } from './sweep.ts'

/** Tries everything that the channel needs, for a person who waits; what came of it is noted. */
export async function testTelegram(ctx: Context): Promise<TelegramTested> {
  const channel = await findChannel(ctx)
  if (!channel?.token || !channel.hook) return { ok: false }
  const words = await tryAll(ctx, channel, channel.token, channel.hook)
  await noteStatus(ctx, words)
  // What waited for the provider to work again waits no longer.
  if (words === null) await sweep(ctx.parts, ctx.site.id)
  return { ok: words === null }
}

/** What is wrong, or null. */
async function tryAll(ctx: Context, channel: ChannelRow, token: string, hook: string): Promise<string | null> {
  const { parts, site } = ctx
  try {
    const bot = botOf(parts, token)
    await bot.me()
    const url = hookUrl(parts, site.id, hook)
    if ((await bot.hook()) !== url) {
      await bot.setHook(url, hookSecret(parts, site.id, hook), false)
      await ctx.sql`update telegram set hook_url = ${url} where site = ${site.id}`
    }
    if (!isLinked(channel)) return null
    const { fault } = await lookAtChat(ctx, channel)
    await bot.send(channel.chat_id, compose(phrasesFor(site).test(site.name), fault ?? ''))
    return fault
  } catch (error) {
    const words = faultWords(error)
    if (words === undefined) throw error
    return words
  }
}
