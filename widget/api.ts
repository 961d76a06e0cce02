/** The visitor's identity, as given by the page. A `token` signed by the page's own server verifies the visitor. */
export type SvcIdentity = { name?: string; email?: string; token?: string }

/** The widget's events and their payloads. */
export type SvcEvents = {
  open: undefined
  close: undefined
  /** The visitor left contact details. */
  lead: { name?: string; email?: string; phone?: string }
  /** The chat is loaded. A handler that is added later runs at once. */
  ready: undefined
  /** The number of unread replies changed. */
  unread: { count: number }
  /** A reply arrived. `count` is the number of unread replies. */
  message: { role: 'agent' | 'system'; count: number }
}

/** What forms and the message box contain when they are opened. */
export type SvcPrefill = { name?: string; email?: string; phone?: string; message?: string }

/** The widget's API, `window.Svc`. Each method is safe at any time and never throws. */
export type Svc = {
  open(): void
  close(): void
  toggle(): void
  /** Opens the chat and sends `text` as the visitor. */
  send(text: string): void
  /** Opens the chat with its first screen, or with a form or flow of the site's settings. */
  openHome(): void
  openForm(id: string): void
  openFlow(id: string): void
  prefill(values: SvcPrefill): void
  /** Shows the team up to 20 values about the visitor or page, as claims of the page. Empty values are removed. */
  setAttributes(attributes: Record<string, string>): void
  identify(identity: SvcIdentity): void
  /** Forgets the conversation: the next message starts a new one. */
  reset(): void
  /** Removes the widget from the page. */
  destroy(): void
  on<Name extends keyof SvcEvents>(event: Name, handler: (payload: SvcEvents[Name]) => void): void
  off<Name extends keyof SvcEvents>(event: Name, handler: (payload: SvcEvents[Name]) => void): void
  /** The widget's state for debugging. With `?svcdebug=1` in the page's URL, it also logs. */
  debug(): Record<string, unknown>
}

/** A stub that a page can define before the loader runs. Its queued calls are executed later. */
export type SvcStub = { q: [method: string, ...given: unknown[]][] }

declare global {
  interface Window {
    Svc?: Svc | SvcStub
  }
}
