/** The time, and what is to happen later. Tests hand in one that they move. */
export type Clock = {
  /** Milliseconds since the epoch. */
  now(): number
  /** Runs `run` once, `delay` milliseconds from now; the answer cancels it. Keeps no process alive. */
  after(delay: number, run: () => void): () => void
  /** What this machine's own clock says, where that may be another time. */
  local?(): number
  /** Why this server must not serve, in a sentence: its machine's clock is not the database's. */
  fault?(): string | undefined
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after(delay, run) {
    const timer = setTimeout(run, delay)
    timer.unref()
    return () => clearTimeout(timer)
  },
}
