import type { ChatSite } from '../../shared/chat.ts'
import type { Message } from '../../shared/message.ts'
import type { SvcIdentity, SvcPrefill } from '../api.ts'
import type { BookingTalk } from './booking.ts'

/** A message as the chat shows it. */
export type Entry = Message & {
  /** For the visitor's own messages: not answered by the server yet, waiting for the network, or rejected. */
  sending?: 'sending' | 'kept' | 'failed'
  /** For replies: the visitor's rating. */
  feedback?: 1 | -1 | null
  /** For the visitor's own messages in a chat with a person: whether it was read. Shown on the last one. */
  seen?: boolean
  /** For interactive messages: the visitor's answer. */
  answer?: string
}

/**
 * `unreachable`: no network or no server. `tooFast`: too many messages in a minute. `failed`: no reply could be
 * written. `refused`: this page or visitor may not chat. `challenge`: the bot challenge was not completed.
 */
export type Failure = 'unreachable' | 'tooFast' | 'failed' | 'refused' | 'challenge'

/** Why a file was not sent: a key of the texts. */
export type FileFailure = 'fileTooLarge' | 'fileType' | 'filesFull' | 'fileFailed'

/** Everything that the chat shows. Immutable; unchanged parts keep their identity. */
export type TalkState = {
  site: ChatSite
  /** Null until the first message is stored. */
  conversation: string | null
  /** Oldest first. */
  entries: readonly Entry[]
  /** The reply being written so far; null if there is none. */
  writing: string | null
  /** What the assistant does: searching, then writing. With `person`, whether that person is typing. */
  activity: 'none' | 'looking' | 'writing' | 'typing'
  /** The place of the awaited reply in the queue of the assistant: 1 is next, 0 if it does not wait. */
  place: number
  /** The place in the queue of the team and estimated wait: place 1 is next; 0 if unknown. */
  queue: { place: number; minutes: number | null } | null
  /** The team member who handles the chat. `name` is empty if the site hides names. */
  person: { name: string } | null
  /**
   * Why the last message was not answered; it can be sent again. A `Failure`, for which the view has texts, or a
   * sentence from the server. `unreachable` and `tooFast` are retried automatically.
   */
  failure: Failure | (string & {}) | null
  /** How the visitor rated the chat with the team that just ended; `open` if they can. Null if there is none. */
  rating: 'open' | 'good' | 'bad' | null
  online: boolean
  unread: number
  /** Whether the chat has ended. The next message starts a new one. */
  ended: boolean
  /** Whether the visitor agreed to what `site.consent` requires. */
  consented: boolean
  /** Whether the form before the first message is shown: not if it was answered or the visitor is identified. */
  asksDetails: boolean
  draft: string
  /** What is known of the visitor by the name of a field, which forms begin with. */
  known: Record<string, string>
  /** How far the device's clock is ahead of the server's, in milliseconds. */
  skew: number
  /** Whether the calendar was open when the visitor left the last page. */
  picking: boolean
  /** Why the link of an email did not continue a chat: too old or not valid, or no connection. */
  lostLink: 'over' | 'unreachable' | null
}

/** The chat without its view: its state and actions. Nothing here throws; failures are in the state. */
export type Talk = {
  readonly state: TalkState
  /** Lets the visitor complete the bot challenge if `site.captcha` requires it. Set by the view. */
  challenge: (() => Promise<string>) | undefined
  /** Calls `changed` after each change. @returns a function that unsubscribes */
  subscribe(changed: () => void): () => void
  send(text: string): void
  /**
   * Answers a message: an option, an action of a card, or a form's answers as JSON, which `words` shows as the server
   * will.
   */
  act(action: { id: string; value?: string; label?: string; words?: string }): void
  /** Sends failed messages again, or requests the reply again. */
  retry(): void
  /** Stops the reply being written. */
  stop(): void
  /** @param label the button's text, shown as the visitor's message */
  askForPerson(label?: string): void
  /** Has the last reply written again, which was stopped early. */
  regenerate(): void
  /** Leaves the queue, or ends the chat with a person. @returns whether the server did it */
  leave(): Promise<boolean>
  /** Rates the chat with the team after it ended. */
  rateChat(rating: 'good' | 'bad', comment?: string): void
  /** Sends a file as a message. @returns why it was not sent, as a key of the texts; undefined if it was */
  sendFile(file: File, onProgress: (share: number) => void): Promise<FileFailure | undefined>
  /** The bytes of a file of the chat; undefined if they cannot be read. */
  readFile(id: string): Promise<Blob | undefined>
  rate(messageId: string, rating: 1 | -1 | null): void
  /** Details given before the first message, by field name. */
  giveDetails(answers: Record<string, string>): void
  consent(): void
  identify(identity: SvcIdentity): void
  /** What forms begin with. The message is written into the box, unless the visitor has written there. */
  prefill(values: SvcPrefill): void
  /** Values that the page claims, for the team. Empty ones are removed. */
  setAttributes(attributes: Record<string, string>): void
  setDraft(text: string): void
  /** The visitor is typing. Sent at most once a second. */
  typed(): void
  /** Whether the window is open and visible, which decides what counts as read and whether events are followed. */
  show(visible: boolean): void
  /** Ends the chat. Its messages stay visible, and the next message starts a new one. */
  end(): void
  /** Ends the chat and forgets it and the visitor's identity. */
  reset(): void
  /** Continues the chat of a link in an email, in place of the one of this browser. */
  resume(link: string): void
  /** Has the chat sent to an address. @returns whether the server accepted it */
  emailTranscript(to: string): Promise<boolean>
  /** The chat as plain text. */
  transcript(): Promise<string>
  /** What the calendar needs. @returns undefined if it cannot be loaded */
  booking(): Promise<BookingTalk | undefined>
  /** Deletes the chat on the server and here. @returns whether it was deleted */
  erase(): Promise<boolean>
  destroy(): void
}
