import type { ChatSite } from '../../shared/chat.ts'
import type { Flow, InlineForm } from '../../shared/widget.ts'
import type { SvcEvents, SvcIdentity } from '../api.ts'
import type { Talk } from './talk.ts'
import type { Words } from './words/en.ts'

/** The browser's own functions, even if the page replaced them. */
export type Natives = { fetch: typeof fetch; stringify(value: unknown): string; parse(text: string): unknown }

/** A guided task that replaces the message box. */
export type Task =
  | { kind: 'flow'; flow: Flow }
  | { kind: 'form'; form: InlineForm }
  /** The calendar, beside the message box. `moves` is an appointment's id; `quiet` leaves the focus where it is. */
  | { kind: 'booking'; moves?: string; quiet?: boolean }

/** A reply that the visitor does not see: its author, and its text in one line. */
export type News = { name: string | undefined; text: string }

/** What the loader passes to the chat. */
export type Mounting = {
  /**
   * The loader's shadow root, in which the chat draws its window beside the button. Page styles for all elements reach
   * only its host, including custom properties, so these are declared again on an inner element.
   */
  root: ShadowRoot
  /** The base URL of the chat's routes, `${api}/chat/…`, without a trailing slash. */
  api: string
  site: ChatSite
  /** Fills the page or frame: no button, and it cannot be closed. */
  fill: boolean
  /** The language that the page's tag names; by default that of the page. */
  language: string | undefined
  /** Already applied as the root's `color-scheme`. */
  theme: 'light' | 'dark' | 'auto'
  natives: Natives
  /** Calls the page's event handlers. `open` and `close` are emitted by `showOpen`. */
  emit<Name extends 'lead' | 'message'>(event: Name, payload: SvcEvents[Name]): void
  /** Logs if the page's URL has `?svcdebug=1`. */
  debug(...words: unknown[]): void
  /** Shows the number of unread replies on the button. */
  showUnread(count: number): void
  /** A reply arrived that the visitor does not see. Without a name, it is from the team. */
  announce(news: News): void
  /** Passes the chat's texts to the button and teaser. Without texts, shows that they cannot be loaded. */
  showWords(words?: Pick<Words, 'openChat' | 'close' | 'dismiss' | 'team'>): void
  /** The window was opened or closed. Updates the button, the focus and the page's handlers. */
  showOpen(open: boolean): void
}

/** The chat's interface for the loader. Its module exports `mount(mounting: Mounting): Promise<MountedChat>`. */
export type MountedChat = {
  /** @param beside it was open on the page before, so it leaves the focus to this page */
  open(beside?: boolean): void
  close(): void
  /** The window is already open. */
  send(text: string): void
  /** For methods that are loaded on use. */
  readonly talk: Talk
  show(screen: 'home' | 'chat', task: Task | null): void
  identify(identity: SvcIdentity): void
  reset(): void
  destroy(): void
  debug(): Record<string, unknown>
}
