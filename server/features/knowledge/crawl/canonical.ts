import type { PageStatus } from '../../../../shared/crawl.ts'
import type { Tx } from '../../../core/context.ts'
import { isOfSite, toAddress } from './address.ts'
import type { ReadPage } from './fetch.ts'
import type { PageRow } from './pages.ts'

/** The canonical URL, if it is on the same website and for the same text; otherwise the URL that was fetched. */
export async function addressOf(tx: Tx, row: PageRow, read: ReadPage, content: string): Promise<string> {
  const here = toAddress(read.url, read.url) ?? read.url
  const said = canonicalOf(read)
  return said && (await standsFor(tx, row, said, { url: here, content })) ? said : here
}

/**
 * The canonical URL to learn in the same run, because nothing else says whether it exists. Another way to write the
 * page's own URL would only be read twice.
 */
export function canonicalToRead(read: ReadPage): string | undefined {
  const said = canonicalOf(read)
  return said && plain(said) !== plain(read.url) ? said : undefined
}

const plain = (url: string) => url.replace(/^https?:\/\/(?:www\.)?/, '').replace(/\/(?=$|\?)/, '')

/** The canonical URL, if it is another one on the same website. */
function canonicalOf({ page, url }: ReadPage): string | undefined {
  const here = toAddress(url, url) ?? url
  const base = URL.parse(page.base ?? '', url)?.href ?? url
  const named = page.canonical === null ? undefined : toAddress(page.canonical, base)
  // Websites that moved to https often forget their canonical URLs.
  const said = here.startsWith('https:') ? named?.replace(/^http:/, 'https:') : named
  return said && said !== here && isOfSite(said, here) ? said : undefined
}

type Canonical = { status: PageStatus; content: string | null }

/**
 * Whether a canonical URL is credible. Some themes of shops name the same page on every page, although it has other
 * words. A page that waits in the same run is believed for now: see `releaseDuplicates`.
 */
async function standsFor(
  { sql, site }: Tx,
  { id }: PageRow,
  canonical: string,
  page: { url: string; content: string },
): Promise<boolean> {
  // The content of a duplicate is that of the page that it duplicates.
  const [other] = await sql<Canonical[]>`
    select pages.status, documents.content
    from pages left join documents on documents.site = pages.site and documents.kind = 'page' and documents.id <> ${id}
      and (documents.id = pages.id
        or pages.reason = 'page_duplicate' and md5(documents.url) = md5(pages.params ->> 'url'))
    where pages.site = ${site.id} and pages.id <> ${id}
      and (md5(pages.url) = md5(${canonical}) or md5(pages.final_url) = md5(${canonical}))
    order by documents.content is null limit 1`
  if (other && other.content !== null) return isMostlyIn(page.content, other.content)
  if (other && other.status !== 'queued') return false
  return !isHome(canonical) || isHome(page.url)
}

const isHome = (url: string) => /^\/(?:(?:index|home|default|start)\b[^/]*)?$/i.test(new URL(url).pathname)

/** Whether at least half of a text, by its runs of three words, is in another one. */
function isMostlyIn(text: string, other: string): boolean {
  const [own, others] = [threesOf(text), threesOf(other)]
  return own.intersection(others).size >= own.size / 2
}

function threesOf(text: string): Set<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return new Set(words.map((_, at) => words.slice(at, at + 3).join(' ')))
}

/**
 * Lets the run read pages again that it left out as duplicates of this one before it knew whether this one is learned,
 * and with which words. Each page releases others once: it has been learned, or it is none.
 */
export async function releaseDuplicates({ sql, site }: Tx, run: string, { url }: PageRow): Promise<void> {
  const { count } = await sql`
    update pages set run = ${run}, was = status, status = 'queued'
    where site = ${site.id} and status = 'blocked' and run is null and reason = 'page_duplicate'
      and md5(params ->> 'url') = md5(${url})
      and crawled_at >= (select started_at from crawl_runs where id = ${run})`
  // They were counted when they were left out.
  if (count > 0) await sql`update crawl_runs set done = done - ${count} where id = ${run}`
}
