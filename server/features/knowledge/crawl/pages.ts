import type {
  CrawlRun,
  PageChunks,
  PagesQuery,
  PagesSelected,
  SelectPages,
  WebPage,
  WebPages,
} from '../../../../shared/crawl.ts'
import type { Problem } from '../../../../shared/overview.ts'
import type { Context, Tx } from '../../../core/context.ts'
import { notFound } from '../../../core/error.ts'
import { toProblem } from '../../../core/failure.ts'
import { newId } from '../../../core/ids.ts'
import { cutPage, readCursor } from '../../../core/paging.ts'
import { deleteDocument, lockKnowledge } from '../documents.ts'
import { categoryOf, isOfSite } from './address.ts'
import { storeBlocks } from './common-blocks.ts'

export type PageRow = {
  id: string
  url: string
  status: WebPage['status']
  etag: string | null
  last_modified: string | null
  content_hash: string | null
  chunks: number
}

/** The known pages of the website, sorted by URL. */
export async function listPages(ctx: Context, { status, q, before, limit }: PagesQuery): Promise<WebPages> {
  const { sql, site } = ctx
  const from = before === undefined ? undefined : readCursor(before)
  const found = await sql<(WebPage & { at: number })[]>`
    select id, url, final_url as "finalUrl", title, category, status, http_status as "httpStatus", error, reason, params,
      selected::int as selected, source, crawled_at as "crawledAt", chunks, created_at as at
    from pages
    where site = ${site.id} ${status === undefined ? sql`` : sql`and status = ${status}`}
      ${q ? sql`and position(lower(${q}) in lower(url || ' ' || coalesce(title, ''))) > 0` : sql``}
      ${from ? sql`and url > (select url from pages where site = ${site.id} and id = ${from.id})` : sql``}
    order by url limit ${limit + 1}`
  const { rows, next } = cutPage(found, limit, ({ at, id }) => ({ at, id }))
  return { site: site.id, pages: rows.map(({ at: _, ...page }) => page), next }
}

/** The passages of a page in order. 404 for an unknown page. */
export async function listChunks({ sql, site }: Context, { id }: { id: string }): Promise<PageChunks> {
  const [page] = await sql`select from pages where id = ${id} and site = ${site.id}`
  if (!page) throw notFound('page')
  const chunks = await sql<PageChunks['chunks']>`
    select id, heading_path as "headingPath", ordinal, content, tokens from passages where document = ${id} order by ordinal`
  return { chunks: [...chunks] }
}

/** Deletes what was learned from a page. Call `lockKnowledge` before. */
export async function forgetLearned(tx: Tx, id: string): Promise<void> {
  await deleteDocument(tx, 'page', id)
  await storeBlocks(tx, id, { blocks: [], leftOut: [] })
  await tx.sql`update pages set booking_url = null, booking_provider = null where id = ${id} and booking_url is not null`
}

/** Deletes pages of other websites and what was learned from them. */
export async function forgetElsewhere(tx: Tx, website: string): Promise<void> {
  await lockKnowledge(tx)
  const { sql, site } = tx
  const rows = await sql<{ id: string; url: string }[]>`
    select id, url from documents where site = ${site.id} and kind = 'page'
    union select id, url from pages where site = ${site.id}`
  for (const { id, url } of rows) {
    if (isOfSite(url, website)) continue
    await forgetLearned(tx, id)
    await sql`delete from pages where id = ${id}`
  }
}

/** Selects or deselects pages for runs that are not given a list of pages. */
export async function selectPages(ctx: Context, { urls, selected }: SelectPages): Promise<PagesSelected> {
  return await ctx.tx(async ({ sql, site }) => {
    const { count } = await sql`
      update pages set selected = ${selected} from unnest(${urls}::text[]) as asked (url)
      where pages.site = ${site.id} and md5(pages.url) = md5(asked.url) and pages.selected <> ${selected}`
    return { site: site.id, changed: count }
  })
}

type NewPage = { url: string; source: 'sitemap' | 'link' | 'api'; selected: boolean }

/**
 * Adds unknown pages; a page reached by a redirect counts as known. With `run`, they wait for that run, and so do known
 * pages as far as its `known` says.
 * @returns how many pages are newly waiting
 */
export async function addPages(
  tx: Tx,
  pages: NewPage[],
  run?: { id: string; known: 'none' | 'selected' | 'all' },
): Promise<number> {
  if (pages.length === 0) return 0
  const { sql, site } = tx
  const rows = pages.map((page) => ({ ...page, id: newId('page'), category: categoryOf(page.url) }))
  const added = await sql`
    insert into pages (id, site, url, category, status, selected, source, run, created_at)
    select new.id, ${site.id}, new.url, new.category, ${run ? 'queued' : 'discovered'}, new.selected, new.source,
      ${run?.id ?? null}, ${tx.now()}
    from jsonb_to_recordset(${sql.json(rows)}) as new (id text, url text, category text, selected boolean, source text)
    where not exists (select from pages where pages.site = ${site.id} and md5(pages.final_url) = md5(new.url))
    on conflict do nothing`
  if (!run || run.known === 'none') return run ? added.count : 0
  const known = await sql`
    update pages set run = ${run.id}, was = status, status = 'queued' from unnest(${rows.map(({ url }) => url)}::text[]) as asked (url)
    where pages.site = ${site.id} and md5(pages.url) = md5(asked.url) and pages.run is null
      ${run.known === 'selected' ? sql`and pages.selected` : sql``}`
  return added.count + known.count
}

/** A problem if the last crawl failed. */
export async function crawlProblem({ sql, site }: Context): Promise<Problem[]> {
  const [run] = await sql<Pick<CrawlRun, 'status' | 'error' | 'reason' | 'params'>[]>`
    select status, error, reason, params from crawl_runs where site = ${site.id} and status in ('done', 'failed')
    order by created_at desc, id desc limit 1`
  if (run?.status !== 'failed') return []
  const title = 'The website could not be learned'
  const { error, reason, params } = run
  return [toProblem('crawl_failed', title, { message: error ?? '', reason, params })]
}
