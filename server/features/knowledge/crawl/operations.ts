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
    summary: 'See how far the knowledge is',
    scope: 'knowledge:read',
    input: z.object({}),
    output: KnowledgeStatus,
    run: getKnowledgeStatus,
  }),
  discover: post('/knowledge/discover', {
    summary: 'Look which pages the website has',
    description:
      'Reads robots.txt and the sitemaps, or, where there are none, the links of the first page. Nothing is learned; the ' +
      'pages of the site’s own website are listed afterwards as `discovered`.',
    scope: 'knowledge:write',
    input: Discover,
    output: Discovered,
    run: discover,
  }),
  start: post('/knowledge/crawl', {
    summary: 'Learn the website',
    description:
      'In the background: `GET /knowledge/status` tells how far it is, and `knowledge.crawl.finished` ends it. Without ' +
      '`urls`, the selected pages, those of the sitemaps, and what they link to. A page that did not change since it was ' +
      'learned costs one short request.',
    scope: 'knowledge:write',
    status: 202,
    errors: [409],
    input: StartCrawl,
    output: CrawlStarted,
    run: startCrawl,
  }),
  retry: post('/knowledge/crawl/retry', {
    summary: 'Learn pages again that failed',
    description: 'What fails for a reason that passes, such as a server that is busy, is tried again without this.',
    scope: 'knowledge:write',
    status: 202,
    errors: [409],
    input: RetryCrawl,
    output: CrawlStarted,
    run: (ctx, input) => retryCrawl(ctx, input),
  }),
  runs: get('/knowledge/runs', {
    summary: 'List when the website was learned',
    description: 'The newest first.',
    scope: 'knowledge:read',
    input: PageQuery,
    output: CrawlRuns,
    run: listRuns,
  }),
  cancel: post('/knowledge/runs/:id/cancel', {
    summary: 'Stop learning the website',
    description: 'What was learned stays. `cancelled` is false where the run was over.',
    scope: 'knowledge:write',
    errors: [404],
    input: byId,
    output: z.object({ cancelled: z.boolean() }),
    run: cancelRun,
  }),
  pages: get('/knowledge/pages', {
    summary: 'List the pages of the website',
    description: 'Those that are known, in the order of their addresses.',
    scope: 'knowledge:read',
    input: PagesQuery,
    output: WebPages,
    run: listPages,
  }),
  select: patch('/knowledge/pages', {
    summary: 'Choose which pages are learned',
    description: 'From the next run on. What was learned of a page stays.',
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
