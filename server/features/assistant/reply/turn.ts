import type { MessageContent, Source, StoredMessage } from '../../../../shared/message.ts'
import type { Trace } from '../../../../shared/trace.ts'
import type { GapQuestion } from '../../knowledge/gaps.ts'

/** A visitor's message in its conversation: the input of the assistant. Metadata and notes are not included. */
export type Turn = {
  conversation: {
    id: string
    channel: 'api' | 'widget'
    pageUrl: string | null
    pageTitle: string | null
    referrer: string | null
    utm: string | null
    locale: string | null
    timezone: string | null
    /** The visitor as verified by the site's server, if it did. */
    user: Record<string, unknown> | null
    prechat: Record<string, string> | null
    /** What tools returned in this conversation, by their name. */
    data: Record<string, unknown>
  }
  lead: {
    name: string | null
    email: string | null
    phone: string | null
    /** Company, address and other attributes of the contact, by name. */
    more?: Record<string, string>
  } | null
  /** Oldest first; the last one is the visitor's new message. */
  history: StoredMessage[]
  /** The conversation existed before this message, even without a greeting. */
  hasStarted?: boolean
}

/** A reply, ready to be stored and shown. */
export type Written = {
  /** What to show, in order. Empty only if interrupted immediately. */
  messages: MessageContent[]
  sources: Source[]
  trace: Trace
  /** Its cost, to be recorded with `spendNeurons` in the transaction that stores the reply. */
  neurons: number
  /** Details of the visitor that the assistant found. */
  lead?: { name?: string; email?: string; phone?: string }
  /** How they were found: in the message itself (`chat`), or by the model or backend (`ai`). */
  leadSource?: 'chat' | 'ai'
  /**
   * A person was requested. `comes` means that somebody is available, and the visitor was notified. The caller handles
   * the rest.
   */
  handover?: { reason: string; comes: boolean }
  /** What tools returned, by their name. */
  data?: Record<string, unknown>
  /** A question about the business that neither the knowledge nor the reply answers. */
  unanswered?: GapQuestion
  /** The signal was aborted: `messages` contains what was written so far. */
  interrupted: boolean
}

/** Where a reply is streamed to, and how it is stopped. */
export type ReplyOptions = {
  /** Called once, when all errors that deserve an error response, not an event in the stream, are ruled out. */
  open(): void
  text(delta: string): void
  /**
   * Receives the place in the queue of the model whenever it changes; 1 is next, 0 that the wait is over. A wait is long
   * after five seconds.
   */
  waits?(place: number, isLong: boolean): void
  signal: AbortSignal
}

/** Whether the visitor's message answers a form that was shown. */
export function answersForm({ history }: Pick<Turn, 'history'>): boolean {
  const action = history.at(-1)?.payload?.action as { id?: unknown } | null | undefined
  return history.some(({ type, id }) => type === 'form' && id === action?.id)
}
