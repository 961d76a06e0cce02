import { MarkRead, ReadMark } from '../../../shared/inbox.ts'
import { exact } from '../../../shared/text.ts'
import type { Context, Tx } from '../../core/context.ts'
import { badRequest, notFound } from '../../core/error.ts'
import { put } from '../../core/operation.ts'
import type { Sql } from '../../database/database.ts'
import { getPerson } from '../accounts/account.ts'

/**
 * Stores up to which message a person has seen a conversation, and that they have seen its notes that mention them. The
 * mark only moves forward: of two windows, the one that saw more counts. 400 for an API key, and for a message of another
 * conversation. The visitor of a live chat sees that its assignee read their messages; other readers stay invisible.
 */
async function markRead(ctx: Context, { id, messageId }: MarkRead & { id: string }): Promise<ReadMark> {
  const email = getPerson(ctx, 'What was read is kept for')
  return await ctx.tx(async (tx) => {
    const [found] = await tx.sql<{ seq: number | null; theirs: boolean | null }[]>`
      select messages.seq, status = 'live' and assigned_to = ${email} as theirs from conversations left join messages
        on messages.conversation_id = conversations.id and messages.id = ${messageId}
      where conversations.id = ${id} and conversations.site = ${tx.site.id} for key share of conversations`
    if (!found) throw notFound('conversation')
    if (found.seq === null)
      throw badRequest('messageId: no such message in this conversation.', 'unknown_record', {
        record: 'message',
      })
    if (found.theirs) await markSeen(tx, id, found.seq)
    return await moveMark(tx, id, email, { seq: found.seq, messageId })
  })
}

/** Stores when the visitor's messages up to this one were first read, and therefore delivered. */
async function markSeen(tx: Tx, id: string, seq: number): Promise<void> {
  const now = tx.now()
  const [last] = await tx.sql<{ id: string }[]>`
    with marked as (
      update messages set seen_at = ${now}, delivered_at = ${now}
      where conversation_id = ${id} and role = 'user' and seq <= ${seq} and seen_at is null returning id, seq)
    select id from marked order by seq desc limit 1`
  if (last) tx.emit('message.changed', { id: last.id, conversationId: id })
}

async function moveMark(
  tx: Tx,
  id: string,
  email: string,
  { seq, messageId }: { seq: number; messageId: string },
): Promise<ReadMark> {
  const { sql } = tx
  const { count: mentions } = await sql`
    update mentions set seen = true where conversation_id = ${id} and email = ${email} and not seen`
  const { count } = await sql`
    insert into reads as known (conversation_id, email, seq, message_id) values (${id}, ${email}, ${seq}, ${messageId})
    on conflict (conversation_id, email) do update set seq = excluded.seq, message_id = excluded.message_id
    where known.seq < excluded.seq`
  const [mark] = await sql<[ReadMark]>`
    select c.id as "conversationId", reads.message_id as "messageId", ${isUnread(sql, email)} as unread
    from reads join conversations c on c.id = reads.conversation_id left join lateral ${newest(sql)} newest on true
    where c.id = ${id} and reads.email = ${email}`
  if (count + mentions > 0) tx.emit('read.changed', { ...mark, email })
  return mark
}

/**
 * The newest message of a conversation `c`, without system messages. It is read through an index for the rows of a page
 * instead of being stored in each conversation: it cannot differ from the messages, and storing a message costs nothing
 * more.
 */
export const newest = (sql: Sql) => sql`(
  select role, text, author, payload -> 'action' ->> 'id' as action from messages
  where conversation_id = c.id and role <> 'system' order by seq desc limit 1)`

/**
 * The text of the visitor's newest message of a conversation `c`; the button for a person says nothing of what they want.
 * It is searched for only if it is not the `newest`.
 */
export const newestOfVisitor = (sql: Sql) => sql`(
  case when newest.role = 'user' and newest.action is distinct from 'person' then newest.text else (
    select text from messages
    where conversation_id = c.id and role = 'user' and payload -> 'action' ->> 'id' is distinct from 'person'
    order by seq desc limit 1) end)`

/**
 * Whether the visitor wrote something in a conversation `c` that this person has not seen, according to the row
 * `reads`. The author of the `newest` message has seen everything before it. Messages older than their account count as
 * read.
 */
export const isUnread = (sql: Sql, email: string) => sql`(
  newest.author ->> 'id' is distinct from ${email}
  and c.last_at >= (select created_at from accounts where email = ${email})
  and exists (select from messages where conversation_id = c.id and role = 'user' and seq > coalesce(reads.seq, 0)))`

export const readOperations = {
  read: put('/conversations/:id/read', {
    summary: 'Mark a conversation as read',
    description:
      "Sets the last message that you have read, which determines `unread` for you, and marks your mentions in its notes as seen. In a live chat assigned to you, the visitor's " +
      'messages get a `seenAt`. For signed-in people; keys get 400. Not audited.',
    scope: 'conversations:read',
    reads: true,
    input: MarkRead.extend({ id: exact(64, 1) }),
    output: ReadMark,
    run: markRead,
  }),
}
