import type { Context, Tx } from '../../core/context.ts'
import { tellChanged } from './channel.ts'

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

/** Forgets the messages of a topic that is gone. */
export async function forgetMessages({ sql, site }: Context, conversation: string): Promise<void> {
  await sql`delete from telegram_messages where site = ${site.id} and conversation_id = ${conversation}`
}
