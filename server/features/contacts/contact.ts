import type { LeadDetail } from '../../../shared/lead-detail.ts'
import type { Context } from '../../core/context.ts'
import { notFound } from '../../core/error.ts'
import { noteJson } from '../conversations/notes.ts'
import { findRefusal } from '../notifications/visitor/addresses.ts'
import { callbackColumns } from './callbacks.ts'
import { type LeadRow, toLeadSingle } from './leads/leads.ts'
import { tagsOf } from './tags.ts'

const maxRecords = 500

type Lists = Pick<LeadDetail, 'tags' | 'conversations' | 'teamNotes' | 'callbacks'>

/**
 * A contact with its conversations and callbacks, newest first, and the team's notes on it and in its conversations,
 * oldest first; at most the newest 500 of each. Uses one query. Callbacks from unverified chats are excluded, because
 * the number may be a stranger's.
 */
export async function getContact(ctx: Context, { id }: { id: string }): Promise<LeadDetail> {
  const { sql } = ctx
  const [whole] = await sql<({ lead: LeadRow } & Lists)[]>`
    with talks as materialized (
      select * from conversations where lead_id = ${id} and site = ${ctx.site.id}
      order by last_at desc, id desc limit ${maxRecords}
    )
    select row_to_json(leads) as lead, ${tagsOf(sql, sql`leads.id`)} as tags, ${talks(ctx)} as conversations, ${teamNotes(ctx, id)} as "teamNotes",
      ${callbacks(ctx, id)} as callbacks
    from leads where id = ${id} and site = ${ctx.site.id}`
  if (!whole) throw notFound('contact')
  const { lead, tags, ...lists } = whole
  return { ...toLeadSingle(lead, tags), ...lists, emailRefusal: await findRefusal(ctx, lead.email) }
}

const talks = ({ sql }: Context) => sql`(
  select coalesce(json_agg(json_build_object('id', id, 'startedAt', started_at, 'lastAt', last_at, 'pageUrl', page_url,
      'firstMessage', first_message, 'leadVerified', lead_proof is not null, 'messageCount', message_count, 'summary', summary, 'intent', intent,
      'channel', channel, 'status', status, 'assignedTo', assigned_to, 'assignedName', assigned_name,
      'attributes', attributes, 'labels', (
        select coalesce(json_agg(json_build_object('id', l.id, 'name', l.name, 'color', l.color)
          order by lower(l.name collate "und-x-icu")), '[]')
        from conversation_labels on_it join labels l on l.id = on_it.label_id where on_it.conversation_id = talks.id)
    ) order by last_at desc, id desc), '[]') from talks)`

/** A union, so that notes on the contact and in its conversations each use their index. */
const teamNotes = ({ sql }: Context, id: string) => sql`(
  select coalesce(json_agg(${noteJson(sql, sql`${id}::text`)} order by n.created_at, n.id), '[]')
  from (
    select * from (
      select * from notes where lead_id = ${id} and conversation_id is null
      union all select * from notes where conversation_id = any(array(select id from talks))
    ) found order by created_at desc, id desc limit ${maxRecords}
  ) n)`

const callbacks = ({ sql }: Context, id: string) => sql`(
  select coalesce(json_agg(b order by b."requestedAt" desc, b.id desc), '[]')
  from (
    select ${callbackColumns(sql)} from (
      select * from callbacks where lead_id = ${id}
      union select * from callbacks where conversation_id = any(array(select id from talks where lead_proof is not null))
    ) b order by b.requested_at desc, b.id desc limit ${maxRecords}
  ) b)`
