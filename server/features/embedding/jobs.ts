import type { Context, Parts } from '../../core/context.ts'
import { enqueue, type Job, type JobHandler } from '../../core/jobs.ts'
import { systemContext } from '../../core/transaction.ts'
import { readBudget, resetsAt } from '../usage/usage.ts'
import { isModelFault } from './fault.ts'
import { embedSome } from './passages.ts'
import { isUnasked, noteFault, searchState } from './state.ts'

/** Makes what vectors are missing for a site's passages. One is waiting for a site at any time, called `next`. */
export const embedJob = 'knowledge.embed'

const minute = 60_000
/** How long after each failure the model is asked again, the last over and over. */
const again = [10_000, minute, 5 * minute, 15 * minute]

export const embeddingJobs = (parts: Parts): Record<string, JobHandler> => ({
  [embedJob]: { retry: [10_000, minute, 10 * minute], lane: 'work', run: (job) => embedSite(parts, job) },
})

/** Has all sites looked at, as the model may be another one than before. */
export async function embedAll(parts: Parts): Promise<void> {
  if (!parts.database.vectors || parts.config.ai.provider === 'none') return
  for (const site of parts.sites.ids()) await embedLater(parts, site, parts.clock.now())
}

/** Has one site's passages looked at. */
export async function embedLater({ database, queue }: Parts, site: string, at: number, failures = 0): Promise<void> {
  await enqueue(database.sql, { type: embedJob, site, name: 'next', data: { failures }, at })
  queue.poke()
}

/** An absent model is waited for, however long it takes: what it will embed can be found by words meanwhile. */
async function embedSite(parts: Parts, job: Job): Promise<void> {
  const site = await parts.sites.find(job.site)
  if (!site || !parts.database.vectors || parts.config.ai.provider === 'none') return
  const now = parts.clock.now()
  const failures = Number(job.data.failures ?? 0)
  const wait = again[Math.min(failures, again.length - 1)] as number
  const ctx = systemContext(parts, site)
  if ((await readBudget(ctx)) === 'exhausted') return await embedLater(parts, site.id, resetsAt(now))
  try {
    const state = await embedSome(ctx)
    if (state === 'more') await embedLater(parts, site.id, now)
    if (state === 'no model') await embedLater(parts, site.id, now + wait, failures + 1)
  } catch (error) {
    if (parts.stopping.aborted) return await embedLater(parts, site.id, now, failures)
    if (!isModelFault(error)) throw error
    tell(ctx, error)
    await embedLater(parts, site.id, parts.clock.now() + wait, failures + 1)
  }
}

function tell({ parts, log, site }: Context, error: Error): void {
  if (isUnasked(parts, error)) {
    searchState(parts).delete('embedding')
    return
  }
  noteFault(parts, 'embedding', error)
  log.warn({ site: site.id, reason: error.message }, 'passages could not be embedded; trying again')
}
