import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { availablePeople } from '../server/features/live/availability.ts'
import { createQueueWatch } from '../server/features/live/presence/queue-watch.ts'
import { comesToRest, idle } from './support/idle.ts'
import { type Following, type Item, patience, type Socket } from './support/live.ts'
import { createLiveWorld, type LiveWorld } from './support/live-world.ts'
import { signIn, signInAgain } from './support/sign-in.ts'
import { addWaiting } from './support/visitors.ts'

let world: LiveWorld
let watcher: Following

beforeAll(async () => {
  world = await createLiveWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  // A new sign-in window for each test.
  world.clock.move(16 * 60_000)
  watcher = world.open({ token: await world.key(['conversations:read']) }).follow({ site: 'demo' })
  await expect.poll(() => watcher.places.length, patience).toBe(1)
})
afterEach(async () => {
  await world.closeSockets()
  // Everybody's windows are closed, and their leases expire.
  const later = () => {
    world.clock.move(5_000)
    return availableNow()
  }
  await expect.poll(later, patience).toEqual([])
})

type Person = { email: string; token: string; socket: Socket }

async function person(role: 'admin' | 'member' = 'member'): Promise<Person> {
  const { email, token } = await signIn(world, role)
  return { email, token, socket: world.open({ token }) }
}

let windows = 0

/** Opens a dashboard window, and waits until its person is present. */
async function connect({ email, socket }: Person, available = true, window = `window-${++windows}`) {
  const following = socket.follow({ site: 'demo', window, available })
  await expect.poll(() => leaseOf(email, window), patience).toBeGreaterThan(29_000)
  return { window, following }
}

/** The remaining time of a window's lease. */
const leaseOf = async (email: string, window: string) => {
  const [row] = await world.services.database.sql<{ until: number }[]>`
    select until from presence where email = ${email} and window_id = ${window}`
  return (row?.until ?? 0) - world.clock.now()
}

const status = async () => (await world.api('GET', '/live/status?site=demo')).body
const availableNow = async () => (await availablePeople(await world.context())).map(({ email }) => email)

/** What the team received about a person, without repetitions after reconnecting. */
const published = (email: string): boolean[] =>
  watcher.items
    .filter(({ type, data }) => type === 'presence.changed' && data.email === email)
    .map(({ data }) => data.available)
    .filter((available, place, all) => available !== all[place - 1])

/** Advances the time, and a little more until periodic checks have run. */
async function pass(milliseconds: number, look: () => Promise<unknown>, expected: unknown): Promise<void> {
  world.clock.move(milliseconds)
  const later = async () => {
    const seen = await look()
    world.clock.move(100)
    return seen
  }
  await expect.poll(later, patience).toEqual(expected)
}

describe('a person is available', () => {
  test('while a dashboard is open and set to available, and the team is notified [R152, U103]', async () => {
    const anna = await person()
    const { window } = await connect(anna, false)
    expect(await status()).toMatchObject({ available: 0 })
    expect(await anna.socket.mutation('presence.set', { site: 'demo', window, available: true })).toEqual({
      email: anna.email,
      name: null,
      available: true,
    })
    expect(await status()).toMatchObject({ available: 1 })
    await expect.poll(() => published(anna.email), patience).toEqual([true])
    await anna.socket.mutation('presence.set', { site: 'demo', window, available: false })
    await expect.poll(() => published(anna.email), patience).toEqual([true, false])
    expect(await availableNow()).toEqual([])
  })

  test('once, however many windows they have, until the last is away or closed [U103]', async () => {
    const anna = await person()
    const again = { ...anna, socket: world.open({ token: await signInAgain(world, anna.email) }) }
    const first = await connect(anna)
    await connect(again)
    expect(await status()).toMatchObject({ available: 1 })
    await anna.socket.mutation('presence.set', { site: 'demo', window: first.window, available: false })
    expect(await availableNow()).toEqual([anna.email])
    await again.socket.close()
    await pass(31_000, async () => published(anna.email), [true, false])
    expect(await availableNow()).toEqual([])
  })

  test('while their page reloads, and for 30 seconds after the last sign [U103]', async () => {
    const anna = await person()
    const { window } = await connect(anna)
    await anna.socket.close()
    await pass(29_000, availableNow, [anna.email])
    const back = { ...anna, socket: world.open({ token: anna.token }) }
    await connect(back, true, window)
    await pass(60_000, availableNow, [anna.email])
    await idle(world)
    expect(published(anna.email)).toEqual([true])
    await back.socket.close()
    await expect.poll(() => leaseOf(anna.email, window), patience).toBeGreaterThan(29_000)
    await pass(31_000, async () => published(anna.email), [true, false])
    expect(await availableNow()).toEqual([])
  })

  test('as long as their socket is open, because the lease is renewed', async () => {
    const anna = await person()
    const { window } = await connect(anna)
    for (let count = 0; count < 30; count++) {
      const planned = world.clock.nextTimer(2_000)
      world.clock.move(2_000)
      await planned
      expect(await leaseOf(anna.email, window)).toBeGreaterThanOrEqual(16_000)
    }
    expect(published(anna.email)).toEqual([true])
    expect(await availableNow()).toEqual([anna.email])
  })

  test('no longer once they signed out, immediately', async () => {
    const anna = await person()
    const { following } = await connect(anna)
    const headers = { authorization: `Bearer ${anna.token}` }
    await fetch(`${world.url}/auth/sign-out`, { method: 'POST', headers })
    expect((await following.ended)?.data).toMatchObject({ code: 'UNAUTHORIZED' })
    await expect.poll(availableNow, patience).toEqual([])
  })

  test('as they last chose in that window, whatever its subscription says when it reconnects', async () => {
    const anna = await person()
    const { window, following } = await connect(anna, true)
    await anna.socket.mutation('presence.set', { site: 'demo', window, available: false })
    const before = following.places.length
    anna.socket.drop()
    // Her subscription has to be back before another one says something else.
    await expect.poll(() => following.places.length, patience).toBeGreaterThan(before)
    expect(anna.socket.opened()).toBe(2)
    world.clock.move(2_000)
    expect(await availableNow()).toEqual([])
    // A subscription with another value counts as the person's choice, too.
    const other = { ...anna, socket: world.open({ token: anna.token }) }
    other.socket.follow({ site: 'demo', window, available: false })
    await expect.poll(() => declared(anna.email), patience).toBe(false)
    const last = other.socket.follow({ site: 'demo', window, available: true })
    await last.started
    await expect.poll(availableNow, patience).toEqual([anna.email])
  })
})

const declared = async (email: string) => {
  const [row] = await world.services.database.sql`select declared from presence where email = ${email}`
  return row?.declared
}

/** How many readings of a queue wait for a lock. */
const readings = async () => {
  const rows = await world.services.database.sql`
    select from pg_stat_activity where wait_event_type = 'Lock' and query like '%waiting_since is not null and not spam%'`
  return rows.length
}

describe('a window', () => {
  test('belongs to a signed-in person: keys have none, and unknown sites have none [threat 1]', async () => {
    const key = await world.key()
    for (const input of [
      { site: 'demo', window: 'w' },
      { site: 'demo', window: 'w', available: true },
    ]) {
      expect((await world.open({ token: key }).follow(input).ended)?.data).toMatchObject({ code: 'BAD_REQUEST' })
      expect((await world.open({ token: world.adminKey }).follow(input).ended)?.data).toMatchObject({
        code: 'BAD_REQUEST',
      })
    }
    const calls: [string, string, object][] = [
      ['PUT', '/live/presence', { window: 'w', available: true }],
      ['PUT', '/conversations/conv_1/viewing', { window: 'w', viewing: true }],
      ['POST', '/conversations/conv_1/typing', { typing: true }],
    ]
    for (const [method, path, body] of calls) {
      const reply = await world.api(method, path, { key, body })
      expect([path, reply.status, reply.body.error.code]).toEqual([path, 400, 'bad_request'])
    }
    const { socket } = await person()
    expect((await socket.follow({ site: 'nowhere', window: 'w' }).ended)?.data).toMatchObject({ code: 'NOT_FOUND' })
    expect(await world.services.database.sql`select from presence where window_id = 'w'`).toHaveLength(0)
  })

  test.each<object>([{ window: '' }, { window: 'x'.repeat(65) }, { window: 1 }, { window: 'w', available: 'yes' }])(
    'that is named %j is refused',
    async (input) => {
      const { socket } = await person()
      const ended = await socket.follow({ site: 'demo', ...input } as never).ended
      expect(ended?.data).toMatchObject({ code: 'BAD_REQUEST' })
    },
  )

  test('receives, when it connects, who is available and how many wait', async () => {
    const [anna, ben] = [await person(), await person()]
    await connect(anna)
    const since = world.clock.now()
    const id = await addWaiting(world, since)
    const { following } = await connect(ben, false)
    await following.has(({ type, data }) => type === 'presence.changed' && data.email === anna.email && data.available)
    const { data } = await following.has(({ type, data }) => type === 'queue.changed' && data.longestSince === since)
    expect(data).toEqual({ waiting: 1, unassigned: 1, longestSince: since })
    await world.services.database.sql`delete from conversations where id = ${id}`
    expect(following.items.every(({ id }) => id === undefined)).toBe(true)
  })

  test('reads the queue once at a time, so that a slow reading is never published after a later one', async () => {
    const { sql } = world.services.database
    const [since, ctx] = [world.clock.now(), await world.context()]
    const change = () =>
      ctx.tx(async (tx) => {
        tx.emit('settings.changed', { version: 0 })
      })
    const lastSeq = async () => (await sql<[{ seq: number }]>`select max(seq) as seq from events`)[0].seq
    const id = await addWaiting(world, since)
    await sql.begin(async (tx) => {
      await tx`lock table conversations in access exclusive mode`
      for (let changes = 0; changes < 3; changes++) {
        await change()
        await expect.poll(world.services.events.position, patience).toBe(await lastSeq())
        world.clock.move(250)
        await comesToRest(async () => ((await readings()) === 1 ? '' : 'the queue is not being read once'))
      }
      await tx`update conversations set waiting_since = ${since - 1} where id = ${id}`
    })
    await watcher.has(({ type, data }) => type === 'queue.changed' && data.longestSince === since - 1)
    await sql`delete from conversations where id = ${id}`
  })

  test('ends only after the queue was read', async () => {
    const { sql } = world.services.database
    const watch = createQueueWatch(world.services)
    let ended = false
    let ending: Promise<void> | undefined
    await sql.begin(async (tx) => {
      await tx`lock table conversations in access exclusive mode`
      watch.start()
      await comesToRest(async () => ((await readings()) > 0 ? '' : 'the queue is not being read'))
      ending = watch.close().then(() => {
        ended = true
      })
      // A round trip, in which it could have ended.
      await readings()
      expect(ended).toBe(false)
    })
    await ending
    expect(await readings()).toBe(0)
    // What it found may have enqueued a task that reads the queue, too.
    await idle(world)
  })
})

const conversation = async () => (await world.api('POST', '/conversations?site=demo', { body: {} })).body.id as string

const viewersOf = (id: string) =>
  watcher.items
    .filter(({ type, data }) => type === 'viewers.changed' && data.conversationId === id)
    .map(({ data }) => data.viewers.map(({ email }: { email: string }) => email))

describe('viewing a conversation', () => {
  test('is published to the team, one conversation per window, and ends with the window', async () => {
    const [anna, ben] = [await person(), await person()]
    const [one, other] = [await conversation(), await conversation()]
    const hers = await connect(anna)
    const his = await connect(ben)
    const view = ({ socket }: Person, { window }: { window: string }, id: string, viewing = true) =>
      socket.mutation('presence.view', { site: 'demo', id, window, viewing })
    expect(await view(anna, hers, one)).toEqual({ conversationId: one, viewers: [{ email: anna.email, name: null }] })
    await view(ben, his, one)
    await view(ben, his, one)
    await view(ben, his, other)
    await expect.poll(() => viewersOf(one), patience).toEqual([[anna.email], [anna.email, ben.email], [anna.email]])
    await expect.poll(() => viewersOf(other), patience).toEqual([[ben.email]])
    await view(ben, his, one, false)
    await view(ben, his, other, false)
    await expect.poll(() => viewersOf(other), patience).toEqual([[ben.email], []])
    await anna.socket.close()
    await pass(31_000, async () => viewersOf(one).at(-1), [])
    expect(viewersOf(one)).toHaveLength(4)
  })

  test('is limited to the own site, and to connected windows [threat 1]', async () => {
    const anna = await person()
    const foreign = (await world.api('POST', '/conversations?site=other', { body: {} })).body.id
    const { window } = await connect(anna)
    for (const id of [foreign, 'conv_none']) {
      const refused = anna.socket.mutation('presence.view', { site: 'demo', id, window, viewing: true })
      await expect(refused).rejects.toMatchObject({ data: { code: 'NOT_FOUND' } })
      const typed = anna.socket.mutation('presence.type', { site: 'demo', id, typing: true })
      await expect(typed).rejects.toMatchObject({ data: { code: 'NOT_FOUND' } })
    }
    const id = await conversation()
    const input = { site: 'demo', id, window: 'not-connected', viewing: true }
    expect(await anna.socket.mutation('presence.view', input)).toEqual({ conversationId: id, viewers: [] })
  })
})

describe('typing', () => {
  const typed = (id: string) =>
    watcher.items
      .filter(({ type, data }) => type === 'typing.changed' && data.conversationId === id)
      .map(({ data }) => data.typing)

  test('is published at most once a second, and ends by itself after six seconds', async () => {
    const { socket, email } = await person()
    const id = await conversation()
    const type = (typing = true) => socket.mutation('presence.type', { site: 'demo', id, typing })
    for (let count = 0; count < 5; count++) await type()
    await watcher.has(({ data }) => data.conversationId === id && data.typing)
    expect(typed(id)).toEqual([true])
    world.clock.move(1_000)
    await type()
    await expect.poll(() => typed(id), patience).toEqual([true, true])
    world.clock.move(5_900)
    expect(typed(id)).toEqual([true, true])
    world.clock.move(200)
    await expect.poll(() => typed(id), patience).toEqual([true, true, false])
    await type(false)
    await type()
    await type(false)
    await expect.poll(() => typed(id), patience).toEqual([true, true, false, true, false])
    const { data } = watcher.items.find((item) => item.type === 'typing.changed') as Item
    expect(data).toEqual({ conversationId: id, who: 'team', name: null, typing: true })
    expect(JSON.stringify(data)).not.toContain(email)
  })

  test('and other ephemeral events are not audited and not stored', async () => {
    const anna = await person()
    const id = await conversation()
    const { window } = await connect(anna)
    const { sql } = world.services.database
    // Earlier chats are completed in the meantime, so only this person and chat count.
    const ofThese = (table: string) =>
      sql`select from ${sql(table)} entry where entry::text like any (${[`%${id}%`, `%${anna.email}%`]})`
    const [audit, events] = [await ofThese('audit'), await ofThese('events')]
    await anna.socket.mutation('presence.set', { site: 'demo', window, available: false })
    await anna.socket.mutation('presence.view', { site: 'demo', id, window, viewing: true })
    await anna.socket.mutation('presence.type', { site: 'demo', id, typing: true })
    expect(audit.length * events.length).toBeGreaterThan(0)
    expect(await ofThese('audit')).toHaveLength(audit.length)
    expect(await ofThese('events')).toHaveLength(events.length)
  })
})
