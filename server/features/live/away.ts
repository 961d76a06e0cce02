import { type Away, type AwayConversation, type AwayQuery, mostCounted } from '../../../shared/inbox.ts'
import type { Context } from '../../core/context.ts'
import { knownContactJson } from '../contacts/leads/known.ts'
import type { Piece } from '../conversations/filters.ts'
import { newest } from '../conversations/reads.ts'

const day = 86_400_000
/** Conversations of each list, as many as somebody looks through who has just come back. */
const mostShown = 20
/** Events that are looked at for them: a conversation may have several. */
const mostLooked = 200
const shownCharacters = 200

/**
 * What happened on the site since then, as the log tells it: so no further back than that is kept. Counts end at 1000 and
 * lists at 20, and no more is looked at than that takes.
 */
export async function readAway(ctx: Context, query: AwayQuery): Promise<Away> {
  const kept = ctx.now() - Math.floor(ctx.parts.config.timings.eventDays * day)
  const since = Math.min(Math.max(query.since, kept), ctx.now())
  const [counts, mine, missedList] = await Promise.all([
    readCounts(ctx, since),
    readConversations(ctx, mineSince(ctx, since)),
    readConversations(ctx, missedSince(ctx, since)),
  ])
  return { since, ...counts, mine, missedList }
}

/** Events of a type since then. The type is written out, not a parameter, so that the partial index fits. */
const eventsSince = ({ sql, site }: Context, type: Piece, since: number) => sql`
  events where site = ${site.id} and type = ${type} and at >= ${since}`

/** What came of the conversation of an event `told`: that somebody took it, was given it, lost it or wrote in it. */
const handsOf = ({ sql, site }: Context) => sql`
  events e where e.data ? 'conversationId' and e.data ->> 'conversationId' = told.conversation and e.site = ${site.id}
    and (e.type = 'conversation.assigned' or (e.type = 'message.sent' and e.data ? 'author'))`

async function readCounts(
  ctx: Context,
  since: number,
): Promise<Pick<Away, 'requested' | 'answered' | 'missed' | 'closed'>> {
  const { sql } = ctx
  const count = (type: Piece) => sql`(
    select count(*)::int from (select from ${eventsSince(ctx, type, since)} limit ${mostCounted}) counted)`
  const asked = eventsSince(ctx, sql`'handover.requested'`, since)
  const [counts] = await sql<[Pick<Away, 'requested' | 'answered' | 'missed' | 'closed'>]>`
    select ${count(sql`'handover.requested'`)} as requested, ${count(sql`'handover.missed'`)} as missed,
      ${count(sql`'conversation.closed'`)} as closed, (
        select count(distinct conversation)::int
        from (select seq, data ->> 'conversationId' as conversation from ${asked} order by at desc limit ${mostCounted}) told
        where (
          select true from ${handsOf(ctx)} and e.seq > told.seq
            and (e.type = 'message.sent' or e.data ->> 'assignedTo' is not null) limit 1)
      ) as answered`
  return counts
}

/** What is mine and moved, and what was mine until it went back to the queue. */
const mineSince = (ctx: Context, since: number) => ctx.sql`
  (select id from conversations
    where site = ${ctx.site.id} and assigned_to = ${ctx.actor.id} and not spam and last_at >= ${since}
    order by last_at desc, id desc limit ${mostShown})
  union
  (select conversation from (
      select seq, data ->> 'conversationId' as conversation from ${eventsSince(ctx, ctx.sql`'conversation.assigned'`, since)}
        and data ->> 'assignedTo' is null
      order by at desc limit ${mostLooked}) told
    where (
      select coalesce(e.data ->> 'assignedTo', e.data -> 'author' ->> 'id') from ${handsOf(ctx)} and e.seq < told.seq
      order by e.seq desc limit 1) = ${ctx.actor.id})`

const missedSince = (ctx: Context, since: number) => ctx.sql`
  select conversation from (
    select data ->> 'conversationId' as conversation from ${eventsSince(ctx, ctx.sql`'handover.missed'`, since)}
    order by at desc limit ${mostLooked}) told`

const readConversations = ({ sql, site }: Context, ids: Piece) => sql<AwayConversation[]>`
  select c.id, coalesce(known.contact ->> 'name', known.contact ->> 'email') as name, left(newest.text, ${shownCharacters}) as "lastMessage",
    c.last_at as "lastAt", c.status
  from (
    select * from conversations where id = any(array(${ids})) and site = ${site.id} and not spam
    order by last_at desc, id desc limit ${mostShown}
  ) c cross join lateral (select ${knownContactJson(sql)} as contact) known left join lateral ${newest(sql)} newest on true
  order by c.last_at desc, c.id desc`
