import type { Author, MessageContent } from '../../../shared/message.ts'
import type { Tx } from '../../core/context.ts'
import type { ConversationRow } from './conversation.ts'
import { insertMessages, type NewMessage, type PreparedMessage, prepareMessage, toMessage } from './messages.ts'

type Added = { messages: PreparedMessage[]; changes: Pick<ConversationRow, 'message_count' | 'last_at'> }

/**
 * Stores messages of the team, the assistant or the system, and emits them. The caller stores the changes of the
 * conversation.
 */
export async function addMessages(
  tx: Tx,
  { id, message_count }: Pick<ConversationRow, 'id' | 'message_count'>,
  given: NewMessage[],
): Promise<Added> {
  const messages = given.map((message) => prepareMessage(tx, id, message))
  await insertMessages(tx, messages)
  emitSent(tx, id, messages, { author: given[0]?.author })
  return { messages, changes: { message_count: message_count + messages.length, last_at: tx.now() } }
}

type About = {
  author?: Author | null | undefined
  /** Ids of messages that these replace. */
  replaces?: string[]
}

/** Emits an event for messages to the visitor. The caller is storing them. */
export function emitSent(
  tx: Tx,
  conversationId: string,
  messages: PreparedMessage[],
  { author, replaces = [] }: About = {},
): void {
  if (messages.length === 0 && replaces.length === 0) return
  const text = messages.map((message) => message.text).join('\n\n')
  const about = { ...(author ? { author } : {}), ...(replaces.length > 0 ? { replaces } : {}) }
  tx.emit('message.sent', { conversationId, text, messages: messages.map(toMessage), ...about })
}

/** A system message in the chat, such as that somebody joined. */
export const chatLine = (text: string): NewMessage => ({
  role: 'system',
  content: { type: 'notice', text, tone: 'info' },
})

export const ofAssistant = (content: MessageContent, answers: string | null = null): NewMessage => ({
  role: 'agent',
  content,
  answers,
})
