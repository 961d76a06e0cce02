import type { Tx } from '../../core/context.ts'
import type { ConversationRow } from './conversation.ts'
import { backToAssistant, becomeLive, beginWaiting, missed } from './queue-entry.ts'

type HandoverRequest = {
  reason: string
  /** Whether somebody can answer, which the visitor reads. Otherwise they are offered a callback. */
  comes: boolean
}

/**
 * Hands a conversation to the team at the visitor's request. The visitor waits in the queue. If nobody can answer, the
 * assistant keeps the chat. Changes nothing in a chat that a person has or that the visitor ended.
 * @returns the changes of the conversation
 */
export async function requestHandover(
  tx: Tx,
  conversation: ConversationRow,
  { reason, comes }: HandoverRequest,
): Promise<Partial<ConversationRow>> {
  const { id: conversationId, status, assigned_to, ended_at, spam } = conversation
  const isLive = status === 'live'
  if (ended_at !== null || (isLive && assigned_to !== null)) return {}
  if (!isLive) tx.emit('handover.requested', { conversationId, reason: reason || null, page: pageOf(conversation) })
  const asked = { asked_person: conversation.asked_person || !isLive }
  // Spam never enters the queue.
  if (comes && !spam)
    return {
      ...asked,
      ...(await becomeLive(tx, conversation)),
      ...unassigned,
      ...(await beginWaiting(tx, conversation)),
    }
  tx.emit('handover.missed', { conversationId })
  return {
    ...asked,
    ...backToAssistant,
    ...missed(tx),
    handover_at: isLive ? conversation.handover_at : tx.now(),
  }
}

const unassigned = { assigned_to: null, assigned_name: null, taken_at: null }

const pageOf = (row: ConversationRow) => ({
  url: row.page_url,
  title: row.page_title,
  referrer: row.referrer,
  utm: row.utm,
})
