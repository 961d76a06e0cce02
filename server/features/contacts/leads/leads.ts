import { type Lead, type LeadSingle, type LeadSource, type LeadStatus, maxLeadFields } from '../../../../shared/lead.ts'
import type { Tx } from '../../../core/context.ts'
import { conflict } from '../../../core/error.ts'
import { newId } from '../../../core/ids.ts'
import { lock } from '../../../core/transaction.ts'
import { listTagsOn } from '../tags.ts'
import type { Arrived, Details } from './details.ts'
import { asKnown, type KnownContact, type LeadLink, type LeadProof, vouchedEmail } from './known.ts'

export type LeadRow = {
  id: string
  site: string
  conversation_id: string | null
  name: string | null
  email: string | null
  phone: string | null
  company: string | null
  address: string | null
  fields: Record<string, string> | null
  attributes: Record<string, string>
  source: LeadSource
  status: LeadStatus
  notes: string | null
  tagged: boolean
  created_at: number
  updated_at: number
}

/** A conversation with its link to a contact. `visitor` is the visitor that the site verified. */
type Talk = LeadLink & { id: string; visitor: Record<string, unknown> | null }

/** The result of a capture: the columns to store in the conversation, and the contact that it may know. */
export type Captured = { link: LeadLink; contact: KnownContact | null }

/**
 * Creates a contact from details that arrived in a conversation, or joins the contact with this email. Without an
 * email, it uses the conversation's own contact or creates one; only equal emails merge contacts. A stored contact that
 * is not verified to be the visitor stays unchanged: the details are kept in the conversation as a claim.
 */
export async function captureLead(tx: Tx, talk: Talk, arrived: Arrived): Promise<Captured> {
  const { details } = arrived
  const [known, current] = await findBoth(tx, talk, details.email)
  const target = known ?? (current && !isSomebodyElse(talk, current, details) ? current : undefined)
  if (!target) return await createLead(tx, talk, arrived)
  const proof = proofOf(talk, target)
  if (proof === null) return claimLead(tx, talk, target, arrived)
  const claim = claimOn(talk, target)
  const merged = merge(target, { ...claim, ...details }, arrived.trusted || proof === 'created')
  const lead = merged ? await updateLead(tx, target, merged) : target
  if (claim) await takeCallbacks(tx, talk.id, lead.id)
  if (arrived.alwaysEmits || identity.some((field) => lead[field] !== target[field]))
    emitCaptured(tx, talk.id, lead, arrived)
  return proven(lead, proof)
}

const proven = (lead: LeadRow, lead_proof: LeadProof): Captured => ({
  link: { lead_id: lead.id, lead_proof, lead_claim: null },
  contact: asKnown(lead),
})

/** What proves that a contact is this visitor. */
function proofOf({ id, visitor, lead_id, lead_proof }: Talk, lead: LeadRow): LeadProof | null {
  if (lead.conversation_id === id) return 'created'
  if (lead.email !== null && lead.email === vouchedEmail(visitor)) return 'user'
  return lead_id === lead.id ? lead_proof : null
}

/** What the visitor typed about an unverified contact so far. */
const claimOn = ({ lead_id, lead_proof, lead_claim }: Talk, lead: LeadRow): Details | null =>
  lead_id === lead.id && lead_proof === null ? (lead_claim ?? {}) : null

/** Stores details in the conversation only. Emits an event unless they are known already or are the contact's. */
function claimLead(tx: Tx, talk: Talk, lead: LeadRow, arrived: Arrived): Captured {
  const before = claimOn(talk, lead) ?? {}
  const fields = Object.entries({ ...before.fields, ...arrived.details.fields }).slice(0, maxLeadFields)
  const claim: Details = {
    ...before,
    ...arrived.details,
    ...(fields.length > 0 ? { fields: Object.fromEntries(fields) } : {}),
  }
  const isNews = identity.some((name) => claim[name] && claim[name] !== before[name] && claim[name] !== lead[name])
  if (arrived.alwaysEmits || isNews) emitCaptured(tx, talk.id, { ...asKnown(claim), id: lead.id }, arrived, false)
  // Lets the team see immediately that somebody claims to be this contact.
  if (talk.lead_id !== lead.id) tx.emit('conversation.changed', { id: talk.id })
  return { link: { lead_id: lead.id, lead_proof: null, lead_claim: claim }, contact: asKnown(claim) }
}

/**
 * Confirms on behalf of the team that a conversation's contact is its visitor: what the visitor typed fills the
 * contact's empty fields.
 * @returns the contact's id, and the columns to store in the conversation. 409 without a contact
 */
export async function confirmLead(
  tx: Tx,
  talk: LeadLink & { id: string },
): Promise<{ leadId: string } & Partial<LeadLink>> {
  const lead = talk.lead_id === null ? undefined : await lockLead(tx, talk.lead_id)
  if (!lead) throw conflict('This conversation has no contact.', 'no_contact')
  const { email: _, ...typed } = talk.lead_claim ?? {}
  const merged = merge(lead, typed, false)
  await takeCallbacks(tx, talk.id, lead.id)
  if (merged) {
    const after = await updateLead(tx, lead, merged)
    const changed: string[] = columns.filter((name) => merged[name] !== lead[name])
    if (!sameFields(merged.fields, lead.fields)) changed.push('fields')
    const changedLead = toLead(after, await listTagsOn(tx, lead.id))
    tx.emit('lead.updated', { leadId: lead.id, conversationId: lead.conversation_id, changed, lead: changedLead })
  }
  return { leadId: lead.id, lead_proof: 'team', lead_claim: null }
}

/** Links callbacks that were requested before the contact was verified. */
const takeCallbacks = (tx: Tx, conversationId: string, leadId: string) =>
  tx.sql`update callbacks set lead_id = ${leadId} where conversation_id = ${conversationId} and lead_id is null`

/** A different address means a different contact. An unverified contact gets no address. */
const isSomebodyElse = (talk: Talk, current: LeadRow, { email }: Details) =>
  email !== undefined && (current.email === null ? proofOf(talk, current) === null : email !== current.email)

/** The contact with this email and the conversation's contact, both locked. */
async function findBoth(tx: Tx, talk: Talk, email: string | undefined) {
  const [, [known], [current]] = await Promise.all([
    email === undefined ? undefined : lockEmail(tx, email),
    email === undefined
      ? []
      : tx.sql<LeadRow[]>`select * from leads where site = ${tx.site.id} and email = ${email} for update`,
    talk.lead_id === null
      ? []
      : tx.sql<LeadRow[]>`select * from leads where site = ${tx.site.id} and id = ${talk.lead_id} for update`,
  ])
  return [known, current] as const
}

/** Serialises changes that give a contact this email. Must be locked before any contact. */
export const lockEmail = ({ sql, site }: Tx, email: string) => lock(sql, 'email', site.id, email)

/** The identifying fields; a contact needs at least one of them. */
export const identity = ['name', 'email', 'phone'] as const
const columns = [...identity, 'company', 'address'] as const

/** The changed columns; undefined if there are none. Untrusted details only fill empty fields. */
function merge(lead: LeadRow, details: Details, mayCorrect: boolean) {
  const merged: Pick<LeadRow, (typeof columns)[number] | 'fields'> = { ...pick(lead), fields: lead.fields }
  for (const column of columns) {
    const value = details[column]
    if (value !== undefined && (mayCorrect || lead[column] === null)) merged[column] = value
  }
  const fields = mayCorrect ? { ...lead.fields, ...details.fields } : { ...details.fields, ...lead.fields }
  if (Object.keys(fields).length > 0) merged.fields = Object.fromEntries(Object.entries(fields).slice(0, maxLeadFields))
  const same = columns.every((column) => merged[column] === lead[column]) && sameFields(merged.fields, lead.fields)
  return same ? undefined : merged
}

const pick = ({ name, email, phone, company, address }: LeadRow) => ({ name, email, phone, company, address })

function sameFields(one: Record<string, string> | null, other: Record<string, string> | null): boolean {
  const [a, b] = [Object.entries(one ?? {}), other ?? {}]
  return a.length === Object.keys(b).length && a.every(([name, value]) => b[name] === value)
}

/** Creates a contact if the details identify one. */
async function createLead(tx: Tx, talk: Talk, arrived: Arrived): Promise<Captured> {
  const { details, source } = arrived
  if (!identity.some((field) => details[field]))
    return { link: linkOf(talk), contact: talk.lead_claim && asKnown(talk.lead_claim) }
  const lead = await insertLead(tx, { ...details, source, conversation_id: talk.id })
  emitCaptured(tx, talk.id, lead, arrived)
  return proven(lead, 'created')
}

const linkOf = ({ lead_id, lead_proof, lead_claim }: LeadLink): LeadLink => ({ lead_id, lead_proof, lead_claim })

type NewRow = Pick<LeadRow, 'source'> & Partial<LeadRow>

/** Inserts a contact. The caller has locked the email and checked that it is free. */
export async function insertLead(tx: Tx, given: NewRow): Promise<LeadRow> {
  const at = tx.now()
  const own = { id: newId('lead'), site: tx.site.id, created_at: at, updated_at: at }
  const lead: LeadRow = { ...empty, ...given, ...own }
  await tx.sql`insert into leads ${tx.sql(storable(tx, lead) as never)}`
  return lead
}

const empty = {
  conversation_id: null,
  name: null,
  email: null,
  phone: null,
  company: null,
  address: null,
  fields: null,
  attributes: {},
  status: 'new' as const,
  notes: null,
  tagged: false,
}

/** Updates columns of a contact. Its tags get the same time, because contacts of a tag are listed by it. */
export async function updateLead(tx: Tx, lead: LeadRow, changes: Partial<LeadRow>): Promise<LeadRow> {
  const updated_at = tx.now()
  await tx.sql`
    with its_tags as (update lead_tags set updated_at = ${updated_at} where lead_id = ${lead.id})
    update leads set ${tx.sql(storable(tx, { ...changes, updated_at }) as never)} where id = ${lead.id}`
  return { ...lead, ...changes, updated_at }
}

const storable = ({ sql }: Tx, { fields, attributes, ...others }: Partial<LeadRow>) => ({
  ...others,
  ...(fields === undefined ? {} : { fields: fields && sql.json(fields) }),
  ...(attributes === undefined ? {} : { attributes: sql.json(attributes) }),
})

/** Emits that contact details arrived. `verified` is false if an unverified visitor typed them next to an email. */
export function emitCaptured(
  tx: Tx,
  conversationId: string | null,
  { id: leadId, name, email, phone, fields }: KnownContact & { id: string },
  { source, message }: Pick<Arrived, 'source' | 'message'>,
  verified = true,
): void {
  const details = { name, email, phone, fields: fields ?? {} }
  tx.emit('lead.captured', { leadId, conversationId, source, ...details, message, verified })
}

/** The stored contact of a conversation, if it is verified to be the visitor. */
export async function findOwnLead(
  { sql }: Pick<Tx, 'sql'>,
  { lead_id, lead_proof }: LeadLink,
): Promise<LeadRow | null> {
  if (lead_id === null || lead_proof === null) return null
  const [lead] = await sql<LeadRow[]>`select * from leads where id = ${lead_id}`
  return lead ?? null
}

/** A contact of the site, locked until the end of the transaction. */
export async function lockLead(tx: Tx, id: string): Promise<LeadRow | undefined> {
  const [row] = await tx.sql<LeadRow[]>`select * from leads where id = ${id} and site = ${tx.site.id} for update`
  return row
}

type Tags = LeadSingle['tags']

/** A contact with the field names of lists and events. */
export const toLead = (row: LeadRow, tags: Tags): Lead => ({
  id: row.id,
  site: row.site,
  conversationId: row.conversation_id,
  name: row.name,
  email: row.email,
  phone: row.phone,
  company: row.company,
  address: row.address,
  fields: row.fields && JSON.stringify(row.fields),
  attributes: row.attributes,
  tags,
  source: row.source,
  status: row.status,
  notes: row.notes,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

/** A contact with the field names of single-record responses. */
export function toLeadSingle({ site, fields, ...lead }: LeadRow, tags: Tags): LeadSingle {
  return { ...lead, site_id: site, fields: fields && JSON.stringify(fields), tags }
}
