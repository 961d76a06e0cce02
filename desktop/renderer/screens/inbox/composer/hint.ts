import type { ConversationAnswer } from '../../../../../shared/conversation.ts'
import type { Words } from '../../../words/en.ts'
import { conversationState } from '../conversation/conversation-state.ts'

/** What sending a reply would also do; undefined if nothing. */
export function hintOf(
  { conversation }: Pick<ConversationAnswer, 'conversation'>,
  { me, live, isAway }: { me: string; live: boolean; isAway: boolean },
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
      return isAway ? awayHint(conversation, words) : undefined
  }
}

/** What becomes of a reply to a visitor who left. */
function awayHint({ email_replies: email }: ConversationAnswer['conversation'], words: Words['composer']) {
  if (email === null) return words.away
  return email.refusal === null ? words.awayEmailed(email.to) : words.awayRefused(email.to)
}

const nameOf = ({ assigned_name, assigned_to }: ConversationAnswer['conversation']) =>
  assigned_name ?? assigned_to ?? ''
