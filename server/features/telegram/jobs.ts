import type { Parts } from '../../core/context.ts'
import type { JobHandler } from '../../core/jobs.ts'
import { greetJobs } from './greet.ts'
import { hookJobs } from './hook.ts'
import { passJobs } from './pass.ts'
import { removalJobs } from './removal.ts'

/** What this feature does in the background. */
export const telegramJobs = (parts: Parts): Record<string, JobHandler> => ({
  ...passJobs(parts),
  ...greetJobs(parts),
  ...hookJobs(parts),
  ...removalJobs(parts),
})
