import type { ConversationStatus } from '../../../../shared/conversation.ts'
import type { Author, Role } from '../../../../shared/message.ts'
import type { TelegramText } from '../../../outside/telegram.ts'

export type ThreadRow = {
  conversation_id: string
  site: string
  /** Whether the conversation has no topic of its own. */
  flat: boolean
  topic_id: number | null
  /** The message with the buttons; null until it is sent. */
  head_id: number | null
  head: TelegramText | null
  /** The state shown in the first line of that message; null until it is sent. */
  shown: string | null
  shut: boolean
  /** The last message that was forwarded or skipped. */
  passed_seq: number
  /** How many parts of the next message were sent. */
  parts: number
}

export type ForwardableRow = {
  id: string
  seq: number
  role: Role
  text: string
  author: Author | null
}

/** The state of a conversation that determines the next step. */
export type Snapshot = {
  conversation: {
    status: ConversationStatus
    assigned_to: string | null
    assigned_name: string | null
    /** The event that ended its last handover request or live chat. */
    ended_by: 'handover.missed' | 'handover.ended' | 'conversation.closed' | null
  }
  thread: ThreadRow | null
  /** The messages after the last one forwarded, oldest first. */
  messages: ForwardableRow[]
  /** Whether the assistant answers while the visitor waits. */
  assistantSpeaks: boolean
}

/**
 * One step; the next one is determined after it. `open` and `again` only record that the conversation is shown from
 * here on, `skip` that messages are not for the team. Every other step is one call to the provider.
 */
export type Step =
  | { kind: 'open' | 'again' | 'topic' | 'reopen' | 'head' | 'shut' }
  | { kind: 'skip'; seq: number }
  | { kind: 'pass'; message: ForwardableRow }
  | { kind: 'show'; shown: string }

export type State = 'waiting' | 'taken' | 'bot' | 'handedBack' | 'missed' | 'closed'

/** Who has the conversation, for the team's chat. If it is the assistant, also why it got it back. */
export function stateOf({ status, assigned_to, ended_by }: Snapshot['conversation']): State {
  if (status === 'closed') return 'closed'
  if (status === 'live') return assigned_to === null ? 'waiting' : 'taken'
  if (ended_by === 'handover.missed') return 'missed'
  return ended_by === 'handover.ended' ? 'handedBack' : 'bot'
}

const isOpen = (state: State) => state === 'waiting' || state === 'taken'
const isWithAssistant = (shown: string | null) => shown === 'bot' || shown === 'handedBack' || shown === 'missed'
const isOver = (shown: string | null) => isWithAssistant(shown) || shown === 'closed'

/**
 * The next step that brings the team's chat up to date; undefined if it is. Every wait notifies the team with sound.
 */
export function nextStep({ conversation, thread, messages, assistantSpeaks }: Snapshot): Step | undefined {
  const state = stateOf(conversation)
  if (!thread) return state === 'waiting' ? { kind: 'open' } : undefined
  if (state === 'waiting' && thread.shown !== null && thread.shown !== 'waiting') return { kind: 'again' }
  if (thread.head_id === null) return isOpen(state) ? toHead(thread) : undefined
  if (isOpen(state) && thread.shut) return { kind: 'reopen' }
  const since = isWithAssistant(thread.shown) ? messages.findIndex(isBeginning) : 0
  if (messages.length > 0)
    return forwardOrSkip(messages, (message, at) => at >= since && isForTeam(message, state, assistantSpeaks))
  const shown = state === 'taken' ? `taken ${conversation.assigned_name ?? ''}` : state
  if (thread.shown !== shown) return { kind: 'show', shown }
  return state === 'closed' && thread.topic_id !== null && !thread.shut ? { kind: 'shut' } : undefined
}

function toHead({ flat, topic_id, shut }: ThreadRow): Step {
  if (!flat && topic_id === null) return { kind: 'topic' }
  return { kind: shut ? 'reopen' : 'head' }
}

function forwardOrSkip(messages: ForwardableRow[], isPassed: (message: ForwardableRow, at: number) => boolean): Step {
  const first = messages.findIndex(isPassed)
  const message = messages[first]
  if (first === 0 && message) return { kind: 'pass', message }
  return { kind: 'skip', seq: messages.at(first === -1 ? -1 : first - 1)?.seq ?? 0 }
}

/**
 * Whether a message marks the start of the team's part: a system line, or a message of a colleague. The messages before
 * it were for the assistant.
 */
const isBeginning = ({ role, author }: ForwardableRow) => role === 'system' || author !== null

/**
 * Messages of the visitor to a person, and of colleagues who answer elsewhere. Messages written in the chat are already
 * there.
 */
function isForTeam({ role, author, text }: ForwardableRow, state: State, assistantSpeaks: boolean): boolean {
  if (text === '' || role === 'system' || isWithAssistant(state)) return false
  if (role === 'user') return true
  return author === null ? assistantSpeaks && state === 'waiting' : !isFromTelegram(author.id)
}

export const isFromTelegram = (id: string): boolean => id.startsWith('telegram:')

/** Whether the previous request has ended, so that the messages since then were for the assistant. */
export const startsOver = ({ shown }: ThreadRow): boolean => isOver(shown)
