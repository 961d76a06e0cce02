/** What a page may say of its visitor. With `token`, signed by the page's own server, the visitor is vouched for. */
export type SvcIdentity = { name?: string; email?: string; token?: string }

/** What happens in the widget, and what each handler is given. */
export type SvcEvents = {
  open: undefined
  close: undefined
  /** The visitor left contact details. */
  lead: { name?: string; email?: string; phone?: string }
  /** A reply arrived; `count` is how many were not read yet. */
  message: { role: 'agent' | 'system'; count: number }
}

/** The widget as a page has it, as `window.Svc`. Each method is safe at any time and never throws. */
export type Svc = {
  open(): void
  close(): void
  toggle(): void
  /** Opens the chat and sends `text` as the visitor. */
  send(text: string): void
  identify(identity: SvcIdentity): void
  /** Forgets the conversation: the next message begins a new one. */
  reset(): void
  /** Takes the widget off the page. */
  destroy(): void
  on<Name extends keyof SvcEvents>(event: Name, handler: (payload: SvcEvents[Name]) => void): void
  off<Name extends keyof SvcEvents>(event: Name, handler: (payload: SvcEvents[Name]) => void): void
  /** What the widget knows of itself, to look for a fault; it logs as it goes where the page has `?svcdebug=1`. */
  debug(): Record<string, unknown>
}

/** What a page may put in place before the loader is there: calls of `q` are made once it is. */
export type SvcStub = { q: [method: string, ...given: unknown[]][] }

declare global {
  interface Window {
    Svc?: Svc | SvcStub
  }
}
