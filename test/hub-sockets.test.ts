import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { emitEvent } from './support/emit.ts'
import { openBare, patience } from './support/live.ts'
import { createLiveWorld, type LiveWorld } from './support/live-world.ts'
import { signIn } from './support/sign-in.ts'
import { createWorld } from './support/world.ts'

let world: LiveWorld

beforeAll(async () => {
  world = await createLiveWorld()
})
afterAll(() => world.close())
beforeEach(() => world.clock.move(60_000))
afterEach(() => world.closeSockets())

const ask = (id: number, path = 'identity.me', input: unknown = {}) =>
  JSON.stringify({ id, method: 'query', params: { path, input } })

async function openKnown(token = world.allKey) {
  const bare = await openBare(world, '?connectionParams=1')
  bare.socket.send(JSON.stringify({ data: { token } }))
  return bare
}

/** Another client, which must not be affected. */
async function neighbour() {
  const socket = world.open()
  const following = socket.follow({ site: 'demo' })
  await expect.poll(() => following.places.length, patience).toBe(1)
  return async () => {
    await emitEvent(world, 'still here')
    await following.has(({ data }) => data.message === 'still here')
    expect(socket.opened()).toBe(1)
  }
}

describe('a socket is closed with a code and reason, and others continue [threat 13]', () => {
  test('for JSON that nests deeper than any input, before it is parsed', async () => {
    const isWell = await neighbour()
    for (const [open, shut] of [
      ['[', ']'],
      ['{"a":', '}'],
    ] as const) {
      const bare = await openKnown()
      const deep = `${open.repeat(100_000)}1${shut.repeat(100_000)}`
      bare.socket.send(ask(1, 'identity.me', {}).replace('{}', `{"x":${deep}}`))
      expect([await bare.closed, bare.reason()]).toEqual([1008, 'nested too deeply'])
    }
    const first = await openBare(world, '?connectionParams=1')
    first.socket.send('['.repeat(1_000_000))
    expect(await first.closed).toBe(1008)
    const fits = await openKnown()
    fits.socket.send(ask(1, 'identity.me', { text: '[{'.repeat(500), more: [[[[[]]]]] }))
    expect(JSON.parse(await fits.answer())).toMatchObject({ id: 1, result: {} })
    fits.socket.terminate()
    await isWell()
  })

  test('for JSON of more values than any input has, before it is parsed', async () => {
    const isWell = await neighbour()
    const list = (values: number) => ask(1, 'identity.me', { more: Array(values).fill(0) })
    const fits = await openKnown()
    fits.socket.send(list(49_900))
    expect(JSON.parse(await fits.answer())).toMatchObject({ id: 1, result: {} })
    fits.socket.send(list(50_000))
    expect([await fits.closed, fits.reason()]).toEqual([1008, 'too many values'])
    const first = await openBare(world, '?connectionParams=1')
    first.socket.send(JSON.stringify({ data: Array(60_000).fill({}) }))
    expect([await first.closed, first.reason()]).toEqual([1008, 'too many values'])
    await isWell()
  })

  test('for more than 2,000 messages in ten seconds, even in one batch', async () => {
    const isWell = await neighbour()
    const one = await openKnown()
    for (let id = 0; id < 2_500; id++) one.socket.send('PING')
    expect([await one.closed, one.reason()]).toEqual([1008, 'too many messages'])
    const batch = await openKnown()
    batch.socket.send(`[${Array.from({ length: 2_500 }, (_, id) => ask(id)).join(',')}]`)
    expect([await batch.closed, batch.reason()]).toEqual([1008, 'too many messages'])
    await isWell()
  })

  test('not for as many over a longer time', async () => {
    const { socket, answer } = await openKnown()
    const send = async () => {
      for (let id = 0; id < 1_500; id++) socket.send('PING')
      for (let id = 0; id < 1_500; id++) expect(await answer()).toBe('PONG')
    }
    await send()
    const now = performance.now.bind(performance)
    vi.spyOn(performance, 'now').mockImplementation(() => now() + 10_001)
    await send()
    socket.send(ask(1))
    expect(JSON.parse(await answer())).toMatchObject({ id: 1, result: {} })
    socket.terminate()
  })

  test('for more than 16 MiB in ten seconds', async () => {
    const isWell = await neighbour()
    const { socket, closed, reason } = await openKnown()
    const large = ask(1, 'identity.me', { x: 'x'.repeat(1_000_000) })
    // More than fit in two windows, which a busy machine may need for them.
    for (let count = 0; count < 50; count++) socket.send(large)
    expect([await closed, reason()]).toEqual([1008, 'too many bytes'])
    await isWell()
  })

  test('for an unknown procedure, after an error response', async () => {
    const isWell = await neighbour()
    for (const path of ['nothing.here', '__proto__', 'constructor', 'events.more', '']) {
      const { socket, closed, reason, answer } = await openKnown()
      socket.send(ask(5, path))
      expect(JSON.parse(await answer())).toMatchObject({ id: 5, error: { data: { code: 'NOT_FOUND' } } })
      expect([await closed, reason()]).toEqual([1008, 'no such procedure'])
    }
    const known = await openKnown()
    known.socket.send(ask(6, 'conversations.get', { site: 'demo', id: 'conv_none' }))
    expect(JSON.parse(await known.answer())).toMatchObject({ id: 6, error: { data: { code: 'NOT_FOUND' } } })
    known.socket.send(ask(7))
    expect(JSON.parse(await known.answer())).toMatchObject({ id: 7, result: {} })
    known.socket.terminate()
    await isWell()
  })

  test('for frames that violate the protocol', async () => {
    const isWell = await neighbour()
    const broken = await openKnown()
    // A text frame with reserved bits set and without a mask.
    ;(broken.socket as unknown as { _socket: NodeJS.WritableStream })._socket.write(Buffer.from([0xf1, 0x01, 0x61]))
    expect(await broken.closed).toBe(1002)
    await isWell()
  })
})

describe('a socket of an unknown caller [threats 8, 9]', () => {
  /** Advances the time a little with each check. */
  const later = (look: () => unknown) => () => {
    world.clock.move(500)
    return look()
  }
  const isOpen = ({ socket }: { socket: WebSocket }) => socket.readyState === WebSocket.OPEN

  test('is closed after ten seconds: without a token, with none in its first message, or with an unknown one', async () => {
    const silent = await openBare(world, '?connectionParams=1')
    const tokenless = await openBare(world, '?connectionParams=1')
    tokenless.socket.send(JSON.stringify({ method: 'connectionParams', data: null }))
    const wrong = await openKnown('svc_sess_nobody')
    wrong.socket.send(ask(1))
    expect(JSON.parse(await wrong.answer())).toMatchObject({ error: { data: { code: 'UNAUTHORIZED' } } })
    const plain = await openBare(world)
    const known = await openKnown()
    const person = await openKnown((await signIn(world)).token)
    world.clock.move(9_000)
    expect([silent, tokenless, wrong, plain, known].map(isOpen)).toEqual(Array(5).fill(true))
    await expect
      .poll(
        later(() => [silent, tokenless, wrong, plain].some(isOpen)),
        patience,
      )
      .toBe(false)
    for (const one of [silent, tokenless, wrong, plain])
      expect([await one.closed, one.reason()]).toEqual([1008, 'no token within ten seconds'])
    world.clock.move(60_000)
    for (const one of [known, person]) {
      one.socket.send(ask(1))
      expect(JSON.parse(await one.answer())).toMatchObject({ id: 1, result: {} })
      one.socket.terminate()
    }
  })

  test('is limited to a thousand per address; those of known callers do not count', async () => {
    const known = await openKnown()
    known.socket.send(ask(1))
    await known.answer()
    const url = `${world.url.replace('http', 'ws')}/trpc?connectionParams=1`
    const opened: WebSocket[] = []
    const knock = () =>
      new Promise<number>((resolve) => {
        const socket = new WebSocket(url)
        socket.on('open', () => {
          opened.push(socket)
          resolve(101)
        })
        socket.on('unexpected-response', (_, { statusCode }) => {
          resolve(statusCode as number)
          socket.terminate()
        })
        socket.on('error', () => {})
      })
    const statuses: number[] = []
    for (let batch = 0; batch < 21; batch++) statuses.push(...(await Promise.all(Array.from({ length: 50 }, knock))))
    expect(statuses.filter((status) => status === 101)).toHaveLength(1_000)
    expect(statuses.filter((status) => status === 429)).toHaveLength(50)
    known.socket.send(ask(2))
    expect(JSON.parse(await known.answer())).toMatchObject({ id: 2 })
    known.socket.terminate()
    world.clock.move(10_000)
    const areClosed = () => opened.every(({ readyState }) => readyState === WebSocket.CLOSED)
    await expect.poll(later(areClosed), patience).toBe(true)
    expect(await knock()).toBe(101)
    for (const socket of opened) socket.terminate()
  })
})

test('a socket that is silent for 20 seconds is asked, and closed if it does not respond within ten', async () => {
  const [silent, living] = [await openKnown(), await openKnown()]
  for (const { socket, answer } of [silent, living]) {
    socket.send('PING')
    expect(await answer()).toBe('PONG')
  }
  const now = performance.now.bind(performance)
  let passed = 20_001
  vi.spyOn(performance, 'now').mockImplementation(() => now() + passed)
  expect([await silent.answer(), await living.answer()]).toEqual(['PING', 'PING'])
  living.socket.send('PONG')
  // Answered after the sign of life.
  living.socket.send(ask(1))
  expect(JSON.parse(await living.answer())).toMatchObject({ id: 1, result: {} })
  passed += 10_001
  expect(await silent.closed).toBe(1006)
  living.socket.send(ask(2))
  expect(JSON.parse(await living.answer())).toMatchObject({ id: 2, result: {} })
  living.socket.terminate()
})

test('a socket has at most 20 subscriptions, each with its own id', async () => {
  const { socket, messages } = await openKnown()
  const follow = (id: number) =>
    socket.send(JSON.stringify({ id, method: 'subscription', params: { path: 'events', input: { site: 'demo' } } }))
  const errors = () =>
    messages.map((text) => JSON.parse(text)).flatMap(({ id, error }) => (error ? [[id, error.data.code]] : []))
  for (let id = 1; id <= 20; id++) follow(id)
  follow(20)
  follow(21)
  await expect.poll(errors, patience).toEqual([
    [20, 'BAD_REQUEST'],
    [21, 'TOO_MANY_REQUESTS'],
  ])
  socket.send(JSON.stringify({ id: 3, method: 'subscription.stop' }))
  follow(22)
  const isFollowed = () => messages.some((text) => text.includes('"id":22') && text.includes('"subscribed"'))
  await expect.poll(isFollowed, patience).toBe(true)
  socket.terminate()
})

test('a stopping server tells its clients to reconnect in slices, over at most two seconds', async () => {
  const database = { ...world.services.database, drop: async () => {} }
  const stopping = await createWorld({ database, clock: world.clock })
  const all = await Promise.all(
    Array.from({ length: 250 }, async () => {
      const bare = await openBare(stopping, '?connectionParams=1')
      let at = 0
      bare.socket.on('message', (text) => {
        if (String(text).includes('"reconnect"')) at = performance.now()
      })
      return { ...bare, closedAt: () => at }
    }),
  )
  const closed = stopping.close()
  expect(new Set(await Promise.all(all.map(({ closed }) => closed)))).toEqual(new Set([1012]))
  await closed
  const times = all.map(({ closedAt }) => closedAt())
  expect(times.every((time) => time > 0)).toBe(true)
  const spread = Math.max(...times) - Math.min(...times)
  // Three slices of a hundred, a tenth of a second apart.
  expect(spread).toBeGreaterThan(150)
})
