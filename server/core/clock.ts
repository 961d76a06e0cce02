/** The time, and what is to happen later. Tests hand in one that they move. */
export type Clock = {
  /** Milliseconds since the epoch. */
  now(): number
  /** Runs `run` once, `delay` milliseconds from now; the answer cancels it. Keeps no process alive. */
  after(delay: number, run: () => void): () => void
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after(delay, run) {
    const timer = setTimeout(run, delay)
    timer.unref()
    return () => clearTimeout(timer)
  },
}
