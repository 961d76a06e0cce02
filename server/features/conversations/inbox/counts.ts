import { type ConversationCounts, mostCounted } from '../../../../shared/inbox.ts'
import { mostLabels } from '../../../../shared/label.ts'
import type { Context } from '../../../core/context.ts'
import { eventId } from '../../../core/events.ts'
import type { Piece } from '../course.ts'

/** How many conversations each list of the inbox holds, in one query that looks at no more than it may count. */
export async function countConversations(ctx: Context): Promise<ConversationCounts> {
  const { sql, site, actor } = ctx
  const count = (condition: Piece) => sql`(
    select count(*)::int from (
      select from conversations where site = ${site.id} and ${condition} limit ${mostCounted}) counted)`
  const [{ seq, ...counts }] = await sql<[Omit<ConversationCounts, 'asOf'> & { seq: number }]>`
    select ${count(sql`not spam and waiting_since is not null`)} as waiting,
      ${count(sql`not spam and status = 'live' and assigned_to = ${actor.id}`)} as mine,
      ${count(sql`not spam and status = 'live' and assigned_to is null`)} as unassigned,
      ${count(sql`not spam and status = 'bot'`)} as assistant,
      ${count(sql`not spam and status = 'closed'`)} as closed,
      ${count(sql`not spam`)} as all,
      ${count(sql`spam`)} as spam,
      ${countLabels(ctx)} as labels, coalesce((select max(seq) from events), 0) as seq`
  return { ...counts, asOf: eventId(seq) }
}

const countLabels = ({ sql, site }: Context) => sql`(
  select coalesce(json_object_agg(l.id, (
    select count(*) from (
      select from conversation_labels where label_id = l.id and not spam limit ${mostCounted}) counted)), '{}')
  from (select id from labels where site = ${site.id} limit ${mostLabels}) l)`
