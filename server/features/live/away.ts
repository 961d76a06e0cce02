import { type Away, type AwayConversation, type AwayQuery, maxCounted } from '../../../shared/inbox.ts'
import type { Context } from '../../core/context.ts'
import { knownContactJson } from '../contacts/leads/known.ts'
import type { Piece } from '../conversations/filters.ts'
import { newest, newestOfVisitor } from '../conversations/reads.ts'

const day = 86_400_000
/** The number of conversations per list that somebody reads when they return. */
const maxShown = 20
/** The number of events to scan for them, because a conversation may have several. */
const maxScanned = 200
const shownCharacters = 200

/**
 * What happened on the site since a time, from the event log, so no further back than the log reaches. Counts stop at
 * 1000 and lists at 20, and no more events are read than needed.
 */
export async function readAway(ctx: Context, query: AwayQuery): Promise<Away> {
  const kept = ctx.now() - Math.floor(ctx.services.config.timings.eventDays * day)
  const since = Math.min(Math.max(query.since, kept), ctx.now())
  const [counts, mine, missedList] = await Promise.all([
    readCounts(ctx, since),
    readConversations(ctx, mineSince(ctx, since)),
    readConversations(ctx, missedSince(ctx, since)),
  ])
  return { since, ...counts, mine, missedList }
}

/** Events of a type since then. The type is a literal, not a parameter, so that the partial index is used. */
const eventsSince = ({ sql, site }: Context, type: Piece, since: number) => sql`
  events where site = ${site.id} and type = ${type} and at >= ${since}`

/**
 * Later events of the same conversation: somebody took it over, it was assigned or unassigned, or somebody wrote in it.
 */
const laterAssignments = ({ sql, site }: Context) => sql`
  events e where e.data ? 'conversationId' and e.data ->> 'conversationId' = listed.conversation and e.site = ${site.id}
    and (e.type = 'conversation.assigned' or (e.type = 'message.sent' and e.data ? 'author'))`

async function readCounts(
  ctx: Context,
  since: number,
): Promise<Pick<Away, 'requested' | 'answered' | 'missed' | 'closed'>> {
  const { sql } = ctx
  const count = (type: Piece) => sql`(
    select count(*)::int from (select from ${eventsSince(ctx, type, since)} limit ${maxCounted}) counted)`
  const asked = eventsSince(ctx, sql`'handover.requested'`, since)
  const [counts] = await sql<[Pick<Away, 'requested' | 'answered' | 'missed' | 'closed'>]>`
    select ${count(sql`'handover.requested'`)} as requested, ${count(sql`'handover.missed'`)} as missed,
      ${count(sql`'conversation.closed'`)} as closed, (
        select count(distinct conversation)::int
        from (select seq, data ->> 'conversationId' as conversation from ${asked} order by at desc limit ${maxCounted}) listed
        where (
          select true from ${laterAssignments(ctx)} and e.seq > listed.seq
            and (e.type = 'message.sent' or e.data ->> 'assignedTo' is not null) limit 1)
      ) as answered`
  return counts
}

/** Conversations assigned to me that changed, and those that were mine until they returned to the queue. */
const mineSince = (ctx: Context, since: number) => ctx.sql`
  (select id from conversations
    where site = ${ctx.site.id} and assigned_to = ${ctx.actor.id} and not spam and last_at >= ${since}
    order by last_at desc, id desc limit ${maxShown})
  union
  (select conversation from (
      select seq, data ->> 'conversationId' as conversation from ${eventsSince(ctx, ctx.sql`'conversation.assigned'`, since)}
        and data ->> 'assignedTo' is null
      order by at desc limit ${maxScanned}) listed
    where (
      select coalesce(e.data ->> 'assignedTo', e.data -> 'author' ->> 'id') from ${laterAssignments(ctx)} and e.seq < listed.seq
      order by e.seq desc limit 1) = ${ctx.actor.id})`

const missedSince = (ctx: Context, since: number) => ctx.sql`
  select conversation from (
    select data ->> 'conversationId' as conversation from ${eventsSince(ctx, ctx.sql`'handover.missed'`, since)}
    order by at desc limit ${maxScanned}) listed`

const readConversations = ({ sql, site }: Context, ids: Piece) => sql<AwayConversation[]>`
  select c.id, coalesce(known.contact ->> 'name', known.contact ->> 'email') as name, left(newest.text, ${shownCharacters}) as "lastMessage",
    left(${newestOfVisitor(sql)}, ${shownCharacters}) as "lastVisitorMessage", c.last_at as "lastAt", c.status
  from (
    select * from conversations where id = any(array(${ids})) and site = ${site.id} and not spam
    order by last_at desc, id desc limit ${maxShown}
  ) c cross join lateral (select ${knownContactJson(sql)} as contact) known left join lateral ${newest(sql)} newest on true
  order by c.last_at desc, c.id desc`
