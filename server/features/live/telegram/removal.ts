import { z } from 'zod'
import type { Context, Tx } from '../../../core/context.ts'
import { defineTask } from '../../../core/queue.ts'
import { siteTask } from '../../../core/tasks.ts'
import type { TelegramBot } from '../../../outside/telegram.ts'
import { botOf, findChannel, isLinked, type LinkedRow } from './channel.ts'
import { compose } from './compose.ts'
import { isTelegramError, noteFault } from './faults.ts'
import { phrasesFor } from './phrases.ts'

const second = 1_000
const minute = 60 * second
/** As many messages as the provider deletes in one call. */
const mostAtOnce = 100

/** What the team's chat shows of a conversation: a topic, or messages alone. */
type Shown = z.infer<typeof Shown>
const Shown = z.object({ chat: z.number(), topic: z.number().nullable(), messages: z.array(z.number()) })
const task = defineTask('telegram.remove', Shown)

/** Has removed what Telegram shows of a conversation that is being deleted. Called before: what knows of it goes with it. */
export async function removeFromTelegram(tx: Tx, conversationId: string): Promise<void> {
  const [shown] = await tx.sql<Shown[]>`
    select chat_id as chat, topic_id as topic, array(
      select telegram_id from telegram_messages m
      where m.site = ${tx.site.id} and m.conversation_id = ${conversationId} order by telegram_id) as messages
    from telegram_threads join telegram using (site)
    where conversation_id = ${conversationId} and site = ${tx.site.id} and chat_id is not null`
  if (shown) await planRemoval(tx, shown)
}

/** Has a topic of the team's chat removed, or messages. */
export async function planRemoval(tx: Tx, { chat, topic, messages }: Shown, at = tx.now()): Promise<void> {
  if (topic !== null) return await tx.enqueue(task, { chat, topic, messages }, { at })
  for (let first = 0; first < messages.length; first += mostAtOnce)
    await tx.enqueue(task, { chat, topic, messages: messages.slice(first, first + mostAtOnce) }, { at })
}

export const removalTask = siteTask(task, {
  retry: [5 * second, minute, 10 * minute, 60 * minute, 360 * minute],
  lane: 'calls',
  run: remove,
})

async function remove(ctx: Context, { chat, topic, messages }: Shown): Promise<void> {
  const channel = await findChannel(ctx)
  // Another chat took its place: the bot works for that alone.
  if (!isLinked(channel) || channel.chat_id !== chat) return
  const left = new Set(messages)
  try {
    if (topic === null) await removeMessages(ctx, channel, left)
    else if (!(await deleteTopic(ctx, channel, topic)))
      await ctx.tx((tx) => planRemoval(tx, { chat, topic: null, messages }))
  } catch (error) {
    await noteFault(ctx, channel, error)
    if (!isTelegramError(error) || error.kind !== 'wait') throw error
    const at = ctx.now() + error.retryAfter * second
    await ctx.tx((tx) => planRemoval(tx, { chat, topic, messages: [...left] }, at))
  }
}

/** With what was written in it; false where the bot may not: then it is closed. */
async function deleteTopic({ parts, site, log }: Context, { token, chat_id }: LinkedRow, topic: number) {
  const bot = botOf(parts, token)
  if (await isDone(bot.deleteTopic(chat_id, topic))) return true
  // It is gone or closed already, or the bot lost its rights: trying again changes nothing.
  if (!(await isDone(bot.closeTopic(chat_id, topic))))
    log.warn({ site: site.id }, 'a topic in Telegram could not be removed')
  return false
}

/** Takes those that are removed out of `left`. */
async function removeMessages(ctx: Context, { token, chat_id }: LinkedRow, left: Set<number>): Promise<void> {
  const bot = botOf(ctx.parts, token)
  if (await isDone(bot.deleteMessages(chat_id, [...left]))) return left.clear()
  for (const id of [...left]) {
    await removeMessage(ctx, bot, chat_id, id)
    left.delete(id)
  }
}

/**
 * After 48 hours only a bot with the right to delete may: it then takes the words out of what it wrote itself. What
 * the team wrote there stays.
 */
async function removeMessage({ site }: Context, bot: TelegramBot, chat: number, id: number): Promise<void> {
  if (await isDone(bot.deleteMessages(chat, [id]))) return
  await isDone(bot.edit(chat, id, compose(phrasesFor(site).gone), []))
}

/** Whether the provider did it; false where it says no, and would again. */
async function isDone(call: Promise<void>): Promise<boolean> {
  try {
    await call
    return true
  } catch (error) {
    if (isTelegramError(error) && error.kind === 'refused') return false
    throw error
  }
}
