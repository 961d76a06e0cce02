import type { Context } from '../../../core/context.ts'
import { type Failure, failure, failureOf, reworded } from '../../../core/failure.ts'
import type { Sitemap } from '../../../core/reader.ts'
import type { Robots } from './robots.ts'
import { userAgent } from './robots.ts'

/** The limit of the sitemap protocol. */
const limits = { maxBytes: 50 * 1024 * 1024, timeoutMs: 30_000, redirects: 5 }
const maxSitemaps = 100
export const maxPages = 10_000
/** All sitemaps of a website take at most this long. Milliseconds. */
const maxTime = 60_000
/** After this many damaged or excessive files, the others of the website are not read. They delay other websites. */
const maxDamaged = 3

/** What was skipped. `sitemap` is the one that could not be read for this reason. */
export type Notice = Failure & { sitemap: string | null }
export type Found = { sitemaps: string[]; pages: string[]; notices: Notice[] }

/** A notice about the website, not about one sitemap. */
export const noticeOf = (failed: Failure): Notice => ({ ...failed, sitemap: null })

/**
 * The pages in a website's sitemaps: those listed in robots.txt, or the one at the default URL. Sitemaps on other hosts
 * are read, because the protocol allows robots.txt to list them; pages of other websites are skipped.
 */
export async function findPages(
  ctx: Context,
  { website, robots, signal }: { website: string; robots: Robots; signal: AbortSignal },
): Promise<Found> {
  const named = robots.sitemaps.length > 0
  const waiting = named ? [...robots.sitemaps] : [new URL('/sitemap.xml', website).href]
  const found: Found = { sitemaps: [], pages: [], notices: [] }
  const asked = new Set<string>()
  const pages = new Set<string>()
  const until = ctx.now() + maxTime
  let damaged = 0
  while (waiting.length > 0 && asked.size < maxSitemaps && pages.size < maxPages) {
    const stop = damaged >= maxDamaged ? tooDamaged : ctx.now() >= until ? tooSlow : undefined
    if (stop) {
      found.notices.push(noticeOf(stop))
      break
    }
    const address = waiting.shift() as string
    if (asked.has(address)) continue
    asked.add(address)
    const read = await readOne(ctx, address, website, signal)
    if ('message' in read) {
      if (read.reason === 'sitemap_invalid') damaged++
      const sentence = `The sitemap ${address} could not be read: ${read.message}`
      // A missing sitemap at the default URL is not an error.
      if (named || asked.size > 1) found.notices.push({ ...reworded(read, sentence), sitemap: address })
      continue
    }
    found.sitemaps.push(address)
    waiting.push(...read.sitemaps)
    for (const page of read.pages) if (pages.size < maxPages) pages.add(page)
  }
  if (pages.size === maxPages) {
    const sentence = `Only the first ${maxPages} pages of the sitemaps are taken.`
    found.notices.push(noticeOf(failure('sitemaps_cut', sentence, { max: maxPages })))
  }
  return { ...found, pages: [...pages] }
}

const tooDamaged = failure(
  'sitemaps_damaged',
  `${maxDamaged} sitemaps could not be read, so the others were not tried.`,
  { count: maxDamaged },
)
const tooSlow = failure('sitemaps_slow', 'Reading the sitemaps took more than a minute, so the rest was left out.', {
  seconds: maxTime / 1000,
})

/** The content of a sitemap, or why it could not be read. */
async function readOne(
  ctx: Context,
  address: string,
  website: string,
  signal: AbortSignal,
): Promise<Sitemap | Failure> {
  try {
    const headers = { 'user-agent': userAgent }
    const { outside, reader } = ctx.services
    const response = await outside.dial.fetch(address, { purpose: 'discover', headers, ...limits, signal })
    if (response.ok) return await reader.readSitemap(new Uint8Array(await response.arrayBuffer()), address, website)
    await response.body?.cancel()
    const { status } = response
    return failure('answer_status', `status ${status}.`, { status })
  } catch (error) {
    return failureOf(error)
  }
}
