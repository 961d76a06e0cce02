import { describe, expect, test } from 'vitest'
import type { Task } from '../server/core/queue.ts'
import { patience } from './support/live.ts'
import { add, clock, forEachTest, isEmpty, leased, queues, settle, sql, start, waiting } from './support/queue.ts'
import { createGate } from './support/steps.ts'

forEachTest()

const addMany = (count: number, target: string, site = 'demo') => sql`
  insert into queue (type, site, data, run_at, target)
  select 'call', ${site}, '{}', ${clock.now()}, ${target} from generate_series(1, ${count}::int)`

describe('tasks of one target', () => {
  test('that hangs take two places, and the others continue', async () => {
    const gate = createGate()
    const seen = { hanging: 0, ran: 0 }
    const run = async ({ target }: Task) => {
      if (target !== 'hangs') return void seen.ran++
      seen.hanging++
      await gate.passed()
    }
    await addMany(5_000, 'hangs')
    await addMany(20, 'works')
    await start({ call: { run, lane: 'calls' } })
    await expect.poll(() => seen, patience).toEqual({ hanging: 2, ran: 20 })
    // The last that works may still be storing that it ended.
    await expect.poll(leased, patience).toBe(2)
    await sql`delete from queue where lease is null`
    gate.open()
    await isEmpty()
  })

  test('wait while it fails, without an attempt: one probe runs every half minute', async () => {
    let fails = true
    const runs: [string, number][] = []
    const run = async ({ target, failures }: Task) => {
      runs.push([target, failures])
      if (target === 'down' && fails) throw new Error('down')
    }
    const handler = { run, lane: 'calls' as const, retry: () => 1_000 }
    await addMany(100, 'down')
    await addMany(1, 'down', 'other')
    const queue = await start({ call: handler })
    const tries = () => runs.filter(([target]) => target === 'down').length
    await expect.poll(() => queue.closedTargets(), patience).toEqual(['demo down'])
    await expect.poll(leased, patience).toBe(0)
    // Five that opened the breaker, one that had started in between, and that of the other site.
    expect(tries()).toBeLessThanOrEqual(7)
    await addMany(10, 'up')
    queue.wake()
    await expect.poll(() => runs.filter(([target]) => target === 'up').length, patience).toBe(10)
    // Its own tries would count below, and might still be running when the target works again.
    await sql`delete from queue where site = 'other'`
    clock.move(29_000)
    queue.wake()
    await expect.poll(leased, patience).toBe(0)
    const before = tries()
    clock.move(1_000)
    await expect.poll(tries, patience).toBeGreaterThan(before)
    await expect.poll(leased, patience).toBe(0)
    expect(queue.closedTargets()).toEqual(['demo down'])
    fails = false
    clock.move(30_000)
    await settle()
    await isEmpty()
    expect(queue.closedTargets()).toEqual([])
    // Waiting tasks were not attempted.
    expect(runs.filter(([, failures]) => failures > 0).length).toBeLessThan(20)
  })

  test('are not delayed by errors of their own', async () => {
    let runs = 0
    const run = async () => {
      runs++
      throw new Error('mine')
    }
    const queue = await start({ call: { run, lane: 'calls', isTargetFault: () => false } })
    await addMany(20, 'fine')
    queue.wake()
    await isEmpty()
    expect([runs, queue.closedTargets()]).toEqual([20, []])
  })
})

test('of a type with a concurrency are limited to that many at once on each server', async () => {
  const gate = createGate()
  const run = () => gate.passed()
  for (let count = 0; count < 10; count++) await add()
  for (let count = 0; count < 2; count++) await add({ type: 'sum' })
  const handlers = { work: { run, concurrency: 1 }, sum: { run } }
  await Promise.all([start(handlers), start(handlers)])
  const running = async () =>
    (await sql<{ type: string }[]>`select type from queue where lease is not null order by type`).map(
      ({ type }) => type,
    )
  await expect.poll(running, patience).toEqual(['sum', 'sum', 'work', 'work'])
  for (const queue of queues) queue.wake()
  expect(await waiting()).toBe(12)
  gate.open()
  await isEmpty()
})
