import type { Context } from '../../../core/context.ts'
import type { DialError } from '../../../outside/dial-error.ts'
import { decodePage } from './charset.ts'
import { userAgent } from './robots.ts'

const limits = { maxBytes: 10 * 1024 * 1024, timeoutMs: 30_000, redirects: 5 }
const accept = 'text/html, application/xhtml+xml, text/plain;q=0.8, text/markdown;q=0.8, */*;q=0.1'

/** What is known of a page's edition from the last time. */
export type Edition = { etag: string | null; lastModified: string | null }

export type Fetched =
  | ({ kind: 'page'; url: string; httpStatus: number; type: string; text: string; robots: string } & Edition)
  | { kind: 'unchanged'; httpStatus: number }
  | { kind: 'gone' | 'blocked'; httpStatus: number | null; error: string }
  | {
      kind: 'failed'
      httpStatus: number | null
      error: string
      /** It may work later. */
      passing: boolean
      /** Milliseconds that the server wants to be left alone for. */
      pause: number
    }

/** Fetches a page; where it is the edition that is known already, only that is said. */
export async function fetchPage(ctx: Context, address: string, known: Edition, signal: AbortSignal): Promise<Fetched> {
  const headers = {
    'user-agent': userAgent,
    accept,
    ...(known.etag && { 'if-none-match': known.etag }),
    ...(known.lastModified && { 'if-modified-since': known.lastModified }),
  }
  try {
    const response = await ctx.parts.outside.dial.fetch(address, { purpose: 'crawl', headers, ...limits, signal })
    return await readResponse(response)
  } catch (error) {
    if (!isDialError(error)) throw error
    return { kind: 'failed', httpStatus: null, error: error.message, passing: isPassing(error), pause: 0 }
  }
}

async function readResponse(response: Response): Promise<Fetched> {
  const { status: httpStatus, headers } = response
  if (response.ok && httpStatus !== 204) {
    const type = headers.get('content-type') ?? ''
    const isText = /^(?:text\/(?:html|plain|markdown)|application\/xhtml\+xml)?(?:;|$)/i.test(type.trim())
    if (!isText) {
      await response.body?.cancel()
      return failed(httpStatus, `It is no page but ${type.split(';')[0]?.trim()}.`)
    }
    const text = decodePage(new Uint8Array(await response.arrayBuffer()), type)
    const edition = { etag: headers.get('etag'), lastModified: headers.get('last-modified') }
    return {
      kind: 'page',
      url: response.url,
      httpStatus,
      type,
      text,
      robots: headers.get('x-robots-tag') ?? '',
      ...edition,
    }
  }
  await response.body?.cancel()
  if (httpStatus === 304) return { kind: 'unchanged', httpStatus }
  if (httpStatus === 404 || httpStatus === 410) return { kind: 'gone', httpStatus, error: 'The page is no more.' }
  if (httpStatus === 401 || httpStatus === 403) return failed(httpStatus, 'The server does not let it be read.')
  const passing = httpStatus === 429 || httpStatus === 408 || httpStatus >= 500
  return {
    ...failed(httpStatus, `The server answers with the status ${httpStatus}.`),
    passing,
    pause: pauseOf(headers),
  }
}

const failed = (httpStatus: number, error: string) =>
  ({ kind: 'failed', httpStatus, error, passing: false, pause: 0 }) as const

const longestPause = 10 * 60_000

/** Seconds, or a time. */
function pauseOf(headers: Headers): number {
  const said = headers.get('retry-after') ?? ''
  const ms = /^\d+$/.test(said) ? Number(said) * 1000 : Date.parse(said) - Date.parse(headers.get('date') ?? said)
  return Math.min(Math.max(Number.isFinite(ms) ? ms : 0, 0), longestPause)
}

const isDialError = (error: unknown): error is DialError => (error as Error).name === 'DialError'

const isPassing = ({ kind }: DialError) => ['unreachable', 'slow', 'broken', 'unresolved'].includes(kind)
