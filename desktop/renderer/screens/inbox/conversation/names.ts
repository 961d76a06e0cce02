import type { ConversationAnswer } from '../../../../../shared/conversation.ts'

const wordsOfTitle = 60

/** The visitor's name, otherwise the email or the telephone number, as lists have it, otherwise `unknown`. */
export function nameOfVisitor(
  { lead, conversation }: Pick<ConversationAnswer, 'lead' | 'conversation'>,
  unknown: string,
): string {
  const { name, email } = conversation.user ?? {}
  const verified = typeof name === 'string' && name ? name : typeof email === 'string' ? email : ''
  return lead?.name || lead?.email || verified || lead?.phone || unknown
}

/** A conversation's title: the visitor's name, otherwise the first message, otherwise `unknown`. */
export function titleOf(answer: Pick<ConversationAnswer, 'lead' | 'conversation'>, unknown: string): string {
  const first = answer.conversation.first_message?.replace(/\s+/g, ' ').trim() ?? ''
  const words = [...first.slice(0, 4 * wordsOfTitle)]
  const cut = words.length > wordsOfTitle ? `${words.slice(0, wordsOfTitle).join('')}…` : first
  return nameOfVisitor(answer, cut || unknown)
}
