import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Tx } from '../server/core/context.ts'
import { envelope, eventId, type StoredEvent } from '../server/core/events.ts'
import { allScopes } from '../shared/scope.ts'
import { emitEvent, emitGap, lastId } from './support/emit.ts'
import { patience } from './support/live.ts'
import { openSecond } from './support/second.ts'
import { addTask } from './support/tasks.ts'
import { createWorld, type World } from './support/world.ts'

let world: World
let key: string

beforeAll(async () => {
  world = await createWorld({ file: { timings: { eventDays: 0.5 } } })
  key = await world.key(allScopes, { ratePerMinute: 100_000 })
  await world.services.database.sql`create table changes (name text primary key)`
})
afterAll(() => world.close())
beforeEach(() => world.clock.move(60_000))

const isServer = process.env.TEST_DATABASE === 'server'
const get = (query: string, on = world) => on.api('GET', `/events?${query}`, { key })
const words = (items: { data: { message?: string } }[]) => items.map(({ data }) => data.message)

/** One transaction of a writer: how many events it emits, how long it takes, and whether it rolls back. */
type Change = { events: number; dawdle: number; fails: boolean }
const change: fc.Arbitrary<Change> = fc.record({
  events: fc.integer({ min: 0, max: 4 }),
  dawdle: fc.integer({ min: 0, max: 3 }),
  fails: fc.boolean(),
})
const writers = fc.array(fc.array(change, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 16 })
const limits = fc.infiniteStream(fc.integer({ min: 1, max: 7 }))

const undone = new Error('taken back')

/** Runs one writer's changes one after the other. Returns the names of those that were acknowledged. */
async function write(on: World, name: string, changes: Change[]): Promise<string[]> {
  const done: string[] = []
  for (const [number, { events, dawdle, fails }] of changes.entries()) {
    const mine = `${name}.${number}`
    const context = await on.context(number % 2 === 0 ? 'demo' : 'other')
    const work = async (tx: Tx) => {
      await tx.sql`insert into changes values (${mine})`
      for (let count = 0; count < events; count++) tx.emit('test.ping', { message: `${mine}.${count}` })
      for (let count = 0; count < dawdle; count++) await tx.sql`select 1`
      if (fails) throw undone
    }
    await context.tx(work).then(
      () => done.push(mine),
      (error) => expect(error).toBe(undone),
    )
  }
  return done
}

/** Reads all events after an id, page by page, until `over` and no more arrive. */
async function readAlong(begin: string, pages: Iterator<number>, over: () => boolean): Promise<StoredEvent['data'][]> {
  const seen: { id: string; data: { message: string } }[] = []
  for (let after = begin; ; ) {
    const wasOver = over()
    const { body } = await get(`after=${after}&limit=${pages.next().value}`)
    for (const item of body.items) {
      expect(item.id > after).toBe(true)
      after = item.id
      seen.push(item)
    }
    expect(body.next).toBe(after)
    if (wasOver && body.items.length === 0) return words(seen)
  }
}

let runs = 0

describe('many writers at once', () => {
  test('no reader misses an event or sees one late; rolled back ones were never delivered [U104]', async () => {
    const property = fc.asyncProperty(writers, limits, async (all, pages) => {
      const run = ++runs
      const begin = await lastId(world)
      const place = Number(begin.slice(4))
      const heard: StoredEvent[] = []
      // Earlier events may still be on their way to subscribers.
      const stop = world.services.events.subscribe((event) => event.seq > place && heard.push(event))
      let over = false
      const reading = readAlong(begin, pages, () => over)
      const done = await Promise.all(all.map((changes, number) => write(world, `${run}.${number}`, changes)))
      over = true
      const read = await reading
      const { sql } = world.services.database
      const emitted = await sql<StoredEvent[]>`select * from events where seq > ${place} order by seq`
      await expect.poll(() => heard.length, patience).toBe(emitted.length)
      stop()
      expect(heard).toEqual(emitted)
      expect(read).toEqual(words(emitted.filter(({ site }) => site === 'demo') as never))

      const expected = all.flatMap((changes, writer) =>
        changes.flatMap(({ events, fails }, number) =>
          fails ? [] : Array.from({ length: events }, (_, count) => `${run}.${writer}.${number}.${count}`),
        ),
      )
      expect(words(emitted as never).sort()).toEqual(expected.sort())
      const kept = await sql<{ name: string }[]>`select name from changes where name like ${`${run}.%`}`
      expect(kept.map(({ name }) => name).sort()).toEqual(done.flat().sort())
    })
    await fc.assert(property, { numRuns: isServer ? 25 : 15, endOnFailure: true })
  })

  test('each change’s events are in the order in which it emitted them', async () => {
    const begin = await lastId(world)
    const changes = Array.from({ length: 5 }, () => ({ events: 4, dawdle: 1, fails: false }))
    await Promise.all(Array.from({ length: 12 }, (_, number) => write(world, `order.${number}`, changes)))
    const rows = await world.services.database.sql<StoredEvent[]>`
      select * from events where seq > ${Number(begin.slice(4))} order by seq`
    const groups = Object.groupBy(words(rows as never) as string[], (word) => word.replace(/\.\d$/, ''))
    expect(Object.keys(groups)).toHaveLength(60)
    for (const [owner, emitted] of Object.entries(groups))
      expect(emitted).toEqual([0, 1, 2, 3].map((n) => `${owner}.${n}`))
  })
})

describe('GET /events', () => {
  test('returns pages from the oldest event on, with `next` to continue', async () => {
    const begin = await lastId(world)
    for (let count = 0; count < 5; count++) await emitEvent(world, `page ${count}`)
    const first = (await get(`after=${begin}&limit=2`)).body
    const second = (await get(`after=${first.next}&limit=2`)).body
    const third = (await get(`after=${second.next}&limit=2`)).body
    const last = (await get(`after=${third.next}&limit=2`)).body
    const pages = [first, second, third, last].map(({ items }) => words(items))
    expect(pages).toEqual([['page 0', 'page 1'], ['page 2', 'page 3'], ['page 4'], []])
    expect(last.next).toBe(third.next)
    const [row] = await world.services.database.sql<
      StoredEvent[]
    >`select * from events where seq = ${Number(last.next.slice(4))}`
    expect(third.items).toEqual([envelope(row as StoredEvent)])
  })

  test.each(['', 'x', 'evt_1', 'evt_', 'evt_-000000000000001', '1', 'evt_00000000000000001', `evt_${'9'.repeat(16)}`])(
    'refuses %j for `after`',
    async (after) => {
      const { status, body } = await get(`after=${after}`)
      expect([status, body.error]).toEqual([
        400,
        { code: 'bad_request', reason: 'invalid_fields', message: expect.stringContaining('after') },
      ])
    },
  )

  test('returns 410 for an id that this log never assigned, such as one from before a restored backup', async () => {
    const ahead = eventId(Number((await lastId(world)).slice(4)) + 1)
    const { status, body } = await get(`after=${ahead}&wait=25`)
    expect([status, body.error.code]).toEqual([410, 'gone'])
  })
})

describe('GET /events that waits', () => {
  /** A request in progress: its response, and whether that has arrived. */
  function waiting(query: string, signal?: AbortSignal) {
    const state = { over: false }
    const url = `${world.url}/api/v1/events?${query}`
    const options = { headers: { authorization: `Bearer ${key}` }, ...(signal ? { signal } : {}) }
    const answer = fetch(url, options).then(async (response) => {
      const body = (await response.json()) as { items: { data: { message: string } }[]; next: string }
      state.over = true
      return body
    })
    return { state, answer }
  }

  test('answers as soon as something happens, and not before', async () => {
    const begin = await lastId(world)
    const timer = world.clock.nextTimer(25_000)
    const { state, answer } = waiting(`after=${begin}&wait=25`)
    await timer
    await emitEvent(world, 'elsewhere', 'other')
    await (await world.context()).tx(async (tx) => tx.emit('settings.changed', { version: 1 }))
    world.clock.move(24_000)
    await get('limit=1')
    expect(state.over).toBe(false)
    await emitEvent(world, 'here')
    expect(words((await answer).items)).toEqual(['here'])
  })

  test('answers nothing when its time is over, and leaves nothing behind', async () => {
    const timers = world.clock.timers(25_000)
    const begin = await lastId(world)
    // A delay that nothing else uses: live chats are checked every three seconds.
    const timer = world.clock.nextTimer(17_000)
    const { answer } = waiting(`after=${begin}&wait=17`)
    await timer
    world.clock.move(17_000)
    expect(await answer).toEqual({ items: [], next: begin })
    await expect.poll(() => world.clock.timers(25_000), patience).toBe(timers)
  })

  test('does not wait if there already are events', async () => {
    const begin = await lastId(world)
    await emitEvent(world, 'already')
    expect(words((await get(`after=${begin}&wait=25`)).body.items)).toEqual(['already'])
  })

  test('is given up when its caller disconnects', async () => {
    const timers = world.clock.timers(25_000)
    const leaving = new AbortController()
    const timer = world.clock.nextTimer(25_000)
    const { answer } = waiting(`after=${await lastId(world)}&wait=25`, leaving.signal)
    await timer
    leaving.abort()
    await expect(answer).rejects.toThrow()
    await expect.poll(() => world.clock.timers(25_000), patience).toBe(timers)
  })

  test('is answered when the server stops', async () => {
    const database = { ...world.services.database, drop: async () => {} }
    const stopping = await createWorld({ database, clock: world.clock })
    const timer = world.clock.nextTimer(25_000)
    const answer = get(`after=${await lastId(world)}&wait=25`, stopping)
    await timer
    const closing = stopping.close()
    expect((await answer).body.items).toEqual([])
    await closing
  })

  test('wakes each of many that wait', async () => {
    const begin = await lastId(world)
    const all = Array.from({ length: 50 }, () => waiting(`after=${begin}&wait=25`))
    await expect.poll(() => world.clock.timers(), patience).toBeGreaterThan(50)
    await emitEvent(world, 'for all')
    for (const { answer } of all) expect(words((await answer).items)).toEqual(['for all'])
  })
})

describe('expired events', () => {
  test('are removed in one piece from the oldest on; readers with a gap get 410', async () => {
    await emitEvent(world, 'old')
    const old = await lastId(world)
    world.clock.move(6 * 3_600_000)
    await emitEvent(world, 'young')
    const young = await lastId(world)
    world.clock.move(6 * 3_600_000 + 1)
    await addTask(world.services, 'retention.run')
    world.services.queue.wake()
    await expect.poll(async () => (await world.services.events.span()).floor, patience).toBe(Number(old.slice(4)))

    const before = eventId(Number(old.slice(4)) - 1)
    const { status, body } = await get(`after=${before}`)
    expect([status, body.error.code]).toEqual([410, 'gone'])
    expect(words((await get(`after=${old}`)).body.items)).toEqual(['young'])
    expect(words((await get('limit=1')).body.items)).toEqual(['young'])
    expect((await get(`after=${young}`)).body).toEqual({ items: [], next: young })
    const [{ kept }] = await world.services.database.sql<[{ kept: number }]>`
      select count(*) as kept from events where seq <= ${Number(old.slice(4))}`
    expect(kept).toBe(0)
  })

  test('are checked again automatically an hour later', async () => {
    const { sql } = world.services.database
    // While one runs, the next is already scheduled.
    const plans = async () => (await sql`select from queue where type = 'retention.run'`).count
    await expect.poll(plans, patience).toBe(1)
    await emitEvent(world, 'old again')
    const old = await lastId(world)
    for (let hour = 0; hour < 13; hour++) {
      world.clock.move(3_600_000)
      await expect
        .poll(async () => (await sql`select from queue where run_at <= ${world.clock.now()}`).length, patience)
        .toBe(0)
    }
    expect((await world.services.events.span()).floor).toBeGreaterThanOrEqual(Number(old.slice(4)))
  })
})

describe('a second server on the same database', () => {
  test('receives the events of the first one in order, and the other way round', async () => {
    const second = await openSecond(world)
    try {
      const heard: [string, string | undefined][] = []
      for (const [name, { services }] of [['first', world] as const, ['second', second] as const])
        services.events.subscribe(({ data }) => heard.push([name, (data as { message?: string }).message]))
      for (let count = 0; count < 20; count++) await emitEvent(count % 2 ? world : second, `both ${count}`)
      world.clock.move(1_000)
      const expected = Array.from({ length: 20 }, (_, count) => `both ${count}`)
      const of = (name: string) => heard.filter(([who]) => who === name).map(([, message]) => message)
      await expect.poll(() => of('second'), patience).toEqual(expected)
      await expect.poll(() => of('first'), patience).toEqual(expected)
    } finally {
      await second.close()
    }
  })

  test('receives nothing from before its start, whenever it is woken', async () => {
    const second = await openSecond(world, { start: false })
    try {
      const heard: StoredEvent[] = []
      second.services.events.subscribe((event) => heard.push(event))
      await emitEvent(world, 'the past')
      second.services.events.committed([])
      await world.services.database.sql`select 1`
      await second.start()
      await emitEvent(second, 'the present')
      await expect.poll(() => words(heard as never), patience).toEqual(['the present'])
    } finally {
      await second.close()
    }
  })

  if (isServer) {
    test('receives events within 100 ms, without its clock being moved', async () => {
      const second = await openSecond(world)
      try {
        const times: number[] = []
        for (let count = 0; count < 21; count++) {
          const heard = new Promise((resolve) => {
            const stop = second.services.events.subscribe(({ data }) => {
              if ((data as { message?: string }).message !== `quick ${count}`) return
              stop()
              resolve(undefined)
            })
          })
          const begun = performance.now()
          await emitEvent(world, `quick ${count}`)
          await heard
          times.push(performance.now() - begun)
        }
        expect(times.sort((one, other) => one - other)[10]).toBeLessThan(100)
      } finally {
        await second.close()
      }
    })

    test('loses nothing when its listening connection is cut repeatedly', async () => {
      const second = await openSecond(world)
      const { sql } = world.services.database
      try {
        const heard: (string | undefined)[] = []
        second.services.events.subscribe(({ data }) => heard.push((data as { message?: string }).message))
        for (let count = 0; count < 200; count++) {
          await emitEvent(world, `cut ${count}`)
          if (count % 50 === 25)
            await sql`
              select pg_terminate_backend(pid) from pg_stat_activity
              where datname = current_database() and query ilike 'listen%' and pid <> pg_backend_pid()`
        }
        const expected = Array.from({ length: 200 }, (_, count) => `cut ${count}`)
        await expect.poll(() => heard.length, patience).toBe(200)
        expect(heard).toEqual(expected)
        await emitEvent(world, 'and on')
        await expect.poll(() => heard.at(-1), patience).toBe('and on')
      } finally {
        await second.close()
      }
    })
  }

  test('isolates its subscribers: one that throws does not affect others', async () => {
    const heard: unknown[] = []
    const stops = [
      world.services.events.subscribe(() => {
        throw new Error('a reader that is broken')
      }),
      world.services.events.subscribe(({ data }) => heard.push((data as { question?: string }).question)),
    ]
    await emitGap(world, 'still?')
    await expect.poll(() => heard.at(-1), patience).toBe('still?')
    for (const stop of stops) stop()
  })
})
