import type { Context, Tx } from '../../core/context.ts'
import { quotaExceeded } from '../../core/error.ts'
import { dayOf, resetsAt } from '../usage.ts'

/** Refuses a message over the conversation's cap. The cap never resets: the visitor has to start another conversation. */
export function refuseOverConversationCap(ctx: Context, sent: number): void {
  const { limits, sessionTtlHours } = ctx.site.settings.security
  if (sent < limits.messagesPerSession) return
  throw quotaExceeded(
    'This conversation has reached its message limit. Start a new one.',
    'conversation_full',
    sessionTtlHours * 3600,
  )
}

/**
 * Counts a visitor's message against the site's daily cap, and refuses it at the cap. One statement compares and
 * counts, so the cap is exact over all servers. It locks the day's row until the commit, so call it last.
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
  throw quotaExceeded(
    'The daily message limit of this site is reached. Try again tomorrow.',
    'daily_messages_used',
    seconds,
  )
}
