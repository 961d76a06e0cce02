import type { Discover, Discovered } from '../../../../shared/crawl.ts'
import type { Context } from '../../../core/context.ts'
import { badRequest } from '../../../core/error.ts'
import { errorFields, failure, reworded } from '../../../core/failure.ts'
import type { CheckedLink, Links } from '../../../core/reader.ts'
import { categoryOf, isOfSite, linksOfPage, toAddress } from './address.ts'
import { fetchAndRead, readHost } from './fetch.ts'
import { addPages } from './pages.ts'
import { forbidden, type Robots } from './robots.ts'
import { websiteOf } from './runs.ts'
import { type Found, findPages, maxPages, type Notice, noticeOf } from './sitemaps.ts'

type Known = Pick<Discovered['urls'][number], 'url' | 'status' | 'title' | 'error' | 'reason' | 'params' | 'selected'>

/**
 * Finds the pages of a website from its robots.txt and sitemaps, or from the links of its home page. Pages of the
 * site's own website are stored; nothing is learned.
 */
export async function discover(ctx: Context, { url }: Discover): Promise<Discovered> {
  const website = url === undefined ? websiteOf(ctx) : toAddress(url, url)
  if (!website) throw badRequest('url: That is not a web address.')
  const { robots, failed } = await readHost(ctx, website, ctx.signal)
  const common = { site: ctx.site.id, origin: new URL(website).origin }
  if (failed) return { ...common, reachable: false, sitemaps: [], ...warningsOf([noticeOf(failed)]), urls: [] }
  const found = await findAll(ctx, website, robots)
  const { include, exclude } = ctx.site.settings.crawl
  const links = { links: [website, ...found.links], base: found.base }
  const rules = { website, robots, include, exclude, year: new Date(ctx.now()).getUTCFullYear() }
  const { checked, isCut } = await ctx.services.reader.checkLinks(links, rules)
  const urls = await withKnown(ctx, checked.slice(0, maxPages).map(suggest))
  if (isOwn(ctx, website)) await remember(ctx, urls)
  const notices = isCut ? [...found.notices, noticeOf(costly)] : found.notices
  return { ...common, reachable: true, sitemaps: found.sitemaps, ...warningsOf(notices), urls }
}

const costly = failure(
  'patterns_costly',
  'Not all pages are suggested: the patterns of the settings or of robots.txt take too long to match.',
)

/** The notices, and their sentences alone. */
const warningsOf = (notices: Notice[]) => ({ warnings: notices.map(({ message }) => message), notices })

type FoundLinks = Omit<Found, 'pages'> & Links

/** The pages in the sitemaps; without sitemaps, the links of the home page. */
async function findAll(ctx: Context, website: string, robots: Robots): Promise<FoundLinks> {
  const { pages, ...found } = await findPages(ctx, { website, robots, signal: ctx.signal })
  if (pages.length > 0) return { ...found, links: pages, base: website }
  const { notice, ...links } = await linksOf(ctx, website, robots)
  return { ...found, ...links, notices: [...found.notices, notice] }
}

const remember = (ctx: Context, urls: Discovered['urls']) =>
  ctx.tx((tx) =>
    addPages(
      tx,
      urls.map(({ url, suggested }) => ({ url, source: 'sitemap', selected: suggested })),
    ),
  )

const isOwn = ({ site }: Context, website: string) =>
  site.settings.website !== '' && isOfSite(website, site.settings.website)

async function linksOf(ctx: Context, website: string, robots: Robots): Promise<Links & { notice: Notice }> {
  const reading = { url: website, robots, turn: async () => {}, signal: ctx.signal }
  const [fetched, read] = await fetchAndRead(ctx, reading)
  if (!read) {
    const failed = 'failed' in fetched ? fetched.failed : unasked
    const sentence = `There is no sitemap, and the first page could not be read. ${failed.message}`
    return { links: [], base: website, notice: noticeOf(reworded(failed, sentence)) }
  }
  return { ...linksOfPage(read.page, read.url), notice: noticeOf(noSitemap) }
}

/** Only a request with validators may be answered like this. */
const unasked = failure('answer_status', 'The server answers with the status 304.', { status: 304 })
const noSitemap = failure(
  'no_sitemap',
  'There is no sitemap: these are the links of the first page. Learning finds more.',
)

const suggest = ({ url, isAllowed, isWanted }: CheckedLink) => ({
  url,
  category: categoryOf(url),
  suggested: isWanted,
  ...errorFields(isAllowed ? undefined : forbidden),
})

async function withKnown(ctx: Context, found: ReturnType<typeof suggest>[]): Promise<Discovered['urls']> {
  const rows = await ctx.sql<Known[]>`
    select pages.url, status, title, error, reason, params, selected from pages
    join unnest(${found.map(({ url }) => url)}::text[]) as asked (url) on md5(pages.url) = md5(asked.url)
    where site = ${ctx.site.id}`
  const known = new Map(rows.map((row) => [row.url, row]))
  return found.map((one) => {
    const stored = known.get(one.url)
    const { status = null, title = null, selected = one.suggested } = stored ?? {}
    const { error, reason, params } = stored?.error ? stored : one
    return { ...one, status, title, selected, error, reason, params }
  })
}
