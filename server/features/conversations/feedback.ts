import type { MessagesSeen, RateReply, ReplyRated, SeeMessages } from '../../../shared/chat.ts'
import type { Context } from '../../core/context.ts'
import { badRequest } from '../../core/error.ts'
import type { MessageRow } from './messages.ts'

/**
 * Stores when a person's messages first reached a page of the visitor. The page reports separately when they are seen.
 */
export async function markDelivered(ctx: Context, id: string, messageIds: string[]): Promise<void> {
  await ctx.tx(async (tx) => {
    const { count } = await tx.sql`
      update messages set delivered_at = ${tx.now()}
      where id = any(${messageIds}::text[]) and conversation_id = ${id} and site = ${tx.site.id} and delivered_at is null`
    const last = messageIds.at(-1)
    if (count > 0 && last) tx.emit('message.changed', { id: last, conversationId: id })
  })
}

/**
 * Stores when the visitor saw the messages up to and including this one. A seen message was also delivered. The first
 * of several windows counts.
 */
export async function markSeen(ctx: Context, id: string, { messageId }: SeeMessages): Promise<MessagesSeen> {
  return await ctx.tx(async (tx) => {
    const now = tx.now()
    const [last] = await tx.sql<{ seq: number }[]>`
      select seq from messages where id = ${messageId} and conversation_id = ${id} and site = ${tx.site.id}`
    if (!last)
      throw badRequest('messageId: no such message in this conversation.', 'unknown_record', {
        record: 'message',
      })
    const marked = await tx.sql<{ is_notice: boolean | null }[]>`
      update messages set seen_at = ${now}, delivered_at = coalesce(delivered_at, ${now})
      where conversation_id = ${id} and seq <= ${last.seq} and role <> 'user' and seen_at is null
      returning id = (select undo ->> 'notice' from conversations where conversations.id = ${id}) as is_notice`
    if (marked.length > 0) tx.emit('message.changed', { id: messageId, conversationId: id })
    // Closing the chat, or handing it back, can no longer be undone.
    if (marked.some(({ is_notice }) => is_notice)) tx.emit('conversation.changed', { id })
    return { id, seen: marked.length }
  })
}

const kept = { up: 1, down: -1, cleared: null } as const

/** Stores a visitor's rating of a reply, by the assistant or a person. Emits it if it changed. */
export async function rateReply(ctx: Context, id: string, { messageId, rating }: RateReply): Promise<ReplyRated> {
  return await ctx.tx(async (tx) => {
    const [reply] = await tx.sql<Pick<MessageRow, 'feedback'>[]>`
      select feedback from messages
      where id = ${messageId} and conversation_id = ${id} and site = ${tx.site.id} and role = 'agent' for update`
    if (!reply)
      throw badRequest('messageId: no such reply in this conversation.', 'unknown_record', {
        record: 'message',
      })
    if (reply.feedback !== kept[rating]) {
      await tx.sql`update messages set feedback = ${kept[rating]} where id = ${messageId}`
      tx.emit('feedback.received', { conversationId: id, messageId, rating })
    }
    return { id, messageId, rating }
  })
}
