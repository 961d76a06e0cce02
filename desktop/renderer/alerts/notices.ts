import type { Notice, NoticeKind } from '../../bridge.ts'

/** Shows notifications of the system: through the app where this is it, else through the browser. */
export type Notices = {
  /** Answers whether it could be shown. The same id again takes the place of the first. */
  show(notice: Notice): Promise<boolean>
  close(id: string): void
  closeAll(): void
}

export type Permission = NotificationPermission | 'none' | 'app'

/** Whether notifications may be shown; `none`: there are none here. */
export function permissionNow(): Permission {
  if (window.frontdesk) return 'app'
  return typeof Notification === 'undefined' || !isSecureContext ? 'none' : Notification.permission
}

/** Asks the person. Only from a click: browsers refuse whoever asks out of the blue. */
export async function askPermission(): Promise<Permission> {
  if (permissionNow() === 'default') await Notification.requestPermission()
  return permissionNow()
}

/** @param open is called with the conversation whose notification was clicked; the window is in front then */
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

/** Undefined where a browser only lets a worker show them, as on phones. */
function make(title: string, options: NotificationOptions): Notification | undefined {
  try {
    return new Notification(title, options)
  } catch {
    return undefined
  }
}
