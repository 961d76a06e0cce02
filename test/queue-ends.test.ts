import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { systemClock } from '../server/core/clock.ts'
import type { Services } from '../server/core/context.ts'
import { defineTask, nothing } from '../server/core/queue.ts'
import { type AnyTask, handlersOf, repeatForEach, siteTask } from '../server/core/tasks.ts'
import { createQueue } from '../server/core/worker.ts'
import { patience } from './support/live.ts'
import {
  add,
  beginStop,
  clock,
  forEachTest,
  isEmpty,
  leased,
  minute,
  settle,
  sql,
  start,
  stop,
} from './support/queue.ts'
import { createGate } from './support/steps.ts'
import { createWorld, type World } from './support/world.ts'

forEachTest()

/** Resolves when the signal is aborted, with its reason. */
const aborted = (signal: AbortSignal) =>
  new Promise<Error>((resolve) => signal.addEventListener('abort', () => resolve(signal.reason)))

describe('a run', () => {
  test('that returns `again` runs again at once, and one that returns a time then, without failures', async () => {
    const results = ['again', { at: clock.now() + minute }, undefined] as const
    const seen: [number, number][] = []
    const begun = clock.now()
    const run = async ({ failures }: { failures: number }) => {
      seen.push([clock.now() - begun, failures])
      return results[seen.length - 1]
    }
    await start({ work: { run } })
    await add({ name: 'sum' })
    await settle()
    await expect.poll(() => seen.length, patience).toBe(2)
    await expect.poll(leased, patience).toBe(0)
    clock.move(minute)
    await settle()
    await isEmpty()
    expect(seen).toEqual([
      [0, 0],
      [0, 0],
      [minute, 0],
    ])
  })

  test('that asks for a later time runs earlier if it was enqueued for earlier in between', async () => {
    const gate = createGate()
    const run = async () => {
      await gate.passed()
      return { at: clock.now() + 60 * minute }
    }
    const queue = await start({ work: { run } })
    await add({ name: 'sum' })
    queue.wake()
    await expect.poll(leased, patience).toBe(1)
    const earlier = clock.now() + minute
    await add({ name: 'sum', at: earlier })
    gate.open()
    await expect.poll(() => sql`select run_at, lease from queue`, patience).toEqual([{ run_at: earlier, lease: null }])
  })

  test('is aborted at its time limit, which counts as a failure', async () => {
    const run = async (_: unknown, signal: AbortSignal) => {
      throw await aborted(signal)
    }
    const queue = await start({ work: { run, limit: 20, retry: [minute] } })
    await add()
    queue.wake()
    const failed = () => sql`select failures, last_error, lease from queue`
    const last_error = 'Error: work took longer than 0.02 s'
    await expect.poll(failed, patience).toEqual([{ failures: 1, last_error, lease: null }])
  })

  test('that ignores the end of its time is given up, and counts no more when it ends', async () => {
    const after = systemClock.after
    vi.spyOn(systemClock, 'after').mockImplementation((ms, run) => after(Math.min(ms, 50), run))
    const gate = createGate()
    const ran = vi.fn()
    const run = async () => {
      await gate.passed()
      ran()
    }
    const queue = await start({ work: { run, limit: 1_000, retry: [minute] } })
    await add()
    queue.wake()
    const failed = () => sql`select failures, last_error, lease from queue`
    const last = [{ failures: 1, last_error: 'Error: work does not end', lease: null }]
    await expect.poll(failed, patience).toEqual(last)
    gate.open()
    await expect.poll(() => ran.mock.calls.length, patience).toBe(1)
    await settle()
    expect(await failed()).toEqual(last)
  })

  test('is aborted when its server stops: the task goes to another server at once, and nothing counts as failed', async () => {
    const run = async (_: unknown, signal: AbortSignal) => {
      throw await aborted(signal)
    }
    const first = await start({ work: { run, retry: [] } })
    await add({ data: { some: 1 } })
    first.wake()
    await expect.poll(leased, patience).toBe(1)
    await stop(first)
    expect(await sql`select failures, crashes, lease, last_error from queue`).toEqual([
      { failures: 0, crashes: 0, lease: null, last_error: null },
    ])
    const ran = vi.fn()
    const second = await start({ work: { run: async ({ data, failures }) => ran(data, failures) } })
    second.wake()
    await isEmpty()
    expect(ran.mock.calls).toEqual([[{ some: 1 }, 0]])
  })

  test('begins on no server that stops', async () => {
    const ran: string[] = []
    const queue = await start({ work: { run: async () => void ran.push('the stopped one') } })
    beginStop(queue)
    for (let count = 0; count < 20; count += 1) {
      await add()
      queue.wake()
    }
    await start({ work: { run: async () => void ran.push('the other one') } })
    await settle()
    expect([new Set(ran), ran.length]).toEqual([new Set(['the other one']), 20])
  })
})

describe('a task of the product', () => {
  let world: World
  const running: { close(): Promise<void> }[] = []
  beforeAll(async () => {
    world = await createWorld()
    await world.services.database.sql`create table given_up (number integer not null, error text not null)`
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    await world.services.database.sql`delete from given_up`
  })
  afterEach(async () => {
    for (const queue of running.splice(0)) await queue.close()
  })

  async function runTasks(tasks: AnyTask[]) {
    const queue = createQueue(world.services)
    const services: Services = { ...world.services, queue }
    await queue.start(handlersOf(services, tasks))
    running.push(queue)
    return queue
  }

  test('that is given up says so exactly once, in the transaction that removes it', async () => {
    const { sql } = world.services.database
    const type = defineTask('probe.failing', z.object({ number: z.number() }))
    let refusals = 2
    const task = siteTask(type, {
      lane: 'timers',
      retry: [1_000, 1_000],
      async run() {
        throw new Error('never')
      },
      async gaveUp(tx, { number }, error) {
        await tx.sql`insert into given_up ${tx.sql({ number, error: (error as Error).message })}`
        // Whatever fails here takes back both.
        if (refusals-- > 0) throw new Error('not yet')
      },
    })
    const queue = await runTasks([task])
    for (const number of [1, 2, 3]) await queue.add(type, 'demo', { number })
    const rest = async () => {
      world.clock.move(1_000)
      return (await sql`select from queue where type = ${type.type}`).length
    }
    await expect.poll(rest, patience).toBe(0)
    expect(await sql`select * from given_up order by number`).toEqual(
      [1, 2, 3].map((number) => ({ number, error: 'never' })),
    )
  })

  test('that repeats for each record runs once per period for each, spread over it, and keeps its retries', async () => {
    const begun = world.clock.now()
    const ran: [string, number][] = []
    const type = defineTask('probe.each', z.object({ id: z.string() }))
    const each = ['a', 'b', 'c', 'd'].map((id) => ({ site: 'demo', name: id, data: { id } }))
    const tasks = repeatForEach(type, {
      lane: 'timers',
      retry: [2.5 * 60 * minute],
      every: 60 * minute,
      forEach: async () => each,
      async run(ctx, { id }) {
        ran.push([id, Math.round((ctx.now() - begun) / minute)])
        if (id === 'c') throw new Error('no')
      },
    })
    const queue = await runTasks(tasks)
    for (let passed = 0; passed < 4 * 60; passed += 5) {
      queue.wake()
      await expect.poll(() => due(type.type), patience).toBe(0)
      world.clock.move(5 * minute)
    }
    const timesOf = (id: string) => ran.filter(([of]) => of === id).map(([, at]) => at)
    expect([timesOf('a'), timesOf('b'), timesOf('d')]).toEqual([
      [0, 60, 120, 180],
      [15, 75, 135, 195],
      [45, 105, 165, 225],
    ])
    // It failed at 30, and was tried again two and a half hours later, whatever the periods in between asked for.
    expect(timesOf('c').slice(0, 2)).toEqual([30, 180])
  })

  const due = async (type: string) =>
    (
      await world.services.database.sql`
        select from queue where type in (${type}, ${`${type}.plan`}) and (run_at <= ${world.clock.now()} or lease is not null)`
    ).length

  test('without data repeats for each site', async () => {
    const ran = vi.fn()
    const tasks = repeatForEach(defineTask('probe.sites', nothing), {
      lane: 'timers',
      retry: [],
      every: minute,
      run: async ({ site }) => ran(site.id),
    })
    await runTasks(tasks)
    const seen = () => {
      world.clock.move(minute)
      return new Set(ran.mock.calls.map(([site]) => site))
    }
    await expect.poll(seen, patience).toEqual(new Set(world.services.sites.ids()))
  })
})
