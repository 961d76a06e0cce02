import type { ChatSite } from '../../shared/chat.ts'
import type { Message } from '../../shared/message.ts'
import type { SvcIdentity } from '../api.ts'

/** A message as the chat shows it. */
export type Entry = Message & {
  /** On the visitor's own: until the server answers it is on its way, kept while there is no network, or was refused. */
  sending?: 'sending' | 'kept' | 'failed'
  /** On the team's: how the visitor rated it. */
  feedback?: 1 | -1 | null
  /** On the visitor's own, in a chat with a person: it was read. Shown of the last that was. */
  seen?: boolean
  /** On what can be answered: what the visitor chose or filled in. */
  answer?: string
}

/**
 * `unreachable`: no network, or no server. `tooFast`: too many messages in a minute. `failed`: no reply could be written.
 * `refused`: this page or this visitor may not chat. `challenge`: the bot challenge was not answered.
 */
export type Failure = 'unreachable' | 'tooFast' | 'failed' | 'refused' | 'challenge'

/** Everything that the chat shows. A change makes a new object; what did not change in it stays the same one. */
export type TalkState = {
  site: ChatSite
  /** Null until the first message was stored. */
  conversation: string | null
  /** Oldest first. */
  entries: readonly Entry[]
  /** The reply that is being written, as far as it is; null where none is. */
  writing: string | null
  /** What the assistant does: looks for passages, then writes. A person types, where `person` is there. */
  activity: 'none' | 'looking' | 'writing' | 'typing'
  /** Where the visitor waits for a person, and about how long: place 1 is next; 0 while it is not known. */
  queue: { place: number; minutes: number | null } | null
  /** The person of the team who has the chat; `name` is empty where names are not shown. */
  person: { name: string } | null
  /**
   * Why the last message was not answered; it can be sent again. A `Failure`, for which the words are the looks', or a
   * sentence of the server's. What is `unreachable` or `tooFast` is sent again by itself.
   */
  failure: Failure | (string & {}) | null
  online: boolean
  unread: number
  /** The chat was ended; the next message begins a new one. */
  ended: boolean
  /** The visitor agreed to what `site.consent` asks for. */
  consented: boolean
  /** What is asked before the first message, as far as it is not known: none where it was answered or identified. */
  asksDetails: boolean
  draft: string
  /** How far the device's clock is ahead of the server's, in milliseconds. */
  skew: number
}

/** The chat without its looks: what it knows, and what can be done in it. Nothing here throws; failures are in the state. */
export type Talk = {
  readonly state: TalkState
  /** How the visitor answers the bot challenge, where `site.captcha` asks for it; the looks give it. */
  challenge: (() => Promise<string>) | undefined
  /** Calls `changed` after each change. @returns what ends it */
  subscribe(changed: () => void): () => void
  send(text: string): void
  /** Answers a message: an option, an action of a card, a form's answers as JSON, which `words` says as the server will. */
  act(action: { id: string; value?: string; label?: string; words?: string }): void
  /** Sends what could not be sent, or asks for the reply again. */
  retry(): void
  /** Stops the reply that is being written. */
  stop(): void
  /** @param label what the button says, which is shown as the visitor's words */
  askForPerson(label?: string): void
  rate(messageId: string, rating: 1 | -1 | null): void
  /** Details given before the first message, by field name. */
  giveDetails(answers: Record<string, string>): void
  consent(): void
  identify(identity: SvcIdentity): void
  setDraft(text: string): void
  /** The visitor types; told on at most once a second. */
  typed(): void
  /** The window is open and in sight, or not: decides what is read, and whether events are followed. */
  show(visible: boolean): void
  /** Ends the chat; what was said stays in sight, and the next message begins a new one. */
  end(): void
  /** Ends the chat and forgets it, and who the visitor is. */
  reset(): void
  /** The chat's words as a text file's content. */
  transcript(): Promise<string>
  /** Deletes the chat on the server and here. @returns whether it was deleted */
  erase(): Promise<boolean>
  destroy(): void
}
