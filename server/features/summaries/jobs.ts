import type { Context, Parts } from '../../core/context.ts'
import { enqueue, type Job, type JobHandler } from '../../core/jobs.ts'
import { systemContext } from '../../core/transaction.ts'
import { completeJob } from '../conversations/quiet.ts'
import { completeConversation } from './complete.ts'

const minute = 60_000
const hour = 60 * minute
const retry = [1_000, 5_000, 30_000, minute, 5 * minute, 30 * minute, ...Array<number>(48).fill(hour)]

/** What becomes of conversations that went quiet. */
export const summaryJobs = (parts: Parts): Record<string, JobHandler> => ({
  [completeJob]: { retry, lane: 'models', run: (job) => complete(parts, job) },
})

async function complete(parts: Parts, { site: id, data }: Job): Promise<void> {
  const site = await parts.sites.find(id)
  if (!site) return
  const ctx: Context = { ...systemContext(parts, site), signal: parts.stopping }
  const conversationId = String(data.conversationId)
  const closedAt = data.closedAt === undefined ? null : Number(data.closedAt)
  try {
    await completeConversation(ctx, conversationId, closedAt)
  } catch (error) {
    // A server that stops gives up what its model writes: that is no failed try.
    if (!parts.stopping.aborted) throw error
    await enqueue(ctx.sql, { type: completeJob, site: id, data, at: ctx.now(), name: conversationId, again: true })
  }
}
