import { parse } from 'hono/utils/cookie'
import type { Actor } from '../core/actor.ts'
import type { Services } from '../core/context.ts'
import { AppError, unauthorized } from '../core/error.ts'
import { countAddress, countCaller, isAddressUsedUp, type RateState, type Rates, refuseOverRate } from './rate-limit.ts'
import { addressOf, type HttpContext, queryOf } from './request.ts'

export const tokenIn = (authorization: string | undefined) => /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1]

/**
 * The bearer token of a request. A key in the URL is rejected even beside a valid header, so that leaks are noticed.
 */
export function bearerToken(authorization: string | undefined, query: URLSearchParams): string {
  refuseKeyInAddress(query)
  const token = tokenIn(authorization)
  if (token === undefined)
    throw unauthorized('Send your key in the Authorization header: Bearer <key>.', 'token_missing')
  return token
}

function refuseKeyInAddress(query: URLSearchParams): void {
  if (query.has('api_key'))
    throw unauthorized('Send your key in the Authorization header, not in the URL.', 'key_in_address')
}

/** The caller with this token. The 401 does not say why. */
export async function authenticate(services: Services, token: string, isFlooding = false): Promise<Actor> {
  const actor = await services.identify(token, { isFlooding })
  if (!actor) throw unauthorized('The key or session is unknown, revoked or expired.', 'token_unknown')
  return actor
}

/** A call that must identify its caller. */
type Entry = {
  /** Throws if the request has no token. */
  token(): string
  address: string
  /** Called with the rate limit state, which the response reports. */
  counted?(rate: RateState): void
  /** Called once the caller is identified. */
  known?(): void
  /** Called for the first request of a minute that exceeds the rate. */
  overRate?(actor: Actor): Promise<void>
}

/**
 * Identifies and counts the caller: known callers at their own rate, all others by IP address, which slows down
 * guessing. Throws an AppError.
 */
export async function admitCaller(services: Services, rates: Rates, entry: Entry): Promise<Actor> {
  const identify = async () => {
    const actor = await authenticate(services, entry.token(), isAddressUsedUp(rates, entry.address))
    return { actor, rate: await countCaller(services, rates, actor) }
  }
  const { actor, rate } = await identify().catch((error) => {
    const rate = countAddress(rates, entry.address)
    entry.counted?.(rate)
    // A flood gets 429 instead of 401.
    if (error instanceof AppError && error.status === 401) refuseOverRate(rate)
    throw error
  })
  entry.known?.()
  entry.counted?.(rate)
  if (rate.first) await entry.overRate?.(actor)
  refuseOverRate(rate)
  return actor
}

/** Counts a request without a route: against its caller if it has a valid key, otherwise by IP address. */
export async function countUnrouted(services: Services, rates: Rates, c: HttpContext): Promise<void> {
  const query = queryOf(c.req.url)
  const token = query.has('api_key') ? undefined : tokenIn(c.req.header('authorization'))
  const address = addressOf(services, c)
  const isFlooding = isAddressUsedUp(rates, address)
  const identify = async () => {
    const actor = token === undefined ? undefined : await services.identify(token, { isFlooding })
    return actor && (await countCaller(services, rates, actor))
  }
  const rate = await identify().catch((error) => {
    c.set('rate', countAddress(rates, address))
    throw error
  })
  c.set('rate', rate ?? countAddress(rates, address))
  if (rate) refuseOverRate(rate)
  else refuseKeyInAddress(query)
}

export const cookieName = 'svc_session'

export const sessionCookie = (header: string | undefined): string | undefined =>
  header === undefined ? undefined : parse(header, cookieName)[cookieName]

/** The origin of the product's own pages, from BASE_URL, regardless of the request's Host. */
export const ownOrigin = (services: Pick<Services, 'config'>): string => new URL(services.config.baseUrl).origin

/** The session of a request from one of the product's own pages. Other pages must not use its cookie. */
export const ownSession = (services: Pick<Services, 'config'>, headers: Headers): string | undefined =>
  headers.get('origin') === ownOrigin(services) ? sessionCookie(headers.get('cookie') ?? undefined) : undefined

/**
 * The same for downloads. Browsers send no Origin with requests that only read. Instead they report whether the page is
 * of the same origin, in headers that pages cannot set: over plain HTTP to another machine, only in the Referer.
 */
export const ownReading = (services: Pick<Services, 'config'>, headers: Headers): string | undefined =>
  !headers.has('origin') && asksFromHere(services, headers)
    ? sessionCookie(headers.get('cookie') ?? undefined)
    : ownSession(services, headers)

function asksFromHere(services: Pick<Services, 'config'>, headers: Headers): boolean {
  const place = headers.get('sec-fetch-site')
  if (place !== null) return place === 'same-origin'
  return headers.get('referer')?.startsWith(`${ownOrigin(services)}/`) ?? false
}
