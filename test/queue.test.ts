import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { silentLog } from '../server/core/log.ts'
import type { Task } from '../server/core/queue.ts'
import type { Sql } from '../server/database/database.ts'
import { createTestClock } from './support/clock.ts'
import { patience } from './support/live.ts'
import {
  add,
  clock,
  database,
  die,
  forEachTest,
  isEmpty,
  isServer,
  leased,
  makeQueue,
  minute,
  queues,
  revive,
  settle,
  sql,
  start,
  waiting,
} from './support/queue.ts'
import { createGate } from './support/steps.ts'

forEachTest()

describe('two workers', () => {
  const planned = fc.record({ later: fc.integer({ min: 0, max: 3000 }), dawdle: fc.integer({ min: 0, max: 4 }) })

  test('run each task exactly once, at its time or after', async () => {
    const property = fc.asyncProperty(fc.array(planned, { minLength: 1, maxLength: 40 }), async (tasks) => {
      const runs: number[] = []
      const early: Task[] = []
      const run = async (task: Task) => {
        const { number, at, dawdle } = task.data as { number: number; at: number; dawdle: number }
        if (clock.now() < at) early.push(task)
        for (let count = 0; count < dawdle; count++) await sql`select 1`
        runs.push(number)
      }
      await Promise.all([start({ work: { run } }), start({ work: { run } })])
      const begun = clock.now()
      await Promise.all(
        tasks.map(({ later, dawdle }, number) =>
          add({ at: begun + later, data: { number, at: begun + later, dawdle }, site: number % 2 ? 'demo' : 'other' }),
        ),
      )
      for (let step = 0; step < 4; step++) {
        clock.move(1_000)
        await settle()
      }
      await isEmpty()
      for (const queue of queues.splice(0)) await queue.close()
      expect(early).toEqual([])
      expect(runs.sort((one, two) => one - two)).toEqual(tasks.map((_, number) => number))
    })
    await fc.assert(property, { numRuns: isServer ? 20 : 12, endOnFailure: true })
  })

  test('run each task at least once, however often they fail', async () => {
    const failing = fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 20 })
    const property = fc.asyncProperty(failing, async (failures) => {
      const runs = failures.map(() => 0)
      const run = async ({ data, failures: failed }: Task) => {
        const number = data.number as number
        runs[number]! += 1
        expect(failed + 1).toBe(runs[number])
        if (runs[number]! <= failures[number]!) throw new Error('not yet')
      }
      const handler = { run, retry: [100, 200, 300] }
      await Promise.all([start({ work: handler }), start({ work: handler })])
      await Promise.all(failures.map((_, number) => add({ data: { number } })))
      for (let step = 0; step < 8; step++) {
        await settle()
        await expect.poll(leased, patience).toBe(0)
        clock.move(100)
      }
      await isEmpty()
      for (const queue of queues.splice(0)) await queue.close()
      expect(runs).toEqual(failures.map((count) => count + 1))
    })
    await fc.assert(property, { numRuns: isServer ? 12 : 8, endOnFailure: true })
  })

  if (isServer) {
    test('wake each other: a task that one adds is run by the other, without its clock being moved', async () => {
      const ran = vi.fn()
      const first = await start({ another: {} })
      await start({ work: { run: async () => ran() } })
      await add()
      first.wake()
      await expect.poll(() => ran.mock.calls.length, patience).toBe(1)
    })
  }
})

describe('a task', () => {
  test('that fails is retried after each delay of its list, and not before', async () => {
    const times: number[] = []
    const run = async () => {
      times.push(clock.now())
      throw new Error('no')
    }
    const begun = clock.now()
    await start({ work: { run, retry: [minute, 5 * minute, 30 * minute] } })
    await add()
    await settle()
    for (const delay of [minute, 5 * minute, 30 * minute]) {
      await expect.poll(leased, patience).toBe(0)
      const before = times.length
      clock.move(delay - 1)
      await settle()
      expect(times).toHaveLength(before)
      clock.move(1)
      await settle()
      await expect.poll(() => times.length, patience).toBe(before + 1)
    }
    expect(times.map((time) => (time - begun) / minute)).toEqual([0, 1, 6, 36])
    await isEmpty()
  })

  test('that always fails is dropped and logged, and delays no other', async () => {
    const warn = vi.fn()
    const ran = vi.fn()
    const poison = { run: () => Promise.reject('not even an error'), retry: [1_000] }
    await start({ poison, work: { run: async () => ran() } }, { log: { ...silentLog, warn } })
    for (let count = 0; count < 10; count++) await add({ type: 'poison', data: { leadId: 'lead_1', text: 'secret' } })
    await add()
    await settle()
    await expect.poll(() => ran.mock.calls.length, patience).toBe(1)
    await expect.poll(leased, patience).toBe(0)
    const [row] = await sql`select failures, last_error from queue limit 1`
    expect(row).toEqual({ failures: 1, last_error: 'not even an error' })
    clock.move(1_000)
    await settle()
    await isEmpty()
    const lines = warn.mock.calls
    expect(lines.filter(([, message]) => message === 'a task failed')).toHaveLength(10)
    expect(lines.filter(([, message]) => message === 'gave up a task')).toHaveLength(10)
    // The log names the task's records, and nothing else of its data.
    expect(lines[0]?.[0]).toMatchObject({ task: 'poison', site: 'demo', data: { leadId: 'lead_1' }, failures: 1 })
  })

  test('that throws synchronously counts as failed, too', async () => {
    const run = () => {
      throw new Error('at once')
    }
    await start({ work: { run } })
    await add()
    await settle()
    await isEmpty()
  })

  test('of a server that is considered dead is run by another, and the first result is discarded', async () => {
    const gate = createGate()
    const began: [string, number][] = []
    const hang = async (task: Task) => {
      began.push(['first', task.failures])
      await gate.passed()
    }
    // Its clock stands still with it.
    const asleep = createTestClock(clock.now())
    const first = await start({ work: { run: hang } }, { at: asleep })
    await add({ name: 'sum' })
    first.wake()
    await expect.poll(() => began, patience).toEqual([['first', 0]])
    const takeOver = createGate()
    const run = async ({ failures }: Task) => {
      began.push(['second', failures])
      await takeOver.passed()
    }
    const second = await start({ work: { run } })
    clock.move(60 * minute)
    await settle()
    expect(began).toHaveLength(1)
    await add({ name: 'sum' })
    await die(first)
    second.wake()
    await expect
      .poll(() => began, patience)
      .toEqual([
        ['first', 0],
        ['second', 0],
      ])
    // The first one resumes.
    gate.open()
    await first.close()
    expect(await leased()).toBe(1)
    takeOver.open()
    await isEmpty()
  })

  test('that its own server started again after it was considered dead keeps the later run', async () => {
    const gate = createGate()
    const ran = vi.fn()
    const run = async () => {
      ran()
      await gate.passed()
    }
    const later = vi.fn()
    const queue = await start({ work: { run }, later: { run: async () => later() } })
    await add()
    queue.wake()
    await expect.poll(() => ran.mock.calls.length, patience).toBe(1)
    await die(queue)
    await start({ another: {} })
    const free = async () => (await sql`select from queue where lease is null`).length
    await expect.poll(free, patience).toBe(1)
    await revive(queue)
    // It has read the whole queue once the younger task ran.
    await add({ type: 'later' })
    queue.wake()
    await expect.poll(() => later.mock.calls.length, patience).toBe(1)
    expect(ran).toHaveBeenCalledOnce()
    gate.open()
    await expect.poll(() => ran.mock.calls.length, patience).toBe(2)
    await isEmpty()
  })

  test('that may be what kills its servers waits longer each time, until a run of it ends', async () => {
    const ran = vi.fn()
    const handler = {
      run: async () => {
        ran()
        throw new Error('at last')
      },
      retry: () => 0,
    }
    const next = async () => (await sql<{ run_at: number; crashes: number }[]>`select run_at, crashes from queue`)[0]
    await add()
    for (const [crashes, wait] of [0, 15_000, 15_000, 5 * minute, 5 * minute].entries()) {
      await sql`update queue set run_at = ${clock.now()}, lease = ${`dead.${crashes}`}`
      const queue = await start({ another: {} })
      queue.wake()
      await expect.poll(next, patience).toEqual({ run_at: clock.now() + wait, crashes: crashes + 1 })
    }
    await start({ work: handler })
    clock.move(5 * minute)
    await settleOnce(ran)
    expect((await next())?.crashes).toBe(0)
    await sql`delete from queue`
  })

  test('of an unknown type is left for another server', async () => {
    const ran = vi.fn()
    const another = vi.fn()
    const queue = await start({ another: { run: async () => another() } })
    await add()
    await add({ type: 'another' })
    queue.wake()
    await expect.poll(waiting, patience).toBe(1)
    expect(another).toHaveBeenCalledOnce()
    const knowing = await start({ work: { run: async () => ran() } })
    knowing.wake()
    await isEmpty()
    expect(ran).toHaveBeenCalledOnce()
  })

  test('of a rolled back transaction never existed', async () => {
    const ran = vi.fn()
    await start({ work: { run: async () => ran() } })
    const work = sql.begin(async (tx) => {
      await add({}, tx as unknown as Sql)
      throw new Error('no')
    })
    await expect(work).rejects.toThrow('no')
    await settle()
    expect([await waiting(), ran.mock.calls.length]).toEqual([0, 0])
  })
})

/** A queue whose statements fail while the database is broken. */
function breakable(fate: { broken: boolean }) {
  const breaking = new Proxy(sql, {
    apply: (target, self, given) =>
      fate.broken ? Promise.reject(new Error('gone')) : Reflect.apply(target, self, given),
  })
  const { listen: _, ...quiet } = database
  return makeQueue({ ...quiet, kind: 'embedded', sql: breaking })
}

/** Waits until it was called, and nothing is running. */
async function settleOnce(ran: ReturnType<typeof vi.fn>): Promise<void> {
  await expect.poll(() => ran.mock.calls.length, patience).toBeGreaterThan(0)
  await sql`update queue set run_at = ${clock.now() + minute} where lease is null`
  await expect.poll(leased, patience).toBe(0)
}

/** Advances the clock by a second, and counts what waits. */
const nextSecond = () => {
  clock.move(1_000)
  return waiting()
}

describe('a worker', () => {
  test('runs four tasks at a time, and the next as soon as one ends', async () => {
    const gate = createGate()
    let running = 0
    let most = 0
    const run = async () => {
      most = Math.max(most, ++running)
      await gate.passed()
      running--
    }
    const queue = await start({ work: { run } })
    for (let count = 0; count < 12; count++) await add()
    queue.wake()
    await expect.poll(() => running, patience).toBe(4)
    expect(await leased()).toBe(4)
    gate.step()
    await expect.poll(waiting, patience).toBe(11)
    await expect.poll(() => running, patience).toBe(4)
    gate.open()
    await isEmpty()
    expect(most).toBe(4)
  })

  test('that closes lets running tasks end and starts none', async () => {
    const gate = createGate()
    const began: number[] = []
    const run = async ({ data }: Task) => {
      began.push(data.number as number)
      await gate.passed()
    }
    const queue = await start({ work: { run } })
    for (let number = 0; number < 8; number++) await add({ data: { number } })
    queue.wake()
    await expect.poll(() => began, patience).toHaveLength(4)
    let closed = false
    const closing = queue.close().then(() => {
      closed = true
    })
    await sql`select 1`
    expect(closed).toBe(false)
    gate.open()
    await closing
    expect(await waiting()).toBe(4)
    queue.wake()
    clock.move(10 * minute)
    expect([await waiting(), began.length, clock.timers()]).toEqual([4, 4, 0])
    expect(await leased()).toBe(0)
  })

  test('stores the result of a task when the database is back, and does not run it twice', async () => {
    const ran = vi.fn()
    const fate = { broken: false }
    const queue = await breakable(fate)
    const run = async () => {
      ran()
      fate.broken = true
    }
    await queue.start({ work: { run, retry: [], lane: 'timers' } })
    await add()
    queue.wake()
    await expect.poll(() => fate.broken, patience).toBe(true)
    clock.move(3_000)
    expect(await waiting()).toBe(1)
    fate.broken = false
    await expect.poll(nextSecond, patience).toBe(0)
    expect(ran).toHaveBeenCalledOnce()
  })

  test('whose database fails during it continues when it is back', async () => {
    const ran = vi.fn()
    const fate = { broken: true }
    const queue = await breakable(fate)
    await queue.start({ work: { run: async () => ran(), retry: [], lane: 'timers' } })
    await add()
    queue.wake()
    clock.move(3_000)
    expect(ran).not.toHaveBeenCalled()
    fate.broken = false
    await expect.poll(nextSecond, patience).toBe(0)
    expect(ran).toHaveBeenCalledOnce()
  })
})
