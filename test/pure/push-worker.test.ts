import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { PushMessage } from '../../shared/push.ts'

type Listener = (event: object) => void
const listeners = new Map<string, Listener>()
const shown = vi.fn(async (_title: string, _options: object) => {})
const opened = vi.fn(async (_path: string) => {})
let windows: { url: string; focus: () => Promise<void>; postMessage: (message: unknown) => void }[] = []

beforeAll(async () => {
  vi.stubGlobal('self', {
    registration: { showNotification: shown },
    clients: { matchAll: async () => windows, openWindow: opened },
    skipWaiting: async () => {},
    addEventListener: (type: string, listener: Listener) => void listeners.set(type, listener),
  })
  await import('../../desktop/renderer/alerts/worker.ts')
})
afterAll(() => vi.unstubAllGlobals())
beforeEach(() => {
  windows = []
  vi.clearAllMocks()
})

async function happens(type: string, event: object): Promise<void> {
  const work: Promise<unknown>[] = []
  listeners.get(type)?.({ ...event, waitUntil: (one: Promise<unknown>) => void work.push(one) })
  await Promise.all(work)
}

const message: PushMessage = {
  class: 'mine',
  site: 'shop',
  conversation: 'conv_1',
  language: 'en',
  name: 'Eva',
  text: 'Are you there?',
}
const pushed = (data: unknown) => happens('push', { data: { json: () => data } })
const pressed = (data: object) => happens('notificationclick', { notification: { close: () => {}, data } })

test('a notification is shown in its language, with who wrote what', async () => {
  await pushed(message)
  const options = { body: 'Are you there?', tag: 'conv_1', requireInteraction: false, data: { conversation: 'conv_1' } }
  expect(shown).toHaveBeenLastCalledWith('A conversation of yours · Eva', expect.objectContaining(options))
  await pushed({ ...message, class: 'waiting', language: 'de-AT', name: null, text: null })
  const german = { lang: 'de', requireInteraction: true, body: expect.stringMatching(/./) }
  expect(shown).toHaveBeenLastCalledWith(expect.stringMatching(/^Ein/), expect.objectContaining(german))
})

test.each([
  ['of a class that is none', { ...message, class: 'advertisement' }],
  ['of an id that is none', { ...message, conversation: '../../settings' }],
  ['that is nothing', null],
])('a push %s is shown without any of its text, and leads to no conversation', async (_, data) => {
  await pushed(data)
  const options = { tag: 'frontdesk', body: 'Open the conversation to answer.', data: { conversation: undefined } }
  expect(shown).toHaveBeenCalledExactlyOnceWith('A visitor is waiting', expect.objectContaining(options))
})

test('a click opens the conversation in the open window, otherwise in a new one', async () => {
  await pressed({ conversation: 'conv_1' })
  expect(opened).toHaveBeenCalledExactlyOnceWith('/dashboard/inbox/all/conv_1')
  const window = { url: 'https://shop.example/dashboard/contacts', focus: vi.fn(async () => {}), postMessage: vi.fn() }
  windows = [{ ...window, url: 'https://shop.example/docs', postMessage: vi.fn() }, window]
  await pressed({})
  expect(window.postMessage).toHaveBeenCalledExactlyOnceWith({ open: '/dashboard' })
  expect([window.focus.mock.calls.length, opened.mock.calls.length]).toEqual([1, 1])
})
