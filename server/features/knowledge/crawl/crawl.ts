import { z } from 'zod'
import type { Context, Tx } from '../../../core/context.ts'
import { failure, reworded } from '../../../core/failure.ts'
import { defineTask, type RunResult } from '../../../core/queue.ts'
import type { Links } from '../../../core/reader.ts'
import { siteTask } from '../../../core/tasks.ts'
import { linksOfPage } from './address.ts'
import { canonicalToRead, releaseDuplicates } from './canonical.ts'
import { type Fetched, fetchAndRead, notRendered, type ReadPage, readHost, wantsRendering } from './fetch.ts'
import { createBudget } from './glob.ts'
import { learnPage } from './learn-page.ts'
import { maxWorkOfLink } from './links.ts'
import { createPace, type Pace } from './pace.ts'
import { addPages, forgetElsewhere, type PageRow } from './pages.ts'
import { forbidden, isAllowed, type Robots } from './robots.ts'
import { crawlSchedule, crawlTask, endRun, publishRun, type RunRow, retryCrawl, websiteOf } from './runs.ts'
import { findPages, maxPages } from './sitemaps.ts'

const minute = 60_000
/** A run is split into pieces of this length, so that other websites get their turn. Milliseconds. */
const piece = 10_000
const retry = [1_000, 10_000, minute, 10 * minute]
/** Delays after which temporary failures of a run are retried. */
const retries = [5 * minute, 30 * minute, 6 * 60 * minute]
const againTask = defineTask('knowledge.crawl.again', z.object({ time: z.number() }))
const atOnce = 2
/** After this many pages in a row that the reader gave up, a run ends. They delay other websites. */
const maxUnreadable = 20

export const crawlTasks = [
  siteTask(crawlTask, { retry, lane: 'websites', run: workOn, gaveUp: failRun }),
  siteTask(againTask, { retry, lane: 'timers', run: (ctx, { time }) => retryFailed(ctx, time) }),
  ...crawlSchedule,
]

type Work = {
  ctx: Context
  run: RunRow
  robots: Robots
  pace: Pace
  website: string
  signal: AbortSignal
}

async function workOn(ctx: Context, { runId }: { runId: string }): Promise<RunResult> {
  const run = await markRunning(ctx, runId)
  if (!run) return
  const pace = createPace(ctx.services.clock, run.next_request_at)
  if (await learnPiece(ctx, run, pace)) await ctx.tx((tx) => finish(tx, run))
  else return await goOn(ctx, runId, pace.next())
}

/** The next piece begins when the website may be asked again, whichever server it is on. */
async function goOn({ sql }: Context, runId: string, at: number): Promise<RunResult> {
  await sql`update crawl_runs set next_request_at = ${at} where id = ${runId}`
  return { at }
}

async function failRun(tx: Tx, { runId }: { runId: string }): Promise<void> {
  const sentence = 'It was tried five times, and failed each time. The log says why.'
  await endRun(tx, runId, 'failed', failure('crawl_gave_up', sentence, { times: retry.length + 1 }))
}

/** Marks the run as running. Undefined if it has ended. */
async function markRunning({ sql, now }: Context, id: string): Promise<RunRow | undefined> {
  const [run] = await sql<RunRow[]>`
    update crawl_runs set status = 'running', started_at = coalesce(started_at, ${now()})
    where id = ${id} and status in ('queued', 'running') returning *`
  return run
}

/** Learns pages for one piece. Returns whether all are learned. */
async function learnPiece(ctx: Context, run: RunRow, pace: Pace): Promise<boolean> {
  const { signal } = ctx
  const website = websiteOf(ctx)
  const { robots, failed } = await readHost(ctx, website, signal)
  if (signal.aborted) return false
  if (failed) {
    const unreadable = reworded(failed, `The website cannot be read. ${failed.message}`)
    await ctx.tx((tx) => endRun(tx, run.id, 'failed', unreadable))
    return true
  }
  pace.slow(robots.delay)
  const work = { ctx, run, robots, pace, website, signal }
  if (run.follows && run.learned + run.failed === 0) await discoverPages(work)
  const until = performance.now() + piece
  for (let isFirst = true; ; isFirst = false) {
    const rows = await nextPages(ctx, run.id)
    if (rows.length === 0) return true
    // Each piece learns something, however slow the website wants to be asked.
    if (!isFirst && (performance.now() >= until || signal.aborted)) return false
    await Promise.all(rows.map((row) => learnOne(work, row)))
  }
}

/** Pages that were unreadable come last, so that a run learns all others before it gives up. */
async function nextPages({ sql }: Context, run: string): Promise<PageRow[]> {
  const next = (wereUnreadable: boolean) => sql<PageRow[]>`
    select * from pages where run = ${run} and (coalesce(reason, '') = 'page_unreadable') = ${wereUnreadable}
    order by id limit ${atOnce}`
  const rows = await next(false)
  return rows.length > 0 ? rows : await next(true)
}

/** Adds the pages of the sitemaps, and deletes pages of a website that the settings named before. */
async function discoverPages(work: Work): Promise<void> {
  await work.ctx.tx((tx) => forgetElsewhere(tx, work.website))
  const { pages } = await findPages(work.ctx, work)
  const wanted = await wantedOf(work, { links: pages, base: work.website })
  await work.ctx.tx((tx) => addToRun(tx, work, wanted, 'sitemap'))
}

async function learnOne(work: Work, row: PageRow): Promise<void> {
  const { ctx, run, robots, pace, signal } = work
  let [fetched, read]: [Fetched | undefined, ReadPage | undefined] = [undefined, undefined]
  if (isAllowed(robots, row.url, createBudget(maxWorkOfLink))) {
    const edition = { etag: row.etag, lastModified: row.last_modified, hash: row.content_hash }
    const known = row.chunks > 0 ? edition : undefined
    const turn = () => pace.turn(signal)
    ;[fetched, read] = await fetchAndRead(ctx, { url: row.url, robots, turn, known, signal })
    if (fetched.kind === 'failed') pace.rest(fetched.pause)
    // The reader also gives up when the server stops, which says nothing about the page.
    if (signal.aborted) return
  }
  const links = read && run.follows && !read.page.robots.has('nofollow') ? linksOfPage(read.page, read.url) : undefined
  const canonical = read && links && canonicalToRead(read)
  if (canonical) links.links = [canonical, ...links.links]
  const wanted = links ? await wantedOf(work, links) : []
  if (signal.aborted) return
  // A page is learned to its end once begun. Until then it is not searchable, and would not be before the next run.
  for (let hasStarted = false, isLearned = false; !isLearned; hasStarted = true)
    isLearned = await ctx.tx((tx) => learnMore(tx, work, { row, fetched, read, wanted, canonical, hasStarted }))
  await publishRun(ctx, work.run.id)
}

type Learning = {
  row: PageRow
  fetched: Fetched | undefined
  read: ReadPage | undefined
  /** The links of the page that belong to the run. */
  wanted: string[]
  /** Its canonical page, which is learned first. */
  canonical: string | undefined
  hasStarted: boolean
}

/** Learns a page, or as much of it as one transaction takes. Returns false if there is more. */
async function learnMore(tx: Tx, work: Work, learning: Learning): Promise<boolean> {
  const { row, fetched, read, wanted, canonical, hasStarted } = learning
  const asker = await askerOf(tx, work.run, row)
  // The run was cancelled in the meantime, or another server that took over the task came first.
  if (asker === 'another' || (asker === 'none' && !hasStarted)) return true
  if (!fetched) {
    await leaveOut(tx, work, row)
    return true
  }
  if (canonical && wanted.includes(canonical)) await addToRun(tx, work, [canonical], 'link')
  const { status, chunks, failed } = await learnPage(tx, row, fetched, read)
  if (status === 'queued') return false
  if (asker === 'none') return true
  const hasChanged = row.chunks === 0 || chunks === 0
  if (hasChanged && failed?.reason !== 'page_duplicate') await releaseDuplicates(tx, work.run.id, row)
  const isLearned = status === 'indexed' || status === 'unchanged'
  const reading = failed?.reason === 'page_unreadable' ? 'failed' : read && 'worked'
  const counted = { learned: isLearned, failed: status === 'failed', chunks: isLearned ? chunks : 0, reading } as const
  const unreadable = await count(tx, work.run.id, counted)
  if (isLearned && wanted.length > 0) await addToRun(tx, work, wanted, 'link')
  if (unreadable >= maxUnreadable) await endRun(tx, work.run.id, 'failed', tooMuchToRead)
  return true
}

/** Which run wants a page: this run, none (cancelled), or another. `another` also means that the page was deleted. */
async function askerOf({ sql }: Tx, run: RunRow, page: PageRow): Promise<'this run' | 'none' | 'another'> {
  const [found] = await sql`select from crawl_runs where id = ${run.id} and status = 'running' for update`
  const [waiting] = await sql<{ run: string | null }[]>`select run from pages where id = ${page.id} for update`
  if (waiting?.run === null) return 'none'
  return found !== undefined && waiting?.run === run.id ? 'this run' : 'another'
}

async function leaveOut(tx: Tx, { run }: Work, row: PageRow): Promise<void> {
  await learnPage(tx, row, { kind: 'blocked', httpStatus: null, failed: forbidden }, undefined)
  await releaseDuplicates(tx, run.id, row)
  await count(tx, run.id, { learned: false, failed: false, chunks: 0 })
}

const tooMuchToRead = failure(
  'pages_unreadable',
  `${maxUnreadable} pages in a row were too large or too deeply nested, so the others were not tried.`,
  { count: maxUnreadable },
)

type Counted = { learned: boolean; failed: boolean; chunks: number; reading?: 'failed' | 'worked' }

/** Counts a page. Returns how many pages in a row were unreadable; pages that were not read do not matter to that. */
async function count({ sql }: Tx, run: string, { learned, failed, chunks, reading }: Counted): Promise<number> {
  const inRow = { failed: sql`unreadable + 1`, worked: sql`0` }
  const [counted] = await sql<{ unreadable: number }[]>`
    update crawl_runs set done = done + 1, learned = learned + ${Number(learned)}, failed = failed + ${Number(failed)},
      chunks = chunks + ${chunks}, unreadable = ${reading ? inRow[reading] : sql`unreadable`}
    where id = ${run} returning unreadable`
  return counted?.unreadable ?? 0
}

/** The URLs that the run wants. If the check fails, the unchecked ones are skipped and logged. */
async function wantedOf({ ctx, run, website, robots, signal }: Work, links: Links): Promise<string[]> {
  if (links.links.length === 0) return []
  const { include, exclude } = run
  const rules = { website, robots, include, exclude, year: new Date(ctx.now()).getUTCFullYear() }
  try {
    const { checked, isCut } = await ctx.services.reader.checkLinks(links, rules)
    if (isCut) ctx.log.warn({ run: run.id }, 'skipped links: patterns take too long to match')
    return checked.filter(({ isWanted }) => isWanted).map(({ url }) => url)
  } catch (err) {
    if (!signal.aborted) ctx.log.warn({ err, run: run.id }, 'skipped the links of a page')
    return []
  }
}

/** Adds pages to the run, up to its limit. */
async function addToRun(tx: Tx, { run }: Work, addresses: string[], source: 'sitemap' | 'link') {
  const [found] = await tx.sql<{ total: number }[]>`
    select total from crawl_runs where id = ${run.id} and status = 'running' for update`
  // The run was cancelled in the meantime.
  if (!found) return
  const taken = addresses.slice(0, Math.max(0, maxPages - found.total))
  const pages = taken.map((url) => ({ url, source, selected: true }))
  const added = await addPages(tx, pages, { id: run.id, known: source === 'sitemap' ? 'selected' : 'none' })
  await tx.sql`update crawl_runs set total = total + ${added} where id = ${run.id}`
}

async function finish(tx: Tx, { id, trigger }: RunRow): Promise<void> {
  const isUndrawn = wantsRendering(tx) && tx.services.outside.renderer.browser() === undefined
  await endRun(tx, id, 'done', isUndrawn ? notRendered : undefined)
  const [passing] = await tx.sql`select from pages where site = ${tx.site.id} and passing limit 1`
  if (passing && trigger !== 'retry')
    await tx.enqueue(againTask, { time: 0 }, { name: 'again', at: tx.now() + retries[0]! })
}

/** Retries temporary failures. A running crawl does so at its end. */
async function retryFailed(ctx: Context, time: number): Promise<void> {
  const rows = await ctx.sql<
    { url: string }[]
  >`select url from pages where site = ${ctx.site.id} and passing and status = 'failed'`
  if (rows.length === 0) return
  await retryCrawl(ctx, { urls: rows.map(({ url }) => url) }, 'retry')
  const next = time + 1
  const wait = retries[next]
  if (wait !== undefined)
    await ctx.tx((tx) => tx.enqueue(againTask, { time: next }, { name: 'again', at: tx.now() + wait }))
}
