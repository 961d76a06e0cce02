import type { Context, Tx } from '../../../core/context.ts'
import { type Failure, failure } from '../../../core/failure.ts'
import { botOf, emitChanged, type LinkedRow } from './channel.ts'
import { oneLine, phrasesFor } from './compose.ts'

/** A group was upgraded to a supergroup: it has a new id, and so have its messages. */
export async function moveChat(ctx: Context, from: number, to: number): Promise<void> {
  await ctx.tx(async (tx) => {
    const { sql, site } = tx
    await sql`update telegram set chat_id = ${to}, updated_at = ${tx.now()} where site = ${site.id} and chat_id = ${from}`
    await sql`delete from telegram_messages where site = ${site.id}`
    await sql`update telegram_threads set head_id = null, shown = null where site = ${site.id} and shown in ('waiting')`
  })
}

/** The title of the team's chat and whether it has topics, according to the provider. */
export async function describeChat(tx: Tx, chat: { title: string; topics: boolean }): Promise<void> {
  const { count } = await tx.sql`
    update telegram set chat_title = ${chat.title}, chat_topics = ${chat.topics}, updated_at = ${tx.now()}
    where site = ${tx.site.id} and (chat_title, chat_topics) is distinct from (${chat.title}, ${chat.topics})`
  if (count > 0) await emitChanged(tx)
}

/** Checks the team's chat. If the bot cannot create a topic for each conversation, returns the reason as a sentence. */
export async function checkChat(
  ctx: Context,
  { token, chat_id, bot_id, chat_title }: LinkedRow,
): Promise<{ topics: boolean; fault: Failure | null }> {
  const bot = botOf(ctx.services, token)
  const chat = await bot.chat(chat_id)
  const title = oneLine(chat.title ?? '', 200) || (chat_title ?? '')
  await ctx.tx((tx) => describeChat(tx, { title, topics: chat.is_forum }))
  const lacksRight = chat.is_forum && !(await bot.membership(chat_id, bot_id ?? 0)).can_manage_topics
  return {
    topics: chat.is_forum,
    fault: lacksRight ? failure('telegram_topics', phrasesFor(ctx.site).mayNotManage) : null,
  }
}

/** Deletes the messages of a topic that no longer exists. */
export async function forgetMessages({ sql, site }: Context, conversation: string): Promise<void> {
  await sql`delete from telegram_messages where site = ${site.id} and conversation_id = ${conversation}`
}
