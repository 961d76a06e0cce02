import { parse } from 'hono/utils/cookie'
import type { Parts } from '../core/context.ts'

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
