import type { Dial } from './dial.ts'

/** A paused request of a page. */
export type Paused = {
  requestId: string
  frameId: string
  resourceType: string
  request: { url: string; method: string; headers: Record<string, string>; postData?: string }
}

export type Answer =
  | { method: 'Fetch.fulfillRequest'; params: { responseCode: number; responseHeaders: Header[]; body: string } }
  | { method: 'Fetch.failRequest'; params: { errorReason: string } }
type Header = { name: string; value: string }

export type RenderedPage = { url: string; html: string; userAgent: string }

/** The total that the scripts of one page may load. */
const maxLoaded = { requests: 150, bytes: 20 * 1024 * 1024 }
const one = { maxBytes: 5 * 1024 * 1024, timeoutMs: 10_000 }
/** Types that can affect the text. Frames are separate pages; images, media and fonts contain no text. */
const fetched = new Set(['Script', 'XHR', 'Fetch', 'Preflight'])
/** The browser decompresses nothing here, and keeps state for one page only. */
const dropped = new Set(['set-cookie', 'content-length', 'content-encoding', 'transfer-encoding', 'alt-svc', 'link'])
const passed = ['accept', 'content-type', 'origin', 'referer', 'x-requested-with', 'authorization']
const failing = (errorReason: string): Answer => ({ method: 'Fetch.failRequest', params: { errorReason } })
const refused = failing('BlockedByClient')

/**
 * Answers the requests that a page makes while its scripts run, only through `dial`: within its limits, never to
 * private addresses except the page's own origin, and writing requests only to the page's own site.
 */
export function answerRequests(
  dial: Dial,
  page: RenderedPage,
  signal: AbortSignal,
): (paused: Paused) => Promise<Answer> {
  const left = { ...maxLoaded }
  let isOpened = false
  return async ({ request, resourceType }) => {
    if (resourceType === 'Document' && !isOpened) {
      isOpened = true
      const type = { 'content-type': 'text/html; charset=utf-8' }
      return fulfilled(200, new Headers(type), Buffer.from(page.html))
    }
    // Navigation away from the page is ignored: if it were refused, the browser would replace the page with an error
    // page.
    if (resourceType === 'Document') return failing('Aborted')
    // Scripts wait for style sheets, so answer them with empty ones.
    if (resourceType === 'Stylesheet') return fulfilled(200, new Headers({ 'content-type': 'text/css' }), Buffer.of())
    if (!fetched.has(resourceType) || !mayBeSent(request, page) || left.requests-- <= 0) return refused
    try {
      const response = await dial.fetch(request.url, callOf(request, page, Math.min(one.maxBytes, left.bytes), signal))
      const body = Buffer.from(await response.arrayBuffer())
      left.bytes = Math.max(0, left.bytes - body.length)
      return fulfilled(response.status, response.headers, body)
    } catch (error) {
      if ((error as Error).name !== 'DialError') throw error
      return refused
    }
  }
}

function callOf(
  { url, method, headers, postData }: Paused['request'],
  page: RenderedPage,
  maxBytes: number,
  signal: AbortSignal,
) {
  const given = Object.entries(headers).filter(([name]) => passed.includes(name.toLowerCase()))
  const isOwn = new URL(url).origin === new URL(page.url).origin
  return {
    purpose: isOwn ? ('crawl' as const) : ('page-script' as const),
    method,
    headers: { ...Object.fromEntries(given), 'user-agent': page.userAgent },
    ...(postData !== undefined && { body: postData }),
    ...{ ...one, maxBytes, signal },
  }
}

/**
 * Reading requests may go anywhere; requests that might change something only to the page's own site or its subdomains.
 */
function mayBeSent({ url, method }: Paused['request'], page: RenderedPage): boolean {
  if (!URL.canParse(url)) return false
  if (['GET', 'HEAD', 'OPTIONS'].includes(method)) return true
  const site = new URL(page.url).hostname.replace(/^www\./, '')
  const { hostname } = new URL(url)
  return method === 'POST' && (hostname === site || hostname.endsWith(`.${site}`))
}

const fulfilled = (responseCode: number, headers: Headers, body: Buffer): Answer => ({
  method: 'Fetch.fulfillRequest',
  params: {
    responseCode,
    responseHeaders: [...headers].filter(([name]) => !dropped.has(name)).map(([name, value]) => ({ name, value })),
    body: body.toString('base64'),
  },
})
