import { z } from 'zod'
import type { Context, Parts } from '../../../core/context.ts'
import { defineTask } from '../../../core/queue.ts'
import { siteTask } from '../../../core/tasks.ts'
import { readBudget, resetsAt } from '../../assistant/usage.ts'
import { embedSome } from './passages.ts'
import { isModelFault, isUnasked, noteFault, noteSuccess } from './state.ts'

/** Makes what vectors are missing for a site's passages. One is waiting for a site at any time, called `next`. */
export const embedTask = defineTask('knowledge.embed', z.object({ failures: z.number().default(0) }))

const minute = 60_000
/** How long after each failure the model is asked again, the last over and over. */
const again = [10_000, minute, 5 * minute, 15 * minute]

export const embeddingTasks = [
  siteTask(embedTask, {
    retry: [10_000, minute, 10 * minute],
    lane: 'work',
    run: (ctx, { failures }) => embedSite(ctx, failures),
  }),
]

/** Has all sites looked at, as the model may be another one than before. */
export async function embedAll(parts: Parts): Promise<void> {
  if (!parts.database.vectors || parts.config.ai.provider === 'none') return
  for (const site of parts.sites.ids()) await embedLater(parts, site, parts.clock.now())
}

/** Has one site's passages looked at. */
export const embedLater = ({ queue }: Parts, site: string, at: number, failures = 0): Promise<void> =>
  queue.add(embedTask, site, { failures }, { name: 'next', at })

/** An absent model is waited for, however long it takes: what it will embed can be found by words meanwhile. */
async function embedSite(ctx: Context, failures: number): Promise<void> {
  const { parts, site } = ctx
  if (!parts.database.vectors || parts.config.ai.provider === 'none') return
  const now = parts.clock.now()
  const wait = again[Math.min(failures, again.length - 1)] as number
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
    noteSuccess(parts, 'embedding')
    return
  }
  noteFault(parts, 'embedding', error)
  log.warn({ site: site.id, reason: error.message }, 'passages could not be embedded; trying again')
}
