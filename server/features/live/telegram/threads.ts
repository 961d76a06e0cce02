import type { Context, Tx } from '../../../core/context.ts'
import { beginsAnew, type ThreadRow } from './next-step.ts'
import type { Scene } from './scene.ts'

/** Notes that the conversation is to be shown, with what is said from now on. */
export async function openThread({ sql, site }: Context, { conversation: { id }, channel }: Scene): Promise<void> {
  await sql`
    insert into telegram_threads (conversation_id, site, flat, passed_seq)
    select id, site, ${!channel.chat_topics}, ${newest({ sql }, id)} from conversations
    where id = ${id} and site = ${site.id}
    on conflict do nothing`
}

/** Notes that the visitor waits once more; what was said to the assistant meanwhile is none for the team. */
export async function openAgain({ sql }: Context, thread: ThreadRow): Promise<void> {
  const id = thread.conversation_id
  const passed = beginsAnew(thread) ? sql`${newest({ sql }, id)}` : sql`passed_seq`
  const parts = beginsAnew(thread) ? 0 : thread.parts
  await sql`
    update telegram_threads set head_id = null, head = null, shown = null, passed_seq = ${passed}, parts = ${parts}
    where conversation_id = ${id}`
}

/** Leaves out the messages that are none for the team: one, or, where nobody of it has the chat, all. */
export async function skipMessages({ sql }: Context, thread: ThreadRow, seq: number): Promise<void> {
  await sql`
    update telegram_threads set passed_seq = greatest(passed_seq, ${seq}), parts = 0
    where conversation_id = ${thread.conversation_id}`
}

const newest = ({ sql }: Pick<Context, 'sql'>, id: string) =>
  sql`(select coalesce(max(seq), 0) from messages where conversation_id = ${id})`

export const updateThread = ({ sql }: Pick<Context, 'sql'>, id: string, changes: Partial<ThreadRow>) =>
  sql`update telegram_threads set ${sql(changes as never)} where conversation_id = ${id}`

/** Remembers which conversation a message of the team's chat belongs to; false where that was deleted meanwhile. */
export async function mapMessage(
  { sql, site }: Pick<Tx, 'sql' | 'site'>,
  message: { telegramId: number; conversationId: string; messageId: string | null },
): Promise<boolean> {
  const { telegramId, conversationId, messageId } = message
  const kept = await sql`
    with conversation as (select id from conversations where id = ${conversationId} for key share),
      added as (
        insert into telegram_messages (site, telegram_id, conversation_id, message_id)
        select ${site.id}, ${telegramId}, id, ${messageId} from conversation on conflict do nothing)
    select from conversation`
  return kept.length > 0
}

/** The conversation of a topic, or of a message of the team's chat. */
export async function findConversationOf(
  { sql, site }: Context,
  { topic, message }: { topic?: number | undefined; message?: number | undefined },
): Promise<string | undefined> {
  const byTopic = async (id: number) =>
    await sql<{ conversation_id: string }[]>`
      select conversation_id from telegram_threads where site = ${site.id} and topic_id = ${id}`
  const byMessage = async (id: number) =>
    await sql<{ conversation_id: string }[]>`
      select conversation_id from telegram_messages where site = ${site.id} and telegram_id = ${id}`
  const [ofTopic] = topic === undefined ? [] : await byTopic(topic)
  if (ofTopic) return ofTopic.conversation_id
  const [ofMessage] = message === undefined ? [] : await byMessage(message)
  return ofMessage?.conversation_id
}
