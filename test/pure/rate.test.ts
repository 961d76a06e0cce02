import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createRates } from '../../server/door/rate-limit.ts'
import { createTestClock } from '../support/clock.ts'

const minute = 60_000
const start = Date.UTC(2030, 0, 7, 9)

describe('the rate', () => {
  test('allows this many requests in each minute, and counts the refused ones too [R107]', () => {
    const steps = fc.array(fc.integer({ min: 0, max: 20_000 }), { minLength: 1, maxLength: 200 })
    const property = fc.property(steps, fc.integer({ min: 1, max: 20 }), (moves, limit) => {
      const clock = createTestClock(start)
      const rates = createRates(clock)
      const counted = new Map<number, number>()
      for (const move of moves) {
        clock.move(move)
        const window = Math.floor(clock.now() / minute)
        const count = (counted.get(window) ?? 0) + 1
        counted.set(window, count)
        const state = rates('one', limit)
        expect(state).toMatchObject({ limit, remaining: Math.max(0, limit - count), first: count === limit + 1 })
        expect(state.retryAfter > 0).toBe(count > limit)
      }
    })
    fc.assert(property)
  })

  test('says in whole seconds when to retry, and allows one then, but not a second before [R106, R224]', () => {
    const property = fc.property(fc.integer({ min: 0, max: minute - 1 }), (into) => {
      const clock = createTestClock(start + into)
      const rates = createRates(clock)
      rates('one', 1)
      const { retryAfter } = rates('one', 1)
      expect(Number.isInteger(retryAfter)).toBe(true)
      expect(retryAfter).toBeGreaterThanOrEqual(1)
      expect(retryAfter).toBeLessThanOrEqual(60)
      clock.move((retryAfter - 1) * 1000)
      if (retryAfter > 1) expect(rates('one', 1).retryAfter).toBeGreaterThan(0)
      clock.move(1000)
      expect(rates('one', 1).retryAfter).toBe(0)
    })
    fc.assert(property)
  })

  test('counts each name separately', () => {
    const names = fc.array(fc.constantFrom('a', 'b', 'address 10.0.0.1', '__proto__', 'constructor', ''), {
      maxLength: 60,
    })
    const property = fc.property(names, (all) => {
      const rates = createRates(createTestClock(start))
      const counts = new Map<string, number>()
      for (const name of all) {
        const count = (counts.get(name) ?? 0) + 1
        counts.set(name, count)
        expect(rates(name, 5).remaining).toBe(Math.max(0, 5 - count))
      }
    })
    fc.assert(property)
  })

  test('follows a limit that changes within the minute', () => {
    const rates = createRates(createTestClock(start))
    for (let count = 0; count < 3; count++) rates('one', 3)
    expect(rates('one', 10)).toMatchObject({ remaining: 6, retryAfter: 0 })
    expect(rates('one', 3).retryAfter).toBeGreaterThan(0)
  })

  test('of a flood of names is bounded: known ones are counted separately, all further ones together [threat 13]', () => {
    const clock = createTestClock(start)
    const rates = createRates(clock)
    for (let count = 0; count < 100_000; count++) rates(`address ${count}`, 5)
    expect(rates('address 7', 5).remaining).toBe(3)
    for (let count = 0; count < 5; count++) rates(`further ${count}`, 5)
    expect(rates('further yet', 5)).toMatchObject({ remaining: 0, retryAfter: 60 })
    clock.move(minute)
    expect(rates('further yet', 5).remaining).toBe(4)
  })
})
