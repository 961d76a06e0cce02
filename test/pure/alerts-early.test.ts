import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { afterEvent } from '../../desktop/renderer/alerts/alert-state.ts'
import { type Runtime, startAlerts } from '../../desktop/renderer/alerts/runtime.ts'
import { event, me } from '../support/alert-windows.ts'

let runtime: Runtime
let other: BroadcastChannel
let shown: string[]
let said: { kind: string }[]

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  shown = []
  said = []
  other = new BroadcastChannel('frontdesk.alerts.shop')
  other.onmessage = ({ data }) => said.push(data)
  runtime = startAlerts({
    site: 'shop',
    window: 'one',
    isAvailable: () => true,
    isOnline: () => true,
    show: ({ id }) => shown.push(id),
    close: () => {},
    count: () => {},
    noticesOf: (alerts) =>
      alerts.map(({ id, conversationId }) => ({ id, kind: 'waiting', title: '', body: '', conversationId })),
  })
})
afterEach(() => {
  runtime.close()
  other.close()
  vi.useRealTimers()
})

/** What another window told of before this one heard of it, once this one knows it. */
async function otherShowed(conversation: string) {
  const reports = [{ id: `waiting ${conversation}`, sounded: Date.now(), shown: true }]
  other.postMessage({ kind: 'reports', reports })
  // Messages come in their order: with the answer to this one, the first was read.
  said.length = 0
  other.postMessage({ kind: 'hello' })
  await vi.waitUntil(() => said.some(({ kind }) => kind === 'reports'))
}

/** The server says that they wait, and the moment passes in which it may still be over. */
function hears(conversation: string) {
  runtime.change((standing, now) => afterEvent(standing, event.requested(conversation), me, now))
  vi.setSystemTime(Date.now() + 1_000)
  runtime.update()
}

test('an alert that another window showed is not shown here, even if this one hears of it later', async () => {
  hears('first')
  await vi.waitUntil(() => shown.includes('waiting first'))
  await otherShowed('a')
  hears('a')
  hears('b')
  expect(shown).toEqual(['waiting first', 'waiting b'])
})

test('an alert for an earlier wait, already over here, does not hide the next one', async () => {
  hears('first')
  await vi.waitUntil(() => shown.includes('waiting first'))
  await otherShowed('a')
  vi.setSystemTime(Date.now() + 60_000)
  hears('a')
  expect(shown).toEqual(['waiting first', 'waiting a'])
})
