import { personAction } from '../../../shared/conversation.ts'
import type { Context, Tx } from '../../core/context.ts'
import { connectorOf } from '../assistant/choose.ts'
import { handoverSaid } from '../assistant/handover.ts'
import { handoverPhrases } from '../assistant/handover-phrases.ts'
import { canSomebodyCome } from '../live/availability.ts'
import { announce, ofAssistant } from './add-messages.ts'
import type { ConversationRow } from './conversation.ts'
import type { Incoming } from './incoming.ts'
import { type PreparedMessage, prepareMessage } from './messages.ts'
import { askForPerson } from './person.ts'

type Answer = { messages: PreparedMessage[]; changes: Partial<ConversationRow> }

/** Whether a person answers: then the assistant keeps silent, unless it may speak until somebody takes the chat. */
export function isLeftToPerson(ctx: Context, { status, assigned_to }: ConversationRow): boolean {
  return status === 'live' && !(assigned_to === null && ctx.site.settings.live.aiWhileWaiting)
}

/**
 * What needs no reply of the assistant's: a message to a person, the button that asks for one, a request to be called. The
 * answer is made in the transaction that stores the message, so that the visitor is told what is so.
 * @param messageId the visitor's message, of which was told
 * @returns undefined where a reply is to be written
 */
export async function answerAtOnce(
  tx: Tx,
  conversation: ConversationRow,
  { action, callback }: Incoming,
  messageId: string,
): Promise<Answer | undefined> {
  const { id, status, locale } = conversation
  const asksForPerson = action?.id === personAction
  if (isLeftToPerson(tx, conversation) || (asksForPerson && status === 'live')) return { messages: [], changes: {} }
  if (asksForPerson) {
    const comes = !conversation.spam && (await canSomebodyCome(tx))
    const said = handoverSaid(tx, locale, comes).map((content) => ofAssistant(content, messageId))
    const messages = said.map((message) => prepareMessage(tx, id, message))
    announce(tx, id, messages)
    return { messages, changes: await askForPerson(tx, conversation, { reason: action.value.trim(), comes }) }
  }
  // A backend of the site's own hears of the answers to its forms.
  if (!callback || connectorOf(tx)) return undefined
  const text = handoverPhrases(locale, tx.site.settings.assistant.locale).callbackKept
  const messages = [prepareMessage(tx, id, ofAssistant({ type: 'text', text }, messageId))]
  announce(tx, id, messages)
  return { messages, changes: {} }
}
