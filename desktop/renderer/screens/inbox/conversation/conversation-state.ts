import type { ConversationAnswer } from '../../../../../shared/conversation.ts'
import type { Words } from '../../../words/en.ts'

/** The state of a conversation, which decides its colour, label and actions. */
export type ConversationState = 'bot' | 'waiting' | 'nobody' | 'mine' | 'other' | 'closed'

type Options = ConversationAnswer['conversation']

/** @param me the email of the reader */
export function conversationState({ status, assigned_to, waiting_since }: Options, me: string): ConversationState {
  if (status === 'closed') return 'closed'
  if (status === 'bot') return 'bot'
  if (assigned_to === me) return 'mine'
  if (waiting_since !== null) return 'waiting'
  return assigned_to === null ? 'nobody' : 'other'
}

/** The state in words. @param since formats how long the visitor has been waiting */
export function stateWords(
  conversation: Options,
  me: string,
  words: Words['conversation']['status'],
  since: (at: number) => string,
): string {
  const { assigned_to, assigned_name, waiting_since } = conversation
  const state = conversationState(conversation, me)
  if (state === 'waiting') return words.waiting(since(waiting_since ?? 0))
  if (state === 'other') return words.person(assigned_name ?? assigned_to ?? '')
  return words[state]
}
