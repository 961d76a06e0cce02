/** A socket that closes within this time counts as an attempt that failed. In milliseconds. */
const quickWithin = 5_000
const longest = 5_000

/**
 * How long a socket waits until it opens again: not at all at first, then ever longer, with jitter, so that a restarted
 * server is not met by everybody at once. A server that accepts sockets only to close them is not asked without a pause.
 */
export function createRetryDelay(now: () => number = () => performance.now()) {
  let openedAt = Number.NEGATIVE_INFINITY
  let quickClosings = 0
  return {
    opened() {
      openedAt = now()
    },
    closed() {
      quickClosings = now() - openedAt < quickWithin ? quickClosings + 1 : 0
    },
    /** @param attempt how many attempts in a row did not open a socket @returns milliseconds */
    after(attempt: number): number {
      const failures = attempt + quickClosings
      return failures === 0 ? 0 : Math.min(250 * 2 ** failures, longest) * (0.75 + Math.random() / 2)
    },
  }
}
