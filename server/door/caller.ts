import { parse } from 'hono/utils/cookie'
import type { Actor } from '../core/actor.ts'
import type { Parts } from '../core/context.ts'
import { unauthorized } from '../core/error.ts'

/** The token of an Authorization header, where it has one. */
export const tokenIn = (authorization: string | undefined) => /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1]

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
