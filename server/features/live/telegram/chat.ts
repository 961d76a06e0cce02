import type { Context, Tx } from '../../../core/context.ts'
import { botOf, type LinkedRow, tellChanged } from './channel.ts'
import { oneLine } from './compose.ts'
import { phrasesFor } from './phrases.ts'

/** A group became a larger one: it has another number, and so have its messages. */
export async function moveChat(ctx: Context, from: number, to: number): Promise<void> {
  await ctx.tx(async (tx) => {
    const { sql, site } = tx
    await sql`update telegram set chat_id = ${to}, updated_at = ${tx.now()} where site = ${site.id} and chat_id = ${from}`
    await sql`delete from telegram_messages where site = ${site.id}`
    await sql`update telegram_threads set head_id = null, shown = null where site = ${site.id} and shown in ('waiting')`
  })
}

/** What the team's chat is called, and whether it has topics, as the provider tells it. */
export async function describeChat(tx: Tx, chat: { title: string; topics: boolean }): Promise<void> {
  const { count } = await tx.sql`
    update telegram set chat_title = ${chat.title}, chat_topics = ${chat.topics}, updated_at = ${tx.now()}
    where site = ${tx.site.id} and (chat_title, chat_topics) is distinct from (${chat.title}, ${chat.topics})`
  if (count > 0) await tellChanged(tx)
}

/** Sees what the team's chat is like, and what in words keeps the bot from making a topic for each conversation. */
export async function lookAtChat(
  ctx: Context,
  { token, chat_id, bot_id, chat_title }: LinkedRow,
): Promise<{ topics: boolean; fault: string | null }> {
  const bot = botOf(ctx.parts, token)
  const chat = await bot.chat(chat_id)
  const title = oneLine(chat.title ?? '', 200) || (chat_title ?? '')
  await ctx.tx((tx) => describeChat(tx, { title, topics: chat.is_forum }))
  const lacksRight = chat.is_forum && !(await bot.membership(chat_id, bot_id ?? 0)).can_manage_topics
  return { topics: chat.is_forum, fault: lacksRight ? phrasesFor(ctx.site).mayNotManage : null }
}

/** Forgets the messages of a topic that is gone. */
export async function forgetMessages({ sql, site }: Context, conversation: string): Promise<void> {
  await sql`delete from telegram_messages where site = ${site.id} and conversation_id = ${conversation}`
}
