import type { Clock } from '../core/clock.ts'

/** A rate limit as a provider reports it. `resetAt`: milliseconds since the epoch. */
export type Rate = { limit: number; remaining: number; resetAt: number }

/** How many calls a key may still make. It is kept per server; the headers of providers count the calls of all. */
export type RateBudget = {
  /**
   * Counts a call.
   * @param isBackground whether it must leave a share of the limit to others
   * @returns the milliseconds to wait instead of calling; 0 if it may be made
   */
  take(name: string, isBackground: boolean): number
  /** Stores what a response says. */
  note(name: string, rate: Rate): void
  /** Allows no call until then. */
  block(name: string, until: number): void
}

/** The share of the limit that background work leaves. */
const reserved = 0.3
const windowMs = 60_000
const maxNames = 2_000

export function createRateBudget(clock: Clock, perMinute: number): RateBudget {
  const rates = new Map<string, Rate>()
  const rateOf = (name: string): Rate => {
    const known = rates.get(name)
    if (known && known.resetAt > clock.now()) return known
    const limit = known?.limit ?? perMinute
    return { limit, remaining: limit, resetAt: clock.now() + windowMs }
  }
  const keep = (name: string, rate: Rate) => {
    // The one that was used longest ago comes first.
    rates.delete(name)
    if (rates.size >= maxNames) rates.delete(rates.keys().next().value as string)
    rates.set(name, rate)
  }
  return {
    take(name, isBackground) {
      const rate = rateOf(name)
      const left = rate.remaining - (isBackground ? Math.ceil(rate.limit * reserved) : 0)
      if (left < 1) return Math.max(1, rate.resetAt - clock.now())
      keep(name, { ...rate, remaining: rate.remaining - 1 })
      return 0
    },
    note(name, { limit, remaining, resetAt }) {
      if (resetAt <= clock.now() || limit < 1) return
      const known = rates.get(name)
      // Responses may arrive in another order than they were counted.
      const isSame = known !== undefined && Math.abs(known.resetAt - resetAt) < windowMs / 2
      keep(name, { limit, remaining: isSame ? Math.min(known.remaining, remaining) : remaining, resetAt })
    },
    block(name, until) {
      keep(name, { ...rateOf(name), remaining: 0, resetAt: until })
    },
  }
}
