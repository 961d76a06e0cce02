import { describe, expect, test, vi } from 'vitest'
import type { Task } from '../server/core/queue.ts'
import { patience } from './support/live.ts'
import {
  add,
  clock,
  forEachTest,
  isEmpty,
  leased,
  minute,
  queues,
  settle,
  sql,
  start,
  waiting,
} from './support/queue.ts'
import { createGate } from './support/steps.ts'

forEachTest()

describe('a named task', () => {
  test('exists once, with the earliest time and the last data, however many enqueue it at once', async () => {
    const begun = clock.now()
    const times = [5, 3, 9, 3, 7]
    await Promise.all(times.map((seconds) => add({ name: 'sum', at: begun + seconds * 1000 })))
    await add({ name: 'sum', at: begun + 60_000, data: { last: true } })
    expect(await sql`select run_at, data from queue`).toEqual([{ run_at: begun + 3_000, data: { last: true } }])
  })

  describe('that waits after a failure', () => {
    const delays = [minute, 5 * minute, 30 * minute]
    /** The minutes after which it ran, if `ask` is called each second. */
    async function triesWhile(ask: () => Promise<unknown>, minutes: number): Promise<number[]> {
      const begun = clock.now()
      const tries: number[] = []
      const run = async () => {
        tries.push(Math.round((clock.now() - begun) / minute))
        throw new Error('no')
      }
      const queue = await start({ work: { run, retry: delays } })
      for (let passed = 0; passed <= minutes * minute; passed += 20_000) {
        await ask()
        queue.wake()
        await expect.poll(leased, patience).toBe(0)
        await settle()
        clock.move(20_000)
      }
      return tries
    }

    test('keeps its time and its tries, however often it is enqueued', async () => {
      expect(await triesWhile(() => add({ name: 'sum' }), 20)).toEqual([0, 1, 6])
      expect(await sql`select failures from queue`).toEqual([{ failures: 3 }])
    })

    test('runs at once and with all of its retries if it is hurried', async () => {
      const queue = await start({ work: { run: async () => Promise.reject(new Error('no')), retry: delays } })
      await add({ name: 'sum' })
      for (const wait of [0, minute]) {
        clock.move(wait)
        await settle()
        await expect.poll(leased, patience).toBe(0)
      }
      expect(await sql`select failures from queue`).toEqual([{ failures: 2 }])
      const hurried = clock.now()
      await add({ name: 'sum', hurry: true })
      expect(await sql`select failures, run_at from queue`).toEqual([{ failures: 0, run_at: hurried }])
      queue.wake()
      await settle()
      await expect
        .poll(() => sql`select failures, run_at from queue`, patience)
        .toEqual([{ failures: 1, run_at: hurried + minute }])
    })

    test('and was hurried while it ran runs at once after that run failed', async () => {
      const gate = createGate()
      const seen: number[] = []
      const run = async ({ failures }: Task) => {
        seen.push(failures)
        if (seen.length === 2) await gate.passed()
        throw new Error('no')
      }
      const queue = await start({ work: { run, retry: delays } })
      await add({ name: 'sum' })
      await settle()
      await expect.poll(leased, patience).toBe(0)
      clock.move(minute)
      queue.wake()
      await expect.poll(() => seen.length, patience).toBe(2)
      await add({ name: 'sum', hurry: true })
      gate.open()
      await expect.poll(() => seen, patience).toEqual([0, 1, 0])
    })
  })

  test('is unique only for its site and type', async () => {
    for (const task of [{}, { site: 'other' }, { type: 'another' }, { name: 'else' }])
      for (let count = 0; count < 2; count++) await add({ name: 'sum', ...task })
    for (let count = 0; count < 2; count++) await add()
    expect(await waiting()).toBe(6)
  })

  test('can be enqueued again when it is done', async () => {
    const ran = vi.fn()
    const queue = await start({ work: { run: async () => ran() } })
    for (let count = 1; count <= 3; count++) {
      await add({ name: 'sum' })
      queue.wake()
      await isEmpty()
      expect(ran).toHaveBeenCalledTimes(count)
    }
  })

  test.each([
    ['ends well', async () => {}],
    [
      'fails',
      async () => {
        throw new Error('no')
      },
    ],
  ])('that is enqueued while it runs is run again after that one %s, not next to it', async (_, end) => {
    const gate = createGate()
    const seen: unknown[] = []
    let running = 0
    const run = async ({ data }: Task) => {
      running++
      seen.push([data.asked, running])
      await gate.passed()
      running--
      if (data.asked === 'first') await end()
    }
    await Promise.all([start({ work: { run } }), start({ work: { run } })])
    await add({ name: 'sum', data: { asked: 'first' } })
    for (const queue of queues) queue.wake()
    await expect.poll(() => seen, patience).toHaveLength(1)
    await add({ name: 'sum', data: { asked: 'second' } })
    await add({ name: 'sum', data: { asked: 'third' } })
    await settle()
    expect(seen).toHaveLength(1)
    gate.open()
    await isEmpty()
    expect(seen).toEqual([
      ['first', 1],
      ['third', 1],
    ])
  })

  test('that is enqueued for later while it runs waits for that time', async () => {
    const gate = createGate()
    const times: number[] = []
    const run = async () => {
      times.push(clock.now())
      await gate.passed()
    }
    const queue = await start({ work: { run } })
    const begun = clock.now()
    await add({ name: 'sum' })
    queue.wake()
    await expect.poll(() => times, patience).toHaveLength(1)
    await add({ name: 'sum', at: begun + 5_000 })
    gate.open()
    await expect.poll(leased, patience).toBe(0)
    clock.move(4_999)
    await settle()
    expect([times, await waiting()]).toEqual([[begun], 1])
    clock.move(1)
    await settle()
    await isEmpty()
    expect(times).toEqual([begun, begun + 5_000])
  })
})
