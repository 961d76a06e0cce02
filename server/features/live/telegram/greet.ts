import type { Context, Tx } from '../../../core/context.ts'
import { defineTask, nothing } from '../../../core/queue.ts'
import { siteTask } from '../../../core/tasks.ts'
import { botOf, findChannel, isLinked, type LinkedRow } from './channel.ts'
import { lookAtChat } from './chat.ts'
import { compose } from './compose.ts'
import { noteFault, noteStatus } from './faults.ts'
import { phrasesFor } from './phrases.ts'
import { sweep } from './sweep.ts'

const task = defineTask('telegram.greet', nothing)
const minute = 60_000

/** After a chat was linked: sees what the bot may do there, says so in it, and shows who waits already. */
export const greetTask = siteTask(task, { retry: [5_000, minute, 10 * minute], lane: 'calls', run: greet })

export const enqueueGreeting = (tx: Tx) => tx.enqueue(task, {}, { name: 'greet' })

async function greet(ctx: Context): Promise<void> {
  const channel = await findChannel(ctx)
  if (!isLinked(channel)) return
  try {
    await sayHello(ctx, channel)
  } catch (error) {
    await noteFault(ctx, channel, error)
    throw error
  } finally {
    await sweep(ctx.parts, ctx.site.id)
  }
}

async function sayHello(ctx: Context, channel: LinkedRow): Promise<void> {
  const phrases = phrasesFor(ctx.site)
  const { topics, fault } = await lookAtChat(ctx, channel)
  const hint = topics ? (fault ?? '') : phrases.noTopics
  await botOf(ctx.parts, channel.token).send(channel.chat_id, compose(phrases.linked(ctx.site.name), hint))
  await noteStatus(ctx, fault)
}
