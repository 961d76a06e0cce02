import type { Context } from '../../../core/context.ts'
import { Refusal } from '../../../core/error.ts'
import { defineTask, nothing } from '../../../core/queue.ts'
import { serverTask } from '../../../core/tasks.ts'
import { systemContext } from '../../../core/transaction.ts'
import { startCrawl } from './runs.ts'

const hour = 3_600_000
const day = 24 * hour
const every = { daily: day, weekly: 7 * day, monthly: 30 * day }

/** Begins, every hour, to learn the websites whose time has come. */
export const crawlSchedule = serverTask(defineTask('knowledge.crawl.schedule', nothing), {
  retry: [60_000, hour],
  every: hour,
  async run(parts) {
    for (const site of await parts.sites.all()) await startWhenDue(systemContext(parts, site))
  },
})

async function startWhenDue(ctx: Context): Promise<void> {
  const { sql, site } = ctx
  const { schedule } = site.settings.crawl
  if (schedule === 'off' || site.settings.website === '') return
  const [last] = await sql<{ at: number | null }[]>`
    select max(created_at) as at from crawl_runs where site = ${site.id} and follows`
  // It is looked at once an hour, so what is due within the half of one is taken with it.
  if ((last?.at ?? 0) + every[schedule] - hour / 2 > ctx.now()) return
  try {
    await startCrawl(ctx, {}, 'schedule')
  } catch (error) {
    // One is at work, or the address in the settings is none.
    if (!(error instanceof Refusal)) throw error
    ctx.log.info({ site: site.id, reason: error.message }, 'a website was not learned on time')
  }
}
