import { z } from 'zod'
import type { Context, Services } from '../../../core/context.ts'
import { defineTask } from '../../../core/queue.ts'
import { siteTask } from '../../../core/tasks.ts'
import { readBudget, resetsAt } from '../../assistant/usage.ts'
import { embedSome } from './passages.ts'
import { isModelFault, isUnasked, recordFault, recordSuccess } from './search-health.ts'

/** Creates missing vectors for a site's passages. At most one task per site waits, named `next`. */
export const embedTask = defineTask('knowledge.embed', z.object({ failures: z.number().default(0) }))

const minute = 60_000
/** Delays before retrying after failures; the last one repeats. */
const retries = [10_000, minute, 5 * minute, 15 * minute]

export const embeddingTasks = [
  siteTask(embedTask, {
    retry: [10_000, minute, 10 * minute],
    lane: 'work',
    run: (ctx, { failures }) => embedSite(ctx, failures),
  }),
]

/** Checks all sites, because the model may have changed. */
export async function embedAll(services: Services): Promise<void> {
  if (!services.database.vectors || services.config.ai.provider === 'none') return
  for (const site of services.sites.ids()) await embedLater(services, site, services.clock.now())
}

/** Schedules the embedding of a site's passages. */
export const embedLater = ({ queue }: Services, site: string, at: number, failures = 0): Promise<void> =>
  queue.add(embedTask, site, { failures }, { name: 'next', at })

/** An absent model is retried forever. Until then, its passages can be found by keywords. */
async function embedSite(ctx: Context, failures: number): Promise<void> {
  const { services, site } = ctx
  if (!services.database.vectors || services.config.ai.provider === 'none') return
  const now = services.clock.now()
  const wait = retries[Math.min(failures, retries.length - 1)] as number
  if ((await readBudget(ctx)) === 'exhausted') return await embedLater(services, site.id, resetsAt(now))
  try {
    const state = await embedSome(ctx)
    if (state === 'more') await embedLater(services, site.id, now)
    if (state === 'no model') await embedLater(services, site.id, now + wait, failures + 1)
  } catch (error) {
    if (services.stopping.aborted) return await embedLater(services, site.id, now, failures)
    if (!isModelFault(error)) throw error
    logFailure(ctx, error)
    await embedLater(services, site.id, services.clock.now() + wait, failures + 1)
  }
}

function logFailure({ services, log, site }: Context, error: Error): void {
  if (isUnasked(services, error)) {
    recordSuccess(services, 'embedding')
    return
  }
  recordFault(services, 'embedding', error)
  log.warn({ site: site.id, reason: error.message }, 'could not embed passages; retrying')
}
