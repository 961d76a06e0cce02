import type { StoredMessage } from '../../../shared/message.ts'
import type { Turn } from '../assistant/turn.ts'
import type { KnownContact } from '../contacts/leads/known.ts'
import type { ConversationRow } from './conversation.ts'
import type { PreparedMessage } from './messages.ts'

/** How many messages before the new one the assistant is given. */
export const mostHistory = 60

/** A turn that was begun: the visitor's message is stored, and the conversation is this turn's until it ends. */
export type OpenTurn = {
  /** The conversation's id. */
  id: string
  turnId: string
  conversation: ConversationRow
  message: PreparedMessage
  lead: KnownContact | null
  /** Oldest first; the visitor's message is the last. */
  history: StoredMessage[]
  isBegun?: boolean
}

/** What the assistant is given: neither metadata nor anything of the team. */
export function forAssistant({
  conversation,
  lead,
  history,
  isBegun = false,
}: Pick<OpenTurn, 'conversation' | 'lead' | 'history' | 'isBegun'>): Turn {
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
    },
    lead: lead && contactOf(lead),
    history,
    isBegun,
  }
}

function contactOf({ name, email, phone, company, address, fields }: KnownContact): NonNullable<Turn['lead']> {
  const more = { ...fields, ...(company === null ? {} : { company }), ...(address === null ? {} : { address }) }
  return { name, email, phone, more }
}
