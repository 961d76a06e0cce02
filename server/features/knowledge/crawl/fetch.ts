import { createHash } from 'node:crypto'
import type { Context } from '../../../core/context.ts'
import { type Failure, failure, failureOf } from '../../../core/failure.ts'
import type { Page } from '../../../core/reader.ts'
import { retryAfterMs } from '../../../core/time.ts'
import type { DialError } from '../../../outside/dial-error.ts'
import type { Passage } from '../passages.ts'
import { decodePage } from '../reading/charset.ts'
import { refreshOf } from '../reading/scan.ts'
import { isOfSite, toAddress } from './address.ts'
import { createBudget } from './glob.ts'
import { maxWorkOfLink } from './links.ts'
import {
  allowAll,
  allowNone,
  forbidden,
  isAllowed,
  type Robots,
  readRobots,
  readRobotsTag,
  robotsBytes,
  userAgent,
} from './robots.ts'

const limits = { maxBytes: 10 * 1024 * 1024, timeoutMs: 30_000, redirects: 5 }
const accept = 'text/html, application/xhtml+xml, text/plain;q=0.8, text/markdown;q=0.8, */*;q=0.1'

/** The cache validators of the page's last fetch. */
export type Edition = { etag: string | null; lastModified: string | null }

/** What the headers of a response say beside the page: to robots, and where the page sends its visitors. */
type Told = { robots: string[]; refresh: string | null }

export type Fetched =
  | ({ kind: 'page'; url: string; httpStatus: number; type: string; text: string } & Edition & Told)
  | { kind: 'unchanged'; httpStatus: number }
  | { kind: 'gone' | 'blocked'; httpStatus: number | null; failed: Failure }
  | {
      kind: 'failed'
      httpStatus: number | null
      failed: Failure
      /** The failure is temporary. */
      passing: boolean
      /** How long the server asked to be left alone, in milliseconds. */
      pause: number
    }

/** Fetches a page. If it is unchanged, returns only that. */
async function fetchPage(ctx: Context, address: string, known: Edition, signal: AbortSignal): Promise<Fetched> {
  const headers = {
    'user-agent': userAgent,
    accept,
    ...(known.etag && { 'if-none-match': known.etag }),
    ...(known.lastModified && { 'if-modified-since': known.lastModified }),
  }
  try {
    const response = await ctx.services.outside.dial.fetch(address, { purpose: 'crawl', headers, ...limits, signal })
    return await readResponse(response)
  } catch (error) {
    if (!isDialError(error)) throw error
    return { ...failedPage(null, failureOf(error)), passing: isPassing(error) }
  }
}

async function readResponse(response: Response): Promise<Fetched> {
  const { status: httpStatus, headers } = response
  if (response.ok && httpStatus !== 204) {
    const type = headers.get('content-type') ?? ''
    const isText = /^(?:text\/(?:html|plain|markdown)|application\/xhtml\+xml)?(?:;|$)/i.test(type.trim())
    if (!isText) {
      await response.body?.cancel()
      const kind = type.split(';')[0]?.trim() ?? ''
      return failedPage(httpStatus, failure('page_type', `It is no page but ${kind}.`, { type: kind }))
    }
    const text = decodePage(new Uint8Array(await response.arrayBuffer()), type)
    const edition = { etag: headers.get('etag'), lastModified: headers.get('last-modified') }
    return {
      kind: 'page',
      url: response.url,
      httpStatus,
      type,
      text,
      robots: readRobotsTag(headers.get('x-robots-tag') ?? ''),
      refresh: refreshOf(headers.get('refresh') ?? ''),
      ...edition,
    }
  }
  await response.body?.cancel()
  if (httpStatus === 304) return { kind: 'unchanged', httpStatus }
  const status = httpStatus
  if (status === 404 || status === 410)
    return { kind: 'gone', httpStatus, failed: failure('page_gone', 'The page is no more.') }
  if (status === 401 || status === 403)
    return failedPage(status, failure('page_forbidden', 'The server does not let it be read.', { status }))
  const passing = httpStatus === 429 || httpStatus === 408 || httpStatus >= 500
  return {
    ...failedPage(status, failure('answer_status', `The server answers with the status ${status}.`, { status })),
    passing,
    pause: pauseOf(headers),
  }
}

/** A page that could not be read, and will not be readable soon. */
export const failedPage = (httpStatus: number | null, failed: Failure) =>
  ({ kind: 'failed', httpStatus, failed, passing: false, pause: 0 }) as const

const maxPause = 10 * 60_000

/** A date is compared with the clock of the server that named it. */
const pauseOf = (headers: Headers): number =>
  Math.min(retryAfterMs(headers.get('retry-after'), Date.parse(headers.get('date') ?? '')), maxPause)

const isDialError = (error: unknown): error is DialError => (error as Error).name === 'DialError'

const isPassing = ({ kind }: DialError) => ['unreachable', 'slow', 'broken', 'unresolved'].includes(kind)

/** A page without scripts does not change when it is rendered. */
const scripts = /<script[\s>]|\son[a-z]+\s*=/i
const noEdition: Edition = { etag: null, lastModified: null }

/** The warning at the end of a run if the site wants pages rendered and there is no browser. */
export const notRendered = failure(
  'browser_missing',
  'Scripts of pages were not run: there is no browser. The pages were learned as they were sent.',
)

/** Whether the site wants the scripts of its pages run. */
export const wantsRendering = ({ site }: Context): boolean => site.settings.crawl.renderJs

const canDraw = (ctx: Context) => wantsRendering(ctx) && ctx.services.outside.renderer.browser() !== undefined

/**
 * Fetches a page like `fetchPage` and, if the site wants it and there is a browser, runs its scripts. Rendered content
 * can change while the HTML stays the same, so cache validators are not used.
 */
async function fetchRendered(ctx: Context, address: string, known: Edition, signal: AbortSignal): Promise<Fetched> {
  if (!canDraw(ctx)) return await fetchPage(ctx, address, known, signal)
  const fetched = await fetchPage(ctx, address, noEdition, signal)
  const isDrawn = fetched.kind === 'page' && /html/i.test(fetched.type || 'html') && scripts.test(fetched.text)
  if (!isDrawn || signal.aborted) return fetched
  try {
    const { url, text: html } = fetched
    const text = await ctx.services.outside.renderer.render({ url, html, userAgent }, signal)
    return { ...fetched, text, ...noEdition }
  } catch (error) {
    const { httpStatus } = fetched
    // Keeps what was learned before, because the unrendered HTML may be only a shell.
    return { ...failedPage(httpStatus, failureOf(error)), passing: true }
  }
}

/**
 * A fetched and parsed page. `cut` is its text without common blocks, for the next transaction that learns part of it.
 */
export type ReadPage = { page: Page; url: string; cut?: { content: string; passages: Passage[] } }

export const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url')

type Reading = {
  url: string
  robots: Robots
  /** Resolves when the next request may be sent. */
  turn(): Promise<void>
  /** What was learned of the page before. */
  known?: Edition & { hash: string | null }
  signal: AbortSignal
}

/**
 * Fetches a page, and reads it unless it is what was learned before. Follows pages that send their visitors on, with
 * `<meta http-equiv="refresh">` or its header, like redirects.
 */
export async function fetchAndRead(ctx: Context, reading: Reading): Promise<[Fetched, ReadPage?]> {
  const { robots, turn, known, signal } = reading
  const visited = new Set<string>()
  for (let url = reading.url; ; ) {
    visited.add(url)
    await turn()
    // Cache validators are those of the last page of a chain, so only the first page of none has them.
    const isFirst = visited.size === 1
    let fetched = await fetchRendered(ctx, url, (isFirst && known) || noEdition, signal)
    if (!isFirst && fetched.kind === 'page') fetched = { ...fetched, ...noEdition }
    if (signal.aborted || fetched.kind !== 'page') return [fetched]
    if (known?.hash === hashOf(fetched.text)) return [fetched]
    const read = await readFetched(ctx, fetched)
    if (signal.aborted || !('page' in read)) return [read as Fetched]
    const next = nextOf(fetched.refresh ?? read.page.refresh, read)
    if (next === undefined || visited.has(next) || visited.size > limits.redirects) return [fetched, read]
    if (!isOfSite(next, reading.url)) return [leadsElsewhere(next)]
    if (!isAllowed(robots, next, createBudget(maxWorkOfLink)))
      return [{ kind: 'blocked', httpStatus: fetched.httpStatus, failed: forbidden }]
    url = next
  }
}

async function readFetched(ctx: Context, fetched: Fetched & { kind: 'page' }) {
  try {
    const page = await ctx.services.reader.readPage(fetched.text, fetched.url)
    if (page.fault) ctx.log.info({ url: fetched.url, fault: page.fault }, 'a page was read by its lines only')
    for (const word of fetched.robots) page.robots.add(word)
    return { page, url: fetched.url }
  } catch (error) {
    return failedPage(fetched.httpStatus, failureOf(error))
  }
}

/** The page that a page sends its visitors to. */
function nextOf(refresh: string | null, { page, url }: ReadPage): string | undefined {
  if (refresh === null) return undefined
  const next = toAddress(refresh, URL.parse(page.base ?? '', url)?.href ?? url)
  return next === toAddress(url, url) ? undefined : next
}

export function leadsElsewhere(url: string) {
  const { host } = new URL(url)
  const failed = failure('page_elsewhere', `It leads to another website: ${host}.`, { host })
  return { kind: 'blocked', httpStatus: null, failed } as const
}

const robotsLimits = { maxBytes: 4 * robotsBytes, timeoutMs: 15_000, redirects: 5 }

/** The robots rules of a host, and why it cannot be read. */
type Host = { robots: Robots; failed: Failure | null }

/** Reads the robots.txt of a website's host. A missing one allows everything, a failing host nothing (RFC 9309). */
export async function readHost(ctx: Context, website: string, signal: AbortSignal): Promise<Host> {
  const address = new URL('/robots.txt', website).href
  const headers = { 'user-agent': userAgent, accept: 'text/plain, */*;q=0.1' }
  try {
    const { dial } = ctx.services.outside
    const response = await dial.fetch(address, { purpose: 'discover', headers, ...robotsLimits, signal })
    if (response.ok) return { robots: readRobots(address, await response.text()), failed: null }
    await response.body?.cancel()
    const { status } = response
    const isUp = status < 500 && status !== 429
    if (isUp) return { robots: allowAll, failed: null }
    const sentence = `Its robots.txt answers with the status ${status}.`
    return { robots: allowNone, failed: failure('robots_status', sentence, { status }) }
  } catch (error) {
    if (!isDialError(error)) throw error
    // A robots.txt that is too large, or not even HTTP, forbids nothing readable.
    if (error.kind === 'large') return { robots: allowAll, failed: null }
    return { robots: allowNone, failed: failureOf(error) }
  }
}
