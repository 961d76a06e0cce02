import { addressBucket } from '../core/address.ts'
import type { Actor, Parts } from '../core/context.ts'
import { rateLimited, unauthorized } from '../core/error.ts'
import type { RateState, Rates } from './rate.ts'

const perPersonAndMinute = 600
const perAddressAndMinute = 60

const tokenIn = (authorization: string | undefined) => /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1]

/** The bearer token of a request. A key in the address is refused even beside a good header, so that leaks are noticed. */
export function bearerToken(authorization: string | undefined, query: URLSearchParams): string {
  if (query.has('api_key')) throw unauthorized('A key belongs in the Authorization header, never in the address.')
  const token = tokenIn(authorization)
  if (token === undefined) throw unauthorized('Send a key in the Authorization header: Bearer <key>.')
  return token
}

/** The caller that a token belongs to, or a 401 that does not tell why. */
export async function authenticate(parts: Parts, token: string): Promise<Actor> {
  const actor = await parts.identify(token)
  if (!actor) throw unauthorized('The key or session is unknown, revoked or expired.')
  return actor
}

/** The caller that a valid Authorization header names; undefined for every other header. */
export async function actorOf(parts: Parts, authorization: string | undefined): Promise<Actor | undefined> {
  const token = tokenIn(authorization)
  return token === undefined ? undefined : ((await parts.identify(token)) ?? undefined)
}

/** Counts a request of a known caller: a key at its own rate, or its site's; people and the admin key at 600 a minute. */
export async function countCaller(parts: Parts, rates: Rates, actor: Actor): Promise<RateState> {
  if (!actor.key) return rates(actor.session ?? actor.id, perPersonAndMinute)
  const site = await parts.sites.find(actor.key.site)
  const limit = actor.key.ratePerMinute ?? site?.settings.security.limits.apiRequestsPerKeyPerMinute ?? 0
  return rates(actor.id, limit)
}

/** Counts a request of nobody known, by address. */
export const countAddress = (rates: Rates, address: string): RateState =>
  rates(`address ${addressBucket(address)}`, perAddressAndMinute)

export function refuseOverRate(state: RateState): void {
  if (state.retryAfter > 0) throw rateLimited(state.retryAfter)
}
