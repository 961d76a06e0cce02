import type { Context, Parts, Tx } from '../../core/context.ts'
import type { JobHandler } from '../../core/jobs.ts'
import { systemContext } from '../../core/transaction.ts'
import { botOf, findChannel, isLinked, type LinkedRow } from './channel.ts'
import { describeChat } from './chat.ts'
import { compose, oneLine } from './compose.ts'
import { noteFault, noteStatus } from './faults.ts'
import { phrasesFor } from './phrases.ts'
import { sweep } from './sweep.ts'

const name = 'telegram.greet'
const minute = 60_000

/** After a chat was linked: sees what the bot may do there, says so in it, and shows who waits already. */
export const greetJobs = (parts: Parts): Record<string, JobHandler> => ({
  [name]: {
    lease: minute,
    retry: [5_000, minute, 10 * minute],
    async run({ site: id }) {
      const site = await parts.sites.find(id)
      if (site) await greet(systemContext(parts, site))
    },
  },
})

export const enqueueGreeting = (tx: Tx) => tx.enqueue(name, {}, { name: 'greet' })

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

async function sayHello(ctx: Context, { token, chat_id, bot_id, chat_title }: LinkedRow): Promise<void> {
  const bot = botOf(ctx.parts, token)
  const phrases = phrasesFor(ctx.site)
  const chat = await bot.chat(chat_id)
  const title = oneLine(chat.title ?? '', 200) || (chat_title ?? '')
  await ctx.tx((tx) => describeChat(tx, { title, topics: chat.is_forum }))
  const mayManage = chat.is_forum && (await bot.membership(chat_id, bot_id ?? 0)).can_manage_topics
  const hint = chat.is_forum ? (mayManage ? '' : phrases.mayNotManage) : phrases.noTopics
  await bot.send(chat_id, compose(phrases.linked(ctx.site.name), hint))
  await noteStatus(ctx, chat.is_forum && !mayManage ? phrases.mayNotManage : null)
}
