import { expect, test } from 'vitest'
import { unauthorized } from '../../server/core/error.ts'
import type { Frame, Item } from '../../server/realtime/item.ts'
import { itemsOf } from '../../server/realtime/items.ts'
import type { Subscriber } from '../../server/realtime/subscriptions.ts'

const frame = (id: number) => ({ item: () => ({ id: String(id) }) }) as unknown as Frame

/** Reads a subscription whose events the test writes. */
function openItems() {
  const leaving = new AbortController()
  let subscriber!: Subscriber
  let isStopped = false
  const items = itemsOf((given) => {
    subscriber = given
    return () => {
      isStopped = true
    }
  }, leaving.signal)
  const next = () => items.next() as Promise<IteratorResult<Item, void>>
  // Runs to the first wait, which opens the subscription.
  const first = next()
  return { first, next, subscriber, leaving, isStopped: () => isStopped }
}

test('a reader gets what was written, in order, and waits for more', async () => {
  const { first, next, subscriber } = openItems()
  subscriber.write(frame(1))
  subscriber.write(frame(2))
  expect([await first, await next()]).toMatchObject([{ value: { id: '1' } }, { value: { id: '2' } }])
  const third = next()
  subscriber.write(frame(3))
  expect(await third).toMatchObject({ value: { id: '3' }, done: false })
})

test('a reader that falls behind has no room until it has caught up', async () => {
  const { first, next, subscriber } = openItems()
  expect(subscriber.room()).toBeUndefined()
  for (let id = 1; id <= 501; id++) subscriber.write(frame(id))
  const room = subscriber.room()
  let hasRoom = false
  void room?.then(() => {
    hasRoom = true
  })
  await first
  expect(hasRoom).toBe(false)
  for (let id = 2; id <= 501; id++) await next()
  void next()
  await room
  expect(subscriber.room()).toBeUndefined()
})

test('a reader that never catches up gets what was kept, then its subscription ends', async () => {
  const { first, next, subscriber, isStopped } = openItems()
  for (let id = 1; id <= 2_001; id++) subscriber.write(frame(id))
  let last = await first
  let read = 0
  for (; !last.done; read++) last = await next()
  expect(read).toBe(2_001)
  expect(isStopped()).toBe(true)
})

test('an error comes after what was written before it', async () => {
  const { first, next, subscriber, isStopped } = openItems()
  subscriber.write(frame(1))
  subscriber.ended(unauthorized('Gone.', 'token_unknown'))
  expect(await first).toMatchObject({ value: { id: '1' } })
  await expect(next()).rejects.toMatchObject({ reason: 'token_unknown' })
  expect(isStopped()).toBe(true)
})

test('a reader that leaves ends its subscription', async () => {
  const { first, leaving, isStopped } = openItems()
  leaving.abort()
  expect(await first).toMatchObject({ done: true })
  expect(isStopped()).toBe(true)
})
