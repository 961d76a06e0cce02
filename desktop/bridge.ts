import { z } from 'zod'
import { TeamReply } from '../shared/live.ts'
import { clipped, exact } from '../shared/text.ts'

/** The interface between the dashboard and the app's main process. `window.frontdesk` is undefined in a browser. */
export const ConversationId = z.string().regex(/^conv_[0-9A-Za-z]{20}$/)
export type ConversationId = z.infer<typeof ConversationId>

/** The kinds of alerts. `test` is sent by the button that tests them. */
export const NoticeKind = z.enum(['waiting', 'mine', 'mention', 'missed', 'test'])
export type NoticeKind = z.infer<typeof NoticeKind>

/**
 * A system notification. It is silent, because the page plays the sound. A notice with the same id replaces the first.
 */
export const Notice = z.strictObject({
  id: exact(200, 1),
  kind: NoticeKind,
  title: clipped(100),
  body: clipped(300),
  conversationId: ConversationId.nullable(),
})
export type Notice = z.infer<typeof Notice>

/** The text typed into a notification. */
export const Reply = z.strictObject({ conversationId: ConversationId, text: TeamReply.shape.text })
export type Reply = z.infer<typeof Reply>

/** Messages from the main process to the page, with their schemas. */
export const bridgeEvents = {
  open: ConversationId,
  reply: Reply,
  takeover: ConversationId,
  availability: z.boolean(),
}
export type BridgeEvents = { [K in keyof typeof bridgeEvents]: z.infer<(typeof bridgeEvents)[K]> }

/** Calls from the dashboard to the main process, with the schema of their argument. */
export const calls = {
  notify: Notice,
  dismiss: exact(200, 1),
  badge: z.int().min(0).max(100_000),
  available: z.boolean().nullable(),
  listen: z.strictObject({ to: z.enum(['open', 'reply', 'takeover', 'availability']), on: z.boolean() }),
}
export type Calls = { [K in keyof typeof calls]: z.infer<(typeof calls)[K]> }

/**
 * `window.frontdesk` in the app. Each `on…` returns a function that unsubscribes. Earlier messages are delivered
 * immediately.
 */
export type Bridge = {
  /** the app's version, not the server's */
  readonly version: string
  readonly platform: 'darwin' | 'linux' | 'win32'
  /** @returns whether the system can show notifications; the available actions depend on the kind */
  notify(notice: Notice): Promise<boolean>
  /** Removes a notification that was answered elsewhere. Unknown ids are ignored. */
  dismiss(id: string): Promise<void>
  /** The number of waiting visitors, on the tray and the app's icon. */
  badge(count: number): Promise<void>
  /** The availability shown in the menu; null while nobody is signed in. */
  setAvailable(available: boolean | null): Promise<void>
  /** A conversation should be shown: a link, or a clicked notification. The window is already in front. */
  onOpen(fn: (conversationId: ConversationId) => void): () => void
  /** A reply typed into a notification should be sent. */
  onReply(fn: (reply: Reply) => void): () => void
  /** A conversation should be taken over, from a notification. */
  onTakeover(fn: (conversationId: ConversationId) => void): () => void
  /** The person changed their availability in the menu. */
  onAvailability(fn: (available: boolean) => void): () => void
}

/** The state of the app, for its own pages. */
export type AppState = {
  version: string
  /** the origin of the configured server, or null */
  server: string | null
  /** why the server's dashboard is not shown */
  fault: Fault | null
}

/** Why an address was rejected, or a dashboard is not shown. */
export type Fault =
  /** not the address of a server */
  | 'address'
  /** http over the internet */
  | 'insecure'
  /** http over a private network, not confirmed yet */
  | 'unencrypted'
  | 'unreachable'
  | 'certificate'
  /** the server is not a Frontdesk */
  | 'other'
  /** it reports an error, or responds with one */
  | 'down'
  /** it has a different BASE_URL, and its dashboard works only there */
  | { renamed: string }

/** Calls from the app's own pages. `sure` confirms http over a private network. */
export const pageCalls = {
  state: z.null(),
  keep: z.strictObject({ address: clipped(2000), sure: z.boolean() }),
  retry: z.null(),
  change: z.null(),
}
export type PageCalls = { [K in keyof typeof pageCalls]: z.infer<(typeof pageCalls)[K]> }

/** `window.frontdeskPages` in the app's own pages. Returns a fault, or null if the dashboard is loading. */
export type PageBridge = {
  state(): Promise<AppState>
  keep(address: string, sure: boolean): Promise<Fault | null>
  retry(): Promise<Fault | null>
  /** Shows the page that asks for another server. */
  change(): Promise<void>
}

declare global {
  interface Window {
    frontdesk?: Bridge
    frontdeskPages?: PageBridge
  }
}
