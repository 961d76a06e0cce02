import type { ChatSite } from '../../shared/chat.ts'
import type { Drawn } from './button.ts'
import type { Clean } from './clean.ts'
import type { Options } from './options.ts'

/** What is on the page before the chat, and is passed to it. */
export type LoaderContext = {
  options: Options
  root: ShadowRoot
  clean: () => Clean
  /** Undefined if the chat fills the page, or this page may not chat. */
  drawn: Drawn | undefined
  /** The site from the server, or as previously known if the server cannot be reached. */
  site(): Promise<ChatSite>
  /** Aborted by `destroy`. */
  signal: AbortSignal
}

/** Handles the page's calls once the chat is loaded. Never throws. */
export type LoadedWidget = { call(name: string, given: unknown[]): void; debug(): Record<string, unknown> }

/** An adoptable style sheet. Unlike an element, it needs no permission of the page's CSP. */
export function createSheet(css: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  return sheet
}
