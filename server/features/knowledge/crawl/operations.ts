import { z } from 'zod'
import {
  CrawlRuns,
  CrawlStarted,
  Discover,
  Discovered,
  KnowledgeStatus,
  PageChunks,
  PagesQuery,
  PagesSelected,
  RetryCrawl,
  SelectPages,
  StartCrawl,
  WebPages,
} from '../../../../shared/crawl.ts'
import { PageQuery } from '../../../../shared/page.ts'
import { exact } from '../../../../shared/text.ts'
import { get, patch, post } from '../../../core/operation.ts'
import { discover } from './discover.ts'
import { listChunks, listPages, selectPages } from './pages.ts'
import { cancelRun, getKnowledgeStatus, listRuns, retryCrawl, startCrawl } from './runs.ts'

const byId = z.object({ id: exact(64, 1) })

export const crawlOperations = {
  status: get('/knowledge/status', {
    summary: 'Retrieve the knowledge status',
    scope: 'knowledge:read',
    input: z.object({}),
    output: KnowledgeStatus,
    run: getKnowledgeStatus,
  }),
  discover: post('/knowledge/discover', {
    summary: 'Discover pages of the website',
    description:
      'Reads robots.txt and the sitemaps, or, without sitemaps, the links of the home page. Nothing is learned. ' +
      'Pages of the site’s own website are then listed as `discovered`.',
    scope: 'knowledge:write',
    input: Discover,
    output: Discovered,
    run: discover,
  }),
  start: post('/knowledge/crawl', {
    summary: 'Crawl the website',
    description:
      'Runs in the background: `GET /knowledge/status` reports the progress, and `knowledge.crawl.finished` the end. Without ' +
      '`urls`, learns the selected pages, those in the sitemaps and pages that they link to. A page that has not changed since it ' +
      'was learned costs one short request.',
    scope: 'knowledge:write',
    status: 202,
    errors: [409],
    input: StartCrawl,
    output: CrawlStarted,
    run: startCrawl,
  }),
  retry: post('/knowledge/crawl/retry', {
    summary: 'Retry failed pages',
    description: 'Temporary failures, such as a busy server, are also retried automatically.',
    scope: 'knowledge:write',
    status: 202,
    errors: [409],
    input: RetryCrawl,
    output: CrawlStarted,
    run: (ctx, input) => retryCrawl(ctx, input),
  }),
  runs: get('/knowledge/runs', {
    summary: 'List crawls',
    description: 'Returns crawls, newest first.',
    scope: 'knowledge:read',
    input: PageQuery,
    output: CrawlRuns,
    run: listRuns,
  }),
  cancel: post('/knowledge/runs/:id/cancel', {
    summary: 'Cancel a crawl',
    description: 'Learned pages are kept. `cancelled` is false if the crawl had ended.',
    scope: 'knowledge:write',
    errors: [404],
    input: byId,
    output: z.object({ cancelled: z.boolean() }),
    run: cancelRun,
  }),
  pages: get('/knowledge/pages', {
    summary: 'List pages',
    description: 'Returns the known pages of the website, sorted by URL.',
    scope: 'knowledge:read',
    input: PagesQuery,
    output: WebPages,
    run: listPages,
  }),
  select: patch('/knowledge/pages', {
    summary: 'Select pages',
    description: 'Selects the pages to learn from the next crawl on. Learned content is kept.',
    scope: 'knowledge:write',
    input: SelectPages,
    output: PagesSelected,
    run: selectPages,
  }),
  chunks: get('/knowledge/pages/:id/chunks', {
    summary: 'List the passages of a page',
    scope: 'knowledge:read',
    errors: [404],
    input: byId,
    output: PageChunks,
    run: listChunks,
  }),
}
