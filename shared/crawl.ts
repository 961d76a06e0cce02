import { z } from 'zod'
import { Milliseconds, next, PageQuery } from './page.ts'
import { exact, line } from './text.ts'
import { UsageToday } from './usage.ts'
import { Glob } from './widget.ts'

export const RunStatus = z.enum(['queued', 'running', 'done', 'failed', 'cancelled'])
export const RunTrigger = z.enum(['api', 'dashboard', 'schedule', 'retry', 'cli'])
export type RunTrigger = z.infer<typeof RunTrigger>

export const CrawlRun = z
  .object({
    id: z.string().describe('Begins with `run_`.'),
    status: RunStatus,
    trigger: RunTrigger,
    total: z.int().describe('Pages that it was asked for or came upon so far.'),
    done: z.int().describe('Pages that it is over with, those that failed included.'),
    failed: z.int(),
    chunks: z.int().describe('Passages of the pages that it learned.'),
    error: z.string().nullable(),
    startedAt: Milliseconds.nullable(),
    finishedAt: Milliseconds.nullable(),
  })
  .meta({ id: 'CrawlRun', description: 'One time that the website was learned.' })
export type CrawlRun = z.infer<typeof CrawlRun>

export const CrawlRuns = z.object({ site: z.string(), runs: z.array(CrawlRun), next })
export type CrawlRuns = z.infer<typeof CrawlRuns>

export const PageStatus = z.enum(['discovered', 'queued', 'indexed', 'unchanged', 'failed', 'blocked', 'gone'])
export type PageStatus = z.infer<typeof PageStatus>

export const WebPage = z
  .object({
    id: z.string().describe('Begins with `page_`.'),
    url: z.string(),
    finalUrl: z.string().nullable().describe('Where it was read, where it led elsewhere.'),
    title: z.string().nullable(),
    category: z.string().nullable(),
    status: PageStatus.describe(
      '`discovered`: known and not learned yet. `queued`: the run that is at work comes to it. `indexed` and `unchanged`: ' +
        'learned. `blocked`: its owner or robots.txt does not want it learned, or another page stands for it. `gone`: it ' +
        'is no more, and nothing of it is answered from.',
    ),
    httpStatus: z.int().nullable(),
    error: z.string().nullable().describe('Why it is not learned, in words.'),
    selected: z.union([z.literal(0), z.literal(1)]).describe('Whether a run without `urls` learns it.'),
    source: z.string().describe('How it was found: `sitemap`, `link` or `api`.'),
    crawledAt: Milliseconds.nullable(),
    chunks: z.int(),
  })
  .meta({ id: 'WebPage', description: 'A page of the website.' })
export type WebPage = z.infer<typeof WebPage>

export const PagesQuery = PageQuery.extend({
  status: exact(20).optional().describe('Only pages with this status.'),
  q: line(200).optional().describe('Only pages whose address or title holds this text.'),
})
export type PagesQuery = z.infer<typeof PagesQuery>
export const WebPages = z.object({ site: z.string(), pages: z.array(WebPage), next })
export type WebPages = z.infer<typeof WebPages>

export const PageChunk = z
  .object({
    id: z.string(),
    headingPath: z.string(),
    ordinal: z.int(),
    content: z.string(),
    tokens: z.int(),
  })
  .meta({ id: 'PageChunk', description: 'A passage of a page.' })
export const PageChunks = z.object({ chunks: z.array(PageChunk) })
export type PageChunks = z.infer<typeof PageChunks>

const address = exact(2000, 1)
const addresses = z.array(address).min(1).max(10_000)
const globs = z.array(Glob).max(100)

export const Discover = z
  .object({ url: address.optional().describe('The website; without it, the one in the settings.') })
  .meta({ id: 'Discover' })
export type Discover = z.infer<typeof Discover>

export const Discovered = z
  .object({
    site: z.string(),
    origin: z.string(),
    reachable: z.boolean(),
    sitemaps: z.array(z.string()).describe('Those that were read.'),
    warnings: z.array(z.string()).describe('What could not be read or is left out, in words.'),
    urls: z.array(
      z.object({
        url: z.string(),
        category: z.string().nullable(),
        suggested: z.boolean().describe('It looks like a page that says something of the business.'),
        status: PageStatus.nullable().describe('Null where it was not known before.'),
        title: z.string().nullable(),
        error: z.string().nullable(),
        selected: z.boolean(),
      }),
    ),
  })
  .meta({ id: 'Discovered' })
export type Discovered = z.infer<typeof Discovered>

export const StartCrawl = z
  .object({
    urls: addresses.optional().describe('These pages alone. Without it, the selected pages and what they link to.'),
    include: globs.optional().describe('Paths to learn, such as `/services/**`; without it, those in the settings.'),
    exclude: globs.optional().describe('Paths to leave out; without it, those in the settings.'),
  })
  .meta({ id: 'StartCrawl' })
export type StartCrawl = z.infer<typeof StartCrawl>

export const RetryCrawl = z
  .object({ urls: addresses.optional().describe('Only these failed pages; without it, every failed page.') })
  .meta({ id: 'RetryCrawl' })
export type RetryCrawl = z.infer<typeof RetryCrawl>

export const SelectPages = z
  .object({
    urls: addresses.describe('Pages that are known; others are passed over.'),
    selected: z.boolean().describe('Whether a run without `urls` learns them.'),
  })
  .meta({ id: 'SelectPages' })
export type SelectPages = z.infer<typeof SelectPages>

export const PagesSelected = z
  .object({ site: z.string(), changed: z.int().describe('Pages that were not so before.') })
  .meta({ id: 'PagesSelected' })
export type PagesSelected = z.infer<typeof PagesSelected>

export const CrawlStarted = z
  .object({ site: z.string(), runId: z.string(), total: z.int() })
  .meta({ id: 'CrawlStarted' })
export type CrawlStarted = z.infer<typeof CrawlStarted>

export const KnowledgeStatus = z
  .object({
    site: z.string(),
    connector: z.string(),
    browserRendering: z.boolean().describe('Whether pages that are drawn by scripts can be learned here.'),
    workflow: z.boolean().describe('Whether runs go on in the background over restarts: always.'),
    schedule: z.string(),
    run: CrawlRun.nullable().describe('The last one.'),
    pages: z.record(z.string(), z.int()).describe('How many pages have each status.'),
    chunks: z.int().describe('Passages of everything that was learned.'),
    lastIndexedAt: Milliseconds.nullable(),
    usage: UsageToday,
  })
  .meta({ id: 'KnowledgeStatus' })
export type KnowledgeStatus = z.infer<typeof KnowledgeStatus>
