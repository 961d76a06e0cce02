import type { ChatSite } from '../../shared/chat.ts'
import type { SvcEvents, SvcIdentity } from '../api.ts'
import type { Words } from './words/en.ts'

/** The browser's own functions, whatever the page has put in their place. */
export type Natives = { fetch: typeof fetch; stringify(value: unknown): string; parse(text: string): unknown }

/** What the loader hands to the chat when it loads it. */
export type Mounting = {
  /**
   * The loader's own shadow root; the chat draws its window in it, beside the button. What a page says of every element
   * reaches the root's host alone, custom properties too: they are declared anew on an element within.
   */
  root: ShadowRoot
  /** Where the chat's routes are: `${api}/chat/…`; without a slash at its end. */
  api: string
  site: ChatSite
  /** Fills the page or frame: no button, nothing to close. */
  fill: boolean
  /** In force already as the root's `color-scheme`. */
  theme: 'light' | 'dark' | 'auto'
  natives: Natives
  /** Tells the handlers of the page; of `open` and `close` they are told by `showOpen`. */
  tell<Name extends 'lead' | 'message'>(event: Name, payload: SvcEvents[Name]): void
  /** Logs where the page has `?svcdebug=1`. */
  debug(...words: unknown[]): void
  /** How many replies were not read yet, for the button's badge. */
  showUnread(count: number): void
  /** Gives the button and the teaser the words of the chat; without them, shows that they cannot be loaded. */
  showWords(words?: Pick<Words, 'openChat' | 'close' | 'dismiss'>): void
  /** The window was opened or closed, by whomever: the button, its focus and the page's handlers follow. */
  showOpen(open: boolean): void
}

/** The chat as the loader has it. Its module exports `mount(mounting: Mounting): Promise<MountedChat>`. */
export type MountedChat = {
  open(): void
  close(): void
  /** The window was opened before. */
  send(text: string): void
  identify(identity: SvcIdentity): void
  reset(): void
  destroy(): void
  debug(): Record<string, unknown>
}
