import type { Context, Tx } from '../../core/context.ts'
import { notFound } from '../../core/error.ts'
import { emptyEvents } from '../events.ts'
import { forgetAskings } from '../knowledge/gaps.ts'
import { removeFromTelegram } from '../live/telegram/removal.ts'
import { stopTurn } from './close.ts'
import { lockConversation } from './conversation.ts'

/**
 * Deletes a conversation with its messages, traces, drafts, callbacks and notes, its words in the log and
 * among the gaps, and what
 * Telegram shows of it. The contact that it brought stays. A reply that is being written is stopped.
 */
export async function deleteConversation(ctx: Context, { id }: { id: string }): Promise<{ id: string; deleted: true }> {
  await stopTurn(ctx, id)
  return await ctx.tx(async (tx) => {
    // Held from the beginning: a reply that ends meanwhile finds nothing to be kept in.
    if (!(await lockConversation(tx, id))) throw notFound('conversation')
    await removeConversation(tx, id)
    return { id, deleted: true as const }
  })
}

/** Deletes a conversation in which nothing happened since `before`; it stays counted. Answers whether that still held. */
export async function deleteOldConversation(ctx: Context, id: string, before: number): Promise<boolean> {
  return await ctx.tx(async (tx) => {
    const conversation = await lockConversation(tx, id)
    if (!conversation || conversation.last_at >= before || conversation.status === 'live') return false
    await tx.sql`select set_config('frontdesk.tallies', 'still', true)`
    await removeConversation(tx, id)
    return true
  })
}

/** Deletes a conversation, where it is still there. */
export async function eraseConversation(ctx: Context, id: string): Promise<void> {
  await stopTurn(ctx, id)
  await ctx.tx(async (tx) => {
    if (await lockConversation(tx, id)) await removeConversation(tx, id)
  })
}

async function removeConversation(tx: Tx, id: string): Promise<void> {
  await removeFromTelegram(tx, id)
  await forgetAskings(tx, id)
  await tx.sql`delete from conversations where id = ${id}`
  await tx.sql`update leads set conversation_id = null where conversation_id = ${id}`
  await emptyEvents(tx, id)
  tx.emit('conversation.changed', { id })
}
