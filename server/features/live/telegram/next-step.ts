import type { ConversationStatus } from '../../../../shared/conversation.ts'
import type { Author, Role } from '../../../../shared/message.ts'
import type { TelegramText } from '../../../outside/telegram.ts'

export type ThreadRow = {
  conversation_id: string
  site: string
  /** Whether it has no topic of its own. */
  flat: boolean
  topic_id: number | null
  /** The message with the buttons; null until it is sent. */
  head_id: number | null
  head: TelegramText | null
  /** What the first line of that message says; null until it is sent. */
  shown: string | null
  shut: boolean
  /** Up to here the conversation's messages were passed on, or were none for the team's chat. */
  passed_seq: number
  /** How many parts of the next message were. */
  parts: number
}

export type PassableRow = {
  id: string
  seq: number
  role: Role
  text: string
  author: Author | null
}

/** What of a conversation decides on what is to be done next. */
export type Scene = {
  conversation: {
    status: ConversationStatus
    assigned_to: string | null
    assigned_name: string | null
    /** What ended its last request for a person, or its last live chat. */
    ended_by: 'handover.missed' | 'handover.ended' | 'conversation.closed' | null
  }
  thread: ThreadRow | null
  /** The messages after the last that was passed on, oldest first. */
  messages: PassableRow[]
  /** Whether the assistant speaks while the visitor waits. */
  assistantSpeaks: boolean
}

/**
 * One thing to be done, after which the next is decided anew. `open` and `again` only note that the conversation is to be
 * shown from here on; `skip` that its messages are none for the team; the others are one call of the provider each.
 */
export type Step =
  | { kind: 'open' | 'again' | 'topic' | 'reopen' | 'head' | 'shut' }
  | { kind: 'skip'; seq: number }
  | { kind: 'pass'; message: PassableRow }
  | { kind: 'show'; shown: string }

export type State = 'waiting' | 'taken' | 'bot' | 'handedBack' | 'missed' | 'closed'

/** Who has the conversation, as the team's chat shows it; where it is the assistant, how it came to have it again. */
export function stateOf({ status, assigned_to, ended_by }: Scene['conversation']): State {
  if (status === 'closed') return 'closed'
  if (status === 'live') return assigned_to === null ? 'waiting' : 'taken'
  if (ended_by === 'handover.missed') return 'missed'
  return ended_by === 'handover.ended' ? 'handedBack' : 'bot'
}

const isOpen = (state: State) => state === 'waiting' || state === 'taken'
const isWithAssistant = (shown: string | null) => shown === 'bot' || shown === 'handedBack' || shown === 'missed'
const isOver = (shown: string | null) => isWithAssistant(shown) || shown === 'closed'

/** What brings the team's chat nearer to the conversation; undefined where nothing is left to do. Every wait is told aloud. */
export function nextStep({ conversation, thread, messages, assistantSpeaks }: Scene): Step | undefined {
  const state = stateOf(conversation)
  if (!thread) return state === 'waiting' ? { kind: 'open' } : undefined
  if (state === 'waiting' && thread.shown !== null && thread.shown !== 'waiting') return { kind: 'again' }
  if (thread.head_id === null) return isOpen(state) ? toHead(thread) : undefined
  if (isOpen(state) && thread.shut) return { kind: 'reopen' }
  const since = isWithAssistant(thread.shown) ? messages.findIndex(isBeginning) : 0
  if (messages.length > 0)
    return passOrSkip(messages, (message, at) => at >= since && isForTeam(message, state, assistantSpeaks))
  const shown = state === 'taken' ? `taken ${conversation.assigned_name ?? ''}` : state
  if (thread.shown !== shown) return { kind: 'show', shown }
  return state === 'closed' && thread.topic_id !== null && !thread.shut ? { kind: 'shut' } : undefined
}

function toHead({ flat, topic_id, shut }: ThreadRow): Step {
  if (!flat && topic_id === null) return { kind: 'topic' }
  return { kind: shut ? 'reopen' : 'head' }
}

function passOrSkip(messages: PassableRow[], isPassed: (message: PassableRow, at: number) => boolean): Step {
  const first = messages.findIndex(isPassed)
  const message = messages[first]
  if (first === 0 && message) return { kind: 'pass', message }
  return { kind: 'skip', seq: messages.at(first === -1 ? -1 : first - 1)?.seq ?? 0 }
}

/** With what a chat comes to the team: a line of the system's, or what somebody of it says. Before it the assistant was asked. */
const isBeginning = ({ role, author }: PassableRow) => role === 'system' || author !== null

/** What a visitor says to a person, and what a colleague answers from elsewhere. What was written in the chat is there. */
function isForTeam({ role, author, text }: PassableRow, state: State, assistantSpeaks: boolean): boolean {
  if (text === '' || role === 'system' || isWithAssistant(state)) return false
  if (role === 'user') return true
  return author === null ? assistantSpeaks && state === 'waiting' : !isFromTelegram(author.id)
}

export const isFromTelegram = (id: string): boolean => id.startsWith('telegram:')

/** Whether the request before is over, so that what was said since then was for the assistant. */
export const beginsAnew = ({ shown }: ThreadRow): boolean => isOver(shown)
