import { expect, test } from 'vitest'
import { createPace, type Pace } from '../../server/features/knowledge/crawl/pace.ts'
import { createTestClock } from '../support/clock.ts'

/** Asks for four turns at once. Returns when each began, in milliseconds from now on. */
function takeTurns(prepare: (pace: Pace) => void = () => {}, after = 0) {
  const clock = createTestClock()
  const begin = clock.now()
  const pace = createPace(clock, begin + after)
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
  [2, [2000, 4000, 6000, 8000]],
  [0.5, [500, 1000, 1500, 2000]],
])(
  'requests to a host with a delay of %s seconds begin one after the other, and after the one that says so',
  async (delay, wanted) => {
    const { clock, began } = takeTurns((pace) => pace.slow(delay))
    await pass(clock, 9000)
    expect([began, clock.timers()]).toEqual([wanted, 0])
  },
)

test.each([
  [5000, 5000],
  [3_600_000, 60_000],
])('a host that asks for a rest of %s ms gets at most a minute', async (asked, rest) => {
  const { clock, began } = takeTurns((pace) => pace.rest(asked))
  await pass(clock, rest + 1000)
  expect(began).toEqual([rest, rest + 100, rest + 200, rest + 300])
})

test('a turn that is no longer wanted comes at once, and leaves no timer behind', async () => {
  const { clock, began, stop, all } = takeTurns((pace) => pace.rest(60_000))
  stop.abort()
  await all
  expect([began, clock.timers()]).toEqual([[0, 0, 0, 0], 0])
})

test.each([
  [-5000, 0],
  [3000, 3000],
  [3_600_000, 60_000],
])('requests go on %s ms from now at the earliest, after %s ms', async (after, begin) => {
  const { clock, began } = takeTurns(() => {}, after)
  await pass(clock, begin + 1000)
  expect(began).toEqual([begin, begin + 100, begin + 200, begin + 300])
})

test('the next request waits as long as the last one says', async () => {
  const clock = createTestClock()
  const pace = createPace(clock, 0)
  await pace.turn(new AbortController().signal)
  expect(pace.next()).toBe(clock.now() + 100)
  pace.slow(2.5)
  expect(pace.next()).toBe(clock.now() + 2500)
  pace.rest(9000)
  expect(pace.next()).toBe(clock.now() + 9000)
})

test.each([0.56, 1 / 3, 1.005, 0.0001])('a delay of %s seconds ends at a whole millisecond', async (delay) => {
  const clock = createTestClock()
  const pace = createPace(clock, 0)
  pace.slow(delay)
  expect(pace.next()).toBe(clock.now() + Math.ceil(delay * 1000))
})
