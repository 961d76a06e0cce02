import type { ConversationAnswer } from '../../../../../shared/conversation.ts'
import type { Words } from '../../../words/en.ts'
import { conversationState } from '../conversation/conversation-state.ts'

/** What sending a reply would also do; undefined if nothing. */
export function hintOf(
  { conversation }: Pick<ConversationAnswer, 'conversation'>,
  { me, live }: { me: string; live: boolean },
  words: Words['composer'],
): string | undefined {
  if (!live) return words.liveOff
  if (conversation.ended_at !== null) return words.ended
  switch (conversationState(conversation, me)) {
    case 'bot':
      return words.takesOver
    case 'closed':
      return words.takesOverClosed
    case 'waiting':
    case 'nobody':
      return conversation.assigned_to === null ? words.takesOverQueue : words.ofOther(nameOf(conversation))
    case 'other':
      return words.ofOther(nameOf(conversation))
    default:
      return undefined
  }
}

const nameOf = ({ assigned_name, assigned_to }: ConversationAnswer['conversation']) =>
  assigned_name ?? assigned_to ?? ''
