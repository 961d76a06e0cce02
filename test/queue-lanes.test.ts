import { describe, expect, test, vi } from 'vitest'
import type { Task } from '../server/core/queue.ts'
import { patience } from './support/live.ts'
import { add, clock, forEachTest, isEmpty, leased, queues, sql, start, waiting } from './support/queue.ts'

forEachTest()

describe('a target that hangs', () => {
  /** Tasks that wait until the gate opens, with the maximum that ran at the same time. */
  function hanging() {
    const gate = Promise.withResolvers<void>()
    const seen = { now: 0, most: 0 }
    const run = async () => {
      seen.most = Math.max(seen.most, ++seen.now)
      await gate.promise
      seen.now--
    }
    return { seen, open: gate.resolve, handler: { run, lane: 'calls' as const, retry: [] } }
  }
  const addMany = (count: number, site: string) => sql`
    insert into queue (type, site, data, run_at)
    select 'call', ${site}, '{}', ${clock.now()} from generate_series(1, ${count})`

  test('with 5,000 tasks delays no timer: it runs at its time', async () => {
    const { open, handler } = hanging()
    const ran = vi.fn()
    await addMany(5_000, 'other')
    await start({ call: handler, work: { run: async () => ran(clock.now()) } })
    const at = clock.now() + 1_000
    await add({ at })
    await expect.poll(leased, patience).toBe(3)
    clock.move(1_000)
    await settleQuick()
    await expect.poll(() => ran.mock.calls.length, patience).toBe(1)
    expect(await waiting()).toBe(5_000)
    await sql`delete from queue where lease is null`
    open()
    await isEmpty()
  })

  test('leaves a place of its lane for every other site', async () => {
    const { seen, open, handler } = hanging()
    const ran = vi.fn()
    const run = async (task: Task) => (task.site === 'other' ? await handler.run() : ran())
    await start({ call: { ...handler, run } })
    await addMany(10, 'other')
    for (let count = 0; count < 10; count++) await add({ type: 'call' })
    for (const queue of queues) queue.wake()
    await expect.poll(() => ran.mock.calls.length, patience).toBe(10)
    expect(seen).toEqual({ now: 3, most: 3 })
    open()
    await isEmpty()
    expect(seen.most).toBe(3)
  })
})

/** Wakes the workers, and waits until no fast task is left. */
async function settleQuick(): Promise<void> {
  for (const queue of queues) queue.wake()
  await expect.poll(async () => (await sql`select from queue where type = 'work'`).length, patience).toBe(0)
}
