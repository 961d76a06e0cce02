import { describe, expect, test } from 'vitest'
import { readEvents, type StreamEvent } from '../../widget/chat/talk/event-stream.ts'
import type { Machine } from '../../widget/chat/talk/machine.ts'
import { createStore } from '../../widget/chat/talk/store.ts'

test('of a long chat the newest 200 messages are kept', () => {
  const kept = new Map<string, string>()
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
  const machine = { now: () => 1_000, storage } as unknown as Machine
  const natives = { fetch, stringify: JSON.stringify, parse: JSON.parse }
  const createOne = () => createStore({ id: 'shop', sessionTtlHours: 24 }, machine, natives)
  const messages = Array.from({ length: 250 }, (_, at) => ({
    ...({ id: `msg_${at}`, ts: at, role: 'agent', type: 'text', text: 'x' } as const),
  }))
  const about = { status: 'bot', person: null, queue: null, ended: false, rating: null } as const
  createOne().setChat({ ...about, id: 'conv_1', token: 't', at: 1_000, messages })
  const ids = createOne()
    .chat()!
    .messages.map(({ id }) => id)
  expect([ids.length, ids[0], ids.at(-1)]).toEqual([200, 'msg_50', 'msg_249'])
})

/** An answer that comes in these pieces, and whether somebody cancelled it. */
function createAnswer(pieces: Iterable<string>, ends = true) {
  const left = pieces[Symbol.iterator]()
  const seen = { isCancelled: false, isRead: false }
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const { value, done } = left.next()
        if (!done) return controller.enqueue(new TextEncoder().encode(value))
        if (ends) controller.close()
        return undefined
      },
      cancel() {
        seen.isCancelled = true
      },
    },
    { highWaterMark: 0 },
  )
  const ended = Promise.withResolvers<void>()
  const watch = {
    received() {},
    leaving() {},
    end() {
      seen.isRead = true
      ended.resolve()
    },
  }
  return { events: readEvents(body, JSON.parse, watch, async () => {}), seen, ended: ended.promise }
}

const event = (type: string) => `event: ${type}\ndata: {}\n\n`

async function readAll(events: AsyncGenerator<StreamEvent>): Promise<string[]> {
  const types: string[] = []
  for await (const { type } of events) types.push(type)
  return types
}

describe('a stream of events', () => {
  test('of which the reader wants no more is read to its end and not cancelled', async () => {
    const { events, seen, ended } = createAnswer([event('stored'), event('done'), ': last\n\n'])
    for await (const { type } of events) if (type === 'done') break
    await ended
    expect(seen).toEqual({ isCancelled: false, isRead: true })
  })

  test('may hold events without end, as each is small', async () => {
    const { events } = createAnswer(Array.from({ length: 300 }, () => `data: "${'x'.repeat(9_000)}"\n\n`))
    expect(await readAll(events)).toHaveLength(300)
  })

  test.each([
    ['one long line', () => Array.from({ length: 101 }, () => 'x'.repeat(10_000))],
    ['many short lines', () => Array.from({ length: 11_000 }, () => `data: ${'1'.repeat(93)}\n`)],
  ])('is refused and cancelled where one event is over a million characters: %s', async (_, pieces) => {
    const { events, seen, ended } = createAnswer(['data: ', ...pieces()], false)
    await expect(readAll(events)).rejects.toThrow('too large')
    await ended
    expect(seen.isCancelled).toBe(true)
  })
})
