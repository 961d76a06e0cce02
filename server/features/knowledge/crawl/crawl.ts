import { z } from 'zod'
import type { Context, Tx } from '../../../core/context.ts'
import { defineTask } from '../../../core/queue.ts'
import type { Links } from '../../../core/reader.ts'
import { siteTask } from '../../../core/tasks.ts'
import { linksOfPage } from './address.ts'
import { type Fetched, fetchDrawn, undrawn, wantsDrawing } from './fetch.ts'
import { readHost } from './host.ts'
import { hashOf, learnPage, type ReadPage } from './learn-page.ts'
import { maxWorkOfLink } from './links.ts'
import { createPace, type Pace } from './pace.ts'
import { addPages, forgetElsewhere, type PageRow } from './pages.ts'
import { forbidden, isAllowed, type Robots } from './robots.ts'
import { crawlSchedule, crawlTask, endRun, type RunRow, retryCrawl, tellRun, websiteOf } from './runs.ts'
import { findPages, mostPages } from './sitemaps.ts'
import { createBudget } from './work-budget.ts'

const minute = 60_000
/** A run is done in pieces, so that a server that stops or is killed leaves little behind. */
const piece = minute
const retry = [1_000, 10_000, minute, 10 * minute]
/** How long after a run its passing failures are tried again. */
const again = [5 * minute, 30 * minute, 6 * 60 * minute]
const againTask = defineTask('knowledge.crawl.again', z.object({ time: z.number() }))
const atOnce = 2

/** What learns websites in the background. */
export const crawlTasks = [
  siteTask(crawlTask, { retry, lane: 'work', run: (ctx, { runId }, attempt) => workOn(ctx, runId, attempt) }),
  siteTask(againTask, { retry, run: (ctx, { time }) => tryAgain(ctx, time) }),
  crawlSchedule,
]

type Work = {
  ctx: Context
  run: RunRow
  robots: Robots
  pace: Pace
  website: string
  signal: AbortSignal
}

async function workOn(ctx: Context, id: string, attempt: number): Promise<void> {
  const run = await takeUp(ctx, id)
  if (!run) return
  try {
    const isOver = await learnPiece(ctx, run)
    await ctx.tx((tx) => (isOver ? finish(tx, run) : tx.enqueue(crawlTask, { runId: id }, { name: id })))
  } catch (error) {
    if (attempt <= retry.length) throw error
    ctx.log.error({ err: error, run: id }, 'a website could not be learned')
    await ctx.tx((tx) => endRun(tx, id, 'failed', 'It was tried five times, and failed each time. The log says why.'))
  }
}

/** The run, which is at work from now on; undefined where it is over. */
async function takeUp({ sql, now }: Context, id: string): Promise<RunRow | undefined> {
  const [run] = await sql<RunRow[]>`
    update crawl_runs set status = 'running', started_at = coalesce(started_at, ${now()})
    where id = ${id} and status in ('queued', 'running') returning *`
  return run
}

/** Learns pages for a while. Answers whether all are learned. */
async function learnPiece(ctx: Context, run: RunRow): Promise<boolean> {
  const signal = ctx.parts.stopping
  const website = websiteOf(ctx)
  const { robots, error } = await readHost(ctx, website, signal)
  if (signal.aborted) return false
  if (error !== null) {
    await ctx.tx((tx) => endRun(tx, run.id, 'failed', `The website cannot be read. ${error}`))
    return true
  }
  const pace = createPace(ctx.parts.clock, robots.delay)
  const work = { ctx, run, robots, pace, website, signal }
  if (run.follows && run.learned + run.failed === 0) await lookAround(work)
  const until = performance.now() + piece
  while (performance.now() < until && !signal.aborted) {
    const rows = await ctx.sql<PageRow[]>`select * from pages where run = ${run.id} order by id limit ${atOnce}`
    if (rows.length === 0) return true
    await Promise.all(rows.map((row) => learnOne(work, row)))
  }
  return false
}

/** Takes up what the sitemaps name, and lets go of what is of another website, from before the settings named this one. */
async function lookAround(work: Work): Promise<void> {
  await work.ctx.tx((tx) => forgetElsewhere(tx, work.website))
  const { pages } = await findPages(work.ctx, work)
  const wanted = await wantedOf(work, { links: pages, base: work.website })
  await work.ctx.tx((tx) => takeIn(tx, work, wanted, 'sitemap'))
}

async function learnOne(work: Work, row: PageRow): Promise<void> {
  const { ctx, run, robots, pace, signal } = work
  let [fetched, read]: [Fetched | undefined, ReadPage | undefined] = [undefined, undefined]
  if (isAllowed(robots, row.url, createBudget(maxWorkOfLink))) {
    await pace.turn(signal)
    const edition = { etag: row.etag, lastModified: row.last_modified }
    fetched = await fetchDrawn(ctx, row.url, row.chunks > 0 ? edition : { etag: null, lastModified: null }, signal)
    if (signal.aborted) return
    if (fetched.kind === 'failed') pace.rest(fetched.pause)
    ;[fetched, read] = await readFetched(work, row, fetched)
    // The reader gives up too when the server stops: that says nothing of the page.
    if (signal.aborted) return
  }
  const links = read && run.follows && !read.page.robots.has('nofollow') ? linksOfPage(read.page, read.url) : undefined
  const wanted = links ? await wantedOf(work, links) : []
  if (signal.aborted) return
  // Once begun, a page is learned to its end: it is not found meanwhile, and would not be before the next run.
  for (let isBegun = false, isLearned = false; !isLearned; isBegun = true)
    isLearned = await ctx.tx((tx) => learnMore(tx, work, { row, fetched, read, wanted, isBegun }))
  await tellRun(ctx, work.run.id)
}

type Learning = {
  row: PageRow
  fetched: Fetched | undefined
  read: ReadPage | undefined
  /** The pages that it links to and the run wants. */
  wanted: string[]
  isBegun: boolean
}

/** Learns a page, or as much of it as one transaction takes. Answers false where there is more of it. */
async function learnMore(tx: Tx, work: Work, { row, fetched, read, wanted, isBegun }: Learning): Promise<boolean> {
  const asker = await askerOf(tx, work.run, row)
  // It was cancelled meanwhile, or another server that took the job over came first.
  if (asker === 'another' || (asker === 'none' && !isBegun)) return true
  if (!fetched) {
    await leaveOut(tx, work, row)
    return true
  }
  const { status, chunks } = await learnPage(tx, row, fetched, read)
  if (status === 'queued') return false
  if (asker === 'none') return true
  const isLearned = status === 'indexed' || status === 'unchanged'
  await count(tx, work.run.id, { learned: isLearned, failed: status === 'failed', chunks: isLearned ? chunks : 0 })
  if (isLearned && wanted.length > 0) await takeIn(tx, work, wanted, 'link')
  return true
}

/** Who asks for a page: this run; none, as it was cancelled; or another, which also stands for that the page is no more. */
async function askerOf({ sql }: Tx, run: RunRow, page: PageRow): Promise<'this run' | 'none' | 'another'> {
  const [found] = await sql`select from crawl_runs where id = ${run.id} and status = 'running' for update`
  const [waiting] = await sql<{ run: string | null }[]>`select run from pages where id = ${page.id} for update`
  if (waiting?.run === null) return 'none'
  return found !== undefined && waiting?.run === run.id ? 'this run' : 'another'
}

/** What came, read where it is not what was learned before. */
async function readFetched({ ctx }: Work, row: PageRow, fetched: Fetched): Promise<[Fetched, ReadPage?]> {
  if (fetched.kind !== 'page') return [fetched]
  if (row.chunks > 0 && row.content_hash === hashOf(fetched.text)) return [fetched]
  try {
    const page = await ctx.parts.reader.readPage(fetched.text, fetched.url)
    if (page.fault) ctx.log.info({ page: row.id, fault: page.fault }, 'a page was read by its lines')
    return [fetched, { page, url: fetched.url }]
  } catch (error) {
    const { httpStatus } = fetched
    return [{ kind: 'failed', httpStatus, error: (error as Error).message, passing: false, pause: 0 }]
  }
}

async function leaveOut(tx: Tx, { run }: Work, row: PageRow): Promise<void> {
  await learnPage(tx, row, { kind: 'blocked', httpStatus: null, error: forbidden }, undefined)
  await count(tx, run.id, { learned: false, failed: false, chunks: 0 })
}

const count = (
  tx: Tx,
  run: string,
  { learned, failed, chunks }: { learned: boolean; failed: boolean; chunks: number },
) =>
  tx.sql`
    update crawl_runs set done = done + 1, learned = learned + ${Number(learned)}, failed = failed + ${Number(failed)},
      chunks = chunks + ${chunks}
    where id = ${run}`

/** The addresses that the run wants. Where they cannot be checked, those that were not are left out, and the log says so. */
async function wantedOf({ ctx, run, website, robots, signal }: Work, links: Links): Promise<string[]> {
  if (links.links.length === 0) return []
  const { include, exclude } = run
  const rules = { website, robots, include, exclude, year: new Date(ctx.now()).getUTCFullYear() }
  try {
    const { checked, isCut } = await ctx.parts.reader.checkLinks(links, rules)
    if (isCut) ctx.log.warn({ run: run.id }, 'links were left out: patterns take too long to match')
    return checked.filter(({ isWanted }) => isWanted).map(({ url }) => url)
  } catch (err) {
    if (!signal.aborted) ctx.log.warn({ err, run: run.id }, 'the links of a page were left out')
    return []
  }
}

/** Adds pages to the run, as far as there is room. */
async function takeIn(tx: Tx, { run }: Work, addresses: string[], source: 'sitemap' | 'link') {
  const [found] = await tx.sql<{ total: number }[]>`
    select total from crawl_runs where id = ${run.id} and status = 'running' for update`
  // It was cancelled meanwhile.
  if (!found) return
  const taken = addresses.slice(0, Math.max(0, mostPages - found.total))
  const pages = taken.map((url) => ({ url, source, selected: true }))
  const added = await addPages(tx, pages, { id: run.id, known: source === 'sitemap' ? 'selected' : 'none' })
  await tx.sql`update crawl_runs set total = total + ${added} where id = ${run.id}`
}

async function finish(tx: Tx, { id, trigger }: RunRow): Promise<void> {
  const isUndrawn = wantsDrawing(tx) && tx.parts.outside.renderer.browser() === undefined
  await endRun(tx, id, 'done', isUndrawn ? undrawn : undefined)
  const [passing] = await tx.sql`select from pages where site = ${tx.site.id} and passing limit 1`
  if (passing && trigger !== 'retry')
    await tx.enqueue(againTask, { time: 0 }, { name: 'again', at: tx.now() + again[0]! })
}

/** Learns again what failed for a reason that passes; a run that is at work does so at its end. */
async function tryAgain(ctx: Context, time: number): Promise<void> {
  const rows = await ctx.sql<
    { url: string }[]
  >`select url from pages where site = ${ctx.site.id} and passing and status = 'failed'`
  if (rows.length === 0) return
  await retryCrawl(ctx, { urls: rows.map(({ url }) => url) }, 'retry')
  const next = time + 1
  const wait = again[next]
  if (wait !== undefined)
    await ctx.tx((tx) => tx.enqueue(againTask, { time: next }, { name: 'again', at: tx.now() + wait }))
}
