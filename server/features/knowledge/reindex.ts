import type { Context, Parts } from '../../core/context.ts'
import { defineTask, nothing } from '../../core/queue.ts'
import { siteTask } from '../../core/tasks.ts'
import { findStale, lockKnowledge, recountPiece, recutDocument } from './documents.ts'
import { cutPassages } from './passages.ts'

const reindexTask = defineTask('knowledge.reindex', nothing)
const minute = 60_000

/**
 * What cuts and counts knowledge again that an earlier version of the product had learned: one document each time, in
 * transactions of a few passages. Searches find the document as it was until then; what was done stays done.
 */
export const reindexTasks = [
  siteTask(reindexTask, { retry: [1_000, 10_000, minute, 10 * minute], lane: 'work', run: recountNext }),
]

/** Has the knowledge of all sites looked at, as this version may count it in another way. */
export async function reindexAll({ sites, queue }: Parts): Promise<void> {
  for (const site of sites.ids()) await queue.add(reindexTask, site, {}, { name: 'next' })
}

async function recountNext(ctx: Context): Promise<void> {
  const document = await findStale(ctx)
  if (!document) return
  const cut = cutPassages(document.content)
  for (let isDone = false; !isDone; ) {
    // The next start goes on.
    if (ctx.parts.stopping.aborted) return
    isDone = await ctx.tx(async (tx) => {
      await lockKnowledge(tx)
      if (!(await recutDocument(tx, document, cut)) || (await recountPiece(tx, document))) return false
      await tx.enqueue(reindexTask, {}, { name: 'next' })
      return true
    })
  }
}
