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
    insert into queue (type, site, data, run_at, target)
    select 'call', ${site}, '{}', ${clock.now()}, 'hangs' from generate_series(1, ${count})`

  test('with 5,000 tasks delays no timer: it runs at its time', async () => {
    const { open, handler } = hanging()
    const ran = vi.fn()
    await addMany(5_000, 'other')
    await start({ call: handler, work: { run: async () => ran(clock.now()) } })
    const at = clock.now() + 1_000
    await add({ at })
    await expect.poll(leased, patience).toBe(2)
    clock.move(1_000)
    await settleQuick()
    await expect.poll(() => ran.mock.calls.length, patience).toBe(1)
    expect(await waiting()).toBe(5_000)
    await sql`delete from queue where lease is null`
    open()
    await isEmpty()
  })

  test.each([1, 2, 5, 10])('delays no call, alert or timer of others and of its own, at %s sites', async (count) => {
    const { seen, open, handler } = hanging()
    const ran: string[] = []
    const run = async ({ type, site, target }: Task) => {
      if (target === 'hangs') return await handler.run()
      ran.push(`${type} ${site}`)
    }
    const sites = Array.from({ length: count }, (_, number) => `site-${number}`)
    for (const site of sites) await addMany(5_000, site)
    const queue = await start({
      call: { ...handler, run },
      alert: { run, lane: 'alerts' },
      time: { run, lane: 'timers' },
    })
    await expect.poll(() => seen.now, patience).toBe(2 * count)
    const others = ['call', 'alert', 'time'].flatMap((type) =>
      [...sites, 'another'].map((site) => ({ type, site, target: 'works' })),
    )
    for (const task of others) await add(task)
    queue.wake()
    await expect.poll(() => ran.length, patience).toBe(others.length)
    expect(ran.toSorted()).toEqual(others.map(({ type, site }) => `${type} ${site}`).toSorted())
    expect(seen).toEqual({ now: 2 * count, most: 2 * count })
    await sql`delete from queue where lease is null`
    open()
    await isEmpty()
  })

  test('of more systems of a site than may be slow at once leaves places for other sites', async () => {
    const { seen, open, handler } = hanging()
    const ran = vi.fn()
    const run = async (task: Task) => (task.site === 'other' ? await handler.run() : ran())
    const queue = await start({ call: { ...handler, run } })
    for (let number = 0; number < 40; number++) await add({ type: 'call', site: 'other', target: `target ${number}` })
    queue.wake()
    // Sixteen slow ones, and seven of the eight places.
    await expect.poll(() => seen.now, patience).toBe(23)
    for (let number = 0; number < 10; number++) await add({ type: 'call' })
    queue.wake()
    await expect.poll(() => ran.mock.calls.length, patience).toBe(10)
    await sql`delete from queue where lease is null`
    open()
    await isEmpty()
  })

  test('at ten sites with sixteen systems each leaves places for another site', async () => {
    const { seen, open, handler } = hanging()
    const ran = vi.fn()
    const run = async (task: Task) => (task.site === 'quiet' ? ran() : await handler.run())
    const queue = await start({ call: { ...handler, run } })
    await sql`
      insert into queue (type, site, data, run_at, target)
      select 'call', 'site-' || site, '{}', ${clock.now()}, 'target ' || number
      from generate_series(1, 10) site, generate_series(1, 16) number`
    queue.wake()
    await expect.poll(() => seen.now, patience).toBe(160)
    await add({ type: 'call', site: 'quiet' })
    queue.wake()
    await expect.poll(() => ran.mock.calls.length, patience).toBe(1)
    open()
    await isEmpty()
  })
})

/** Wakes the workers, and waits until no fast task is left. */
async function settleQuick(): Promise<void> {
  for (const queue of queues) queue.wake()
  await expect.poll(async () => (await sql`select from queue where type = 'work'`).length, patience).toBe(0)
}
