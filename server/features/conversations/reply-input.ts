import type { StoredMessage } from '../../../shared/message.ts'
import type { Turn } from '../assistant/reply/turn.ts'
import type { KnownContact } from '../contacts/leads/known.ts'
import type { ConversationRow } from './conversation.ts'
import type { PreparedMessage } from './messages.ts'
import type { ReplyClaim } from './reply-task.ts'

/** How many messages before the new one the assistant receives. */
export const maxHistory = 60

/**
 * A reply that this server will write. The visitor's message is stored, and the conversation accepts no other until the
 * reply ends.
 */
export type PendingReply = {
  /** The conversation's id. */
  id: string
  claim: ReplyClaim
  conversation: ConversationRow
  message: PreparedMessage
  lead: KnownContact | null
  /** Oldest first; the visitor's message is the last. */
  history: StoredMessage[]
}

/**
 * The fields of the conversation that the assistant receives: no metadata, and nothing written by the team for itself.
 */
export function forAssistant({
  conversation,
  lead,
  history,
}: Pick<PendingReply, 'conversation' | 'lead' | 'history'>): Turn {
  return {
    conversation: {
      id: conversation.id,
      channel: conversation.channel,
      pageUrl: conversation.page_url,
      pageTitle: conversation.page_title,
      referrer: conversation.referrer,
      utm: conversation.utm,
      locale: conversation.locale,
      timezone: conversation.timezone,
      user: conversation.visitor,
      prechat: conversation.prechat,
      data: conversation.data,
    },
    lead: lead && contactOf(lead),
    history,
    // A start stores the conversation and its first message with the same time.
    hasStarted: (history.at(-1)?.ts ?? 0) > conversation.started_at,
  }
}

function contactOf({ name, email, phone, company, address, fields }: KnownContact): NonNullable<Turn['lead']> {
  const more = { ...fields, ...(company === null ? {} : { company }), ...(address === null ? {} : { address }) }
  return { name, email, phone, more }
}
