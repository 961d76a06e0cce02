import type { PendingQuery, Row } from 'postgres'
import { contactFields } from '../../../../shared/lead.ts'
import type { Context } from '../../../core/context.ts'
import type { Sql } from '../../../database/database.ts'
import type { Details } from './details.ts'

/**
 * How a contact is verified to be a conversation's visitor: the conversation created it, the site verified its email (a
 * signed token, or `user` over the API), or the team confirmed it.
 */
export type LeadProof = 'created' | 'user' | 'team'

/** A conversation's columns about its contact. Without a proof, the visitor only typed the contact's email. */
export type LeadLink = {
  lead_id: string | null
  lead_proof: LeadProof | null
  /** What the visitor typed before there was a proof. */
  lead_claim: Details | null
}

/** A contact as its own conversation sees it. */
export type KnownContact = {
  name: string | null
  email: string | null
  phone: string | null
  company: string | null
  address: string | null
  fields: Record<string, string> | null
}

const nothing: KnownContact = { name: null, email: null, phone: null, company: null, address: null, fields: null }

/** The email of the site's signed-in visitor, if the site verified it. */
export const vouchedEmail = (visitor: Record<string, unknown> | null): string | null =>
  contactFields.email.safeParse(visitor?.email).data ?? null

/** Whether the contact of a conversation is verified to be its visitor; null without a contact. */
export const isLeadVerified = ({ lead_id, lead_proof }: Pick<LeadLink, 'lead_id' | 'lead_proof'>): boolean | null =>
  lead_id === null ? null : lead_proof !== null

/**
 * What a conversation `c` may know of its contact, as JSON: the stored details with a proof, otherwise what the visitor
 * typed. Anyone can type an email, so everything that speaks to a visitor or acts for one must read contacts through
 * this.
 */
export const knownContactJson = (sql: Sql): PendingQuery<Row[]> => sql`
  case when c.lead_proof is null then c.lead_claim else (
    select jsonb_build_object('name', l.name, 'email', l.email, 'phone', l.phone, 'company', l.company,
      'address', l.address, 'fields', l.fields)
    from leads l where l.id = c.lead_id
  ) end`

/** The contact that a conversation may know; null if nothing is known. */
export async function knownContact(
  { sql }: Pick<Context, 'sql'>,
  conversationId: string,
): Promise<KnownContact | null> {
  const [found] = await sql<{ contact: Details | null }[]>`
    select ${knownContactJson(sql)} as contact from conversations c where c.id = ${conversationId}`
  return found?.contact ? asKnown(found.contact) : null
}

/** Details as a contact, with null for unknown values. */
export const asKnown = ({ name, email, phone, company, address, fields }: Details | KnownContact): KnownContact => ({
  ...nothing,
  ...Object.fromEntries(
    Object.entries({ name, email, phone, company, address, fields }).filter(([, value]) => value !== undefined),
  ),
})
