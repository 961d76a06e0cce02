import type { Channel, ChatRating, ConversationDetail, ConversationStatus } from '../../../shared/conversation.ts'
import { inRanges } from '../../core/address.ts'
import type { Context, Tx } from '../../core/context.ts'
import type { Sql } from '../../database/database.ts'
import { isLeadVerified, type LeadLink } from '../contacts/leads/known.ts'
import type { MessageRow } from './messages.ts'

/** A conversation before a person closed it or handed it back. */
export type Undo = Pick<
  ConversationRow,
  | 'status'
  | 'closed_at'
  | 'assigned_to'
  | 'assigned_name'
  | 'waiting_since'
  | 'missed_open'
  | 'snoozed_at'
  | 'snoozed_until'
> & {
  /** The status since then. With another one, the conversation has gone on. */
  to: ConversationStatus
  /** The message that tells the visitor; null if there is none. */
  notice: string | null
}

export type ConversationRow = LeadLink & {
  id: string
  site: string
  channel: Channel
  status: ConversationStatus
  started_at: number
  last_at: number
  page_url: string | null
  page_title: string | null
  referrer: string | null
  utm: string | null
  locale: string | null
  timezone: string | null
  country: string | null
  first_message: string | null
  message_count: number
  visitor_count: number
  summary: string | null
  intent: string | null
  summarized_at: number | null
  completed_at: number | null
  /** The visitor's number of messages when it was completed. */
  completed_count: number
  ended_at: number | null
  closed_at: number | null
  assigned_to: string | null
  assigned_name: string | null
  handover_at: number | null
  waiting_since: number | null
  /** Whether the visitor asked for a person, and whether nobody answered in time. */
  asked_person: boolean
  missed_person: boolean
  /** When nobody answered in time; it is a missed chat while `missed_open`. */
  missed_at: number | null
  missed_open: boolean
  page_attributes: Record<string, string> | null
  /** The address at which the visitor wants a written answer. */
  reply_email: string | null
  rating: 1 | -1 | null
  rating_comment: string | null
  rated_at: number | null
  /** Since when it is snoozed, and until when; without an end until the visitor writes. */
  snoozed_at: number | null
  snoozed_until: number | null
  /** How to undo that a person closed it or handed it back. */
  undo: Undo | null
  /** When a person took over; null again after they answered, or after it was assigned or handed back. */
  taken_at: number | null
  attributes: Record<string, string>
  data: Record<string, unknown>
  visitor: Record<string, unknown> | null
  prechat: Record<string, string> | null
  external_id: string | null
  metadata: Record<string, string> | null
  started_by: string
  start_hash: string | null
  spam: boolean
  /** The visitor's IP address, if they wrote from a page. Deleted after some days. */
  address: string | null
}

/** Finds a conversation of the site and locks it until the end of the transaction. */
export async function lockConversation(tx: Tx, id: string): Promise<ConversationRow | undefined> {
  const [row] = await tx.sql<ConversationRow[]>`
    select * from conversations where id = ${id} and site = ${tx.site.id} for update`
  return row
}

/** Finds a conversation of the site. */
export async function findConversation(ctx: Context, id: string): Promise<ConversationRow | undefined> {
  const [row] = await ctx.sql<ConversationRow[]>`
    select * from conversations where id = ${id} and site = ${ctx.site.id}`
  return row
}

/** Changes columns of a conversation. */
export function updateConversation(sql: Sql, id: string, { lead_claim, undo, ...changes }: Partial<ConversationRow>) {
  const claim = lead_claim === undefined ? {} : { lead_claim: lead_claim && sql.json(lead_claim) }
  const before = undo === undefined ? {} : { undo: undo && sql.json(undo) }
  return sql`update conversations set ${sql({ ...changes, ...claim, ...before } as never)} where id = ${id}`
}

/** When a visitor was missed whom nobody has taken care of since. */
export const missedAt = ({ missed_at, missed_open }: ConversationRow): number | null => (missed_open ? missed_at : null)

/** The visitor's rating of the chat with the team. */
export const ratingOf = ({ rating, rating_comment: comment, rated_at: ratedAt }: ConversationRow): ChatRating | null =>
  rating === null || ratedAt === null ? null : { rating: rating > 0 ? 'good' : 'bad', comment, ratedAt }

/** Until when it is snoozed; null if it is not. */
export const snoozeOf = ({
  snoozed_at,
  snoozed_until,
}: Pick<ConversationRow, 'snoozed_at' | 'snoozed_until'>): ConversationDetail['snoozed'] =>
  snoozed_at === null ? null : { until: snoozed_until }

/**
 * Why it can no longer be undone that a person closed a conversation or handed it back; null if it can.
 * @param last its newest message
 */
export function whyNotUndone(
  { status, undo }: Pick<ConversationRow, 'status' | 'undo'>,
  last: Pick<MessageRow, 'id' | 'seen_at'> | undefined,
): 'nothing_to_undo' | 'chat_continued' | 'already_read' | null {
  if (undo === null) return 'nothing_to_undo'
  if (status !== undo.to) return 'chat_continued'
  if (undo.notice === null) return null
  if (last?.id !== undo.notice) return 'chat_continued'
  return last.seen_at === null ? null : 'already_read'
}

/** Converts a row to the field names of the API. */
export function toDetail(
  { site }: Context,
  row: ConversationRow,
  messages: Pick<MessageRow, 'id' | 'seen_at'>[],
): Omit<ConversationDetail, 'visitor_presence' | 'email_replies'> {
  const blocked = row.address === null ? null : inRanges(row.address, site.settings.security.blockIps)
  // The schema of the answer drops the other columns.
  return {
    ...row,
    site_id: row.site,
    lead_verified: isLeadVerified(row),
    missed_at: missedAt(row),
    rating: ratingOf(row),
    snoozed: snoozeOf(row),
    undoable: whyNotUndone(row, messages.at(-1)) === null,
    user: row.visitor,
    blocked,
  }
}

/** A member of the team: a person, an API key, or a person on Telegram. */
type Named = { id: string; name: string; isKey: boolean }

/** The name of the admin key means nothing to a visitor. */
const adminKey = 'key:admin'

/**
 * The name that a visitor may see: a person's first name, but never their surname or email; the site's name for the
 * admin key; null if the site shows no names or none is known.
 */
export function shownName({ site }: Pick<Context, 'site'>, { id, name, isKey }: Named): string | null {
  if (!site.settings.live.showAgentName || name === id) return null
  if (id === adminKey) return site.settings.businessName || site.name
  return isKey ? name : (name.trim().split(/\s+/)[0] ?? null)
}
