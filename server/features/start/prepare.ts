import type { Parts } from '../../core/context.ts'
import { ensureOwner } from '../accounts/accounts.ts'
import { scheduleCrawls } from '../crawl/schedule.ts'
import { learnDemo } from '../demo/learn.ts'
import { embedAll } from '../embedding/jobs.ts'
import { reindexAll } from '../knowledge/reindex.ts'
import { scheduleAddingUp } from '../overview/fold.ts'
import { scheduleRetention } from '../retention/jobs.ts'

/** What a server sees to before it is ready: the owner's account, the hourly clean-up, what websites are learned and when,
 * and what of the knowledge is to be counted again or embedded. */
export async function prepare(parts: Parts): Promise<void> {
  await ensureOwner(parts)
  await scheduleRetention(parts, parts.clock.now())
  await scheduleAddingUp(parts, parts.clock.now())
  await learnDemo(parts)
  await reindexAll(parts)
  await embedAll(parts)
  await scheduleCrawls(parts, parts.clock.now())
}
