import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import type { Clock } from '../../server/core/clock.ts'
import { createHeartbeat, type Heartbeat } from '../../server/core/lease.ts'
import { type Log, silentLog } from '../../server/core/log.ts'
import { enqueue, type Handler, type NewTask, type Queue } from '../../server/core/queue.ts'
import { createQueue } from '../../server/core/worker.ts'
import type { Database, Sql } from '../../server/database/database.ts'
import { createTestClock, type TestClock } from './clock.ts'
import { createDatabase, type TestDatabase } from './database.ts'
import { comesToRest } from './idle.ts'
import { patience } from './live.ts'
import { openAgain } from './second.ts'

export let database: TestDatabase
export let other: Database
export let clock: TestClock
export let sql: Sql
export const queues: Queue[] = []
const heartbeats = new Map<Queue, Heartbeat>()
const stops = new Map<Queue, AbortController>()

/** Creates a database and a clock, but no queue, for each test of a file. */
export function forEachTest(): void {
  beforeAll(async () => {
    database = await createDatabase()
    other = await openAgain(database)
    sql = database.sql
  })
  afterAll(async () => {
    await other.close()
    await database.drop()
  })
  beforeEach(() => {
    clock = createTestClock()
  })
  afterEach(async () => {
    for (const queue of queues.splice(0)) await queue.close()
    await sql`delete from queue`
    await sql`delete from servers`
  })
}

export const isServer = process.env.TEST_DATABASE === 'server'
export const minute = 60_000

/** A worker; each one after the first represents another server. */
export async function start(
  handlers: Record<string, Partial<Handler>>,
  { log = silentLog, at = clock }: { log?: Log; at?: TestClock } = {},
): Promise<Queue> {
  const queue = await makeQueue(queues.length === 0 ? database : other, { clock: at, log })
  const whole = Object.entries(handlers).map(([type, handler]) => [
    type,
    { run: async () => {}, retry: [], lane: 'timers' as const, ...handler },
  ])
  await queue.start(Object.fromEntries(whole))
  return queue
}

/** The queue of a server that is alive until `die`. It sends no heartbeats, so that no test depends on real time. */
export async function makeQueue(
  database: Database,
  { clock: at = clock as Clock, log = silentLog } = {},
): Promise<Queue> {
  const heartbeat = createHeartbeat({ database, log })
  const stop = new AbortController()
  const queue = createQueue({ database, clock: at, log, heartbeat, stopping: stop.signal })
  heartbeats.set(queue, heartbeat)
  stops.set(queue, stop)
  await revive(queue)
  queues.push(queue)
  return queue
}

/** Makes other servers treat the server of this queue as dead: killed or suspended. */
export const die = (queue: Queue) => sql`delete from servers where id = ${heartbeats.get(queue)?.server ?? ''}`

/** Stops the server of this queue, like a signal does. */
export async function stop(queue: Queue): Promise<void> {
  beginStop(queue)
  await queue.close()
}

/** The first moment of a stop: the server knows, and its queue is not closed yet. */
export const beginStop = (queue: Queue) => stops.get(queue)?.abort(new Error('the server stops'))

/** Makes the server of this queue alive again. */
export const revive = (queue: Queue) => sql`
  insert into servers (id, heartbeat) values (${heartbeats.get(queue)?.server ?? ''}, 0)`

/** A new lease of the server of this queue. */
export const leaseOf = (queue: Queue): string => heartbeats.get(queue)?.newLease() ?? ''

export const add = (task: Partial<NewTask> = {}, by: Sql = sql) =>
  enqueue(by, { type: 'work', site: 'demo', data: {}, at: clock.now(), ...task })

export const waiting = async (): Promise<number> =>
  (await sql<[{ count: number }]>`select count(*) as count from queue`)[0].count
export const isEmpty = () => expect.poll(waiting, patience).toBe(0)

/** Wakes all workers, and waits until no due task is left. */
export async function settle(): Promise<void> {
  for (const queue of queues) queue.wake()
  await comesToRest(async () => {
    const now = clock.now()
    const due = await sql<{ type: string }[]>`
      select type from queue where run_at <= ${now} and not blocked and not lease_holds(lease)`
    return due.map(({ type }) => type).join(', ')
  })
}

/** The number of running tasks. */
export const leased = async () => (await sql`select from queue where lease_holds(lease)`).length
