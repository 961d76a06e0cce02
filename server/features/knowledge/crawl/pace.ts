import type { Clock } from '../../../core/clock.ts'

const aSecond = 1000
/** As many requests a second as a host is asked at most where it says nothing else. */
const mostASecond = 10
const longestRest = 60_000

export type Pace = {
  /** Resolves when the next request may begin, or when `signal` is aborted. */
  turn(signal: AbortSignal): Promise<void>
  /** Leaves the host alone for so many milliseconds, as it asked to be; for a minute at most, as pages can be tried later. */
  rest(ms: number): void
}

/** Spreads the requests to one host: `delay` seconds apart, or ten a second. */
export function createPace(clock: Clock, delay: number): Pace {
  const gap = delay > 0 ? delay * aSecond : aSecond / mostASecond
  let next = clock.now()
  return {
    async turn(signal) {
      const wait = next - clock.now()
      next = Math.max(next, clock.now()) + gap
      if (wait <= 0 || signal.aborted) return
      const { promise, resolve } = Promise.withResolvers<void>()
      const cancel = clock.after(wait, resolve)
      signal.addEventListener('abort', () => resolve(), { once: true })
      await promise
      cancel()
    },
    rest(ms) {
      next = Math.max(next, clock.now() + Math.min(ms, longestRest))
    },
  }
}
