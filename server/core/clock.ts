/** The time and timers. Tests use one that they advance themselves. */
export type Clock = {
  /** Milliseconds since the epoch. */
  now(): number
  /**
   * Runs `run` once, `delay` milliseconds from now. Returns a function that cancels it. Does not keep the process
   * alive.
   */
  after(delay: number, run: () => void): () => void
  /** The time of the machine's own clock, if that may differ. */
  local?(): number
  /**
   * The reason why this server must not serve requests, as a sentence: its clock differs too much from the database's.
   */
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
