import { parse } from 'hono/utils/cookie'
import type { Actor } from '../core/actor.ts'
import type { Parts } from '../core/context.ts'
import { Refusal, unauthorized } from '../core/error.ts'
import { countAddress, countCaller, type RateState, type Rates, refuseOverRate } from './rate-limit.ts'
import { addressOf, type HttpContext, queryOf } from './request.ts'

/** The token of an Authorization header, where it has one. */
export const tokenIn = (authorization: string | undefined) => /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1]

/** The bearer token of a request. A key in the address is refused even beside a good header, so that leaks are noticed. */
export function bearerToken(authorization: string | undefined, query: URLSearchParams): string {
  refuseKeyInAddress(query)
  const token = tokenIn(authorization)
  if (token === undefined) throw unauthorized('Send a key in the Authorization header: Bearer <key>.', 'token_missing')
  return token
}

function refuseKeyInAddress(query: URLSearchParams): void {
  if (query.has('api_key'))
    throw unauthorized('A key belongs in the Authorization header, never in the address.', 'key_in_address')
}

/** The caller that a token belongs to, or a 401 that does not tell why. */
export async function authenticate(parts: Parts, token: string): Promise<Actor> {
  const actor = await parts.identify(token)
  if (!actor) throw unauthorized('The key or session is unknown, revoked or expired.', 'token_unknown')
  return actor
}

/** A call whose caller is to be known. */
type Entry = {
  /** Throws where the request names none. */
  token(): string
  address: string
  /** Called with the count of the request, which its answer names. */
  counted?(rate: RateState): void
  /** Called once the caller is known. */
  known?(): void
  /** Called with the first request of a minute that is over the rate. */
  overRate?(actor: Actor): Promise<void>
}

/**
 * Who asks, counted: a known caller at its own rate, everybody else by address, so that whoever guesses is slowed down.
 * Throws a Refusal.
 */
export async function admitCaller(parts: Parts, rates: Rates, entry: Entry): Promise<Actor> {
  const identify = async () => await authenticate(parts, entry.token())
  const actor = await identify().catch((error) => {
    const rate = countAddress(rates, entry.address)
    entry.counted?.(rate)
    // The flood is told so instead of what it asked.
    if (error instanceof Refusal && error.status === 401) refuseOverRate(rate)
    throw error
  })
  entry.known?.()
  const rate = await countCaller(parts, rates, actor)
  entry.counted?.(rate)
  if (rate.first) await entry.overRate?.(actor)
  refuseOverRate(rate)
  return actor
}

/** Counts a request that no route takes: against its caller, where it has a valid key, else by address. */
export async function countUnrouted(parts: Parts, rates: Rates, c: HttpContext): Promise<void> {
  const query = queryOf(c.req.url)
  const token = query.has('api_key') ? undefined : tokenIn(c.req.header('authorization'))
  const actor = token === undefined ? undefined : await parts.identify(token)
  if (!actor) {
    c.set('rate', countAddress(rates, addressOf(parts, c)))
    refuseKeyInAddress(query)
    return
  }
  const rate = await countCaller(parts, rates, actor)
  c.set('rate', rate)
  refuseOverRate(rate)
}

export const cookieName = 'svc_session'

/** The session token in a Cookie header, where there is one. */
export const sessionCookie = (header: string | undefined): string | undefined =>
  header === undefined ? undefined : parse(header, cookieName)[cookieName]

/** The origin of the product's own pages, from BASE_URL, whatever a request calls itself. */
export const ownOrigin = (parts: Pick<Parts, 'config'>): string => new URL(parts.config.baseUrl).origin

/** The session of a request that one of the product's own pages made: no other page may use its cookie. */
export const ownSession = (parts: Pick<Parts, 'config'>, headers: Headers): string | undefined =>
  headers.get('origin') === ownOrigin(parts) ? sessionCookie(headers.get('cookie') ?? undefined) : undefined

/**
 * The session of such a request for a file. Of what only reads, a browser names no origin; it says then, in headers that no
 * page can write, whether the page that asks is of the same origin: over plain HTTP to another machine by its address alone.
 */
export const ownReading = (parts: Pick<Parts, 'config'>, headers: Headers): string | undefined =>
  !headers.has('origin') && asksFromHere(parts, headers)
    ? sessionCookie(headers.get('cookie') ?? undefined)
    : ownSession(parts, headers)

function asksFromHere(parts: Pick<Parts, 'config'>, headers: Headers): boolean {
  const place = headers.get('sec-fetch-site')
  if (place !== null) return place === 'same-origin'
  return headers.get('referer')?.startsWith(`${ownOrigin(parts)}/`) ?? false
}
