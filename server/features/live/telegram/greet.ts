import type { Context, Tx } from '../../../core/context.ts'
import { defineTask, nothing } from '../../../core/queue.ts'
import { siteTask } from '../../../core/tasks.ts'
import { botOf, findChannel, isLinked, type LinkedRow } from './channel.ts'
import { checkChat } from './chat.ts'
import { compose, phrasesFor } from './compose.ts'
import { recordFailure, recordStatus, telegramCalls, telegramTarget } from './faults.ts'
import { enqueueOutdated } from './sync.ts'

const task = defineTask('telegram.greet', nothing, telegramTarget)
const minute = 60_000

/**
 * After a chat was linked: checks the bot's rights, reports them in the chat, and shows the visitors who are waiting.
 */
export const greetTask = siteTask(task, { retry: [5_000, minute, 10 * minute], ...telegramCalls, run: greet })

export const enqueueGreeting = (tx: Tx) => tx.enqueue(task, {}, { name: 'greet' })

async function greet(ctx: Context): Promise<void> {
  const channel = await findChannel(ctx)
  if (!isLinked(channel)) return
  try {
    await sendGreeting(ctx, channel)
  } catch (error) {
    await recordFailure(ctx, channel, error)
    throw error
  } finally {
    await enqueueOutdated(ctx.services, ctx.site.id)
  }
}

async function sendGreeting(ctx: Context, channel: LinkedRow): Promise<void> {
  const phrases = phrasesFor(ctx.site)
  const { topics, fault } = await checkChat(ctx, channel)
  const hint = topics ? (fault?.message ?? '') : phrases.noTopics
  await botOf(ctx.services, channel.token).send(channel.chat_id, compose(phrases.linked(ctx.site.name), hint))
  await recordStatus(ctx, fault)
}
