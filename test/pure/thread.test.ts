import { afterEach, expect, test, vi } from 'vitest'
import { createThread, type ThreadLimits } from '../../server/features/knowledge/reading/thread.ts'
import { createTestClock } from '../support/clock.ts'
import type { Wish } from '../support/thread-program.ts'

const program = new URL('../support/thread-program.ts', import.meta.url)
const ample = { milliseconds: 60_000, cpuMilliseconds: 60_000, heapMb: 256, growthMb: 4_000 }

const opened: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const thread of opened.splice(0)) await thread.close()
})

function open(limits: Partial<ThreadLimits> = {}) {
  const clock = createTestClock()
  const thread = createThread<Wish, number>(clock, program, { ...ample, ...limits })
  opened.push(thread)
  return { ...thread, clock }
}

test('a thread answers in turn, and is kept for a minute', async () => {
  const { ask, clock } = open()
  const [first, second] = await Promise.all([ask('answer'), ask('answer')])
  expect(first).toEqual({ answer: expect.any(Number) })
  expect(second).toEqual(first)
  clock.move(59_000)
  expect(await ask('answer')).toEqual(first)
  clock.move(60_000)
  expect(await ask('answer')).not.toEqual(first)
})

test.each<[string, Wish, Partial<ThreadLimits>, string]>([
  ['works for longer than its share of the processor', 'work', { cpuMilliseconds: 600 }, 'time'],
  ['fills the memory of the process', 'allocate', { growthMb: 200 }, 'memory'],
  ['ends by an error of its own', 'fail', {}, 'memory'],
])('a thread that %s is ended, and the next question is answered by another', async (_, wish, limits, failed) => {
  const { ask } = open(limits)
  const outcomes = await Promise.all([ask('answer'), ask(wish), ask('answer')])
  expect(outcomes).toEqual([{ answer: expect.any(Number) }, { failed }, { answer: expect.any(Number) }])
  expect(outcomes[2]).not.toEqual(outcomes[0])
})

test('a thread that does not answer in time is ended', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const { ask } = open({ milliseconds: 30_000 })
    const first = await ask('answer')
    const asked = ask('sleep')
    await vi.waitUntil(() => vi.getTimerCount() > 0)
    vi.advanceTimersByTime(30_000)
    expect(await asked).toEqual({ failed: 'time' })
    expect(await ask('answer')).not.toEqual(first)
  } finally {
    vi.useRealTimers()
  }
})

test('an answer that nobody wants any more ends its thread, or starts none', async () => {
  const { ask } = open()
  const leaving = new AbortController()
  const asked = ask('sleep', { signal: leaving.signal })
  leaving.abort()
  expect(await asked).toEqual({ failed: 'unwanted' })
  expect(await ask('answer', { signal: leaving.signal })).toEqual({ failed: 'unwanted' })
  expect(await ask('answer')).toEqual({ answer: expect.any(Number) })
})

test('a closed thread ends its work, and answers nothing more', async () => {
  const { ask, close } = open()
  const running = ask('sleep')
  const waiting = ask('answer')
  await close()
  expect(await Promise.all([running, waiting, ask('answer')])).toEqual(Array(3).fill({ failed: 'closed' }))
})
