import { expect } from 'vitest'
import { beginning } from './clock.ts'

const tolerance = 500
const year = 365 * 86_400_000
/** Tests go back at most some months from there; a real clock is years earlier. */
const isTime = (value: unknown): value is number => typeof value === 'number' && value >= beginning - year

/**
 * `toEqual` and similar matchers treat times of the tests' clock as equal if they differ by less than half a second,
 * because the clock advances as a server reads it. `toBe` compares exactly.
 */
function nearTimes(one: unknown, other: unknown): boolean | undefined {
  return isTime(one) && isTime(other) ? Math.abs(one - other) < tolerance : undefined
}

// The files of a worker share one `expect`.
const shared = globalThis as { knowsNearTimes?: true }
if (!shared.knowsNearTimes) expect.addEqualityTesters([nearTimes])
shared.knowsNearTimes = true
