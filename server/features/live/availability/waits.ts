import type { Context } from '../../../core/context.ts'

const mostLooked = 20
const fewest = 3
const daysBack = 7
const day = 86_400_000

/**
 * How long visitors waited for a person lately, in milliseconds: the median of the last that were answered. Null where too
 * few were.
 */
export async function medianWait({ sql, site, now }: Context): Promise<number | null> {
  const [{ median, count }] = await sql<[{ median: number | null; count: number }]>`
    select percentile_cont(0.5) within group (order by (came.at - asked.at)::double precision) as median, count(*)::int as count
    from (
      select data ->> 'conversationId' as id, seq, at from events
      where site = ${site.id} and type = 'handover.requested' and at > ${now() - daysBack * day}
      order by seq desc limit ${mostLooked}) asked,
    lateral (
      select type, at from events
      where data ? 'conversationId' and data ->> 'conversationId' = asked.id and seq > asked.seq
        and (type in ('handover.missed', 'conversation.closed', 'handover.ended')
          or type = 'conversation.assigned' and data ->> 'assignedTo' is not null
          or type = 'message.sent' and data ? 'author')
      order by seq limit 1) came
    where came.type in ('conversation.assigned', 'message.sent')`
  return count < fewest ? null : median
}
