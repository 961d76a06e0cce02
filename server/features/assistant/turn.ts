import type { MessageContent, Source, StoredMessage } from '../../../shared/message.ts'
import type { Trace } from '../../../shared/trace.ts'
import type { Asked } from '../knowledge/gaps.ts'

/** A visitor's message in its conversation: what the assistant is given to answer. Metadata and notes are no part of it. */
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
    /** The visitor as the site's server knows them, where it vouched for them. */
    user: Record<string, unknown> | null
    prechat: Record<string, string> | null
  }
  lead: {
    name: string | null
    email: string | null
    phone: string | null
    /** Company, address and whatever else is known of the contact, by its name. */
    more?: Record<string, string>
  } | null
  /** Oldest first; the visitor's new message is the last one. */
  history: StoredMessage[]
  /** The conversation was there before this message, be it without a greeting. */
  isBegun?: boolean
}

/** A reply, ready to be stored and shown. */
export type Written = {
  /** What to show, in order; may be empty only when interrupted at once. */
  messages: MessageContent[]
  sources: Source[]
  trace: Trace
  /** What it cost; to be added to the day by `spendNeurons`, in the transaction that stores the reply. */
  neurons: number
  /** Details of the visitor that the assistant found. */
  lead?: { name?: string; email?: string; phone?: string }
  /** How they were found: as they stand in the message (`chat`), or by whatever wrote the reply (`ai`). */
  leadSource?: 'chat' | 'ai'
  /** A person was asked for; `comes`: somebody can, and the visitor was told so. What happens then is the caller's. */
  handover?: { reason: string; comes: boolean }
  /** A question about the business that neither the knowledge nor the reply answers. */
  unanswered?: Asked
  /** The signal was aborted: what was written so far is in `messages`. */
  interrupted: boolean
}

/** Where a reply goes while it is written, and how it is stopped. */
export type ReplyOptions = {
  /** Called once, when nothing that could still go wrong would be told better by an error than in a stream. */
  open(): void
  text(delta: string): void
  signal: AbortSignal
}
