import type { AlertClass, PushMessage } from '../../../shared/push.ts'
import { alerts as german } from '../words/de/alerts.ts'
import { alerts as english } from '../words/en/alerts.ts'

/** The used parts of a worker's globals. The complete types would apply to every other file, too. */
type Happening = Event & { waitUntil(work: Promise<unknown>): void }
type Pushed = Happening & { data: { json(): unknown } | null }
type Clicked = Happening & { notification: Notification }
type OpenWindow = { url: string; focus(): Promise<unknown>; postMessage(message: unknown): void }
type Worker = {
  registration: ServiceWorkerRegistration
  clients: {
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<readonly OpenWindow[]>
    openWindow(path: string): Promise<unknown>
  }
  skipWaiting(): Promise<void>
  addEventListener(type: 'install', listener: () => void): void
  addEventListener(type: 'push', listener: (event: Pushed) => void): void
  addEventListener(type: 'notificationclick', listener: (event: Clicked) => void): void
}

/** Runs while no window of the dashboard is open: shows push messages, and opens the conversation. */
const worker = self as unknown as Worker

const spoken: Record<string, typeof english.notice> = { en: english.notice, de: german.notice as typeof english.notice }
const classes: readonly AlertClass[] = ['waiting', 'mine', 'mention', 'missed']
const id = /^[\w-]{1,64}$/

worker.addEventListener('install', () => void worker.skipWaiting())

worker.addEventListener('push', (event) => {
  const message = readMessage(event.data)
  const language = message?.language.slice(0, 2) ?? 'en'
  const words = spoken[language] ?? english.notice
  const { title, body } = words[message?.class ?? 'waiting']
  // A browser that shows nothing for a push message loses the permission.
  const shown = worker.registration.showNotification(message?.name ? `${title} · ${message.name}` : title, {
    body: message?.text ?? body,
    tag: message?.conversation ?? 'frontdesk',
    lang: language,
    requireInteraction: message?.class === 'waiting',
    data: { conversation: message?.conversation },
  })
  event.waitUntil(shown)
})

worker.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const { conversation } = event.notification.data as { conversation?: string }
  event.waitUntil(open(conversation === undefined ? '/dashboard' : `/dashboard/inbox/all/${conversation}`))
})

/** Only this deployment can send here, but the content is checked anyway. */
function readMessage(data: Pushed['data']): PushMessage | undefined {
  try {
    const message = data?.json() as PushMessage
    return classes.includes(message.class) && id.test(message.conversation) ? message : undefined
  } catch {
    return undefined
  }
}

/** Opens the path in an open window of the dashboard, otherwise in a new one. */
async function open(path: string): Promise<void> {
  const windows = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const known = windows.find(({ url }) => new URL(url).pathname.startsWith('/dashboard'))
  if (!known) return void (await worker.clients.openWindow(path))
  known.postMessage({ open: path })
  await known.focus()
}
