import type { Context, Tx } from '../../../core/context.ts'
import { startsOver, type ThreadRow } from './next-step.ts'
import type { Snapshot } from './snapshot.ts'

/** Records that the conversation is shown, starting with the messages from now on. */
export async function openThread({ sql, site }: Context, { conversation: { id }, channel }: Snapshot): Promise<void> {
  await sql`
    insert into telegram_threads (conversation_id, site, flat, passed_seq)
    select id, site, ${!channel.chat_topics}, ${newest({ sql }, id)} from conversations
    where id = ${id} and site = ${site.id}
    on conflict do nothing`
}

/** Records that the visitor is waiting again. Messages to the assistant in between are not for the team. */
export async function openAgain({ sql }: Context, thread: ThreadRow): Promise<void> {
  const id = thread.conversation_id
  const passed = startsOver(thread) ? sql`${newest({ sql }, id)}` : sql`passed_seq`
  const parts = startsOver(thread) ? 0 : thread.parts
  await sql`
    update telegram_threads set head_id = null, head = null, shown = null, passed_seq = ${passed}, parts = ${parts}
    where conversation_id = ${id}`
}

/** Skips messages that are not for the team. */
export async function skipMessages({ sql }: Context, thread: ThreadRow, seq: number): Promise<void> {
  await sql`
    update telegram_threads set passed_seq = greatest(passed_seq, ${seq}), parts = 0
    where conversation_id = ${thread.conversation_id}`
}

const newest = ({ sql }: Pick<Context, 'sql'>, id: string) =>
  sql`(select coalesce(max(seq), 0) from messages where conversation_id = ${id})`

export const updateThread = ({ sql }: Pick<Context, 'sql'>, id: string, changes: Partial<ThreadRow>) =>
  sql`update telegram_threads set ${sql(changes as never)} where conversation_id = ${id}`

/**
 * Records which conversation a message of the team's chat belongs to. False if the conversation was deleted in the
 * meantime.
 */
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

/** The conversation of a topic or of a message in the team's chat. */
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
