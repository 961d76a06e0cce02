import type { Context } from '../../core/context.ts'
import { siteTask } from '../../core/tasks.ts'
import { lockKnowledge, sweepPiece, sweepTask } from './documents.ts'

const minute = 60_000

/** Removes deleted documents in pieces, so that nobody waits for a long one. */
export const knowledgeTasks = [
  siteTask(sweepTask, { retry: [1_000, 10_000, minute, 10 * minute], lane: 'work', run: sweep }),
]

function sweep(ctx: Context): Promise<void> {
  return ctx.tx(async (tx) => {
    await lockKnowledge(tx)
    if (await sweepPiece(tx)) await tx.enqueue(sweepTask, {}, { name: 'next' })
  })
}
