import type { RateReply, ReplyRated } from '../../../shared/chat.ts'
import type { Context } from '../../core/context.ts'
import { badRequest } from '../../core/error.ts'
import type { MessageRow } from './messages.ts'

const kept = { up: 1, down: -1, cleared: null } as const

/** Keeps how a visitor rates a reply of the assistant or of a person. Told where it is another rating than before. */
export async function rateReply(ctx: Context, id: string, { messageId, rating }: RateReply): Promise<ReplyRated> {
  return await ctx.tx(async (tx) => {
    const [reply] = await tx.sql<Pick<MessageRow, 'feedback'>[]>`
      select feedback from messages
      where id = ${messageId} and conversation_id = ${id} and site = ${tx.site.id} and role = 'agent' for update`
    if (!reply)
      throw badRequest('messageId: there is no such reply in this conversation.', 'unknown_record', {
        record: 'message',
      })
    if (reply.feedback !== kept[rating]) {
      await tx.sql`update messages set feedback = ${kept[rating]} where id = ${messageId}`
      tx.emit('feedback.received', { conversationId: id, messageId, rating })
    }
    return { id, messageId, rating }
  })
}
