import type { Context } from '../../core/context.ts'
import { notFound } from '../../core/error.ts'
import { stopTurn } from './end.ts'

/**
 * Deletes a conversation with its messages, traces, drafts, callbacks and notes, and what the log says of it: that holds
 * the words of it too. The contact that it brought stays. A reply that is being written is stopped.
 */
export async function deleteConversation(ctx: Context, { id }: { id: string }): Promise<{ id: string; deleted: true }> {
  await stopTurn(ctx, id)
  return await ctx.tx(async (tx) => {
    const { count } = await tx.sql`delete from conversations where id = ${id} and site = ${tx.site.id}`
    if (count === 0) throw notFound('conversation')
    await tx.sql`update leads set conversation_id = null where conversation_id = ${id}`
    await tx.sql`
      delete from events where data ? 'conversationId' and data ->> 'conversationId' = ${id} and site = ${tx.site.id}`
    tx.emit('conversation.changed', { id })
    return { id, deleted: true as const }
  })
}
