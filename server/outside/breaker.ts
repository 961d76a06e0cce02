import type { Clock } from '../core/clock.ts'

/** So many failures in a row open it, and so long it then lets nobody through. */
const failuresInARow = 2
const restMs = 15_000

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

/** Keeps calls away from a server that fails, so that nobody waits for it in vain. All kinds of calls to it share one. */
export function createBreaker(clock: Pick<Clock, 'now'>): Breaker {
  let failures = 0
  let openedAt = 0
  let isProbed = false
  const isOpen = () => failures >= failuresInARow && (isProbed || clock.now() - openedAt < restMs)
  return {
    isOpen,
    admit() {
      if (isOpen()) return false
      isProbed = failures >= failuresInARow
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
