import type { Actor } from '../core/actor.ts'
import { addressBucket } from '../core/address.ts'
import type { Clock } from '../core/clock.ts'
import type { Services } from '../core/context.ts'
import { rateLimited } from '../core/error.ts'

/** The state of the rate limit after counting a request. */
export type RateState = {
  limit: number
  remaining: number
  /** Seconds to wait; 0 while within the limit. */
  retryAfter: number
  /** Whether this is the first rejection of its minute, which alone is audited. */
  first: boolean
}

const minute = 60_000
/** The number of names counted separately. A flood from more addresses shares one count. */
const maxNames = 100_000

/** Counts requests by name in fixed windows, by default of a minute, per server process. Rejected requests count too. */
export function createRates(clock: Clock, length = minute) {
  let window = 0
  let counts = new Map<string, number>()
  const enterWindow = (now: number): number => {
    const current = Math.floor(now / length)
    if (current !== window) {
      window = current
      counts = new Map()
    }
    return current
  }
  const countedAs = (name: string) => (counts.size < maxNames || counts.has(name) ? name : 'others')
  const count = (name: string, limit: number): RateState => {
    const now = clock.now()
    const current = enterWindow(now)
    const counted = countedAs(name)
    const count = (counts.get(counted) ?? 0) + 1
    counts.set(counted, count)
    const over = count > limit
    return {
      limit,
      remaining: Math.max(0, limit - count),
      retryAfter: over ? Math.max(1, Math.ceil(((current + 1) * length - now) / 1000)) : 0,
      first: count === limit + 1,
    }
  }
  /** Whether the next request would exceed the limit. Counts nothing. */
  const isUsedUp = (name: string, limit: number): boolean => {
    enterWindow(clock.now())
    return (counts.get(countedAs(name)) ?? 0) >= limit
  }
  return Object.assign(count, { isUsedUp })
}

export type Rates = ReturnType<typeof createRates>

const perPersonAndMinute = 600
const perAddressAndMinute = 60

/**
 * Counts a request of a known caller: a key at its own rate or that of its site, people and the admin key at 600 per
 * minute.
 */
export async function countCaller(services: Services, rates: Rates, actor: Actor): Promise<RateState> {
  if (!actor.key) return rates(actor.session ?? actor.id, perPersonAndMinute)
  const ofSite = async (site: string) =>
    (await services.sites.find(site))?.settings.security.limits.apiRequestsPerKeyPerMinute ?? 0
  return rates(actor.id, actor.key.ratePerMinute ?? (await ofSite(actor.key.site)))
}

/** Counts a request of an unknown caller by IP address. */
export const countAddress = (rates: Rates, address: string): RateState =>
  rates(`address ${addressBucket(address)}`, perAddressAndMinute)

/** Whether unknown callers from this address have used up its rate. */
export const isAddressUsedUp = (rates: Rates, address: string): boolean =>
  rates.isUsedUp(`address ${addressBucket(address)}`, perAddressAndMinute)

/** Counts a request to sign in by IP address. It is counted separately, so that failing calls of other programs cannot prevent it. */
export const countSignIn = (rates: Rates, address: string): RateState =>
  rates(`sign-in ${addressBucket(address)}`, perAddressAndMinute)

export function refuseOverRate(state: RateState): void {
  if (state.retryAfter > 0) throw rateLimited(state.retryAfter)
}
