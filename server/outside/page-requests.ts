import type { Dial } from './dial.ts'

/** A request of a page, held until it is answered. */
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

export type DrawnPage = { url: string; html: string; userAgent: string }

/** Of one page, all that its scripts load together. */
const most = { requests: 150, bytes: 20 * 1024 * 1024 }
const one = { maxBytes: 5 * 1024 * 1024, timeoutMs: 10_000 }
/** What text may hang on. Frames are pages of their own; pictures, sounds and fonts say nothing. */
const fetched = new Set(['Script', 'XHR', 'Fetch', 'Preflight'])
/** The browser unpacks nothing here, and keeps what it is told for one page alone. */
const dropped = new Set(['set-cookie', 'content-length', 'content-encoding', 'transfer-encoding', 'alt-svc', 'link'])
const passed = ['accept', 'content-type', 'origin', 'referer', 'x-requested-with', 'authorization']
const failing = (errorReason: string): Answer => ({ method: 'Fetch.failRequest', params: { errorReason } })
const refused = failing('BlockedByClient')

/**
 * Answers what a page asks for while its scripts run, by calls of `dial` alone: under its limits, never to a private
 * address but the page's own origin, and written to at most on the page's own site.
 */
export function answerRequests(dial: Dial, page: DrawnPage, signal: AbortSignal): (paused: Paused) => Promise<Answer> {
  const left = { ...most }
  let isOpened = false
  return async ({ request, resourceType }) => {
    if (resourceType === 'Document' && !isOpened) {
      isOpened = true
      const type = { 'content-type': 'text/html; charset=utf-8' }
      return fulfilled(200, new Headers(type), Buffer.from(page.html))
    }
    // A page that is left stays: the browser would show a page of its own in the place of one that is refused.
    if (resourceType === 'Document') return failing('Aborted')
    // Scripts wait for their styles, which say nothing.
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
  page: DrawnPage,
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

/** Asking is for everybody; what might change something goes to the page's own site alone, or hosts below it. */
function mayBeSent({ url, method }: Paused['request'], page: DrawnPage): boolean {
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
