import type { Clock } from './clock.ts'

export type Breaker = {
  /** Whether calls are refused now. */
  isOpen(): boolean
  /** Admits or refuses a call. After the rest period, one probe call is admitted. */
  admit(): boolean
  failed(): void
  succeeded(): void
  /** A call ended without showing whether the server works. */
  left(): void
}

/** After `failures` in a row, the breaker opens for `restMs`. */
export type BreakerLimits = { failures: number; restMs: number }

/** A circuit breaker. It refuses calls to a failing server, so that callers do not wait in vain. */
export function createBreaker(clock: Pick<Clock, 'now'>, limits: BreakerLimits): Breaker {
  let failures = 0
  let openedAt = 0
  let isProbed = false
  const isOpen = () => failures >= limits.failures && (isProbed || clock.now() - openedAt < limits.restMs)
  return {
    isOpen,
    admit() {
      if (isOpen()) return false
      isProbed = failures >= limits.failures
      return true
    },
    failed() {
      failures++
      openedAt = clock.now()
      isProbed = false
    },
    succeeded() {
      failures = 0
      isProbed = false
    },
    left() {
      isProbed = false
    },
  }
}
