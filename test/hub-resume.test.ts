import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { EphemeralEvent } from '../server/core/ephemeral.ts'
import { eventId } from '../server/core/events.ts'
import { createHub } from '../server/realtime/hub.ts'
import type { Frame } from '../server/realtime/item.ts'
import { allScopes } from '../shared/scope.ts'
import { emitEvent, lastId } from './support/emit.ts'
import { openBare, openSocket, patience } from './support/live.ts'
import { createLiveWorld, type LiveWorld } from './support/live-world.ts'
import { openSecond } from './support/second.ts'
import { createGate } from './support/steps.ts'
import { createWorld } from './support/world.ts'

let world: LiveWorld

beforeAll(async () => {
  world = await createLiveWorld()
})
afterAll(() => world.close())
beforeEach(() => world.clock.move(60_000))
afterEach(() => world.closeSockets())

const words = (items: { data: { message?: string } }[]) => items.flatMap(({ data }) => data.message ?? [])
const type = (typing = true) =>
  world.services.ephemeral.publish('demo', 'typing.changed', {
    conversationId: 'conv_1',
    who: 'visitor',
    name: null,
    typing,
  })

describe('a subscriber', () => {
  test('first receives the position from which it receives everything, and resumes there [threat 6]', async () => {
    await emitEvent(world, 'before')
    await expect.poll(() => eventId(world.services.events.position()), patience).toBe(await lastId(world))
    const socket = world.open()
    const following = socket.follow({ site: 'demo' })
    await expect.poll(() => following.places, patience).toEqual([await lastId(world)])
    // Cut before anything happened, so that nothing in between may be lost.
    world.services.events.subscribe(() => socket.drop())
    await emitEvent(world, 'while it was away')
    await following.has(({ data }) => data.message === 'while it was away')
    expect(words(following.items)).toEqual(['while it was away'])
  })

  test('that reconnects before the server follows the log still receives what it missed [threat 6]', async () => {
    await emitEvent(world, 'before')
    const before = await lastId(world)
    await emitEvent(world, 'meanwhile')
    await expect.poll(() => eventId(world.services.events.position()), patience).toBe(await lastId(world))
    const hub = createHub(world.services)
    const frames: Frame[] = []
    const { actor } = await world.context()
    const failed = (error: unknown) => expect.unreachable(String(error))
    const reader = { write: (frame: Frame) => void frames.push(frame), room: () => undefined, failed }
    hub.join({ site: 'demo', actor, reader }, before)
    // As long as it would take to be delivered.
    for (let times = 0; times < 3; times++) await world.services.events.span()
    hub.start()
    await emitEvent(world, 'after')
    await expect.poll(() => frames.map(({ seq }) => seq && eventId(seq)), patience).toContain(await lastId(world))
    const expected = await world.api('GET', `/events?site=demo&after=${before}`)
    const emitted = frames.filter(({ type }) => type === 'test.ping')
    expect(emitted.map(({ seq }) => eventId(seq))).toEqual(expected.body.items.map(({ id }: { id: string }) => id))
    await hub.close()
  })

  test('resumes from its last event although an ephemeral one came after it [threat 6]', async () => {
    const socket = world.open()
    const following = socket.follow({ site: 'demo' })
    await expect.poll(() => following.places.length, patience).toBe(1)
    const typed = () => following.items.filter(({ type }) => type === 'typing.changed')
    for (let round = 0; round < 5; round++) {
      await emitEvent(world, `event ${round}`)
      await following.has(({ data }) => data.message === `event ${round}`)
      type(round % 2 === 0)
      await expect.poll(() => typed().length, patience).toBe(round + 1)
      socket.drop()
      await emitEvent(world, `missed ${round}`)
      await following.has(({ data }) => data.message === `missed ${round}`)
    }
    const expected = Array.from({ length: 5 }, (_, round) => [`event ${round}`, `missed ${round}`]).flat()
    expect(words(following.items)).toEqual(expected)
    expect(typed().every(({ id }) => id === undefined)).toBe(true)
  })

  test('receives ephemeral events only with their scope, and only of its own site [threat 1]', async () => {
    const chats = world.open({ token: await world.key(['conversations:read']) }).follow({ site: 'demo' })
    const leads = world.open({ token: await world.key(['leads:read']) }).follow({ site: 'demo' })
    const other = world.open({ token: await world.key(allScopes, { site: 'other' }) }).follow({ site: 'other' })
    for (const one of [chats, leads, other]) await expect.poll(() => one.places.length, patience).toBe(1)
    type()
    await chats.has(({ type }) => type === 'typing.changed')
    const { data, ...envelope } = chats.items.find(({ type }) => type === 'typing.changed') as (typeof chats.items)[0]
    expect({ ...envelope, createdAt: Date.parse(envelope.createdAt) }).toEqual({
      type: 'typing.changed',
      site: 'demo',
      createdAt: world.clock.now(),
    })
    expect(data).toEqual({ conversationId: 'conv_1', who: 'visitor', name: null, typing: true })
    await emitEvent(world, 'the end', 'other')
    await other.has(({ data }) => data.message === 'the end')
    expect([leads.items, words(other.items)]).toEqual([[], ['the end']])
  })

  test('receives all events in the order in which they happened', async () => {
    const following = world.open().follow({ site: 'demo' })
    await expect.poll(() => following.places.length, patience).toBe(1)
    for (let count = 0; count < 20; count++) {
      await emitEvent(world, `event ${count}`)
      await expect.poll(() => eventId(world.services.events.position()), patience).toBe(await lastId(world))
      type(count % 2 === 0)
    }
    // The state for new subscribers comes at some time.
    const seen = () => following.items.filter(({ type }) => type !== 'queue.changed')
    await expect.poll(() => seen().length, patience).toBe(40)
    const shown = seen().map(({ data }) => data.message ?? data.typing)
    expect(shown).toEqual(Array.from({ length: 20 }, (_, count) => [`event ${count}`, count % 2 === 0]).flat())
  })

  test('receives its own items for any request id: numbers and texts, with jsonrpc or without', async () => {
    const bare = await openBare(world, '?connectionParams=1')
    bare.socket.send(JSON.stringify({ data: { token: world.allKey } }))
    const ids = [1, 2, 3_000_000_000, 'a "text"', '', 'ü', ...Array.from({ length: 12 }, (_, place) => `more ${place}`)]
    const input = { site: 'demo' }
    for (const id of ids)
      bare.socket.send(
        JSON.stringify({ id, jsonrpc: '2.0', method: 'subscription', params: { path: 'events', input } }),
      )
    const parsed = () => bare.messages.map((text) => JSON.parse(text))
    const ofType = (type: string) => parsed().filter(({ result }) => result?.data?.data?.type === type)
    await expect.poll(() => ofType('subscribed').length, patience).toBe(ids.length)
    await emitEvent(world, 'ünïcode — for all of them')
    await expect.poll(() => ofType('test.ping').length, patience).toBe(ids.length)
    const items = ofType('test.ping')
    expect(new Set(items.map(({ id }) => id))).toEqual(new Set(ids))
    expect(new Set(items.map(({ result }) => JSON.stringify(result))).size).toBe(1)
    expect(items.every(({ jsonrpc }) => jsonrpc === '2.0')).toBe(true)
    bare.socket.terminate()
  })

  test.each([10, 60_000, 70_000, 200_000])('receives a text of %i characters completely', async (length) => {
    const following = world.open().follow({ site: 'demo' })
    await expect.poll(() => following.places.length, patience).toBe(1)
    const text = 'ä'.repeat(length)
    await emitEvent(world, text)
    const item = await following.has(({ type }) => type === 'test.ping')
    expect(item.data.message === text).toBe(true)
  })

  test('that unsubscribes receives nothing more, and may subscribe again over the same socket', async () => {
    const socket = world.open()
    const first = socket.follow({ site: 'demo' })
    await expect.poll(() => first.places.length, patience).toBe(1)
    await emitEvent(world, 'one')
    await first.has(({ data }) => data.message === 'one')
    first.stop()
    const second = socket.follow({ site: 'demo' })
    await expect.poll(() => second.places.length, patience).toBe(1)
    await emitEvent(world, 'two')
    await second.has(({ data }) => data.message === 'two')
    expect(words(first.items)).toEqual(['one'])
  })
})

describe('the ephemeral state', () => {
  const state = { site: 'demo', type: 'queue.changed' as const, data: { unassigned: 0, waiting: 0 }, at: 0 }

  test('is sent to a subscriber who comes from a server that was ahead, once this one has read as much', async () => {
    const asked = createGate()
    const hub = createHub(world.services, async () => {
      asked.open()
      return [state] as EphemeralEvent[]
    })
    hub.start()
    const frames: (string | null)[] = []
    const { actor } = await world.context()
    const failed = (error: unknown) => expect.unreachable(String(error))
    const reader = { write: ({ type }: Frame) => void frames.push(type), room: () => undefined, failed }
    hub.rejoin({ site: 'demo', actor, reader }, hub.position() + 1)
    await asked.passed()
    expect(frames).toEqual([])
    await emitEvent(world, 'next')
    await expect.poll(() => frames, patience).toContain('queue.changed')
    await hub.close()
  })

  test('is sent later when it cannot be read at first, but not to a subscriber who left', async () => {
    let tries = 0
    const hub = createHub(world.services, async () => {
      if (++tries === 1) throw new Error('no connection')
      return [state] as EphemeralEvent[]
    })
    hub.start()
    const { actor } = await world.context()
    const failed = (error: unknown) => expect.unreachable(String(error))
    const [stays, leaves]: [(string | null)[], (string | null)[]] = [[], []]
    const join = (frames: (string | null)[]) => {
      const reader = { write: ({ type }: Frame) => void frames.push(type), room: () => undefined, failed }
      return hub.rejoin({ site: 'demo', actor, reader }, hub.position())
    }
    join(stays)
    hub.leave(join(leaves))
    await expect.poll(() => stays, patience).toContain('queue.changed')
    expect(leaves).toEqual([])
    await hub.close()
  })
})

describe('many that reconnect at once [threat 6]', () => {
  test('query the log once, and receive each event once and in order, even those from before this server’s start', async () => {
    const after = await lastId(world)
    const other = await openSecond(world)
    for (let count = 0; count < 30; count++) await emitEvent(other, `missed ${count}`)
    await other.close()
    const stopped = await createWorld({
      database: { ...world.services.database, drop: async () => {} },
      clock: world.clock,
    })
    let reads = 0
    const gate = createGate()
    const { read } = stopped.services.events
    stopped.services.events.read = async (...given) => {
      reads++
      await gate.passed()
      return await read(...given)
    }
    const all = Array.from({ length: 60 }, () => openSocket(stopped, { token: world.allKey }))
    const following = all.map((socket) => socket.follow({ site: 'demo', lastEventId: after }))
    await expect.poll(() => following.every(({ places }) => places.length === 1), patience).toBe(true)
    gate.open()
    for (const one of following) await one.has(({ data }) => data.message === 'missed 29')
    for (const one of following)
      expect(words(one.items)).toEqual(Array.from({ length: 30 }, (_, count) => `missed ${count}`))
    expect(reads).toBe(1)
    for (const socket of all) await socket.close()
    await stopped.close()
  })
})
