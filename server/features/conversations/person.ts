import type { Tx } from '../../core/context.ts'
import type { ConversationRow } from './conversation.ts'
import { backToAssistant, becomeLive, beginWaiting } from './waiting.ts'

type Asked = {
  reason: string
  /** Somebody can come, and the visitor was told so; otherwise they were offered to be called. */
  comes: boolean
}

/**
 * The visitor asks for a person: the team is told, and the visitor waits; where nobody can come, the assistant keeps the
 * chat. Nothing is changed where a person has it already, or the visitor ended it.
 * @returns what this changes in the conversation
 */
export async function askForPerson(
  tx: Tx,
  conversation: ConversationRow,
  { reason, comes }: Asked,
): Promise<Partial<ConversationRow>> {
  const { id: conversationId, status, assigned_to, ended_at, spam } = conversation
  const isLive = status === 'live'
  if (ended_at !== null || (isLive && assigned_to !== null)) return {}
  if (!isLive) tx.emit('handover.requested', { conversationId, reason: reason || null, page: pageOf(conversation) })
  const asked = { asked_person: conversation.asked_person || !isLive }
  // Nobody is called to what the team marked as spam.
  if (comes && !spam)
    return { ...asked, ...(await becomeLive(tx, conversation)), ...nobodys, ...(await beginWaiting(tx, conversation)) }
  tx.emit('handover.missed', { conversationId })
  return {
    ...asked,
    ...backToAssistant,
    missed_person: true,
    handover_at: isLive ? conversation.handover_at : tx.now(),
  }
}

const nobodys = { assigned_to: null, assigned_name: null, taken_at: null }

const pageOf = (row: ConversationRow) => ({
  url: row.page_url,
  title: row.page_title,
  referrer: row.referrer,
  utm: row.utm,
})
