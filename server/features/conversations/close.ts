import type { Tx } from '../../core/context.ts'
import { handoverPhrases } from '../assistant/handover-phrases.ts'
import { addMessages, chatLine } from './add-messages.ts'
import { type ConversationRow, updateConversation } from './conversation.ts'
import { completeClosed } from './quiet.ts'

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
