import type { ChatSite } from '../../shared/chat.ts'
import type { Drawn } from './button.ts'
import type { Clean } from './clean.ts'
import type { Options } from './options.ts'

/** What is on the page before the chat is, and is handed over to it. */
export type First = {
  options: Options
  root: ShadowRoot
  clean: () => Clean
  /** None where the chat fills the page, or this page may not chat. */
  drawn: Drawn | undefined
  /** The site as the server has it; as it was known before where the server is not reached. */
  site(): Promise<ChatSite>
  /** Aborted by `destroy`. */
  signal: AbortSignal
}

/** What answers the calls of the page once the chat is there. It never throws. */
export type Second = { call(name: string, given: unknown[]): void; debug(): Record<string, unknown> }

/** A style sheet to adopt: unlike an element, it needs no leave of the page's content policy. */
export function dress(css: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  return sheet
}
