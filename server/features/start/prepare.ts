import type { Parts } from '../../core/context.ts'
import { ensureOwner } from '../accounts/accounts.ts'
import { learnDemo } from '../demo/learn.ts'
import { embedAll } from '../knowledge/embedding/tasks.ts'
import { reindexAll } from '../knowledge/reindex.ts'

/** What a server sees to before it is ready: the owner's account, and what of the knowledge is to be learned, counted or embedded. */
export async function prepare(parts: Parts): Promise<void> {
  await ensureOwner(parts)
  await learnDemo(parts)
  await reindexAll(parts)
  await embedAll(parts)
}
