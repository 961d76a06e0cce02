import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { eventId } from '../server/core/events.ts'
import { allScopes, type Scope } from '../shared/scope.ts'
import { emitEvent, emitGap, lastId } from './support/emit.ts'
import { openBare, patience } from './support/live.ts'
import { createLiveWorld, type LiveWorld } from './support/live-world.ts'
import { signIn, signInAgain } from './support/sign-in.ts'
import { createWorld } from './support/world.ts'

let world: LiveWorld

beforeAll(async () => {
  world = await createLiveWorld()
})
afterAll(() => world.close())
beforeEach(() => world.clock.move(60_000))
afterEach(() => world.closeSockets())

/** Each subscription is sent the state of the queue at some time after what it missed. */
const withoutState = <T extends { type: string }>(items: T[]): T[] =>
  items.filter(({ type }) => type !== 'queue.changed')
const words = (items: { data: { message?: string } }[]) => items.flatMap(({ data }) => data.message ?? [])

describe('the subscription', () => {
  test('sends what happens from now on, each item as a webhook receives it', async () => {
    await emitEvent(world, 'before')
    await expect.poll(() => eventId(world.services.events.position()), patience).toBe(await lastId(world))
    const following = world.open().follow({ site: 'demo' })
    await following.started
    await emitEvent(world, 'elsewhere', 'other')
    await emitEvent(world, 'now')
    const item = await following.has(({ data }) => data.message === 'now')
    expect({ ...item, createdAt: Date.parse(item.createdAt) }).toEqual({
      id: await lastId(world),
      type: 'test.ping',
      createdAt: world.clock.now(),
      site: 'demo',
      data: { message: 'now' },
    })
    expect(words(following.items)).toEqual(['now'])
  })

  test('begins after lastEventId, and sends missed events once and in order', async () => {
    const after = await lastId(world)
    for (let count = 0; count < 1200; count++) await emitEvent(world, `missed ${count}`)
    const following = world.open().follow({ site: 'demo', lastEventId: after })
    await emitEvent(world, 'live')
    await following.has(({ data }) => data.message === 'live')
    expect(words(following.items)).toEqual([...Array.from({ length: 1200 }, (_, count) => `missed ${count}`), 'live'])
    const ids = withoutState(following.items).map(({ id }) => id as string)
    expect(ids).toEqual([...new Set(ids)].sort())
  })

  test('survives a socket that is dropped in the middle of a burst: every event once, in order [threat 6]', async () => {
    const socket = world.open()
    const following = socket.follow({ site: 'demo' })
    await following.started
    for (let count = 0; count < 400; count++) {
      await emitEvent(world, `burst ${count}`)
      // A client resumes from the last event that it saw, so it must have seen one.
      if (count === 0) await following.has(() => true)
      if (count % 40 === 20) socket.drop()
    }
    await following.has(({ data }) => data.message === 'burst 399')
    expect(words(following.items)).toEqual(Array.from({ length: 400 }, (_, count) => `burst ${count}`))
    expect(socket.opened()).toBeGreaterThan(3)
  })

  test('of many sockets that are cut at once resumes for every one of them [threat 6]', async () => {
    const all = Array.from({ length: 40 }, () => world.open())
    const following = all.map((socket) => socket.follow({ site: 'demo' }))
    await Promise.all(following.map(({ started }) => started))
    for (let count = 0; count < 30; count++) {
      await emitEvent(world, `cut ${count}`)
      if (count === 0) await Promise.all(following.map((one) => one.has(() => true)))
      if (count === 10) for (const socket of all) socket.drop()
    }
    for (const one of following) {
      await one.has(({ data }) => data.message === 'cut 29')
      expect(words(one.items)).toEqual(Array.from({ length: 30 }, (_, count) => `cut ${count}`))
    }
  })

  test('sends each caller what its scopes let it read', async () => {
    const reads = async (scopes: Scope[]) => world.open({ token: await world.key(scopes) }).follow({ site: 'demo' })
    const chats = await reads(['conversations:read'])
    const knowledge = await reads(['knowledge:write'])
    const neither = await reads(['leads:read'])
    await Promise.all([chats, knowledge, neither].map(({ started }) => started))
    await emitEvent(world, 'of chats')
    await emitGap(world, 'of knowledge')
    const lead = {
      leadId: 'lead_1',
      conversationId: null,
      source: 'api' as const,
      name: 'Ann',
      email: null,
      phone: null,
      verified: true,
    }
    await (await world.context()).tx(async (tx) => tx.emit('lead.captured', { ...lead, fields: {}, message: null }))
    await Promise.all([chats, knowledge, neither].map((one) => one.has(({ type }) => type !== 'queue.changed')))
    const types = [chats, knowledge, neither].map(({ items }) => withoutState(items).map(({ type }) => type))
    expect(types).toEqual([['test.ping'], ['knowledge.gap'], ['lead.captured']])
  })

  test('notifies a person of their own account whatever their scopes, and of no other [threat 1]', async () => {
    const [ann, ben] = [await signIn(world, 'member'), await signIn(world, 'member')]
    const after = await lastId(world)
    const following = [ann, ann, ben].map(({ token }) => world.open({ token }).follow({ site: 'demo' }))
    await Promise.all(following.map(({ places }) => expect.poll(() => places.length, patience).toBe(1)))
    await world.api('PATCH', '/me', { key: ann.token, body: { name: 'Ann' } })
    await world.api('PATCH', `/admins/${ben.email}`, { body: { name: 'Ben' } })
    await emitEvent(world, 'done')
    // Later subscribers receive the same.
    following.push(world.open({ token: ann.token }).follow({ site: 'demo', lastEventId: after }))
    for (const one of following) await one.has(({ data }) => data.message === 'done')
    const emitted = following.map(({ items }) => items.flatMap(({ data }) => data.email ?? []))
    expect(emitted).toEqual([[ann.email], [ann.email], [ben.email], [ann.email]])
  })

  test('is limited to the key’s own site and addresses, and to an existing site [R199]', async () => {
    const socket = world.open()
    const elsewhere = world.open({ token: await world.key(allScopes, { allowIps: ['203.0.113.7'] }) })
    expect((await elsewhere.follow({ site: 'demo' }).ended)?.data).toMatchObject({ code: 'FORBIDDEN' })
    expect((await socket.follow({ site: 'other' }).ended)?.data).toMatchObject({ code: 'FORBIDDEN' })
    const { token } = await signIn(world)
    expect((await world.open({ token }).follow({ site: 'nowhere' }).ended)?.data).toMatchObject({ code: 'NOT_FOUND' })
    for (const input of [{}, { site: 1 }, { site: 'demo', lastEventId: 1 }, []]) {
      const ended = await socket.follow(input as never).ended
      expect(ended?.data).toMatchObject({ code: 'BAD_REQUEST' })
    }
  })

  test('sends resync if an id is invalid, or what came after it was removed or never existed', async () => {
    const { sql } = world.services.database
    const socket = world.open()
    await emitEvent(world, 'removed')
    const [{ floor }] = await sql<[{ floor: number }]>`select seq as floor from event_floor`
    const removed = await lastId(world)
    // More than a server keeps in memory.
    await flood(1_500)
    await sql`update event_floor set seq = ${Number(removed.slice(4)) + 1}`
    for (const lastEventId of [removed, 'nonsense', '', eventId(10 ** 12)]) {
      const following = socket.follow({ site: 'demo', lastEventId })
      await following.started
      await following.has(({ type }) => type === 'resync')
      await emitEvent(world, `after ${lastEventId}`)
      await following.has(({ data }) => data.message === `after ${lastEventId}`)
      expect(withoutState(following.items).map(({ id, type, data }) => [id === undefined, type, data])).toEqual([
        [true, 'resync', { reason: 'expired' }],
        [false, 'test.ping', { message: `after ${lastEventId}` }],
      ])
      following.stop()
    }
    await sql`update event_floor set seq = ${floor}`
  })

  test('sends resync to a client that missed too many', async () => {
    const after = await lastId(world)
    await flood(6_000)
    const following = world.open().follow({ site: 'demo', lastEventId: after })
    const { data } = await following.has(({ type }) => type === 'resync')
    expect(data).toEqual({ reason: 'behind' })
    await emitEvent(world, 'after the flood')
    const last = await following.has(({ data: { message } }) => message === 'after the flood')
    expect(withoutState(following.items).at(-1)).toEqual(last)
    const ids = following.items.flatMap(({ id }) => id ?? [])
    expect(ids).toEqual([...new Set(ids)].sort())
  })
})

type Given = { id?: string; data: { type: string; data: unknown } }

describe('a client that does not read [threat 13]', () => {
  test('is disconnected before it fills the memory, and resumes from its last event', async () => {
    const fast = world.open().follow({ site: 'demo' })
    const slow = await openBare(world, '?connectionParams=1')
    const begun = await lastId(world)
    const input = { site: 'demo', lastEventId: begun }
    slow.socket.send(JSON.stringify({ data: { token: world.allKey } }))
    slow.socket.send(JSON.stringify({ id: 1, method: 'subscription', params: { path: 'events', input } }))
    await Promise.all([fast.started, slow.answer()])
    const before = process.memoryUsage.rss()
    slow.socket.pause()
    const filler = 'x'.repeat(60_000)
    let sent = 0
    const gone = async () => (await openSockets()) === 1
    // The operating system buffers some megabytes for a client before the server notices that it does not read.
    while (sent < 600 && (sent % 20 > 0 || !(await gone()))) await emitEvent(world, `${sent++} ${filler}`)
    await expect.poll(gone, patience).toBe(true)
    expect(process.memoryUsage.rss() - before).toBeLessThan(150_000_000)
    slow.socket.resume()
    await slow.closed
    const [place, ...later] = slow.messages.map((text) => JSON.parse(text).result.data as Given)
    expect(place).toMatchObject({ id: begun, data: { type: 'subscribed' } })
    // The state of the queue, which is sent at some time, has no id.
    const seen = later.filter(({ id }) => id !== undefined)
    expect(seen.length).toBeLessThan(sent)
    const resumed = world.open().follow({ site: 'demo', lastEventId: seen.at(-1)?.id ?? begun })
    await fast.has(({ data }) => data.message?.startsWith(`${sent - 1} `))
    await resumed.has(({ data }) => data.message?.startsWith(`${sent - 1} `))
    const all = [...seen.map(({ id }) => id), ...withoutState(resumed.items).map(({ id }) => id)]
    expect(all).toEqual(withoutState(fast.items).map(({ id }) => id))
  })
})

/** Emits this many events at once and waits until this server has read them. */
async function flood(count: number): Promise<void> {
  const { sql } = world.services.database
  const entry = { site: 'demo', type: 'test.ping', data: { message: 'flood' }, at: world.clock.now() }
  await sql`select append_events((select jsonb_agg(${sql.json(entry)}::jsonb) from generate_series(1, ${count}::int)))`
  world.clock.move(1_000)
  await expect.poll(() => eventId(world.services.events.position()), patience).toBe(await lastId(world))
}

/** The number of open sockets of the server. */
async function openSockets(): Promise<number> {
  const response = await fetch(`${world.url}/healthz?deep=1`)
  return ((await response.json()) as { parts: { sockets: { open: number } } }).parts.sockets.open
}

describe('an open subscription [threat 8]', () => {
  const following = async (token: string) => {
    const one = world.open({ token }).follow({ site: 'demo' })
    await one.started
    return one
  }

  test('ends with its key', async () => {
    const token = await world.key(['conversations:read'])
    const [revoked, other] = [await following(token), await following(world.allKey)]
    await emitEvent(world, 'before')
    await revoked.has(({ data }) => data.message === 'before')
    await world.api('DELETE', `/keys/${token.slice(9, 21)}?site=demo`)
    await emitEvent(world, 'after')
    expect((await revoked.ended)?.data).toMatchObject({ code: 'UNAUTHORIZED' })
    await other.has(({ data }) => data.message === 'after')
    expect(words(revoked.items)).toEqual(['before'])
  })

  test('ends when its key or its session expires, although no event says so', async () => {
    const expiring = await following(await world.key(['conversations:read'], { expiresInDays: 1 }))
    const session = await following((await signIn(world)).token)
    await emitEvent(world, 'before')
    for (const one of [expiring, session]) await one.has(({ data }) => data.message === 'before')
    world.clock.move(86_400_000)
    const errors: unknown[] = []
    for (const { ended } of [expiring, session]) void ended.then((error) => errors.push(error?.data))
    const later = () => {
      world.clock.move(15_000)
      return errors
    }
    const unauthorized = expect.objectContaining({ code: 'UNAUTHORIZED' })
    await expect.poll(later, patience).toEqual([unauthorized, unauthorized])
  })

  test('ends with its account, and with the session that signed out', async () => {
    const [removed, leaving] = [await signIn(world), await signIn(world)]
    const [one, other] = [await following(removed.token), await following(leaving.token)]
    await world.api('DELETE', `/admins/${removed.email}`)
    const headers = { authorization: `Bearer ${leaving.token}` }
    await fetch(`${world.url}/auth/sign-out`, { method: 'POST', headers })
    await emitEvent(world, 'after')
    for (const { ended, items } of [one, other]) {
      expect((await ended)?.data).toMatchObject({ code: 'UNAUTHORIZED' })
      expect(words(items)).not.toContain('after')
    }
  })

  test('ends when the password is changed elsewhere, and continues where it was changed', async () => {
    const { email, token } = await signIn(world)
    const [here, elsewhere] = [await following(token), await following(await signInAgain(world, email))]
    const headers = { authorization: `Bearer ${token}` }
    const change = JSON.stringify({ password: 'a password of ten' })
    expect((await fetch(`${world.url}/auth/password`, { method: 'POST', headers, body: change })).status).toBe(200)
    await emitEvent(world, 'after')
    expect((await elsewhere.ended)?.data).toMatchObject({ code: 'UNAUTHORIZED' })
    await here.has(({ data }) => data.message === 'after')
    expect(words(elsewhere.items)).not.toContain('after')
  })

  test('narrows with the role, and widens with it, without a gap', async () => {
    const { email, token } = await signIn(world, 'admin')
    const one = await following(token)
    const change = (role: string) => world.api('PATCH', `/admins/${email}`, { body: { role } })
    await emitGap(world, 'as admin')
    await one.has(({ data }) => data.question === 'as admin')
    await change('member')
    await emitGap(world, 'as member')
    await emitEvent(world, 'as member')
    await one.has(({ data }) => data.message === 'as member')
    await change('admin')
    await emitGap(world, 'as admin again')
    await one.has(({ data }) => data.question === 'as admin again')
    const seen = one.items.filter(({ type }) => !type.endsWith('.changed'))
    expect(seen.flatMap(({ data }) => data.question ?? data.message ?? [])).toEqual([
      'as admin',
      'as member',
      'as admin again',
    ])
    expect(seen[1]?.type).toBe('test.ping')
  })
})

test('a stopping server tells its clients to reconnect; they do, and resume from their last event', async () => {
  const { database, clock } = world.services
  const shared = { ...database, drop: async () => {} }
  const stopping = await createWorld({ database: shared, clock: world.clock })
  const next = { url: stopping.url }
  const socket = world.open({ token: world.allKey }, next)
  const following = socket.follow({ site: 'demo' })
  await following.started
  await emitEvent(stopping, 'before')
  await following.has(({ data }) => data.message === 'before')
  const port = Number(new URL(stopping.url).port)
  await stopping.close()
  await emitEvent(world, 'meanwhile')
  expect(clock.now()).toBe(world.clock.now())
  const again = await createWorld({ database: shared, clock: world.clock, port })
  try {
    await emitEvent(again, 'after')
    await following.has(({ data }) => data.message === 'after')
    expect(words(following.items)).toEqual(['before', 'meanwhile', 'after'])
  } finally {
    await socket.close()
    await again.close()
  }
})
