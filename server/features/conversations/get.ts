import type { Callback } from '../../../shared/callback.ts'
import type { ContactTag } from '../../../shared/contact-tag.ts'
import type { ConversationAnswer } from '../../../shared/conversation.ts'
import type { ConversationLabel } from '../../../shared/label.ts'
import type { Note } from '../../../shared/note.ts'
import type { Context } from '../../core/context.ts'
import { notFound } from '../../core/error.ts'
import type { Sql } from '../../database/database.ts'
import { callbackColumns } from '../contacts/callbacks.ts'
import { type LeadRow, toLeadSingle } from '../contacts/leads/leads.ts'
import { tagsOf } from '../contacts/tags.ts'
import { presenceUntil } from '../live/presence/visitor-lease.ts'
import { findRefusal } from '../notifications/visitor/addresses.ts'
import { addressIn } from '../notifications/visitor/visitor-email.ts'
import { type ConversationRow, toDetail } from './conversation.ts'
import { type ToldMessage, toStoredMessage } from './messages.ts'
import { noteJson } from './notes.ts'

/** The maximum number of messages returned. The oldest ones beyond it are left out. */
const maxMessages = 5_000
const maxRecords = 500

type Whole = {
  conversation: ConversationRow
  /** How long the visitor's page counts as open; null unless the chat is live. */
  open_until: number | null
  /** Whether the site emails replies to visitors. */
  emails: boolean
  lead: LeadRow | null
  tags: ContactTag[]
  messages: ToldMessage[]
} & Pick<ConversationAnswer, 'summary' | 'callbacks' | 'labels' | 'notes'>

/** Returns a conversation with its contact, callbacks, labels, notes and messages, in one query. */
export async function getConversation(ctx: Context, { id }: { id: string }): Promise<ConversationAnswer> {
  const whole = await findWhole(ctx, id)
  if (!whole) throw notFound('conversation')
  const { conversation, open_until: until, lead } = whole
  const to = whole.emails && conversation.channel === 'widget' ? addressIn(conversation, lead) : null
  return {
    conversation: {
      ...toDetail(ctx, conversation, whole.messages),
      visitor_presence: until === null ? null : presenceUntil(until, ctx.now()),
      email_replies: to === null ? null : { to, refusal: await findRefusal(ctx, to) },
    },
    summary: whole.summary,
    lead: lead && toLeadSingle(lead, whole.tags),
    callbacks: whole.callbacks satisfies Callback[],
    labels: whole.labels satisfies ConversationLabel[],
    notes: whole.notes satisfies Note[],
    messages: whole.messages.map(toStoredMessage),
  }
}

/** A row `s` of `summaries` with its conversation `c`, as the API returns it. */
const summaryJson = (sql: Sql) => sql`
  json_build_object('summary', c.summary, 'intent', c.intent, 'sentiment', s.sentiment, 'leadQuality', s.lead_quality,
    'outcome', s.outcome, 'topics', s.topics, 'unanswered', s.unanswered, 'followUp', s.follow_up,
    'lead', json_build_object('name', s.lead_name, 'phone', s.lead_phone), 'by', s.written_by, 'at', s.at)`

/**
 * Names the columns of messages, because their texts are stored once more for the search. The subqueries sort, because
 * to sort in an aggregate costs Postgres more, even if there is nothing to sort.
 */
async function findWhole({ sql, site }: Context, id: string): Promise<Whole | undefined> {
  const [whole] = await sql<Whole[]>`
    select row_to_json(c) as conversation,
      (select until from visitor_presence v where v.conversation_id = c.id and c.status = 'live') as open_until,
      exists (select from email_services e where e.site = c.site and e.enabled and e.to_visitors) as emails,
      (select ${summaryJson(sql)} from summaries s where s.conversation_id = c.id) as summary,
      (select row_to_json(leads) from leads where leads.id = c.lead_id) as lead,
      case when c.lead_id is null then '[]' else ${tagsOf(sql, sql`c.lead_id`)} end as tags,
      (select coalesce(json_agg(b), '[]')
        from (select ${callbackColumns(sql)} from callbacks b where conversation_id = c.id
          order by requested_at desc, id desc limit ${maxRecords}) b) as callbacks,
      (select coalesce(jsonb_agg(to_jsonb(l) || jsonb_build_object('addedBy', cl.added_by, 'addedAt', cl.added_at)
          order by lower(l.name collate "und-x-icu")), '[]')
        from conversation_labels cl join labels l on l.id = cl.label_id where cl.conversation_id = c.id) as labels,
      (select coalesce(json_agg(${noteJson(sql, sql`c.lead_id`)}), '[]')
        from (select * from notes where conversation_id = c.id order by created_at desc, id desc limit ${maxRecords}) n) as notes,
      (select coalesce(json_agg(m), '[]')
        from (select seq, id, ts, role, type, content, text, meta, payload, feedback, author, client_message_id,
            delivered_at, seen_at, sources, trace_id, file
          from messages where conversation_id = c.id order by seq desc limit ${maxMessages}) m) as messages
    from conversations c where c.id = ${id} and c.site = ${site.id}`
  if (!whole) return undefined
  // They come newest first.
  for (const list of [whole.callbacks, whole.notes, whole.messages]) list.reverse()
  return whole
}
