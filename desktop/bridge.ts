import { z } from 'zod'
import { TeamReply } from '../shared/live.ts'
import { clipped, exact } from '../shared/text.ts'

/** What the dashboard and the app's main process agree on. In a browser `window.frontdesk` is undefined. */
export const ConversationId = z.string().regex(/^conv_[0-9A-Za-z]{20}$/)
export type ConversationId = z.infer<typeof ConversationId>

/** Of what an alert tells; `test` is what the button that tests them sends. */
export const NoticeKind = z.enum(['waiting', 'mine', 'mention', 'missed', 'test'])
export type NoticeKind = z.infer<typeof NoticeKind>

/** A notification of the system. The page makes the sound, so it is silent. The same id again takes the place of the first. */
export const Notice = z.strictObject({
  id: exact(200, 1),
  kind: NoticeKind,
  title: clipped(100),
  body: clipped(300),
  conversationId: ConversationId.nullable(),
})
export type Notice = z.infer<typeof Notice>

/** What was written into a notification's own field. */
export const Reply = z.strictObject({ conversationId: ConversationId, text: TeamReply.shape.text })
export type Reply = z.infer<typeof Reply>

/** What the main process tells the page, and the shape of it. */
export const tidings = {
  open: ConversationId,
  reply: Reply,
  takeover: ConversationId,
  availability: z.boolean(),
}
export type Tidings = { [K in keyof typeof tidings]: z.infer<(typeof tidings)[K]> }

/** What the dashboard may ask of the main process, and the one argument of each. */
export const calls = {
  notify: Notice,
  dismiss: exact(200, 1),
  badge: z.int().min(0).max(100_000),
  available: z.boolean().nullable(),
  listen: z.strictObject({ to: z.enum(['open', 'reply', 'takeover', 'availability']), on: z.boolean() }),
}
export type Calls = { [K in keyof typeof calls]: z.infer<(typeof calls)[K]> }

/** `window.frontdesk` in the app. Each `on…` gives a function that ends it; what came before anybody listened comes at once. */
export type Bridge = {
  /** of the app, not of the server */
  readonly version: string
  readonly platform: 'darwin' | 'linux' | 'win32'
  /** @returns whether the system can show notifications; what can be done from one goes by its kind */
  notify(notice: Notice): Promise<boolean>
  /** Takes a notification away that was answered elsewhere; an id that there is not is no error. */
  dismiss(id: string): Promise<void>
  /** How many wait, on the tray and on the app's icon. */
  badge(count: number): Promise<void>
  /** What the menu shows; null while nobody is signed in. */
  setAvailable(available: boolean | null): Promise<void>
  /** A conversation is to be shown: a link, or a notification that was clicked. The window is in front already. */
  onOpen(fn: (conversationId: ConversationId) => void): () => void
  /** Something is to be sent that was written into a notification. */
  onReply(fn: (reply: Reply) => void): () => void
  /** A conversation is to be taken over, from a notification. */
  onTakeover(fn: (conversationId: ConversationId) => void): () => void
  /** The person chose in the menu to be available, or away. */
  onAvailability(fn: (available: boolean) => void): () => void
}

/** How the app stands, for its own pages. */
export type Standing = {
  version: string
  /** the origin of the server that was named, or null */
  server: string | null
  /** why the server's dashboard is not shown */
  fault: Fault | null
}

/** Why an address is not kept, or a dashboard not shown. */
export type Fault =
  /** what was typed is no address of a server */
  | 'address'
  /** http over the internet */
  | 'insecure'
  /** http over a private network, and nobody agreed to it yet */
  | 'unencrypted'
  | 'unreachable'
  | 'certificate'
  /** something else answers there */
  | 'other'
  /** it says of itself that it does not work, or answers with an error */
  | 'down'
  /** it is known by another address, and its dashboard works by that alone */
  | { renamed: string }

/** What the app's own pages may ask. `sure` says that http over a private network was agreed to. */
export const pageCalls = {
  standing: z.null(),
  keep: z.strictObject({ address: clipped(2000), sure: z.boolean() }),
  retry: z.null(),
  change: z.null(),
}
export type PageCalls = { [K in keyof typeof pageCalls]: z.infer<(typeof pageCalls)[K]> }

/** `window.frontdeskPages` in the app's own pages. A fault is why it did not go on; null, that the dashboard comes. */
export type PageBridge = {
  standing(): Promise<Standing>
  keep(address: string, sure: boolean): Promise<Fault | null>
  retry(): Promise<Fault | null>
  /** Goes to the page that asks for another server. */
  change(): Promise<void>
}

declare global {
  interface Window {
    frontdesk?: Bridge
    frontdeskPages?: PageBridge
  }
}
