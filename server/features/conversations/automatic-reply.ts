import { personAction } from '../../../shared/conversation.ts'
import type { Context, Tx } from '../../core/context.ts'
import { languageFor } from '../../language/languages.ts'
import { connectorOf } from '../assistant/reply/choose.ts'
import { handoverAnswer } from '../assistant/reply/handover.ts'
import { isSomebodyAvailable } from '../live/availability.ts'
import { emitSent, ofAssistant } from './add-messages.ts'
import type { ConversationRow } from './conversation.ts'
import type { Incoming } from './incoming.ts'
import { type PreparedMessage, prepareMessage } from './messages.ts'
import { requestHandover } from './request-handover.ts'

type Answer = { messages: PreparedMessage[]; changes: Partial<ConversationRow> }

/**
 * Whether the team answers. The assistant is then silent, unless the site lets it answer until somebody takes the chat.
 */
export function isHandledByTeam(ctx: Context, { status, assigned_to }: ConversationRow): boolean {
  return status === 'live' && !(assigned_to === null && ctx.site.settings.live.aiWhileWaiting)
}

/**
 * Answers messages that need no reply of the assistant: a message to a person, the button that asks for one, a callback
 * request. It runs in the transaction that stores the message, so that the answer matches the state of that moment.
 * @param messageId the visitor's message, which was emitted
 * @returns undefined if the assistant has to write a reply
 */
export async function replyAutomatically(
  tx: Tx,
  conversation: ConversationRow,
  { action, callback, replyEmail }: Incoming,
  messageId: string,
): Promise<Answer | undefined> {
  const { id, status, locale } = conversation
  const asksForPerson = action?.id === personAction
  if (isHandledByTeam(tx, conversation) || (asksForPerson && status === 'live')) return { messages: [], changes: {} }
  if (asksForPerson) {
    const comes = !conversation.spam && (await isSomebodyAvailable(tx))
    const said = handoverAnswer(tx, locale, comes).map((content) => ofAssistant(content, messageId))
    const messages = said.map((message) => prepareMessage(tx, id, message))
    emitSent(tx, id, messages)
    return { messages, changes: await requestHandover(tx, conversation, { reason: action.value.trim(), comes }) }
  }
  // A custom backend also receives the answers to its forms.
  if ((!callback && !replyEmail) || connectorOf(tx)) return undefined
  const said = languageFor(locale, tx.site.settings.assistant.locale).handover
  const text = replyEmail ? said.emailKept(replyEmail) : said.callbackKept
  const messages = [prepareMessage(tx, id, ofAssistant({ type: 'text', text }, messageId))]
  emitSent(tx, id, messages)
  return { messages, changes: {} }
}
