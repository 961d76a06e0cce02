import { expect, test } from 'vitest'
import { createRetryDelay } from '../../desktop/renderer/live/retry-delay.ts'

let at = 0
const create = () => createRetryDelay(() => at)

test('a socket that was open for long opens again at once, and then ever later', () => {
  const retry = create()
  retry.opened()
  at += 60_000
  retry.closed()
  expect(retry.after(0)).toBe(0)
  for (const [attempt, least, most] of [
    [1, 375, 625],
    [2, 750, 1_250],
    [4, 3_000, 5_000],
    [5, 3_750, 6_250],
    [1_000, 3_750, 6_250],
  ] as const) {
    const delays = Array.from({ length: 200 }, () => retry.after(attempt))
    expect(Math.min(...delays)).toBeGreaterThanOrEqual(least)
    expect(Math.max(...delays)).toBeLessThanOrEqual(most)
    expect(new Set(delays).size).toBeGreaterThan(100)
  }
})

test('a server that accepts sockets only to close them is asked ever later, until one stays open', () => {
  const retry = create()
  for (let closings = 1; closings <= 6; closings++) {
    retry.opened()
    at += 4_999
    retry.closed()
    expect(retry.after(0)).toBeGreaterThanOrEqual(Math.min(250 * 2 ** closings, 5_000) * 0.75)
  }
  retry.opened()
  at += 5_000
  retry.closed()
  expect(retry.after(0)).toBe(0)
})

test('a socket that never opened is no quick closing: its attempts are counted', () => {
  const retry = create()
  retry.closed()
  expect(retry.after(0)).toBe(0)
})
