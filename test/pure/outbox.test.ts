import { beforeEach, describe, expect, test } from 'vitest'
import { createOutbox, type Failure, outboxKept, type Unsent } from '../../desktop/renderer/live/outbox.ts'

type Attempt = { entry: Unsent; succeed(): void; fail(failure: Failure): void }

let kept: Map<string, string>
let online: boolean
let attempts: Attempt[]

beforeEach(() => {
  kept = new Map()
  online = true
  attempts = []
})

let made = 0
const open = (by = 'anna@shop.example') =>
  createOutbox({
    by,
    site: 'shop',
    storage: { getItem: (name) => kept.get(name) ?? null, setItem: (name, text) => void kept.set(name, text) },
    now: () => 1_000,
    newId: () => `id${++made}`,
    isOnline: () => online,
    deliver: (entry) => new Promise((resolve, reject) => attempts.push({ entry, succeed: resolve, fail: reject })),
    failureOf: (error) => error as Failure,
  })

const reply = (text: string, conversation = 'a') => ({ conversation, kind: 'reply' as const, text })
const texts = () => attempts.map(({ entry }) => entry.text)
const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('what is written', () => {
  test('goes at once, is shown while it is under way, and is forgotten when the server has it', async () => {
    const box = open()
    box.add(reply('Hello'))
    expect(box.unsent.get()).toMatchObject([{ text: 'Hello', state: 'sending' }])
    attempts[0]!.succeed()
    await settled()
    expect([box.unsent.get(), kept.get(outboxKept)]).toEqual([[], '[]'])
  })

  test('goes in its order within a conversation, and past others', async () => {
    const box = open()
    box.add(reply('one'))
    box.add(reply('two'))
    box.add(reply('elsewhere', 'b'))
    expect(texts()).toEqual(['one', 'elsewhere'])
    attempts[0]!.succeed()
    await settled()
    expect(texts()).toEqual(['one', 'elsewhere', 'two'])
  })

  test('while offline waits, over a reload too, and goes under the same key when the connection is back', async () => {
    online = false
    open().add(reply('Hello'))
    expect(attempts).toEqual([])
    const box = open()
    expect(box.unsent.get()).toMatchObject([{ text: 'Hello', state: 'waiting' }])
    online = true
    void box.flush()
    expect(attempts[0]!.entry.id).toBe(JSON.parse(kept.get(outboxKept)!)[0].id)
  })

  test('whose answer was lost is sent again as the same', async () => {
    const box = open()
    box.add(reply('Hello'))
    attempts[0]!.fail({ again: true, after: 60_000 })
    await settled()
    expect(box.unsent.get()).toMatchObject([{ state: 'waiting' }])
    void box.flush()
    expect(attempts[1]!.entry.id).toBe(attempts[0]!.entry.id)
  })
})

describe('[U99] what is refused', () => {
  test('is held with its reason, and what was written after it stays behind it', async () => {
    const box = open()
    box.add(reply('one'))
    box.add(reply('two'))
    attempts[0]!.fail({ again: false, words: 'Somebody wrote in the meantime.', unseen: [] })
    await settled()
    expect(box.unsent.get()).toMatchObject([
      { state: 'held', words: 'Somebody wrote in the meantime.' },
      { text: 'two' },
    ])
    expect(texts()).toEqual(['one'])
  })

  test('goes all the same when the person says so: as another request', async () => {
    const box = open()
    const { id } = box.add(reply('one'))
    attempts[0]!.fail({ again: false, words: 'no' })
    await settled()
    box.force(id)
    expect(attempts[1]!.entry).toMatchObject({ text: 'one', force: true })
    expect(attempts[1]!.entry.id).not.toBe(id)
  })

  test('can be taken out, and what stood behind it goes', async () => {
    const box = open()
    const { id } = box.add(reply('one'))
    box.add(reply('two'))
    attempts[0]!.fail({ again: false, words: 'no' })
    await settled()
    expect(box.drop(id)).toMatchObject({ text: 'one' })
    expect(texts()).toEqual(['one', 'two'])
  })
})

test('another account neither sees nor sends what somebody left here, and leaves it there', () => {
  online = false
  open('anna@shop.example').add(reply('Anna’s'))
  online = true
  const bert = open('bert@shop.example')
  bert.add(reply('Bert’s'))
  expect(texts()).toEqual(['Bert’s'])
  expect(JSON.parse(kept.get(outboxKept)!).map((entry: Unsent) => entry.text)).toEqual(['Anna’s', 'Bert’s'])
})

test.each(['', 'null', '{}', '[1, {"id": 2}]', '[{'])(
  'what the browser kept and is none of it is left aside: %s',
  (text) => {
    kept.set(outboxKept, text)
    expect(open().unsent.get()).toEqual([])
  },
)
