import type { Parts } from '../../core/context.ts'
import type { JobHandler } from '../../core/jobs.ts'
import { systemContext } from '../../core/transaction.ts'
import { lockKnowledge, sweepJob, sweepPiece } from './documents.ts'

const minute = 60_000

/** What takes away documents that are gone: a piece each time, so that nobody waits for a long one. */
export const knowledgeJobs = (parts: Parts): Record<string, JobHandler> => ({
  [sweepJob]: { retry: [1_000, 10_000, minute, 10 * minute], lane: 'work', run: ({ site }) => sweep(parts, site) },
})

async function sweep(parts: Parts, id: string): Promise<void> {
  const site = await parts.sites.find(id)
  if (!site) return
  await systemContext(parts, site).tx(async (tx) => {
    await lockKnowledge(tx)
    if (await sweepPiece(tx)) await tx.enqueue(sweepJob, {}, { name: 'next' })
  })
}
