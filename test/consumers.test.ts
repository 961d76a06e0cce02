import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Consumer, consumerTask, defineConsumer, wakeConsumers } from '../server/core/consumers.ts'
import { appendEvents, type NewEvent, type StoredEvent } from '../server/core/events.ts'
import { silentLog } from '../server/core/log.ts'
import { handlersOf } from '../server/core/tasks.ts'
import { createQueue } from '../server/core/worker.ts'
import { until } from './support/chat.ts'
import { openSecond, type Second } from './support/second.ts'
import { createWorld, type World } from './support/world.ts'

const minute = 60_000

let world: World
let second: Second
let sql: World['services']['database']['sql']
/** The running consumers. Each has its own queue, like on its own server. */
const running: (() => Promise<void>)[] = []

beforeAll(async () => {
  world = await createWorld()
  second = await openSecond(world)
  sql = world.services.database.sql
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
  // Events of the previous test are too old now.
  world.clock.move(2 * minute)
})

const stopAll = async () => {
  for (const stop of running.splice(0)) await stop()
}

/** Stores events in a table, in the transaction. `before` may throw. */
const probe = (before: (events: StoredEvent[]) => Promise<void> = async () => {}): Consumer =>
  defineConsumer({
    name: 'probe',
    types: new Set(['test.ping']),
    maxAge: minute,
    async run(tx, events) {
      for (const { site, seq } of events) await tx.sql`insert into taken (site, seq) values (${site}, ${seq})`
      await before(events)
    },
  })

/** Runs the consumer on a server until it is stopped. */
async function follow(server: 'first' | 'second', consumer: Consumer): Promise<() => Promise<void>> {
  const own = server === 'first' ? world.services : second.services
  const queue = createQueue({ ...own, log: silentLog })
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

const heartbeatOf = (server: 'first' | 'second') => (server === 'first' ? world.services : second.services).heartbeat
/** On the embedded database no server sends heartbeats. */
const keepAlive = () => sql`
  insert into servers (id, heartbeat)
  select id, (extract(epoch from clock_timestamp()) * 1000)::bigint
  from unnest(${[heartbeatOf('first').server, heartbeatOf('second').server]}::text[]) id on conflict do nothing`

const event = (type: NewEvent['type'] = 'test.ping', site = 'demo'): NewEvent => ({
  site,
  type,
  data: {},
  at: world.clock.now(),
})
async function happen(server: 'first' | 'second', events: NewEvent[]): Promise<void> {
  const { database, events: log } = server === 'first' ? world.services : second.services
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
/** Advances the clocks until the consumer has reached the end of the log. */
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
  fc.record({ kind: fc.constant('die' as const), server }),
)

test('over two servers that fail and restart, a consumer processes each event once, in the order of the log', async () => {
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
      // It counts as dead although it lives, so its work runs on the other one too.
      if (one.kind === 'die') await sql`delete from servers where id = ${heartbeatOf(one.server).server}`
    }
    failures = 0
    await keepAlive()
    await allTaken(since)
    expect(await taken()).toEqual(await happened(since))
  })
  await fc.assert(property, { numRuns: 40, endOnFailure: true })
}, 120_000)

test('starts with events shortly before it was added, and skips older ones', async () => {
  await happen('first', [event()])
  world.clock.move(2 * minute)
  const since = await lastPlace()
  await happen('first', [event(), event('account.changed'), event()])
  await follow('first', probe())
  await allTaken(since)
  expect(await taken()).toEqual(await happened(since))
})

test('events during a long time without need are skipped, however many', async () => {
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
