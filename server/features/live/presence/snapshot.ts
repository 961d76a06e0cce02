import type { Parts } from '../../../core/context.ts'
import type { Moment } from '../../../core/moments.ts'
import { systemContext } from '../../../core/transaction.ts'
import { availablePeople } from '../availability/people.ts'
import { readQueue } from '../availability/queue.ts'
import { viewersOf } from './viewers.ts'

const mostConversations = 100

/** What is of the moment, for a dashboard that has just connected: who is available, who looks at what, who waits. */
export async function presentMoments(parts: Parts, id: string): Promise<Moment[]> {
  const site = await parts.sites.find(id)
  if (!site) return []
  const ctx = systemContext(parts, site)
  const at = ctx.now()
  const [people, { summary }, shown] = await Promise.all([
    availablePeople(ctx),
    readQueue(ctx),
    ctx.sql<{ viewing: string }[]>`
      select distinct viewing from presence where site = ${id} and viewing is not null and until > ${at}
      order by viewing limit ${mostConversations}`,
  ])
  const viewers = await Promise.all(shown.map(({ viewing }) => viewersOf(ctx, viewing)))
  return [
    ...people.map((person) => ({
      site: id,
      type: 'presence.changed' as const,
      data: { ...person, available: true },
      at,
    })),
    ...viewers.map((data) => ({ site: id, type: 'viewers.changed' as const, data, at })),
    // Who has just connected takes it that nobody waits.
    ...(summary.unassigned + summary.waiting > 0
      ? [{ site: id, type: 'queue.changed' as const, data: summary, at }]
      : []),
  ]
}
