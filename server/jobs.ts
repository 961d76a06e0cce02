import type { Parts } from './core/context.ts'
import type { JobHandler } from './core/jobs.ts'
import { conversationJobs } from './features/conversations/jobs.ts'
import { crawlJobs } from './features/crawl/crawl.ts'
import { demoJobs } from './features/demo/make.ts'
import { embeddingJobs } from './features/embedding/jobs.ts'
import { fileJobs } from './features/files/read.ts'
import { reindexJobs } from './features/knowledge/reindex.ts'
import { knowledgeJobs } from './features/knowledge/sweep.ts'
import { liveJobs } from './features/live/jobs.ts'
import { modelJobs } from './features/models/jobs.ts'
import { overviewJobs } from './features/overview/fold.ts'
import { presenceJobs } from './features/presence/jobs.ts'
import { pushJobs } from './features/push/jobs.ts'
import { retentionJobs } from './features/retention/jobs.ts'
import { summaryJobs } from './features/summaries/jobs.ts'
import { telegramJobs } from './features/telegram/jobs.ts'

/** What runs in the background, by the name of its job. */
export const jobHandlers = (parts: Parts): Record<string, JobHandler> => ({
  ...conversationJobs(parts),
  ...crawlJobs(parts),
  ...demoJobs(parts),
  ...fileJobs(parts),
  ...embeddingJobs(parts),
  ...knowledgeJobs(parts),
  ...reindexJobs(parts),
  ...liveJobs(parts),
  ...modelJobs(parts),
  ...overviewJobs(parts),
  ...presenceJobs(parts),
  ...pushJobs(parts),
  ...retentionJobs(parts),
  ...summaryJobs(parts),
  ...telegramJobs(parts),
})
