import { allowsOrigin } from '../../shared/origin.ts'
import type { Parts, Site } from '../core/context.ts'
import { forbidden, type Refusal } from '../core/error.ts'
import { ownOrigin } from './caller.ts'
import type { HttpContext } from './request.ts'

export const allowOrigin = 'access-control-allow-origin'

/** What lets the page of this origin, and no other, read an answer. Cookies play no part here. */
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
 * Lets a page of an allowed origin read the answer. 403 for a page of another origin, `null` included. A browser names the
 * origin with every POST, and with a GET unless the page is our own; so a POST without one is no page's, and whoever writes
 * programs has the API. A GET without one is answered where the browser says that it is our own page's, or says nothing.
 * Hono's own CORS answers every origin and leaves it to the browser to refuse.
 */
export function admitPage(parts: Parts, site: Site, c: HttpContext): void {
  const origin = c.req.header('origin')
  if (origin !== undefined) {
    if (!isAllowed(parts, site, origin)) throw refusalOf(site, origin)
    for (const [name, value] of Object.entries(headersFor(origin))) c.header(name, value)
    return
  }
  if (c.req.method !== 'GET' || !['same-origin', undefined].includes(c.req.header('sec-fetch-site')))
    throw refusalOf(site, undefined)
  // Our own page needs no leave to read it.
  c.header(allowOrigin, undefined)
  c.header('vary', 'origin')
}

/** Its message is what the loader writes on the console of a page that may not chat. */
function refusalOf({ id: site }: Site, origin: string | undefined): Refusal {
  if (origin === undefined)
    return forbidden('Only web pages may use this chat. Programs use the API.', 'origin_missing')
  const page = origin === 'null' ? 'A page without an origin, such as a file,' : origin
  const message = `${page} may not show the chat of site "${site}". Add its origin in the dashboard: Settings → Widget → Website.`
  return forbidden(message, 'origin_not_allowed', { origin, site })
}

/** Answers a browser's question before its request. Without `?site=` it is any site's; the request itself is held to its own. */
export async function allowPreflight(parts: Parts, c: HttpContext): Promise<Response> {
  const origin = c.req.header('origin')
  const named = c.req.query('site')
  const sites = named === undefined ? await parts.sites.all() : [await parts.sites.find(named)]
  const allowed = origin !== undefined && sites.some((site) => site && isAllowed(parts, site, origin))
  if (!allowed) return new Response(null, { status: 403 })
  return new Response(null, { status: 204, headers: { ...headersFor(origin), ...preflightHeaders } })
}

const isAllowed = (parts: Parts, site: Site, origin: string): boolean => allowsOrigin(pageOrigins(parts, site), origin)

/** The origins whose pages may use the chat of a site. */
export const pageOrigins = (parts: Parts, site: Site): string[] => [
  ...site.settings.allowedOrigins,
  ...ownOrigins(parts),
]

/** The product's own pages, such as the demo; on a person's own machine under either name of it. */
function ownOrigins(parts: Parts): string[] {
  const own = ownOrigin(parts)
  return /^http:\/\/(127\.0\.0\.1|localhost)(:|$)/.test(own)
    ? [own.replace('localhost', '127.0.0.1'), own.replace('127.0.0.1', 'localhost')]
    : [own]
}
