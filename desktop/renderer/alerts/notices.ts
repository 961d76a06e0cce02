import type { Notice, NoticeKind } from '../../bridge.ts'

/** Shows system notifications, by the app or the browser. */
export type Notices = {
  /** @returns whether it could be shown. A notification with the same id replaces the first. */
  show(notice: Notice): Promise<boolean>
  close(id: string): void
  closeAll(): void
}

export type Permission = NotificationPermission | 'none' | 'app'

/** Whether notifications may be shown; `none`: unsupported. */
export function permissionNow(): Permission {
  if (window.frontdesk) return 'app'
  return typeof Notification === 'undefined' || !isSecureContext ? 'none' : Notification.permission
}

/** Asks for permission. Call it only from a click, because browsers reject other requests. */
export async function requestPermission(): Promise<Permission> {
  if (permissionNow() === 'default') await Notification.requestPermission()
  return permissionNow()
}

/** @param open called with the conversation of a clicked notification; the window is in front by then */
export function createNotices(open: (conversationId: string) => void): Notices {
  const { frontdesk } = window
  if (frontdesk) {
    const shown = new Set<string>()
    const close = (id: string) => {
      if (shown.delete(id)) void frontdesk.dismiss(id)
    }
    return {
      async show(notice) {
        shown.add(notice.id)
        return await frontdesk.notify(notice)
      },
      close,
      closeAll: () => shown.forEach(close),
    }
  }
  return browserNotices(open)
}

function browserNotices(open: (conversationId: string) => void): Notices {
  const shown = new Map<string, Notification>()
  const close = (id: string) => {
    shown.get(id)?.close()
    shown.delete(id)
  }
  return {
    async show({ id, kind, title, body, conversationId }) {
      if (permissionNow() !== 'granted') return false
      close(id)
      const notification = make(title, {
        body,
        tag: id,
        silent: true,
        requireInteraction: staysUntilSeen.includes(kind),
      })
      if (!notification) return false
      shown.set(id, notification)
      notification.onclose = () => {
        if (shown.get(id) === notification) shown.delete(id)
      }
      notification.onclick = () => {
        window.focus()
        notification.close()
        if (conversationId) open(conversationId)
      }
      return true
    },
    close,
    closeAll: () => [...shown.keys()].forEach(close),
  }
}

const staysUntilSeen: readonly NoticeKind[] = ['waiting', 'missed']

/** Undefined if a browser allows only a worker to show them, as on phones. */
function make(title: string, options: NotificationOptions): Notification | undefined {
  try {
    return new Notification(title, options)
  } catch {
    return undefined
  }
}
