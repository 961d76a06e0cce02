import type { Clock } from '../../server/core/clock.ts'

/** When the tests' clock begins by default. */
export const beginning = Date.UTC(2030, 0, 7, 9)

/** A clock that stands still until a test moves it. */
export type TestClock = Clock & {
  /**
   * The same clock as a whole server reads it: each reading is a millisecond later than the one before. Code that needs
   * one time in two places must pass it on instead of reading it twice.
   */
  ticking: Clock
  /** Advances the time, and runs each timer that becomes due at its own time. */
  move(milliseconds: number): void
  /** Changes the clock like somebody who sets a machine's clock: no time passes, and no timer runs or is delayed. */
  jump(milliseconds: number): void
  /** The number of timers, with this delay if one is given. A test expects that none is left behind. */
  timers(delay?: number): number
  /**
   * Resolves when the next timer is set, with this delay if one is given, which means that the code under test waits
   * for it.
   */
  nextTimer(delay?: number): Promise<void>
}

const aPoll = 5_000
const aWhile = 60_000

export function createTestClock(start = beginning): TestClock {
  let now = start
  let until = start
  const timers = new Set<{ at: number; delay: number; run: () => void }>()
  const expected = new Set<(delay: number) => void>()
  const next = (until: number) =>
    [...timers].filter((timer) => timer.at <= until).sort((one, other) => one.at - other.at)[0]
  const clock: Omit<TestClock, 'ticking'> = {
    now: () => now,
    timers: (wanted) => [...timers].filter(({ delay }) => wanted === undefined || wanted === delay).length,
    nextTimer: (wanted) =>
      new Promise((resolve) => {
        const notice = (delay: number) => {
          if (wanted !== undefined && wanted !== delay) return
          expected.delete(notice)
          resolve()
        }
        expected.add(notice)
      }),
    after(delay, run) {
      // Timers that poll every second do not run for each second of a skipped day, but once more at its end.
      const skipped = delay <= aPoll && until - now > aWhile
      const timer = { at: skipped ? until : now + delay, delay, run }
      timers.add(timer)
      for (const notice of expected) notice(delay)
      return () => timers.delete(timer)
    },
    move(milliseconds) {
      until = now + milliseconds
      for (let timer = next(until); timer; timer = next(until)) {
        timers.delete(timer)
        now = Math.max(now, timer.at)
        timer.run()
      }
      now = Math.max(now, until)
    },
    jump(milliseconds) {
      now += milliseconds
      until += milliseconds
      for (const timer of timers) timer.at += milliseconds
    },
  }
  return { ...clock, ticking: { now: () => ++now, after: clock.after } }
}
