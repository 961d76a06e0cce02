import type { Channel, ConversationDetail, ConversationStatus } from '../../../shared/conversation.ts'
import { inRanges } from '../../core/address.ts'
import type { Context, Tx } from '../../core/context.ts'
import type { Sql } from '../../database/database.ts'
import { isLeadVerified, type LeadLink } from '../contacts/leads/known.ts'

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
  /** How many messages of the visitor that covered. */
  completed_count: number
  ended_at: number | null
  closed_at: number | null
  assigned_to: string | null
  assigned_name: string | null
  handover_at: number | null
  waiting_since: number | null
  /** Whether the visitor asked for a person, and whether nobody came in time. */
  asked_person: boolean
  missed_person: boolean
  /** When a person took it over from nobody or somebody else; null once it was answered, given or handed back. */
  taken_at: number | null
  attributes: Record<string, string>
  data: Record<string, unknown>
  visitor: Record<string, unknown> | null
  prechat: Record<string, string> | null
  external_id: string | null
  metadata: Record<string, string> | null
  started_by: string
  start_hash: string | null
  turn_id: string | null
  turn_until: number
  turn_stop: boolean
  spam: boolean
  /** Where the visitor of a page wrote from; forgotten after some days. */
  address: string | null
}

/** A conversation of the site, locked to the end of the transaction: what is decided on it holds until then. */
export async function lockConversation(tx: Tx, id: string): Promise<ConversationRow | undefined> {
  const [row] = await tx.sql<ConversationRow[]>`
    select * from conversations where id = ${id} and site = ${tx.site.id} for update`
  return row
}

/** A conversation of the site, or undefined. */
export async function findConversation(ctx: Context, id: string): Promise<ConversationRow | undefined> {
  const [row] = await ctx.sql<ConversationRow[]>`
    select * from conversations where id = ${id} and site = ${ctx.site.id}`
  return row
}

/** Changes columns of a conversation. */
export function updateConversation(sql: Sql, id: string, { lead_claim, ...changes }: Partial<ConversationRow>) {
  const claim = lead_claim === undefined ? {} : { lead_claim: lead_claim && sql.json(lead_claim) }
  return sql`update conversations set ${sql({ ...changes, ...claim } as never)} where id = ${id}`
}

/** A conversation as answers about one record name its fields. */
export function toDetail({ site }: Context, row: ConversationRow): ConversationDetail {
  const blocked = row.address === null ? null : inRanges(row.address, site.settings.security.blockIps)
  // What else a row holds, the answer's schema leaves out.
  return { ...row, site_id: row.site, lead_verified: isLeadVerified(row), user: row.visitor, blocked }
}
