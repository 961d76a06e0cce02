import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { systemClock } from '../server/core/clock.ts'
import { conflict } from '../server/core/error.ts'
import { createHeartbeat, endLeases, type Heartbeat, leaseHolds, withLease } from '../server/core/lease.ts'
import { silentLog } from '../server/core/log.ts'
import type { Database, Sql } from '../server/database/database.ts'
import { createDatabase, type TestDatabase } from './support/database.ts'
import { patience } from './support/live.ts'
import { openAgain } from './support/second.ts'

let database: TestDatabase
let other: Database
const started: Heartbeat[] = []

beforeAll(async () => {
  database = await createDatabase()
  other = await openAgain(database)
})
afterEach(async () => {
  for (const heartbeat of started.splice(0)) await heartbeat.close()
})
afterAll(async () => {
  await other.close()
  await database.drop()
})

const isServer = process.env.TEST_DATABASE === 'server'
const holds = (lease: string | null) => leaseHolds(database.sql, lease)

async function begin(log = silentLog): Promise<Heartbeat> {
  const heartbeat = createHeartbeat({ database: started.length === 0 ? database : other, log })
  await heartbeat.start()
  started.push(heartbeat)
  return heartbeat
}

test('a lease holds from the start of its server to its end, and all are different', async () => {
  const early = createHeartbeat({ database, log: silentLog })
  expect(await holds(early.newLease())).toBe(false)
  const one = await begin()
  const two = await begin()
  const leases = [one.newLease(), one.newLease(), two.newLease()]
  expect(new Set(leases).size).toBe(3)
  expect(await Promise.all([...leases, null, '', 'nobody.1'].map(holds))).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
  ])
  await one.close()
  expect(await Promise.all(leases.map(holds))).toEqual([false, false, true])
  await endLeases(database.sql)
  expect(await holds(leases[2] as string)).toBe(false)
})

if (isServer) {
  const cut = Object.assign(new Error('the connection was lost'), { code: 'CONNECTION_CLOSED' })

  test('a lease whose storing failed ends with the next heartbeat; the others of its server hold', async () => {
    const one = await begin()
    const [lost, kept] = [one.newLease(), one.newLease()]
    one.lose(lost, cut)
    await expect.poll(() => holds(lost), patience).toBe(false)
    expect(await holds(kept)).toBe(true)
    await database.sql`delete from servers`
    await expect.poll(() => holds(kept), patience).toBe(true)
    expect(await holds(lost)).toBe(false)
  })

  test('of very many lost leases, the first are kept: their statements had reached the database', async () => {
    const one = await begin()
    const leases = Array.from({ length: 300 }, () => one.newLease())
    for (const lease of leases) one.lose(lease, cut)
    await expect.poll(() => holds(leases[0] as string), patience).toBe(false)
    const [server] = await database.sql<{ count: number }[]>`select cardinality(lost) as count from servers`
    expect(server?.count).toBe(200)
    expect(await holds(leases[299] as string)).toBe(true)
  })

  test('a lease is lost if the database may have stored it, not if it said that it did not', async () => {
    const one = await begin()
    const withCode = (code: string) => Object.assign(new Error(code), { code })
    const may = ['CONNECTION_CLOSED', 'ECONNRESET', 'EPIPE', 'INCOMPLETE_RESULT', '08006', '57P01', '58030']
    const refused = ['55P03', '40P01', '40001', '23505', '25006', '42P01', '53100']
    for (const code of refused) one.lose(one.newLease(), withCode(code))
    one.lose(one.newLease(), conflict('It runs already.', 'answer_running'))
    const leases = may.map((code) => {
      const lease = one.newLease()
      one.lose(lease, withCode(code))
      return lease.split('.')[1] as string
    })
    const names = async () => (await database.sql<{ lost: string[] }[]>`select lost from servers`)[0]?.lost
    await expect.poll(names, patience).toEqual(leases)
  })

  test('a server without a heartbeat for more than five seconds is dead, for less it is not', async () => {
    const warn = vi.fn()
    await begin({ ...silentLog, warn })
    const slow = createHeartbeat({ database, log: silentLog })
    const dead = createHeartbeat({ database, log: silentLog })
    await database.sql`
      insert into servers (id, heartbeat)
      select id, (extract(epoch from clock_timestamp()) * 1000)::bigint + later
      from (values (${slow.server}, 60000), (${dead.server}, -5001)) given (id, later)`
    await expect.poll(() => holds(dead.newLease()), patience).toBe(false)
    expect(await holds(slow.newLease())).toBe(true)
    await expect.poll(() => warn.mock.calls, patience).toEqual([[{ server: dead.server }, expect.any(String)]])
    await database.sql`delete from servers where id = ${slow.server}`
  })

  test('a server that was wrongly considered dead has leases again at its next heartbeat', async () => {
    const one = await begin()
    await database.sql`delete from servers where id = ${one.server}`
    expect(await holds(one.newLease())).toBe(false)
    await expect.poll(() => holds(one.newLease()), patience).toBe(true)
  })

  test('after an outage of the database nobody is considered dead, because all were silent', async () => {
    const warn = vi.fn()
    const log = { ...silentLog, warn }
    const [one, two] = [await begin(log), await begin(log)]
    for (let round = 0; round < 3; round++) {
      await database.sql.begin(async (tx) => {
        await tx`lock table servers`
        await tx`update servers set heartbeat = heartbeat - 60000`
      })
      const beats = async () =>
        (
          await database.sql`select from servers where heartbeat > (extract(epoch from clock_timestamp()) * 1000) - 3000`
        ).length
      await expect.poll(beats, patience).toBe(2)
    }
    expect(warn).not.toHaveBeenCalled()
    expect(await Promise.all([holds(one.newLease()), holds(two.newLease())])).toEqual([true, true])
  })
}

describe('work under a lease of a name', () => {
  const live = new AbortController().signal
  const held = async () =>
    (await database.sql<{ name: string }[]>`select name from leases order by name`).map(({ name }) => name)
  /** The services of a live server, as far as leases need them. */
  const services = async (own = database as Database) => ({
    database: own,
    clock: systemClock,
    log: silentLog,
    heartbeat: await begin(),
    stopping: live,
  })

  test('runs once at a time over all servers, and for each name', async () => {
    const both = [await services(), await services(other)]
    const seen = { now: 0, max: 0, done: 0 }
    const work = async () => {
      seen.max = Math.max(seen.max, ++seen.now)
      await database.sql`select pg_sleep(0.002)`
      seen.now--
      seen.done++
    }
    const runs = Array.from({ length: 12 }, (_, number) => withLease(both[number % 2]!, 'token', live, work))
    const isBeside = await withLease(both[0]!, 'token of another', live, async () => seen.done < 12)
    await Promise.all(runs)
    expect([seen, isBeside]).toEqual([{ now: 0, max: 1, done: 12 }, true])
    expect(await held()).toEqual([])
  })

  test('ends with an error, and then others run', async () => {
    const own = await services()
    await expect(withLease(own, 'token', live, async () => Promise.reject(new Error('refused')))).rejects.toThrow(
      'refused',
    )
    expect(await withLease(own, 'token', live, async () => 7)).toBe(7)
  })

  test('is not started once its signal aborts', async () => {
    const own = await services()
    const stop = new AbortController()
    const inner = vi.fn()
    await withLease(own, 'token', live, async () => {
      const waiting = withLease(own, 'token', stop.signal, inner)
      stop.abort(new Error('stopped'))
      await expect(waiting).rejects.toThrow('stopped')
    })
    expect(inner).not.toHaveBeenCalled()
  })

  test('is taken over from a dead server, which can store nothing when it resumes', async () => {
    const one = await services()
    const two = await services(other)
    const gate = Promise.withResolvers<void>()
    const stored: string[] = []
    const first = withLease(one, 'token', live, async (requireLease) => {
      await gate.promise
      await database.sql.begin(async (tx) => {
        await requireLease(tx as unknown as Sql)
        stored.push('first')
      })
    })
    await expect.poll(held, patience).toEqual(['token'])
    await one.heartbeat.close()
    await withLease(two, 'token', live, async (requireLease) => {
      gate.resolve()
      await expect(first).rejects.toMatchObject({ status: 503, reason: 'taken_over' })
      // The end of the first one does not end the lease of the second.
      expect(await held()).toEqual(['token'])
      await requireLease(database.sql)
      stored.push('second')
    })
    expect([stored, await held()]).toEqual([['second'], []])
  })
})
