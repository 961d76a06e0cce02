import type { Clock } from '../../../core/clock.ts'

const aSecond = 1000
/** Maximum requests per second to a host that sets no limit itself. */
const maxPerSecond = 10
const maxRest = 60_000

export type Pace = {
  /** Resolves when the next request may begin, or when `signal` is aborted. */
  turn(signal: AbortSignal): Promise<void>
  /** Pauses requests to the host for the time it asked for, at most one minute; pages can be retried later. */
  rest(ms: number): void
}

/** Spaces requests to one host: `delay` seconds apart, or ten per second. */
export function createPace(clock: Clock, delay: number): Pace {
  const gap = delay > 0 ? delay * aSecond : aSecond / maxPerSecond
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
      next = Math.max(next, clock.now() + Math.min(ms, maxRest))
    },
  }
}
