import type { Channel } from '../../../shared/conversation.ts'
import type { Context, Tx } from '../../core/context.ts'
import { notFound } from '../../core/error.ts'
import { languageFor } from '../../language/languages.ts'
import { proposeFromClosed } from '../knowledge/proposals.ts'
import { addMessages, chatLine } from './add-messages.ts'
import { completeClosed } from './completion.ts'
import { type ConversationRow, lockConversation, updateConversation } from './conversation.ts'
import { undoOf } from './queue-entry.ts'
import { stopReply } from './reply-task.ts'
import { awake } from './snooze.ts'
import { enqueueEnd } from './tasks.ts'

type Closing = { by: string; reason: 'team' | 'idle' | 'visitor' }

/**
 * Closes a conversation that the caller has locked, with a system message in a live chat. Closing it again changes
 * nothing.
 * @returns when it was closed
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
  const said = languageFor(locale, tx.site.settings.assistant.locale).handover
  const line = chatLine({ idle: said.closedIdle, team: said.closed, visitor: said.closedByVisitor }[reason])
  const { messages, changes } = await addMessages(tx, conversation, wasLive && ended_at === null ? [line] : [])
  const closed = { status: 'closed', closed_at: now, waiting_since: null, taken_at: null, ...awake } as const
  // Only a person removes a missed chat from its list.
  const attended =
    reason === 'team' ? { missed_open: false, undo: undoOf(conversation, 'closed', messages) } : { undo: null }
  await updateConversation(tx.sql, id, { ...closed, ...attended, ...(wasLive ? changes : {}) })
  tx.emit('conversation.closed', { conversationId: id, by, reason, wasLive })
  if (wasLive) await completeClosed(tx, id)
  if (reason === 'team') await proposeFromClosed(tx, id)
  return now
}

/**
 * Ends a conversation permanently and stops its reply. The conversation stays readable. Ending it again emits nothing.
 */
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
  await stopReply(ctx, id)
  return { id, ended: true }
}
