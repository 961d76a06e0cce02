import type { Clock } from './clock.ts'

export type Breaker = {
  /** Whether calls are refused now. */
  isOpen(): boolean
  /** Lets a call through or refuses it. After a rest, one call alone is let through, to see how the server is. */
  admit(): boolean
  failed(): void
  succeeded(): void
  /** A call ended without showing how the server is. */
  left(): void
}

/** `failures` in a row open it, and then it lets nobody through for `restMs`. */
export type BreakerLimits = { failures: number; restMs: number }

/** Keeps calls away from a server that fails, so that nobody waits for it in vain. */
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
