import { MarkRead, ReadMark } from '../../../shared/inbox.ts'
import { exact } from '../../../shared/text.ts'
import type { Context, Tx } from '../../core/context.ts'
import { badRequest, notFound } from '../../core/error.ts'
import { put } from '../../core/operation.ts'
import type { Sql } from '../../database/database.ts'
import { getPerson } from '../accounts/account.ts'

/**
 * Keeps up to which message a person has seen a conversation. It only ever goes forward: of two windows, the one that saw
 * more counts. 400 to a key, and for a message that is not of this conversation. The visitor of a live chat learns that the
 * person who has it read what they wrote; who only looks in leaves no trace.
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
      throw badRequest('messageId: there is no such message in this conversation.', 'unknown_record', {
        record: 'message',
      })
    if (found.theirs) await markSeen(tx, id, found.seq)
    return await moveMark(tx, id, email, { seq: found.seq, messageId })
  })
}

/** Keeps when the visitor's messages up to this one were first read, and so have arrived. */
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
  const { count } = await sql`
    insert into reads as known (conversation_id, email, seq, message_id) values (${id}, ${email}, ${seq}, ${messageId})
    on conflict (conversation_id, email) do update set seq = excluded.seq, message_id = excluded.message_id
    where known.seq < excluded.seq`
  const [mark] = await sql<[ReadMark]>`
    select c.id as "conversationId", reads.message_id as "messageId", ${isUnread(sql, email)} as unread
    from reads join conversations c on c.id = reads.conversation_id left join lateral ${newest(sql)} newest on true
    where c.id = ${id} and reads.email = ${email}`
  if (count > 0) tx.emit('read.changed', { ...mark, email })
  return mark
}

/**
 * The newest message of a conversation `c` that somebody wrote, not one of the lines that only say what happened. Read by
 * index for the rows of a page, instead of kept in each conversation: it cannot differ from the messages, and storing one
 * writes nothing more.
 */
export const newest = (sql: Sql) => sql`(
  select role, text, author from messages
  where conversation_id = c.id and role <> 'system' order by seq desc limit 1)`

/**
 * Whether the visitor wrote something in a conversation `c` that this person has not seen, as the row `reads` says. Who
 * wrote the `newest` message has seen what stands before it; what is older than their account was never theirs to read.
 */
export const isUnread = (sql: Sql, email: string) => sql`(
  newest.author ->> 'id' is distinct from ${email}
  and c.last_at >= (select created_at from accounts where email = ${email})
  and exists (select from messages where conversation_id = c.id and role = 'user' and seq > coalesce(reads.seq, 0)))`

export const readOperations = {
  read: put('/conversations/:id/read', {
    summary: 'Say up to which message you have read',
    description:
      'What `unread` in the list goes by, for you alone. Visitors are told in a live chat that is yours, where what they ' +
      'wrote gets its `seenAt`, and nowhere else. For a signed-in person; a key is refused with 400. Not audited.',
    scope: 'conversations:read',
    reads: true,
    input: MarkRead.extend({ id: exact(64, 1) }),
    output: ReadMark,
    run: markRead,
  }),
}
