import type { Context, Services } from '../../core/context.ts'
import { defineTask, nothing, type RunResult } from '../../core/queue.ts'
import { siteTask } from '../../core/tasks.ts'
import { findStale, lockKnowledge, recountPiece, recutDocument } from './documents.ts'
import { cutPassages } from './passages.ts'

const reindexTask = defineTask('knowledge.reindex', nothing)
const minute = 60_000

/**
 * Recuts and recounts knowledge that an earlier version had learned: one document per run, in transactions of a few
 * passages. Searches find the old form until then, and completed work is kept.
 */
export const reindexTasks = [
  siteTask(reindexTask, { retry: [1_000, 10_000, minute, 10 * minute], lane: 'work', run: recountNext }),
]

/** Checks the knowledge of all sites, because this version may count it differently. */
export async function reindexAll({ sites, queue }: Services): Promise<void> {
  for (const site of sites.ids()) await queue.add(reindexTask, site, {}, { name: 'next' })
}

async function recountNext(ctx: Context): Promise<RunResult> {
  const document = await findStale(ctx)
  if (!document) return
  const cut = cutPassages(document.content)
  for (let isDone = false; !isDone; ) {
    ctx.signal.throwIfAborted()
    isDone = await ctx.tx(async (tx) => {
      await lockKnowledge(tx)
      return (await recutDocument(tx, document, cut)) && !(await recountPiece(tx, document))
    })
  }
  return 'again'
}
