import { z } from 'zod'
import type {
  CrawlRun,
  CrawlRuns,
  CrawlStarted,
  KnowledgeStatus,
  RetryCrawl,
  RunTrigger,
  StartCrawl,
} from '../../../../shared/crawl.ts'
import type { PageQuery } from '../../../../shared/page.ts'
import { sourceOf } from '../../../core/actor.ts'
import type { Context, Site, Tx } from '../../../core/context.ts'
import { AppError, badRequest, notFound, taken } from '../../../core/error.ts'
import { type Failure, failureColumns } from '../../../core/failure.ts'
import { newId } from '../../../core/ids.ts'
import { cutPage, readCursor } from '../../../core/paging.ts'
import { defineTask, nothing } from '../../../core/queue.ts'
import { repeatForEach } from '../../../core/tasks.ts'
import type { Sql } from '../../../database/database.ts'
import { getUsage } from '../../usage.ts'
import { isOfSite, toAddress } from './address.ts'
import { addPages } from './pages.ts'
import { allowAll } from './robots.ts'

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
  /** Milliseconds since the epoch; 0 before the first. */
  next_request_at: number
}

/** The site's website; 400 if the settings contain none. */
export function websiteOf({ site }: Context): string {
  const address = toAddress(site.settings.website, 'https://invalid.')
  if (site.settings.website === '' || !address)
    throw badRequest('The site has no website in its settings.', 'no_website')
  return address
}

/**
 * Starts a crawl of `urls`, or of the selected pages and their links. 400 for a URL of another website, 409 while a
 * crawl is running.
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

/** Retries failed pages. 400 if none failed, 409 while a crawl is running. */
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
    if (count === 0)
      throw badRequest(asked ? 'urls: None of these pages failed.' : 'There are no failed pages.', 'no_failed_page')
    return await begin(tx, run, count)
  })
}

/** Starts a run in a transaction and publishes its progress afterwards. */
async function beginning(ctx: Context, work: (tx: Tx) => Promise<CrawlStarted>): Promise<CrawlStarted> {
  const started = await ctx.tx(work)
  await publishRun(ctx, started.runId)
  return started
}

const triggerOf = ({ actor }: Context): RunTrigger => sourceOf(actor)

/** Cancels a run. Learned pages are kept. Returns false if it had ended. */
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

/** Ends a run, releases its pages and emits an event. */
export async function endRun(
  tx: Tx,
  id: string,
  status: 'done' | 'failed' | 'cancelled',
  fault?: Failure,
): Promise<void> {
  const { sql } = tx
  await sql`
    update pages set run = null, status = coalesce(was, 'discovered') where run = ${id}`
  const [run] = await sql<RunRow[]>`
    update crawl_runs set ${sql({ status, finished_at: tx.now(), ...failureColumns(sql, fault) })}
    where id = ${id} and status in ('queued', 'running') returning *`
  if (!run) return
  const { trigger, learned, failed, chunks } = run
  tx.emit('knowledge.crawl.finished', { runId: id, status, trigger, pages: { learned, failed }, passages: chunks })
}

function readAddress(url: string, website: string): string {
  const address = toAddress(url, website)
  if (!address)
    throw badRequest(`urls: ${url.slice(0, 200)} is not a page URL.`, 'invalid_fields', {
      url: url.slice(0, 200),
    })
  if (!isOfSite(address, website))
    throw badRequest(`urls: ${url.slice(0, 200)} does not belong to the website ${website}.`, 'other_website', {
      website,
    })
  return address
}

type Globs = Pick<RunRow, 'include' | 'exclude'>

/** The selected pages that the globs accept; the home page if none is selected. */
async function selectedPages({ sql, site, now, services }: Context, website: string, globs: Globs): Promise<string[]> {
  const rows = await sql<{ url: string }[]>`select url from pages where site = ${site.id} and selected`
  const own = rows.map(({ url }) => url).filter((url) => isOfSite(url, website))
  const chosen = own.length > 0 ? own : [website]
  if (globs.include.length + globs.exclude.length === 0) return chosen
  const links = { links: chosen, base: website }
  const rules = { website, robots: allowAll, ...globs, year: new Date(now()).getUTCFullYear(), isChosen: true }
  const { checked } = await services.reader.checkLinks(links, rules)
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
  throw taken(running?.id, 'The website is already being crawled.', 'crawl_running')
}

async function begin(tx: Tx, id: string, total: number): Promise<CrawlStarted> {
  await tx.sql`update crawl_runs set total = ${total} where id = ${id}`
  await tx.enqueue(crawlTask, { runId: id }, { name: id })
  return { site: tx.site.id, runId: id, total }
}

const columns = (sql: Sql) => sql`
  id, status, trigger, total, done, failed, chunks, error, reason, params, started_at as "startedAt", finished_at as "finishedAt"`

/** The crawls of the site, newest first. */
export async function listRuns({ sql, site }: Context, { before, limit }: PageQuery): Promise<CrawlRuns> {
  const from = before === undefined ? undefined : readCursor(before)
  const found = await sql<(CrawlRun & { at: number })[]>`
    select ${columns(sql)}, created_at as at from crawl_runs
    where site = ${site.id} ${from ? sql`and (created_at, id) < (${from.at}, ${from.id})` : sql``}
    order by created_at desc, id desc limit ${limit + 1}`
  const { rows, next } = cutPage(found, limit, ({ at, id }) => ({ at, id }))
  return { site: site.id, runs: rows.map(({ at: _, ...run }) => run), next }
}

/** Publishes the progress of a run to dashboards. Its end is an event in the log. */
export async function publishRun({ sql, site, services }: Context, id: string): Promise<void> {
  const [run] = await sql<CrawlRun[]>`select ${columns(sql)} from crawl_runs where id = ${id}`
  if (run) services.ephemeral.publish(site.id, 'crawl.changed', { run })
}

export async function getKnowledgeStatus(ctx: Context): Promise<KnowledgeStatus> {
  const { sql, site } = ctx
  const {
    runs: [run],
  } = await listRuns(ctx, { limit: 1 })
  const pages = await sql<{ status: string; count: number }[]>`
    select status, count(*)::int as count from pages where site = ${site.id} group by status`
  const [size] = await sql<{ chunks: number }[]>`
    select coalesce(sum(passages), 0)::int as chunks from knowledge_sizes where site = ${site.id}`
  const [last] = await sql<{ at: number | null }[]>`select max(updated_at) as at from documents where site = ${site.id}`
  const { today } = await getUsage(ctx)
  return {
    ...{ site: site.id, connector: nameOf(site), workflow: true },
    browserRendering: ctx.services.outside.renderer.browser() !== undefined,
    ...{ schedule: site.settings.crawl.schedule, run: run ?? null },
    pages: Object.fromEntries(pages.map(({ status, count }) => [status, count])),
    ...{ chunks: size?.chunks ?? 0, lastIndexedAt: last?.at ?? null, usage: today },
  }
}

const nameOf = ({ connector }: Site) => (connector === 'assistant' ? connector : connector.kind)

const hour = 3_600_000
const day = 24 * hour
const every = { daily: day, weekly: 7 * day, monthly: 30 * day }

/** Starts scheduled crawls, checking every hour. */
export const crawlSchedule = repeatForEach(defineTask('knowledge.crawl.schedule', nothing), {
  lane: 'timers',
  retry: [60_000],
  every: hour,
  run: startWhenDue,
})

async function startWhenDue(ctx: Context): Promise<void> {
  const { sql, site } = ctx
  const { schedule } = site.settings.crawl
  if (schedule === 'off' || site.settings.website === '') return
  const [last] = await sql<{ at: number | null }[]>`
    select max(created_at) as at from crawl_runs where site = ${site.id} and follows`
  // Runs hourly, so it also takes crawls that are due within half an hour.
  if ((last?.at ?? 0) + every[schedule] - hour / 2 > ctx.now()) return
  try {
    await startCrawl(ctx, {}, 'schedule')
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    // A running crawl is as good as the scheduled one. Otherwise the settings contain an invalid URL.
    if (error.reason !== 'crawl_running')
      ctx.log.info({ site: site.id, reason: error.message }, 'did not start a scheduled crawl')
  }
}
