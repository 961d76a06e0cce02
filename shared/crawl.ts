import { z } from 'zod'
import { failureFields } from './failure.ts'
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
    total: z.int().describe('Pages requested or discovered so far.'),
    done: z.int().describe('Pages finished, including failed ones.'),
    failed: z.int(),
    chunks: z.int().describe('Passages of the learned pages.'),
    error: z.string().nullable(),
    ...failureFields,
    startedAt: Milliseconds.nullable(),
    finishedAt: Milliseconds.nullable(),
  })
  .meta({ id: 'CrawlRun', description: 'One crawl of the website.' })
export type CrawlRun = z.infer<typeof CrawlRun>

export const CrawlRuns = z.object({ site: z.string(), runs: z.array(CrawlRun), next })
export type CrawlRuns = z.infer<typeof CrawlRuns>

export const PageStatus = z.enum(['discovered', 'queued', 'indexed', 'unchanged', 'failed', 'blocked', 'gone'])
export type PageStatus = z.infer<typeof PageStatus>

export const WebPage = z
  .object({
    id: z.string().describe('Begins with `page_`.'),
    url: z.string(),
    finalUrl: z.string().nullable().describe('The URL after redirects, if different.'),
    title: z.string().nullable(),
    category: z.string().nullable(),
    status: PageStatus.describe(
      '`discovered`: known, not learned yet. `queued`: waiting in the current run. `indexed` and `unchanged`: ' +
        'learned. `blocked`: excluded by its owner or robots.txt, or a duplicate of another page. `gone`: no ' +
        'longer exists and is not used for answers.',
    ),
    httpStatus: z.int().nullable(),
    error: z.string().nullable().describe('Why the page was not learned, as text.'),
    ...failureFields,
    selected: z.union([z.literal(0), z.literal(1)]).describe('Whether runs without `urls` learn this page.'),
    source: z.string().describe('How the page was discovered: `sitemap`, `link` or `api`.'),
    crawledAt: Milliseconds.nullable(),
    chunks: z.int(),
  })
  .meta({ id: 'WebPage', description: 'A page of the website.' })
export type WebPage = z.infer<typeof WebPage>

export const PagesQuery = PageQuery.extend({
  status: exact(20).optional().describe('Returns only pages with this status.'),
  q: line(200).optional().describe('Returns only pages whose URL or title contains this text.'),
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
  .object({ url: address.optional().describe('The website. Defaults to the one in the settings.') })
  .meta({ id: 'Discover' })
export type Discover = z.infer<typeof Discover>

export const Discovered = z
  .object({
    site: z.string(),
    origin: z.string(),
    reachable: z.boolean(),
    sitemaps: z.array(z.string()).describe('The sitemaps that were read.'),
    warnings: z.array(z.string()).describe('What could not be read or was skipped, as text.'),
    notices: z
      .array(
        z.object({
          message: z.string(),
          ...failureFields,
          sitemap: z.string().nullable().describe('The sitemap that could not be read for this reason.'),
        }),
      )
      .describe('The same for programs, in the same order.'),
    urls: z.array(
      z.object({
        url: z.string(),
        category: z.string().nullable(),
        suggested: z.boolean().describe('Whether the page appears to be about the business.'),
        status: PageStatus.nullable().describe('Null if the page was not known before.'),
        title: z.string().nullable(),
        error: z.string().nullable(),
        ...failureFields,
        selected: z.boolean(),
      }),
    ),
  })
  .meta({ id: 'Discovered' })
export type Discovered = z.infer<typeof Discovered>

export const StartCrawl = z
  .object({
    urls: addresses
      .optional()
      .describe('Learns only these pages. Without it, learns the selected pages and pages that they link to.'),
    include: globs
      .optional()
      .describe('Paths to learn, for example `/services/**`. Defaults to those in the settings.'),
    exclude: globs.optional().describe('Paths to skip. Defaults to those in the settings.'),
  })
  .meta({ id: 'StartCrawl' })
export type StartCrawl = z.infer<typeof StartCrawl>

export const RetryCrawl = z
  .object({
    urls: addresses.optional().describe('Retries only these failed pages. Without it, retries all failed pages.'),
  })
  .meta({ id: 'RetryCrawl' })
export type RetryCrawl = z.infer<typeof RetryCrawl>

export const SelectPages = z
  .object({
    urls: addresses.describe('Known pages. Others are ignored.'),
    selected: z.boolean().describe('Whether runs without `urls` learn these pages.'),
  })
  .meta({ id: 'SelectPages' })
export type SelectPages = z.infer<typeof SelectPages>

export const PagesSelected = z
  .object({ site: z.string(), changed: z.int().describe('Number of pages that changed.') })
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
    browserRendering: z.boolean().describe('Whether pages rendered by JavaScript can be learned.'),
    workflow: z.boolean().describe('Whether runs continue in the background after a restart. Always true.'),
    schedule: z.string(),
    run: CrawlRun.nullable().describe('The latest run.'),
    pages: z.record(z.string(), z.int()).describe('Number of pages per status.'),
    chunks: z.int().describe('Passages of all learned content.'),
    lastIndexedAt: Milliseconds.nullable(),
    usage: UsageToday,
  })
  .meta({ id: 'KnowledgeStatus' })
export type KnowledgeStatus = z.infer<typeof KnowledgeStatus>
