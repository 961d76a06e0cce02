import type { Discover, Discovered } from '../../../../shared/crawl.ts'
import type { Context } from '../../../core/context.ts'
import { badRequest } from '../../../core/error.ts'
import type { CheckedLink, Links } from '../../../core/reader.ts'
import { categoryOf, isOfSite, linksOfPage, toAddress } from './address.ts'
import { fetchRendered, readHost } from './fetch.ts'
import { addPages } from './pages.ts'
import { forbidden, type Robots } from './robots.ts'
import { websiteOf } from './runs.ts'
import { type Found, findPages, maxPages } from './sitemaps.ts'

type Known = {
  url: string
  status: Discovered['urls'][number]['status']
  title: string | null
  error: string | null
  selected: boolean
}

/**
 * Finds the pages of a website from its robots.txt and sitemaps, or from the links of its home page. Pages of the
 * site's own website are stored; nothing is learned.
 */
export async function discover(ctx: Context, { url }: Discover): Promise<Discovered> {
  const website = url === undefined ? websiteOf(ctx) : toAddress(url, url)
  if (!website) throw badRequest('url: That is not a web address.')
  const { robots, error } = await readHost(ctx, website, ctx.signal)
  const common = { site: ctx.site.id, origin: new URL(website).origin }
  if (error !== null) return { ...common, reachable: false, sitemaps: [], warnings: [error], urls: [] }
  const found = await findAll(ctx, website, robots)
  const { include, exclude } = ctx.site.settings.crawl
  const links = { links: [website, ...found.links], base: found.base }
  const rules = { website, robots, include, exclude, year: new Date(ctx.now()).getUTCFullYear() }
  const { checked, isCut } = await ctx.services.reader.checkLinks(links, rules)
  const urls = await withKnown(ctx, checked.slice(0, maxPages).map(suggest))
  if (isOwn(ctx, website)) await remember(ctx, urls)
  const warnings = isCut ? [...found.warnings, costly] : found.warnings
  return { ...common, reachable: true, sitemaps: found.sitemaps, warnings, urls }
}

const costly = 'Not all pages are suggested: the patterns of the settings or of robots.txt take too long to match.'

type FoundLinks = Omit<Found, 'pages'> & Links

/** The pages in the sitemaps; without sitemaps, the links of the home page. */
async function findAll(ctx: Context, website: string, robots: Robots): Promise<FoundLinks> {
  const { pages, ...found } = await findPages(ctx, { website, robots, signal: ctx.signal })
  if (pages.length > 0) return { ...found, links: pages, base: website }
  const { warning, ...links } = await linksOf(ctx, website)
  return { ...found, ...links, warnings: [...found.warnings, warning] }
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

async function linksOf(ctx: Context, website: string): Promise<Links & { warning: string }> {
  const fetched = await fetchRendered(ctx, website, { etag: null, lastModified: null }, ctx.signal)
  if (fetched.kind !== 'page') {
    const reason = 'error' in fetched ? fetched.error : ''
    return { links: [], base: website, warning: `There is no sitemap, and the first page could not be read. ${reason}` }
  }
  const page = await ctx.services.reader.readPage(fetched.text, fetched.url)
  const warning = 'There is no sitemap: these are the links of the first page. Learning finds more.'
  return { ...linksOfPage(page, fetched.url), warning }
}

const suggest = ({ url, isAllowed, isWanted }: CheckedLink) => ({
  url,
  category: categoryOf(url),
  suggested: isWanted,
  error: isAllowed ? null : forbidden,
})

async function withKnown(ctx: Context, found: ReturnType<typeof suggest>[]): Promise<Discovered['urls']> {
  const rows = await ctx.sql<Known[]>`
    select pages.url, status, title, error, selected from pages
    join unnest(${found.map(({ url }) => url)}::text[]) as asked (url) on md5(pages.url) = md5(asked.url)
    where site = ${ctx.site.id}`
  const known = new Map(rows.map((row) => [row.url, row]))
  return found.map((one) => {
    const { status = null, title = null, error = null, selected = one.suggested } = known.get(one.url) ?? {}
    return { ...one, status, title, error: error ?? one.error, selected }
  })
}
