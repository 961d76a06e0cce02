import type { Context, Tx } from '../../core/context.ts'
import { quotaExceeded } from '../../core/error.ts'
import { dayOf, resetsAt } from '../assistant/usage.ts'

/** Refuses a message over the conversation's cap. There is no time after which it would be taken: start a new one. */
export function refuseOverConversationCap(ctx: Context, sent: number): void {
  const { limits, sessionTtlHours } = ctx.site.settings.security
  if (sent < limits.messagesPerSession) return
  throw quotaExceeded(
    'This conversation has as many messages as it may have. Start a new one.',
    'conversation_full',
    sessionTtlHours * 3600,
  )
}

/**
 * Counts one message of a visitor for the site's day; refuses it at the cap. The database compares and counts in one
 * statement, so that the cap is exact over all servers. It holds the day's row to the commit: call it last.
 */
export async function countForDay(tx: Tx): Promise<void> {
  const now = tx.now()
  const cap = tx.site.settings.security.limits.messagesPerSitePerDay
  const counted = await tx.sql`
    insert into usage_days as counted (site, day, messages)
    select ${tx.site.id}, ${dayOf(now)}, 1 where ${cap}::integer > 0
    on conflict (site, day) do update set messages = counted.messages + 1 where counted.messages < ${cap}::integer`
  if (counted.count > 0) return
  const seconds = Math.ceil((resetsAt(now) - now) / 1000)
  throw quotaExceeded('The messages of this day are used up. Try again tomorrow.', 'daily_messages_used', seconds)
}
