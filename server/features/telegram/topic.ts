import type { Context, Parts, Tx } from '../../core/context.ts'
import type { JobHandler } from '../../core/jobs.ts'
import { systemContext } from '../../core/transaction.ts'
import { botOf, findChannel, isLinked, type LinkedRow } from './channel.ts'
import { isTelegramError, noteFault } from './faults.ts'

const name = 'telegram.removeTopic'
const second = 1_000
const minute = 60 * second

/** Has the topic of a conversation removed that is being deleted. Called before it is: what knows of the topic goes with it. */
export async function removeTopicOf(tx: Tx, conversationId: string): Promise<void> {
  const [thread] = await tx.sql<{ chat: number; topic: number }[]>`
    select chat_id as chat, topic_id as topic from telegram_threads join telegram using (site)
    where conversation_id = ${conversationId} and site = ${tx.site.id} and topic_id is not null and chat_id is not null`
  if (thread) await planRemoval(tx, thread)
}

/** Has a topic of the team's chat removed. */
export const planRemoval = (tx: Tx, { chat, topic }: { chat: number; topic: number }) =>
  tx.enqueue(name, { chat, topic }, { name: `${chat} ${topic}` })

export const topicJobs = (parts: Parts): Record<string, JobHandler> => ({
  [name]: {
    lease: minute,
    retry: [5 * second, minute, 10 * minute, 60 * minute, 360 * minute],
    async run({ site: id, data }) {
      const site = await parts.sites.find(id)
      if (site) await removeTopic(systemContext(parts, site), Number(data.chat), Number(data.topic))
    },
  },
})

async function removeTopic(ctx: Context, chat: number, topic: number): Promise<void> {
  const channel = await findChannel(ctx)
  // Another chat took its place: the bot works for that alone.
  if (!isLinked(channel) || channel.chat_id !== chat) return
  try {
    await deleteOrClose(ctx, channel, topic)
  } catch (error) {
    await noteFault(ctx, channel, error)
    throw error
  }
}

/** With what was written in it; closed where the bot may not delete. */
async function deleteOrClose({ parts, site, log }: Context, { token, chat_id }: LinkedRow, topic: number) {
  const bot = botOf(parts, token)
  try {
    await bot.deleteTopic(chat_id, topic).catch((error) => {
      if (!isRefused(error)) throw error
      return bot.closeTopic(chat_id, topic)
    })
  } catch (error) {
    if (!isRefused(error)) throw error
    // It is gone or closed already, or the bot lost its rights: trying again changes nothing.
    log.warn({ site: site.id, words: (error as Error).message }, 'a topic in Telegram could not be removed')
  }
}

const isRefused = (error: unknown) => isTelegramError(error) && error.kind === 'refused'
