import { z } from 'zod'
import type { CrawlRun, CrawlStarted, RetryCrawl, RunTrigger, StartCrawl } from '../../../../shared/crawl.ts'
import { sourceOf } from '../../../core/actor.ts'
import type { Context, Tx } from '../../../core/context.ts'
import { badRequest, notFound, taken } from '../../../core/error.ts'
import { newId } from '../../../core/ids.ts'
import { defineTask } from '../../../core/queue.ts'
import { isOfSite, toAddress } from './address.ts'
import { addPages } from './pages.ts'
import { tellRun } from './progress.ts'
import { allowAll } from './robots.ts'

/** Does a run. */
export const crawlTask = defineTask('knowledge.crawl', z.object({ runId: z.string() }))

export type RunRow = {
  id: string
  status: CrawlRun['status']
  trigger: RunTrigger
  follows: boolean
  include: string[]
  exclude: string[]
  total: number
  learned: number
  failed: number
  chunks: number
}

/** The website of the site; 400 where the settings name none. */
export function websiteOf({ site }: Context): string {
  const address = toAddress(site.settings.website, 'https://invalid.')
  if (site.settings.website === '' || !address)
    throw badRequest('The site has no website in its settings.', 'no_website')
  return address
}

/**
 * Begins to learn pages: those of `urls`, or the selected ones with what they link to. 400 where an address is not of the
 * website, 409 while a run is at work.
 */
export async function startCrawl(
  ctx: Context,
  { urls, ...given }: StartCrawl,
  trigger: RunTrigger = triggerOf(ctx),
): Promise<CrawlStarted> {
  const website = websiteOf(ctx)
  const { include = ctx.site.settings.crawl.include, exclude = ctx.site.settings.crawl.exclude } = given
  const asked = urls?.map((url) => readAddress(url, website))
  const pages = asked ?? (await selectedPages(ctx, website, { include, exclude }))
  return await beginning(ctx, async (tx) => {
    const run = await addRun(tx, { trigger, follows: !asked, include, exclude })
    const total = await addPages(
      tx,
      pages.map((url) => ({ url, source: 'api', selected: true })),
      { id: run, known: 'all' },
    )
    return await begin(tx, run, total)
  })
}

/** Learns pages again that failed. 400 where none did, 409 while a run is at work. */
export async function retryCrawl(
  ctx: Context,
  { urls }: RetryCrawl,
  trigger: RunTrigger = triggerOf(ctx),
): Promise<CrawlStarted> {
  const website = websiteOf(ctx)
  const asked = urls?.map((url) => readAddress(url, website))
  return await beginning(ctx, async (tx) => {
    const run = await addRun(tx, { trigger, follows: false, include: [], exclude: [] })
    const { count } = await tx.sql`
      update pages set run = ${run}, was = status, status = 'queued'
      where site = ${tx.site.id} and status = 'failed' ${asked ? tx.sql`and url = any(${asked}::text[])` : tx.sql``}`
    if (count === 0) throw badRequest(asked ? 'urls: None of these pages failed.' : 'No page failed.', 'no_failed_page')
    return await begin(tx, run, count)
  })
}

/** Begins a run in a transaction, and tells of it afterwards. */
async function beginning(ctx: Context, work: (tx: Tx) => Promise<CrawlStarted>): Promise<CrawlStarted> {
  const started = await ctx.tx(work)
  await tellRun(ctx, started.runId)
  return started
}

const triggerOf = ({ actor }: Context): RunTrigger => sourceOf(actor)

/** Stops a run; what it learned stays. Answers false for one that is over. */
export async function cancelRun(ctx: Context, { id }: { id: string }): Promise<{ cancelled: boolean }> {
  return await ctx.tx(async (tx) => {
    const { sql, site } = tx
    const [found] = await sql<{ status: string }[]>`
      select status from crawl_runs where id = ${id} and site = ${site.id} for update`
    if (!found) throw notFound('run')
    if (!['queued', 'running'].includes(found.status)) return { cancelled: false }
    await endRun(tx, id, 'cancelled')
    return { cancelled: true }
  })
}

/** Ends a run, lets its pages go, and tells of it. */
export async function endRun(
  tx: Tx,
  id: string,
  status: 'done' | 'failed' | 'cancelled',
  error?: string,
): Promise<void> {
  const { sql } = tx
  await sql`
    update pages set run = null, status = coalesce(was, 'discovered') where run = ${id}`
  const [run] = await sql<RunRow[]>`
    update crawl_runs set status = ${status}, error = ${error ?? null}, finished_at = ${tx.now()}
    where id = ${id} and status in ('queued', 'running') returning *`
  if (!run) return
  const { trigger, learned, failed, chunks } = run
  tx.emit('knowledge.crawl.finished', { runId: id, status, trigger, pages: { learned, failed }, passages: chunks })
}

function readAddress(url: string, website: string): string {
  const address = toAddress(url, website)
  if (!address)
    throw badRequest(`urls: ${url.slice(0, 200)} is not the address of a page.`, 'invalid_fields', {
      url: url.slice(0, 200),
    })
  if (!isOfSite(address, website))
    throw badRequest(`urls: ${url.slice(0, 200)} is not of the website ${website}.`, 'other_website', { website })
  return address
}

type Globs = Pick<RunRow, 'include' | 'exclude'>

/** The selected pages that the globs let in; where none is selected, the first page of the website. */
async function selectedPages({ sql, site, now, parts }: Context, website: string, globs: Globs): Promise<string[]> {
  const rows = await sql<{ url: string }[]>`select url from pages where site = ${site.id} and selected`
  const own = rows.map(({ url }) => url).filter((url) => isOfSite(url, website))
  const chosen = own.length > 0 ? own : [website]
  if (globs.include.length + globs.exclude.length === 0) return chosen
  const links = { links: chosen, base: website }
  const rules = { website, robots: allowAll, ...globs, year: new Date(now()).getUTCFullYear(), isChosen: true }
  const { checked } = await parts.reader.checkLinks(links, rules)
  return checked.filter(({ isWanted }) => isWanted).map(({ url }) => url)
}

type NewRun = Pick<RunRow, 'trigger' | 'follows' | 'include' | 'exclude'>

async function addRun(tx: Tx, run: NewRun): Promise<string> {
  const id = newId('run')
  const row = { ...run, id, site: tx.site.id, status: 'queued', total: 0, created_at: tx.now() }
  const { count } = await tx.sql`
    insert into crawl_runs ${tx.sql(row)} on conflict (site) where status in ('queued', 'running') do nothing`
  if (count > 0) return id
  const [running] = await tx.sql<{ id: string }[]>`
    select id from crawl_runs where site = ${tx.site.id} and status in ('queued', 'running')`
  throw taken(running?.id, 'The website is being learned already.', 'crawl_running')
}

async function begin(tx: Tx, id: string, total: number): Promise<CrawlStarted> {
  await tx.sql`update crawl_runs set total = ${total} where id = ${id}`
  await tx.enqueue(crawlTask, { runId: id }, { name: id })
  return { site: tx.site.id, runId: id, total }
}
