import type { Parts } from '../../core/context.ts'
import { ensureOwner } from '../accounts/accounts.ts'
import { learnDemo } from '../demo/learn.ts'
import { scheduleRetention } from '../retention/jobs.ts'

/** What a server sees to before it is ready: the owner's account, the demo's knowledge, the hourly clean-up. */
export async function prepare(parts: Parts): Promise<void> {
  await ensureOwner(parts)
  await scheduleRetention(parts, parts.clock.now())
  await learnDemo(parts)
}
