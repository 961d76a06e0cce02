import type { Parts } from './core/context.ts'
import type { JobHandler } from './core/jobs.ts'
import { conversationJobs } from './features/conversations/jobs.ts'
import { retentionJobs } from './features/retention/jobs.ts'

/** What runs in the background, by the name of its job. */
export const jobHandlers = (parts: Parts): Record<string, JobHandler> => ({
  ...conversationJobs(parts),
  ...retentionJobs(parts),
})
