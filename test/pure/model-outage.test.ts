import { expect, test } from 'vitest'
import { createBreaker } from '../../server/core/breaker.ts'
import { createTestClock } from '../support/clock.ts'

const limits = { failures: 2, restMs: 15_000 }

const openBreaker = () => {
  const clock = createTestClock()
  const breaker = createBreaker(clock, limits)
  for (const _ of [1, 2]) {
    expect(breaker.admit()).toBe(true)
    breaker.failed()
  }
  return { clock, breaker }
}

test('a breaker opens after two failures in a row, and not after two with a success between', () => {
  const { breaker } = openBreaker()
  expect([breaker.isOpen(), breaker.admit()]).toEqual([true, false])
  const other = createBreaker(createTestClock(), limits)
  for (const act of ['failed', 'succeeded', 'failed', 'left'] as const) other[act]()
  expect([other.isOpen(), other.admit()]).toEqual([false, true])
})

test('after its rest it lets one call through, and the others once that one succeeded', () => {
  const { clock, breaker } = openBreaker()
  clock.move(14_999)
  expect(breaker.admit()).toBe(false)
  clock.move(1)
  expect([breaker.admit(), breaker.admit(), breaker.isOpen()]).toEqual([true, false, true])
  breaker.succeeded()
  expect([breaker.isOpen(), breaker.admit(), breaker.admit()]).toEqual([false, true, true])
})

test('a call that fails after the rest starts another rest; one that ends otherwise leaves its place to the next', () => {
  const { clock, breaker } = openBreaker()
  clock.move(15_000)
  breaker.admit()
  breaker.failed()
  clock.move(14_999)
  expect(breaker.admit()).toBe(false)
  clock.move(1)
  expect(breaker.admit()).toBe(true)
  breaker.left()
  expect(breaker.admit()).toBe(true)
})
