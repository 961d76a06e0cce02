import { describe, expect, test, vi } from 'vitest'
import { patience } from './support/live.ts'
import { add, clock, forEachTest, isEmpty, leased, minute, settle, sql, start } from './support/queue.ts'

forEachTest()

describe('a repeating task', () => {
  const planned = async () => (await sql<{ run_at: number }[]>`select run_at from queue`).map(({ run_at }) => run_at)

  test('runs at the start and at this interval after each run, on one of two servers', async () => {
    const times: number[] = []
    const begun = clock.now()
    const handler = { run: async () => void times.push(clock.now() - begun), every: 5 * minute }
    await Promise.all([start({ work: handler }), start({ work: handler })])
    for (const count of [1, 2, 3]) {
      await expect.poll(() => times.length, patience).toBe(count)
      await expect.poll(leased, patience).toBe(0)
      clock.move(5 * minute - 1_000)
      await settle()
      expect(times).toHaveLength(count)
      clock.move(1_000)
      await settle()
    }
    expect(times.slice(0, 3)).toEqual([0, 5 * minute, 10 * minute])
  })

  test('keeps its schedule when another server starts', async () => {
    const ran = vi.fn()
    const handler = { run: async () => ran(), every: 60 * minute }
    await start({ work: handler })
    await expect.poll(planned, patience).toEqual([clock.now() + 60 * minute])
    const before = await planned()
    clock.move(20 * minute)
    await start({ work: handler })
    await settle()
    expect([await planned(), ran.mock.calls.length]).toEqual([before, 1])
  })

  test('that fails is retried, and continues as usual when the retries are used up', async () => {
    const times: number[] = []
    const begun = clock.now()
    const run = async () => {
      times.push((clock.now() - begun) / minute)
      if (times.length < 4) throw new Error('not yet')
    }
    await start({ work: { run, every: 60 * minute, retry: [minute, minute] } })
    for (const [count, wait] of [minute, minute, 60 * minute, 60 * minute].entries()) {
      await expect.poll(() => times.length, patience).toBe(count + 1)
      await expect.poll(leased, patience).toBe(0)
      clock.move(wait)
      await settle()
    }
    await expect.poll(() => times, patience).toEqual([0, 1, 2, 62, 122])
  })

  test('runs once more if somebody needs it now, which keeps its schedule', async () => {
    const ran = vi.fn()
    await start({ work: { run: async () => ran(), every: 60 * minute } })
    await expect.poll(() => ran.mock.calls.length, patience).toBe(1)
    await expect.poll(leased, patience).toBe(0)
    const before = await planned()
    await add({ site: '' })
    await settle()
    await expect.poll(() => ran.mock.calls.length, patience).toBe(2)
    await expect.poll(planned, patience).toEqual(before)
  })
})

test('passes the error and the number of the attempt to its retry function', async () => {
  const seen: [string, number][] = []
  const fail = async () => {
    throw new Error('busy')
  }
  const retry = (error: unknown, attempt: number) => {
    seen.push([(error as Error).message, attempt])
    return attempt < 3 ? minute : undefined
  }
  await start({ work: { run: fail, retry } })
  await add()
  for (const count of [1, 2, 3]) {
    await settle()
    await expect.poll(() => seen.length, patience).toBe(count)
    await expect.poll(leased, patience).toBe(0)
    clock.move(minute)
  }
  await isEmpty()
  expect(seen).toEqual([1, 2, 3].map((attempt) => ['busy', attempt]))
})
