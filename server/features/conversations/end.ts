import type { Channel } from '../../../shared/conversation.ts'
import type { Context } from '../../core/context.ts'
import { notFound } from '../../core/error.ts'
import { lockConversation, updateConversation } from './conversation.ts'
import { enqueueEnd } from './tasks.ts'
import { stopHere } from './turn-places.ts'

/** Ends a conversation for good; it stays readable. Told once, however often it is asked for. Its running turn is stopped. */
export async function endConversation(
  ctx: Context,
  channel: Channel,
  id: string,
): Promise<{ id: string; ended: true }> {
  await ctx.tx(async (tx) => {
    const conversation = await lockConversation(tx, id)
    if (!conversation || conversation.channel !== channel) throw notFound('conversation')
    if (conversation.ended_at !== null) return
    await updateConversation(tx.sql, id, { ended_at: tx.now() })
    tx.emit('conversation.ended', { conversationId: id })
    await enqueueEnd(tx, conversation)
  })
  await stopTurn(ctx, id)
  return { id, ended: true }
}

/**
 * Stops the reply that is being written, on whichever server; what was written is kept as the answer. Answers whether
 * there was one. Another server learns of it at once, and within two seconds where it could not be told.
 */
export async function stopTurn(ctx: Context, id: string): Promise<boolean> {
  const [turn] = await ctx.sql<{ turn_id: string }[]>`
    update conversations set turn_stop = true
    where id = ${id} and site = ${ctx.site.id} and turn_id is not null and turn_until > ${ctx.now()}
    returning turn_id`
  stopHere(ctx.parts, id, 'asked')
  if (turn) ctx.parts.moments.tell(ctx.site.id, 'reply.stopped', { conversationId: id, turnId: turn.turn_id })
  return turn !== undefined
}
