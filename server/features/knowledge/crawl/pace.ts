import type { Clock } from '../../../core/clock.ts'

const aSecond = 1000
/** Maximum requests per second to a host that sets no limit itself. */
const maxPerSecond = 10
const maxRest = 60_000

export type Pace = {
  /** Resolves when the next request may begin, or when `signal` is aborted. */
  turn(signal: AbortSignal): Promise<void>
  /** Keeps requests this many seconds apart, counted from the response that asks for it. 0 asks for nothing. */
  slow(delay: number): void
  /** Pauses requests to the host for the time it asked for, at most one minute; pages can be retried later. */
  rest(ms: number): void
  /** When the next request may begin, in whole milliseconds since the epoch. */
  next(): number
}

/**
 * Spaces requests to one host: ten per second, or as slow as it asks.
 * @param begin when the first may begin, in milliseconds since the epoch
 */
export function createPace(clock: Clock, begin: number): Pace {
  let gap = aSecond / maxPerSecond
  let last = Number.NEGATIVE_INFINITY
  // The time may come from a server whose clock is ahead.
  let rested = Math.min(begin, clock.now() + maxRest)
  const next = () => Math.ceil(Math.max(rested, last + gap))
  return {
    async turn(signal) {
      last = Math.max(next(), clock.now())
      const wait = last - clock.now()
      if (wait <= 0 || signal.aborted) return
      const { promise, resolve } = Promise.withResolvers<void>()
      const cancel = clock.after(wait, resolve)
      signal.addEventListener('abort', () => resolve(), { once: true })
      await promise
      cancel()
    },
    slow(delay) {
      if (delay <= 0) return
      gap = delay * aSecond
      last = Math.max(last, clock.now())
    },
    rest(ms) {
      rested = Math.max(rested, clock.now() + Math.min(ms, maxRest))
    },
    next,
  }
}
