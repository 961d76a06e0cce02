import { plainText, type StoredMessage } from '../../../shared/message.ts'
import type { ChatMessage } from '../../outside/model.ts'
import { asData } from './prompt-data.ts'

const opening: ChatMessage = { role: 'user', content: '(The visitor opened the chat.)' }

/**
 * The conversation as a model server takes it: visitor and assistant in turn, the visitor first and last. What several
 * messages in a row say is joined, as many chat templates refuse a speaker who speaks twice; notices are left out.
 */
export function chatMessages(history: readonly StoredMessage[]): ChatMessage[] {
  const messages: ChatMessage[] = []
  for (const message of history) {
    const content = asData(plainText(message)).trim()
    if (message.role === 'system' || message.type === 'notice' || content === '') continue
    const role = message.role === 'user' ? 'user' : 'assistant'
    const last = messages.at(-1)
    if (last?.role === role) last.content += `\n\n${content}`
    else messages.push({ role, content })
  }
  return messages[0]?.role === 'assistant' ? [{ ...opening }, ...messages] : messages
}

/** Everything that the visitor wrote, forms included, as it was written. */
export const wordsOfVisitor = (history: readonly StoredMessage[]): string =>
  history
    .filter(({ role }) => role === 'user')
    .map((message) => `${plainText(message)}\n${JSON.stringify(message.payload ?? '')}`)
    .join('\n')
