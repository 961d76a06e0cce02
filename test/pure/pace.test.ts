import { expect, test } from 'vitest'
import { createPace } from '../../server/features/knowledge/crawl/pace.ts'
import { createTestClock } from '../support/clock.ts'

/** Asks for four turns at once. Returns when each began, in milliseconds from now on. */
function takeTurns(delay: number, prepare: (pace: ReturnType<typeof createPace>) => void = () => {}) {
  const clock = createTestClock()
  const pace = createPace(clock, delay)
  const begin = clock.now()
  const began: number[] = []
  const stop = new AbortController()
  prepare(pace)
  const turns = Array.from({ length: 4 }, async () => {
    await pace.turn(stop.signal)
    began.push(clock.now() - begin)
  })
  return { clock, began, stop, all: Promise.all(turns) }
}

/** Moves the clock in small steps, so that what waits for a timer begins at its time. */
async function pass(clock: ReturnType<typeof createTestClock>, milliseconds: number) {
  for (let passed = 0; passed < milliseconds; passed += 50) {
    await new Promise((resolve) => setImmediate(resolve))
    clock.move(50)
  }
  await new Promise((resolve) => setImmediate(resolve))
}

test.each([
  [0, [0, 100, 200, 300]],
  [2, [0, 2000, 4000, 6000]],
  [0.5, [0, 500, 1000, 1500]],
])('requests to a host with a delay of %s seconds begin one after the other', async (delay, wanted) => {
  const { clock, began } = takeTurns(delay)
  await pass(clock, 7000)
  expect([began, clock.timers()]).toEqual([wanted, 0])
})

test.each([
  [5000, 5000],
  [3_600_000, 60_000],
])('a host that asks for a rest of %s ms gets at most a minute', async (asked, rest) => {
  const { clock, began } = takeTurns(0, (pace) => pace.rest(asked))
  await pass(clock, rest + 1000)
  expect(began).toEqual([rest, rest + 100, rest + 200, rest + 300])
})

test('a turn that is no longer wanted comes at once, and leaves no timer behind', async () => {
  const { clock, began, stop, all } = takeTurns(60)
  stop.abort()
  await all
  expect([began, clock.timers()]).toEqual([[0, 0, 0, 0], 0])
})
