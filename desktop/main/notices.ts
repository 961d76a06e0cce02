import type { Notification, NotificationConstructorOptions } from 'electron'
import { type Notice, Reply, type Tidings } from '../bridge.ts'
import type { Words } from './words.ts'

type Shown = Pick<Notification, 'on' | 'show' | 'close'>
export type NotificationClass = (new (options: NotificationConstructorOptions) => Shown) & { isSupported(): boolean }

type Around = {
  Notification: NotificationClass
  platform: NodeJS.Platform
  words: Words
  /** Brings the window to the front. */
  show(): void
  tell<K extends keyof Tidings>(to: K, data: Tidings[K]): void
}

export type Notices = { show(notice: Notice): boolean; dismiss(id: string): void; clear(): void }

/** So many stay on the screen and in memory; the oldest goes first. */
const most = 40

/** The system's notifications of what waits. What is done from one goes to the page, which sends it as from its own box. */
export function createNotices(around: Around): Notices {
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
      const oldest = shown.size >= most ? shown.keys().next().value : undefined
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

/** What can be done from a notification: where the system has fields and buttons, by what it tells of. */
function optionsFor({ kind, title, body, conversationId }: Notice, { platform, words }: Around) {
  const canAct = platform !== 'linux' && conversationId !== null
  const canReply = canAct && kind !== 'missed' && kind !== 'test'
  return {
    title,
    body,
    // The page makes the sound, as its person set it.
    silent: true,
    hasReply: canReply,
    replyPlaceholder: words.replyHere,
    actions: canAct && kind === 'waiting' ? [{ type: 'button' as const, text: words.takeOver }] : [],
    // One who waits stays in sight until somebody takes it; the page takes it away then.
    timeoutType: kind === 'waiting' ? ('never' as const) : ('default' as const),
  }
}

function listen(notification: Shown, { conversationId }: Notice, { show, tell }: Around): void {
  const open = () => {
    show()
    if (conversationId !== null) tell('open', conversationId)
  }
  notification.on('click', open)
  notification.on('reply', ({ reply }) => {
    const written = Reply.safeParse({ conversationId, text: reply })
    // Too long or empty: it is for the person to see, in the conversation.
    if (written.success) tell('reply', written.data)
    else open()
  })
  notification.on('action', () => {
    show()
    if (conversationId !== null) tell('takeover', conversationId)
  })
}
