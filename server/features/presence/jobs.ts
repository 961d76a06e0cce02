import type { Context, Parts } from '../../core/context.ts'
import type { Job, JobHandler } from '../../core/jobs.ts'
import { systemContext } from '../../core/transaction.ts'
import { returnChats } from './gone.ts'
import { goneJob, routeJob } from './job-names.ts'
import { routeWaiting } from './routing.ts'

const minute = 60_000
const timing = { retry: [1_000, 5_000, 30_000, minute, 5 * minute] }

/** Gives waiting visitors to people, and takes them from people who are gone. */
export const presenceJobs = (parts: Parts): Record<string, JobHandler> => ({
  [routeJob]: { ...timing, run: (job) => onSite(parts, job, async (ctx) => void (await routeWaiting(ctx))) },
  [goneJob]: { ...timing, run: (job) => onSite(parts, job, (ctx) => returnChats(ctx, String(job.data.email))) },
})

async function onSite(parts: Parts, job: Job, work: (ctx: Context) => Promise<void>): Promise<void> {
  const site = await parts.sites.find(job.site)
  if (site) await work(systemContext(parts, site))
}
