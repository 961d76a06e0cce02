import { z } from 'zod'
import type { Context, Tx } from '../../../core/context.ts'
import { defineTask } from '../../../core/queue.ts'
import { siteTask } from '../../../core/tasks.ts'
import type { TelegramBot } from '../../../outside/telegram.ts'
import { botOf, findChannel, isLinked, type LinkedRow } from './channel.ts'
import { compose, phrasesFor } from './compose.ts'
import { isTelegramError, recordFailure, telegramCalls, telegramTarget } from './faults.ts'

const second = 1_000
const minute = 60 * second
/** The maximum number of messages that the provider deletes in one call. */
const maxAtOnce = 100

/** What the team's chat shows of a conversation: a topic, or only messages. */
type Shown = z.infer<typeof Shown>
const Shown = z.object({ chat: z.number(), topic: z.number().nullable(), messages: z.array(z.number()) })
const task = defineTask('telegram.remove', Shown, telegramTarget)

/**
 * Enqueues the removal of a conversation from Telegram. Call it before the conversation is deleted, because its records
 * are deleted with it.
 */
export async function removeFromTelegram(tx: Tx, conversationId: string): Promise<void> {
  const [shown] = await tx.sql<Shown[]>`
    select chat_id as chat, topic_id as topic, array(
      select telegram_id from telegram_messages m
      where m.site = ${tx.site.id} and m.conversation_id = ${conversationId} order by telegram_id) as messages
    from telegram_threads join telegram using (site)
    where conversation_id = ${conversationId} and site = ${tx.site.id} and chat_id is not null`
  if (shown) await planRemoval(tx, shown)
}

/** Enqueues the removal of a topic or messages from the team's chat. */
export async function planRemoval(tx: Tx, { chat, topic, messages }: Shown, at = tx.now()): Promise<void> {
  if (topic !== null) return await tx.enqueue(task, { chat, topic, messages }, { at })
  for (let first = 0; first < messages.length; first += maxAtOnce)
    await tx.enqueue(task, { chat, topic, messages: messages.slice(first, first + maxAtOnce) }, { at })
}

export const removalTask = siteTask(task, {
  retry: [5 * second, minute, 10 * minute, 60 * minute, 360 * minute],
  ...telegramCalls,
  run: remove,
})

async function remove(ctx: Context, { chat, topic, messages }: Shown): Promise<void> {
  const channel = await findChannel(ctx)
  // The chat was replaced, and the bot works only for the new one.
  if (!isLinked(channel) || channel.chat_id !== chat) return
  const left = new Set(messages)
  try {
    if (topic === null) await removeMessages(ctx, channel, left)
    else if (!(await deleteTopic(ctx, channel, topic)))
      await ctx.tx((tx) => planRemoval(tx, { chat, topic: null, messages }))
  } catch (error) {
    await recordFailure(ctx, channel, error)
    if (!isTelegramError(error) || error.kind !== 'wait') throw error
    const at = ctx.now() + error.retryAfter * second
    await ctx.tx((tx) => planRemoval(tx, { chat, topic, messages: [...left] }, at))
  }
}

/** Deletes the topic with its messages. False if the bot lacks the right; then the topic is closed. */
async function deleteTopic({ services, site, log }: Context, { token, chat_id }: LinkedRow, topic: number) {
  const bot = botOf(services, token)
  if (await isDone(bot.deleteTopic(chat_id, topic))) return true
  // It is already deleted or closed, or the bot lost its rights: a retry would change nothing.
  if (!(await isDone(bot.closeTopic(chat_id, topic))))
    log.warn({ site: site.id }, 'could not remove a topic in Telegram')
  return false
}

/** Removes the deleted messages from `left`. */
async function removeMessages(ctx: Context, { token, chat_id }: LinkedRow, left: Set<number>): Promise<void> {
  const bot = botOf(ctx.services, token)
  if (await isDone(bot.deleteMessages(chat_id, [...left]))) return left.clear()
  for (const id of [...left]) {
    await removeMessage(ctx, bot, chat_id, id)
    left.delete(id)
  }
}

/**
 * After 48 hours, deleting requires a special right. Without it, the bot empties its own messages; those of the team
 * remain.
 */
async function removeMessage({ site }: Context, bot: TelegramBot, chat: number, id: number): Promise<void> {
  if (await isDone(bot.deleteMessages(chat, [id]))) return
  await isDone(bot.edit(chat, id, compose(phrasesFor(site).gone), []))
}

/** Whether the provider did it; false if it rejects the call, as it would again. */
async function isDone(call: Promise<void>): Promise<boolean> {
  try {
    await call
    return true
  } catch (error) {
    if (isTelegramError(error) && error.kind === 'refused') return false
    throw error
  }
}
