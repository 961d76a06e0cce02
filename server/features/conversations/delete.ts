import type { Context, Tx } from '../../core/context.ts'
import { notFound } from '../../core/error.ts'
import { emptyEvents } from '../events.ts'
import { forgetAskings } from '../knowledge/gaps.ts'
import { removeFromTelegram } from '../live/telegram/removal.ts'
import { lockConversation } from './conversation.ts'
import { removeFiles } from './files.ts'
import { stopReply } from './reply-task.ts'

/**
 * Deletes a conversation with its messages, files, traces, drafts, callbacks, notes, knowledge gaps, texts in the event log,
 * and messages in Telegram. Its contact stays. A reply that is being written is stopped.
 */
export async function deleteConversation(ctx: Context, { id }: { id: string }): Promise<{ id: string; deleted: true }> {
  await stopReply(ctx, id)
  return await ctx.tx(async (tx) => {
    // Locked first, so that a reply that ends now finds no conversation to store itself in.
    if (!(await lockConversation(tx, id))) throw notFound('conversation')
    await removeConversation(tx, id)
    return { id, deleted: true as const }
  })
}

/**
 * Deletes a conversation without activity since `before`. The overview still counts it. False if there was activity.
 */
export async function deleteOldConversation(ctx: Context, id: string, before: number): Promise<boolean> {
  return await ctx.tx(async (tx) => {
    const conversation = await lockConversation(tx, id)
    if (!conversation || conversation.last_at >= before || conversation.status === 'live') return false
    await tx.sql`select set_config('frontdesk.tallies', 'still', true)`
    await removeConversation(tx, id)
    return true
  })
}

/** Deletes a conversation if it still exists. */
export async function eraseConversation(ctx: Context, id: string): Promise<void> {
  await stopReply(ctx, id)
  await ctx.tx(async (tx) => {
    if (await lockConversation(tx, id)) await removeConversation(tx, id)
  })
}

async function removeConversation(tx: Tx, id: string): Promise<void> {
  await removeFromTelegram(tx, id)
  await forgetAskings(tx, id)
  await removeFiles(tx, id)
  await tx.sql`delete from conversations where id = ${id}`
  await tx.sql`update leads set conversation_id = null where conversation_id = ${id}`
  await emptyEvents(tx, id)
  tx.emit('conversation.changed', { id })
}
