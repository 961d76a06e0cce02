import { expect } from 'vitest'
import { beginning } from './clock.ts'

const tolerance = 500
const year = 365 * 86_400_000
/** Tests go at most some months back from there; what a real clock says is years before. */
const isTime = (value: unknown): value is number => typeof value === 'number' && value >= beginning - year

/**
 * Times of the tests' clock are equal to `toEqual` and its like when they are less than half a second apart: it goes on while
 * a server reads it. `toBe` compares exactly.
 */
function nearTimes(one: unknown, other: unknown): boolean | undefined {
  return isTime(one) && isTime(other) ? Math.abs(one - other) < tolerance : undefined
}

// The files that a worker runs share one `expect`.
const told = globalThis as { knowsNearTimes?: true }
if (!told.knowsNearTimes) expect.addEqualityTesters([nearTimes])
told.knowsNearTimes = true
