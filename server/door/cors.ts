import { allowsOrigin } from '../../shared/origin.ts'
import type { Services, Site } from '../core/context.ts'
import { type AppError, forbidden } from '../core/error.ts'
import { ownOrigin } from './caller.ts'
import type { HttpContext } from './request.ts'

export const allowOrigin = 'access-control-allow-origin'

/** The headers that let pages of this origin only read a response. Cookies are not involved. */
const headersFor = (origin: string): Record<string, string> => ({
  [allowOrigin]: origin,
  'access-control-expose-headers': 'x-request-id, retry-after, content-disposition',
  vary: 'origin',
})

const preflightHeaders = {
  'access-control-allow-methods': 'GET, POST',
  'access-control-allow-headers': 'authorization, content-type, last-event-id',
  'access-control-max-age': '600',
}

/**
 * Allows a page of an allowed origin to read the response. 403 for other origins, including `null`. Browsers send the
 * origin with every POST, and with a GET unless the page is our own. A POST without one does not come from a page, and
 * programs have the API. A GET without one is answered if the browser reports that it is our own page's, or reports
 * nothing. Hono's CORS answers every origin and relies on the browser to reject.
 */
export function admitPage(services: Services, site: Site, c: HttpContext): void {
  const origin = c.req.header('origin')
  if (origin !== undefined) {
    if (!isAllowed(services, site, origin)) throw originError(site, origin)
    for (const [name, value] of Object.entries(headersFor(origin))) c.header(name, value)
    return
  }
  if (c.req.method !== 'GET' || !['same-origin', undefined].includes(c.req.header('sec-fetch-site')))
    throw originError(site, undefined)
  // Our own page needs no CORS header.
  c.header(allowOrigin, undefined)
  c.header('vary', 'origin')
}

/** The loader writes this message to the console of the page. */
function originError({ id: site }: Site, origin: string | undefined): AppError {
  if (origin === undefined)
    return forbidden('Only web pages may use this endpoint. Programs use the API.', 'origin_missing')
  const page = origin === 'null' ? 'A page without an origin, such as a file,' : origin
  const message = `${page} is not allowed to show the chat of site "${site}". Add its origin in the dashboard: Settings → Widget → Website.`
  return forbidden(message, 'origin_not_allowed', { origin, site })
}

/**
 * Responds to a preflight request. Without `?site=` it allows pages of any site; the request itself is checked against
 * its own.
 */
export async function allowPreflight(services: Services, c: HttpContext): Promise<Response> {
  const origin = c.req.header('origin')
  const named = c.req.query('site')
  const sites = named === undefined ? await services.sites.all() : [await services.sites.find(named)]
  const allowed = origin !== undefined && sites.some((site) => site && isAllowed(services, site, origin))
  if (!allowed) return new Response(null, { status: 403 })
  return new Response(null, { status: 204, headers: { ...headersFor(origin), ...preflightHeaders } })
}

const isAllowed = (services: Services, site: Site, origin: string): boolean =>
  allowsOrigin(pageOrigins(services, site), origin)

/** The origins whose pages may use the chat of a site. */
export const pageOrigins = (services: Services, site: Site): string[] => [
  ...site.settings.allowedOrigins,
  ...ownOrigins(services),
]

/** The origins of the product's own pages, such as the demo. On a local machine they have two names. */
function ownOrigins(services: Services): string[] {
  const own = ownOrigin(services)
  return /^http:\/\/(127\.0\.0\.1|localhost)(:|$)/.test(own)
    ? [own.replace('localhost', '127.0.0.1'), own.replace('127.0.0.1', 'localhost')]
    : [own]
}
