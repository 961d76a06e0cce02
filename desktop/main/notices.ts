import type { Notification, NotificationConstructorOptions } from 'electron'
import { type BridgeEvents, type Notice, Reply } from '../bridge.ts'
import type { Words } from './words.ts'

type Shown = Pick<Notification, 'on' | 'show' | 'close'>
export type NotificationClass = (new (options: NotificationConstructorOptions) => Shown) & { isSupported(): boolean }

type Options = {
  Notification: NotificationClass
  platform: NodeJS.Platform
  words: Words
  /** Brings the window to the front. */
  show(): void
  send<K extends keyof BridgeEvents>(to: K, data: BridgeEvents[K]): void
}

export type Notices = { show(notice: Notice): boolean; dismiss(id: string): void; clear(): void }

/** The maximum number of notifications on screen and in memory; the oldest is removed first. */
const maxShown = 40

/** System notifications. Their actions are sent to the page, which executes them as if done there. */
export function createNotices(around: Options): Notices {
  const shown = new Map<string, Shown>()
  const dismiss = (id: string) => {
    const notification = shown.get(id)
    shown.delete(id)
    notification?.close()
  }
  return {
    show(notice) {
      if (!around.Notification.isSupported()) return false
      dismiss(notice.id)
      const oldest = shown.size >= maxShown ? shown.keys().next().value : undefined
      if (oldest !== undefined) dismiss(oldest)
      const notification = new around.Notification(optionsFor(notice, around))
      listen(notification, notice, around)
      notification.on('close', () => {
        if (shown.get(notice.id) === notification) shown.delete(notice.id)
      })
      shown.set(notice.id, notification)
      notification.show()
      return true
    },
    dismiss,
    clear: () => [...shown.keys()].forEach(dismiss),
  }
}

/** The actions of a notification, if the system supports them, by its kind. */
function optionsFor({ kind, title, body, conversationId }: Notice, { platform, words }: Options) {
  const canAct = platform !== 'linux' && conversationId !== null
  const canReply = canAct && kind !== 'missed' && kind !== 'test'
  return {
    title,
    body,
    // The page plays the sound that the person chose.
    silent: true,
    hasReply: canReply,
    replyPlaceholder: words.replyHere,
    actions: canAct && kind === 'waiting' ? [{ type: 'button' as const, text: words.takeOver }] : [],
    // A waiting visitor stays visible until somebody takes over; then the page removes the notification.
    timeoutType: kind === 'waiting' ? ('never' as const) : ('default' as const),
  }
}

function listen(notification: Shown, { conversationId }: Notice, { show, send }: Options): void {
  const open = () => {
    show()
    if (conversationId !== null) send('open', conversationId)
  }
  notification.on('click', open)
  notification.on('reply', ({ reply }) => {
    const written = Reply.safeParse({ conversationId, text: reply })
    // If the reply is empty or too long, opens the conversation instead.
    if (written.success) send('reply', written.data)
    else open()
  })
  notification.on('action', () => {
    show()
    if (conversationId !== null) send('takeover', conversationId)
  })
}
