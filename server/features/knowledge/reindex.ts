import type { Parts } from '../../core/context.ts'
import { enqueue, type JobHandler } from '../../core/jobs.ts'
import { systemContext } from '../../core/transaction.ts'
import { findStale, lockKnowledge, recountPiece, recutDocument } from './documents.ts'
import { cutPassages } from './passages.ts'

const reindexJob = 'knowledge.reindex'
const minute = 60_000

/**
 * What cuts and counts knowledge again that an earlier version of the product had learned: one document each time, in
 * transactions of a few passages. Searches find the document as it was until then; what was done stays done.
 */
export const reindexJobs = (parts: Parts): Record<string, JobHandler> => ({
  [reindexJob]: { retry: [1_000, 10_000, minute, 10 * minute], lane: 'work', run: ({ site }) => run(parts, site) },
})

/** Has the knowledge of all sites looked at, as this version may count it in another way. */
export async function reindexAll({ database, sites, clock, queue }: Parts): Promise<void> {
  for (const site of sites.ids())
    await enqueue(database.sql, { type: reindexJob, site, name: 'next', data: {}, at: clock.now() })
  queue.poke()
}

async function run(parts: Parts, id: string): Promise<void> {
  const site = await parts.sites.find(id)
  if (!site) return
  const ctx = systemContext(parts, site)
  const document = await findStale(ctx)
  if (!document) return
  const cut = cutPassages(document.content)
  for (let isDone = false; !isDone; ) {
    // The next start goes on.
    if (parts.stopping.aborted) return
    isDone = await ctx.tx(async (tx) => {
      await lockKnowledge(tx)
      if (!(await recutDocument(tx, document, cut)) || (await recountPiece(tx, document))) return false
      await tx.enqueue(reindexJob, {}, { name: 'next' })
      return true
    })
  }
}
