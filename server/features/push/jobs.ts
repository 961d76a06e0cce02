import type { Parts } from '../../core/context.ts'
import type { JobHandler } from '../../core/jobs.ts'
import { lookForPush, lookJob } from './follow.ts'
import { sendJob, sendPush } from './send.ts'

const second = 1000

/** Looks at what happened, and tells it to browsers that have no window open. */
export const pushJobs = (parts: Parts): Record<string, JobHandler> => ({
  [lookJob]: {
    retry: [second, 5 * second, 30 * second],
    run: (job) => lookForPush(parts, job),
  },
  // What is sent is not sent again when the rest fails: the failed ones are a job of their own.
  [sendJob]: { retry: [], lane: 'calls', run: (job) => sendPush(parts, job) },
})
