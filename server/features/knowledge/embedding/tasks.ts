import type { Context, Services } from '../../../core/context.ts'
import { defineTask, nothing, type RunResult } from '../../../core/queue.ts'
import { siteTask } from '../../../core/tasks.ts'
import { readBudget, resetsAt } from '../../usage.ts'
import { embedSome } from './passages.ts'
import { isModelFault, isUnasked, recordFault, recordSuccess } from './search-health.ts'

/** Creates missing vectors for a site's passages. At most one task per site waits, named `next`. */
export const embedTask = defineTask('knowledge.embed', nothing)

const minute = 60_000
/** A model that is absent or fails is tried again and again. Until then, passages are found by keywords. */
const retryModel = minute

export const embeddingTasks = [
  siteTask(embedTask, { retry: [10_000, minute, 10 * minute], lane: 'models', run: embedSite }),
]

/** Checks all sites, because the model may have changed. */
export async function embedAll(services: Services): Promise<void> {
  if (!services.database.vectors || services.config.ai.provider === 'none') return
  for (const site of services.sites.ids()) await embedLater(services, site)
}

/** Schedules the embedding of a site's passages. */
export const embedLater = ({ queue }: Services, site: string): Promise<void> =>
  queue.add(embedTask, site, {}, { name: 'next' })

async function embedSite(ctx: Context): Promise<RunResult> {
  const { services, now } = ctx
  if (!services.database.vectors || services.config.ai.provider === 'none') return
  if ((await readBudget(ctx)) === 'exhausted') return { at: resetsAt(now()) }
  try {
    const state = await embedSome(ctx)
    if (state === 'more') return 'again'
    return state === 'no model' ? { at: now() + retryModel } : undefined
  } catch (error) {
    if (ctx.signal.aborted || !isModelFault(error)) throw error
    logFailure(ctx, error)
    return { at: now() + retryModel }
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
