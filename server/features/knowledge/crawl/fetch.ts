import type { Context } from '../../../core/context.ts'
import type { DialError } from '../../../outside/dial-error.ts'
import { userAgent } from './robots.ts'

const limits = { maxBytes: 10 * 1024 * 1024, timeoutMs: 30_000, redirects: 5 }
const accept = 'text/html, application/xhtml+xml, text/plain;q=0.8, text/markdown;q=0.8, */*;q=0.1'

/** What is known of a page's edition from the last time. */
type Edition = { etag: string | null; lastModified: string | null }

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
async function fetchPage(ctx: Context, address: string, known: Edition, signal: AbortSignal): Promise<Fetched> {
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

/** A page without any says nothing else once it is drawn. */
const scripts = /<script[\s>]|\son[a-z]+\s*=/i
const noEdition: Edition = { etag: null, lastModified: null }

/** What a run says at its end where the site wants its pages drawn and nobody can. */
export const undrawn = 'Scripts of pages were not run: there is no browser. The pages were learned as they were sent.'

/** Whether the site wants the scripts of its pages run. */
export const wantsDrawing = ({ site }: Context): boolean => site.settings.crawl.renderJs

const canDraw = (ctx: Context) => wantsDrawing(ctx) && ctx.parts.outside.renderer.browser() !== undefined

/**
 * Fetches a page as `fetchPage` does and, where the site wants that and there is a browser, lets its scripts run. What a
 * script draws changes while the page it is on stays the same: such a page is asked for whole each time.
 */
export async function fetchDrawn(ctx: Context, address: string, known: Edition, signal: AbortSignal): Promise<Fetched> {
  if (!canDraw(ctx)) return await fetchPage(ctx, address, known, signal)
  const fetched = await fetchPage(ctx, address, noEdition, signal)
  const isDrawn = fetched.kind === 'page' && /html/i.test(fetched.type || 'html') && scripts.test(fetched.text)
  if (!isDrawn || signal.aborted) return fetched
  try {
    const { url, text: html } = fetched
    const text = await ctx.parts.outside.renderer.render({ url, html, userAgent }, signal)
    return { ...fetched, text, ...noEdition }
  } catch (error) {
    const { httpStatus } = fetched
    // What was learned of the page before stays, as what was sent may be but its hull.
    return { kind: 'failed', httpStatus, error: (error as Error).message, passing: true, pause: 0 }
  }
}

/** The names that pages give to what they are written in, as far into them as browsers look. */
const lookedAt = 1024
const declared = /<meta[^>]+charset\s*=\s*["']?\s*([\w:.-]+)/i
const ofXml = /^<\?xml[^>]+encoding\s*=\s*["']([\w:.-]+)["']/i

/**
 * Reads bytes as text as a browser does: by the mark at their beginning, what the server says, what the page says, and else
 * as UTF-8 where they are that, or as Western European.
 */
export function decodePage(bytes: Uint8Array, contentType: string): string {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, lookedAt))
  const said = contentType.match(/charset\s*=\s*["']?([\w:.-]+)/i)?.[1]
  const name = markOf(bytes) ?? known(said) ?? known(ofXml.exec(head)?.[1]) ?? known(declared.exec(head)?.[1])
  if (name) return new TextDecoder(name).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

function markOf(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  return bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : undefined
}

function known(name: string | undefined): string | undefined {
  try {
    // A page that says in ASCII that it is UTF-16 is not.
    return name === undefined || /^utf-?16/i.test(name) ? undefined : new TextDecoder(name).encoding
  } catch {
    return undefined
  }
}
