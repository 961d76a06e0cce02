import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { type Log, silentLog } from '../../server/core/log.ts'
import { createQueue, enqueue, type Handler, type NewTask, type Queue } from '../../server/core/queue.ts'
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

/** A database, a clock and no queue for each test of a file. */
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
  })
}

export const isServer = process.env.TEST_DATABASE === 'server'
export const minute = 60_000

/** A worker; each one but the first stands for another server. */
export async function start(
  handlers: Record<string, Partial<Handler>>,
  { log = silentLog, at = clock }: { log?: Log; at?: TestClock } = {},
): Promise<Queue> {
  const queue = createQueue({ database: queues.length === 0 ? database : other, clock: at, log })
  queues.push(queue)
  const whole = Object.entries(handlers).map(([type, handler]) => [
    type,
    { run: async () => {}, retry: [], ...handler },
  ])
  await queue.start(Object.fromEntries(whole))
  return queue
}

export const add = (task: Partial<NewTask> = {}, by: Sql = sql) =>
  enqueue(by, { type: 'work', site: 'demo', data: {}, at: clock.now(), ...task })

export const waiting = async (): Promise<number> =>
  (await sql<[{ count: number }]>`select count(*) as count from queue`)[0].count
export const isEmpty = () => expect.poll(waiting, patience).toBe(0)

/** Wakes every worker, and waits until nothing that is due is left lying. */
export async function settle(): Promise<void> {
  for (const queue of queues) queue.poke()
  await comesToRest(async () => {
    const now = clock.now()
    const due = await sql<{ type: string }[]>`
      select type from queue where run_at <= ${now} and leased_until <= ${now}`
    return due.map(({ type }) => type).join(', ')
  })
}

/** How many jobs somebody works on. */
export const leased = async () => (await sql`select from queue where leased_until > ${clock.now()}`).length
