import type { Discover, Discovered } from '../../../shared/crawl.ts'
import type { Context } from '../../core/context.ts'
import { badRequest } from '../../core/error.ts'
import { categoryOf, createFilter, isOfSite, isTrap, isUseful, linksOfPage, toAddress } from './address.ts'
import { fetchDrawn } from './fetch-drawn.ts'
import { readHost } from './host.ts'
import { addPages } from './pages.ts'
import { forbidden, type Robots } from './robots.ts'
import { websiteOf } from './runs.ts'
import { type Found, findPages, mostPages } from './sitemaps.ts'

type Known = {
  url: string
  status: Discovered['urls'][number]['status']
  title: string | null
  error: string | null
  selected: boolean
}

/**
 * Looks which pages a website has, by its robots.txt and its sitemaps, or by the links of its first page. The pages of the
 * site's own website are remembered; nothing is learned.
 */
export async function discover(ctx: Context, { url }: Discover): Promise<Discovered> {
  const website = url === undefined ? websiteOf(ctx) : toAddress(url, url)
  if (!website) throw badRequest('url: That is not a web address.')
  const { robots, error } = await readHost(ctx, website, ctx.signal)
  const common = { site: ctx.site.id, origin: new URL(website).origin }
  if (error !== null) return { ...common, reachable: false, sitemaps: [], warnings: [error], urls: [] }
  const found = await findAll(ctx, website, robots)
  const year = new Date(ctx.now()).getUTCFullYear()
  const addresses = [...new Set([website, ...found.pages])]
    .filter((address) => isOfSite(address, website) && !isTrap(address, year))
    .slice(0, mostPages)
  const suggested = addresses.map((address) => suggest(ctx, robots, address))
  const urls = await withKnown(ctx, suggested)
  if (isOwn(ctx, website)) await remember(ctx, urls)
  return { ...common, reachable: true, sitemaps: found.sitemaps, warnings: found.warnings, urls }
}

/** What the sitemaps name, or where there are none, what the first page links to. */
async function findAll(ctx: Context, website: string, robots: Robots): Promise<Found> {
  const found = await findPages(ctx, { website, robots, signal: ctx.signal })
  if (found.pages.length > 0) return found
  const { links, warning } = await linksOf(ctx, website)
  return { ...found, pages: links, warnings: [...found.warnings, warning] }
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

async function linksOf(ctx: Context, website: string): Promise<{ links: string[]; warning: string }> {
  const fetched = await fetchDrawn(ctx, website, { etag: null, lastModified: null }, ctx.signal)
  if (fetched.kind !== 'page') {
    const reason = 'error' in fetched ? fetched.error : ''
    return { links: [], warning: `There is no sitemap, and the first page could not be read. ${reason}` }
  }
  const page = await ctx.parts.reader.readPage(fetched.text, fetched.url)
  const warning = 'There is no sitemap: these are the links of the first page. Learning finds more.'
  return { links: linksOfPage(page, fetched.url), warning }
}

function suggest({ site }: Context, robots: Robots, url: string) {
  const isAllowed = robots.allows(url)
  const suggested = isUseful(url) && isAllowed && createFilter(site.settings.crawl)(url)
  return { url, category: categoryOf(url), suggested, error: isAllowed ? null : forbidden }
}

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
