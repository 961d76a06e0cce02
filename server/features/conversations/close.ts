import type { Channel } from '../../../shared/conversation.ts'
import type { Context, Tx } from '../../core/context.ts'
import { notFound } from '../../core/error.ts'
import { handoverPhrases } from '../assistant/handover-phrases.ts'
import { addMessages, chatLine } from './add-messages.ts'
import { completeClosed } from './completion.ts'
import { type ConversationRow, lockConversation, updateConversation } from './conversation.ts'
import { enqueueEnd } from './tasks.ts'
import { stopHere } from './turn-places.ts'

type Closing = { by: string; reason: 'team' | 'idle' }

/**
 * Closes a conversation that the caller has locked; the visitor of a live chat is told. Closed twice is closed once.
 * @returns since when it is closed
 */
export async function closeConversation(
  tx: Tx,
  conversation: ConversationRow,
  { by, reason }: Closing,
): Promise<number> {
  const { id, status, closed_at, locale, ended_at } = conversation
  const now = tx.now()
  if (status === 'closed') return closed_at ?? now
  const wasLive = status === 'live'
  const said = handoverPhrases(locale, tx.site.settings.assistant.locale)
  const line = chatLine(reason === 'idle' ? said.closedIdle : said.closed)
  const { changes } = await addMessages(tx, conversation, wasLive && ended_at === null ? [line] : [])
  const closed = { status: 'closed', closed_at: now, waiting_since: null, taken_at: null } as const
  await updateConversation(tx.sql, id, { ...closed, ...(wasLive ? changes : {}) })
  tx.emit('conversation.closed', { conversationId: id, by, reason, wasLive })
  if (wasLive) await completeClosed(tx, id)
  return now
}

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
