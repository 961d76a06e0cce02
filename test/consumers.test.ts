import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Consumer, consumerTask, defineConsumer, wakeConsumers } from '../server/core/consumers.ts'
import { appendEvents, type NewEvent, type StoredEvent } from '../server/core/events.ts'
import { silentLog } from '../server/core/log.ts'
import { createQueue } from '../server/core/queue.ts'
import { handlersOf } from '../server/core/tasks.ts'
import { until } from './support/chat.ts'
import { openSecond, type Second } from './support/second.ts'
import { createWorld, type World } from './support/world.ts'

const minute = 60_000

let world: World
let second: Second
let sql: World['parts']['database']['sql']
/** Of the consumers that run: each has its queue, as each server has. */
const running: (() => Promise<void>)[] = []

beforeAll(async () => {
  world = await createWorld()
  second = await openSecond(world)
  sql = world.parts.database.sql
  await sql`create table taken (place bigint generated always as identity, site text not null, seq bigint not null)`
})
afterAll(async () => {
  await stopAll()
  await second.close()
  await world.close()
})
beforeEach(async () => {
  await stopAll()
  await sql`delete from consumers`
  await sql`delete from taken`
  // What happened in the test before is too old by now.
  world.clock.move(2 * minute)
})

const stopAll = async () => {
  for (const stop of running.splice(0)) await stop()
}

/** Takes events into a table, in the transaction. `before` may throw. */
const probe = (before: (events: StoredEvent[]) => Promise<void> = async () => {}): Consumer =>
  defineConsumer({
    name: 'probe',
    types: new Set(['test.ping']),
    maxAge: minute,
    isWanted: async () => true,
    async run(tx, events) {
      for (const { site, seq } of events) await tx.sql`insert into taken (site, seq) values (${site}, ${seq})`
      await before(events)
    },
  })

/** Runs the consumer on a server until it is stopped. */
async function follow(server: 'first' | 'second', consumer: Consumer): Promise<() => Promise<void>> {
  const own = server === 'first' ? world.parts : second.parts
  const queue = createQueue({ database: own.database, clock: own.clock, log: silentLog })
  const parts = { ...own, queue, log: silentLog }
  await queue.start(handlersOf(parts, [consumerTask(consumer)]))
  const stopWaking = wakeConsumers(parts, [consumer])
  const stop = async () => {
    stopWaking()
    await queue.close()
  }
  running.push(stop)
  return stop
}

const event = (type: NewEvent['type'] = 'test.ping', site = 'demo'): NewEvent => ({
  site,
  type,
  data: {},
  at: world.clock.now(),
})
async function happen(server: 'first' | 'second', events: NewEvent[]): Promise<void> {
  const { database, events: log } = server === 'first' ? world.parts : second.parts
  await appendEvents(database.sql, events)
  log.committed(events)
}

const taken = async () =>
  (await sql<{ seq: number }[]>`select seq from taken where site = 'demo' order by place`).map(({ seq }) => seq)
const happened = async (since: number) =>
  (
    await sql<{ seq: number }[]>`
      select seq from events where site = 'demo' and type = 'test.ping' and seq > ${since} order by seq`
  ).map(({ seq }) => seq)
const lastPlace = async () => (await sql<[{ seq: number }]>`select coalesce(max(seq), 0) as seq from events`)[0].seq
/** Lets the clocks advance until the consumer came up to the end of the log. */
const allTaken = (since: number) =>
  until(async () => {
    world.clock.move(1_000)
    return (await taken()).length >= (await happened(since)).length
  })

const server = fc.constantFrom('first' as const, 'second' as const)
const step = fc.oneof(
  fc.record({ kind: fc.constant('happen' as const), server, count: fc.integer({ min: 1, max: 5 }) }),
  fc.record({ kind: fc.constant('other' as const), server }),
  fc.record({ kind: fc.constant('fail' as const) }),
  fc.record({ kind: fc.constant('restart' as const), server }),
)

test('over two servers that fail and restart, a consumer takes each event once, in the order of the log', async () => {
  const property = fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 15 }), async (steps) => {
    await stopAll()
    await sql`delete from taken`
    const since = await lastPlace()
    let failures = 0
    const consumer = probe(async () => {
      if (failures === 0) return
      failures--
      throw new Error('The database went away.')
    })
    const stops = { first: await follow('first', consumer), second: await follow('second', consumer) }
    for (const one of steps) {
      if (one.kind === 'happen')
        await happen(
          one.server,
          Array.from({ length: one.count }, () => event()),
        )
      if (one.kind === 'other') await happen(one.server, [event('account.changed'), event('test.ping', 'other')])
      if (one.kind === 'fail') failures = 1
      if (one.kind === 'restart') {
        await stops[one.server]()
        stops[one.server] = await follow(one.server, consumer)
      }
    }
    failures = 0
    await allTaken(since)
    expect(await taken()).toEqual(await happened(since))
  })
  await fc.assert(property, { numRuns: 40, endOnFailure: true })
}, 120_000)

test('begins with what happened just before it was there, and leaves out what is too old', async () => {
  await happen('first', [event()])
  world.clock.move(2 * minute)
  const since = await lastPlace()
  await happen('first', [event(), event('account.changed'), event()])
  await follow('first', probe())
  await allTaken(since)
  expect(await taken()).toEqual(await happened(since))
})

test('what was not wanted for long is passed over, however much it is', async () => {
  await follow('first', probe())
  const since = await lastPlace()
  await happen('first', [event()])
  await allTaken(since)
  await stopAll()
  await happen(
    'first',
    Array.from({ length: 450 }, () => event()),
  )
  world.clock.move(2 * minute)
  const old = await lastPlace()
  let looks = 0
  await sql`delete from taken`
  await happen('first', [event()])
  await follow(
    'first',
    probe(async () => void looks++),
  )
  await allTaken(old)
  expect(await taken()).toEqual(await happened(old))
  expect(looks).toBe(1)
})
