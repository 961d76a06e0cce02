import type { MessagesSeen, SeeMessages } from '../../../shared/chat.ts'
import type { Context } from '../../core/context.ts'
import { badRequest } from '../../core/error.ts'

/**
 * Keeps that what a person wrote was handed to a page of the visitor's, unless that is known. Whether it is looked at, the
 * page says itself.
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
 * Keeps that the visitor has seen what was written to them, up to and with this message; what reached their eyes has also
 * reached their screen. Of two windows, the one that saw a message first counts.
 */
export async function markSeen(ctx: Context, id: string, { messageId }: SeeMessages): Promise<MessagesSeen> {
  return await ctx.tx(async (tx) => {
    const now = tx.now()
    const [last] = await tx.sql<{ seq: number }[]>`
      select seq from messages where id = ${messageId} and conversation_id = ${id} and site = ${tx.site.id}`
    if (!last)
      throw badRequest('messageId: there is no such message in this conversation.', 'unknown_record', {
        record: 'message',
      })
    const { count } = await tx.sql`
      update messages set seen_at = ${now}, delivered_at = coalesce(delivered_at, ${now})
      where conversation_id = ${id} and seq <= ${last.seq} and role <> 'user' and seen_at is null`
    if (count > 0) tx.emit('message.changed', { id: messageId, conversationId: id })
    return { id, seen: count }
  })
}
