import { describe, expect, test, vi } from 'vitest'
import { enqueueClaimed, finishTask, releaseTask, type Task } from '../server/core/queue.ts'
import { patience } from './support/live.ts'
import { add, clock, die, forEachTest, isEmpty, leaseOf, settle, sql, start, waiting } from './support/queue.ts'

forEachTest()

describe('a task that its server runs itself', () => {
  const claim = (lease: string, name?: string) =>
    enqueueClaimed(sql, { type: 'work', site: 'demo', data: {}, at: clock.now(), ...(name && { name }) }, lease)
  const begin = async () => {
    const ran = vi.fn()
    const run = async ({ failures }: Task) => ran(failures)
    const first = await start({ work: { run } })
    const second = await start({ work: { run } })
    return { ran, first, second }
  }

  test('is left to it while it lives, and ends when it says so', async () => {
    const { ran, first } = await begin()
    const claimed = await claim(leaseOf(first))
    clock.move(3_600_000)
    await settle()
    expect([await waiting(), ran.mock.calls.length]).toEqual([1, 0])
    expect(claimed && (await finishTask(sql, claimed))).toBe('over')
    expect([await waiting(), ran.mock.calls.length]).toEqual([0, 0])
  })

  test('is run by the queue of another once it is dead, and its own result comes too late', async () => {
    const { ran, first, second } = await begin()
    const claimed = await claim(leaseOf(first))
    await die(first)
    second.wake()
    await isEmpty()
    expect(ran.mock.calls).toEqual([[0]])
    expect(claimed && (await finishTask(sql, claimed))).toBe('lost')
  })

  test('is run by the queue when it is released', async () => {
    const { ran, first } = await begin()
    const claimed = await claim(leaseOf(first))
    if (claimed) await releaseTask(sql, claimed, clock.now())
    await settle()
    await isEmpty()
    expect(ran).toHaveBeenCalledOnce()
  })

  test('is unique by name: refused while another runs, and replaces one that waits', async () => {
    const { ran, first, second } = await begin()
    await add({ name: 'sum', at: clock.now() + 60_000 })
    const claimed = await claim(leaseOf(first), 'sum')
    expect([await waiting(), claimed !== undefined]).toEqual([1, true])
    expect(await claim(leaseOf(second), 'sum')).toBeUndefined()
    await die(first)
    const taken = await claim(leaseOf(second), 'sum')
    expect(claimed && (await finishTask(sql, claimed))).toBe('lost')
    expect(taken && (await finishTask(sql, taken))).toBe('over')
    expect([await waiting(), ran.mock.calls.length]).toEqual([0, 0])
  })

  test('that is enqueued again while it runs is run once more by the queue', async () => {
    const { ran, first } = await begin()
    const claimed = await claim(leaseOf(first), 'sum')
    await add({ name: 'sum' })
    await settle()
    expect(ran).not.toHaveBeenCalled()
    expect(claimed && (await finishTask(sql, claimed))).toBe('again')
    await settle()
    await expect.poll(() => ran.mock.calls, patience).toEqual([[0]])
    await isEmpty()
  })
})
