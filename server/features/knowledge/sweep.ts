import type { Context } from '../../core/context.ts'
import type { RunResult } from '../../core/queue.ts'
import { siteTask } from '../../core/tasks.ts'
import { lockKnowledge, sweepPiece, sweepTask } from './documents.ts'

const minute = 60_000

/** Removes deleted documents in pieces, so that nobody waits for a long one. */
export const knowledgeTasks = [
  siteTask(sweepTask, { retry: [1_000, 10_000, minute, 10 * minute], lane: 'work', run: sweep }),
]

function sweep(ctx: Context): Promise<RunResult> {
  return ctx.tx(async (tx) => {
    await lockKnowledge(tx)
    return (await sweepPiece(tx)) ? 'again' : undefined
  })
}
