import {
  type Lead,
  type LeadSingle,
  type LeadSource,
  type LeadStatus,
  mostLeadFields,
} from '../../../../shared/lead.ts'
import type { Tx } from '../../../core/context.ts'
import { conflict } from '../../../core/error.ts'
import { newId } from '../../../core/ids.ts'
import { lock } from '../../../core/lock.ts'
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
  /** Whether it has a tag. */
  tagged: boolean
  created_at: number
  updated_at: number
}

/** A conversation with what is known of its contact. `visitor`: whom the site vouched for. */
type Talk = LeadLink & { id: string; visitor: Record<string, unknown> | null }

/** What a capture came to: the columns that the caller stores in the conversation, and the contact that it may know. */
export type Captured = { link: LeadLink; contact: KnownContact | null }

/**
 * Makes a contact of what arrived in a conversation, or joins the one that has this email. Without an email it is the
 * conversation's own contact, or a new one; two contacts are never taken for the same by anything but their email. A stored
 * contact that nothing proves to be the visitor's stays as it is: what arrived is kept in the conversation, as a claim.
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
  if (arrived.isTold || identity.some((field) => lead[field] !== target[field]))
    tellCaptured(tx, talk.id, lead, arrived)
  return proven(lead, proof)
}

const proven = (lead: LeadRow, lead_proof: LeadProof): Captured => ({
  link: { lead_id: lead.id, lead_proof, lead_claim: null },
  contact: asKnown(lead),
})

/** What proves that a contact is this visitor's. */
function proofOf({ id, visitor, lead_id, lead_proof }: Talk, lead: LeadRow): LeadProof | null {
  if (lead.conversation_id === id) return 'created'
  if (lead.email !== null && lead.email === vouchedEmail(visitor)) return 'user'
  return lead_id === lead.id ? lead_proof : null
}

/** What the visitor of a conversation typed so far of a contact that nothing proved to be theirs. */
const claimOn = ({ lead_id, lead_proof, lead_claim }: Talk, lead: LeadRow): Details | null =>
  lead_id === lead.id && lead_proof === null ? (lead_claim ?? {}) : null

/** Keeps details in the conversation alone. They are told of where they are neither known yet nor the contact's. */
function claimLead(tx: Tx, talk: Talk, lead: LeadRow, arrived: Arrived): Captured {
  const before = claimOn(talk, lead) ?? {}
  const fields = Object.entries({ ...before.fields, ...arrived.details.fields }).slice(0, mostLeadFields)
  const claim: Details = {
    ...before,
    ...arrived.details,
    ...(fields.length > 0 ? { fields: Object.fromEntries(fields) } : {}),
  }
  const isNews = identity.some((name) => claim[name] && claim[name] !== before[name] && claim[name] !== lead[name])
  if (arrived.isTold || isNews) tellCaptured(tx, talk.id, { ...asKnown(claim), id: lead.id }, arrived, false)
  // The team sees at once that somebody claims to be this contact.
  if (talk.lead_id !== lead.id) tx.emit('conversation.changed', { id: talk.id })
  return { link: { lead_id: lead.id, lead_proof: null, lead_claim: claim }, contact: asKnown(claim) }
}

/**
 * Confirms for the team that a conversation's contact is its visitor: what they typed fills what is empty in it.
 * @returns the contact's id, and the columns that the caller stores in the conversation. 409 where it has no contact
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
    const told = toLead(after, await listTagsOn(tx, lead.id))
    tx.emit('lead.updated', { leadId: lead.id, conversationId: lead.conversation_id, changed, lead: told })
  }
  return { leadId: lead.id, lead_proof: 'team', lead_claim: null }
}

/** Callbacks that a visitor asked for before the contact was known to be theirs. */
const takeCallbacks = (tx: Tx, conversationId: string, leadId: string) =>
  tx.sql`update callbacks set lead_id = ${leadId} where conversation_id = ${conversationId} and lead_id is null`

/** A visitor who gives another address than before is another contact. A contact that is not theirs gets no address. */
const isSomebodyElse = (talk: Talk, current: LeadRow, { email }: Details) =>
  email !== undefined && (current.email === null ? proofOf(talk, current) === null : email !== current.email)

/** The contact with this email, and the one of the conversation; both locked. */
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

/** Whoever is about to give a contact this email waits for the other who is. Taken before any contact is locked. */
export const lockEmail = ({ sql, site }: Tx, email: string) => lock(sql, 'email', site.id, email)

/** What says who a contact is: one of them has to be known. */
export const identity = ['name', 'email', 'phone'] as const
const columns = [...identity, 'company', 'address'] as const

/** What changes in a contact; undefined where nothing does. What a stranger says only fills what is empty. */
function merge(lead: LeadRow, details: Details, mayCorrect: boolean) {
  const merged: Pick<LeadRow, (typeof columns)[number] | 'fields'> = { ...pick(lead), fields: lead.fields }
  for (const column of columns) {
    const value = details[column]
    if (value !== undefined && (mayCorrect || lead[column] === null)) merged[column] = value
  }
  const fields = mayCorrect ? { ...lead.fields, ...details.fields } : { ...details.fields, ...lead.fields }
  if (Object.keys(fields).length > 0)
    merged.fields = Object.fromEntries(Object.entries(fields).slice(0, mostLeadFields))
  const same = columns.every((column) => merged[column] === lead[column]) && sameFields(merged.fields, lead.fields)
  return same ? undefined : merged
}

const pick = ({ name, email, phone, company, address }: LeadRow) => ({ name, email, phone, company, address })

function sameFields(one: Record<string, string> | null, other: Record<string, string> | null): boolean {
  const [a, b] = [Object.entries(one ?? {}), other ?? {}]
  return a.length === Object.keys(b).length && a.every(([name, value]) => b[name] === value)
}

/** A new contact, where there is something to call or reach it by. */
async function createLead(tx: Tx, talk: Talk, arrived: Arrived): Promise<Captured> {
  const { details, source } = arrived
  if (!identity.some((field) => details[field]))
    return { link: linkOf(talk), contact: talk.lead_claim && asKnown(talk.lead_claim) }
  const lead = await insertLead(tx, { ...details, source, conversation_id: talk.id })
  tellCaptured(tx, talk.id, lead, arrived)
  return proven(lead, 'created')
}

const linkOf = ({ lead_id, lead_proof, lead_claim }: LeadLink): LeadLink => ({ lead_id, lead_proof, lead_claim })

type NewRow = Pick<LeadRow, 'source'> & Partial<LeadRow>

/** Stores a contact, whose email the caller has locked and nobody has. */
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

/** Changes columns of a contact. Its tags get its time too: by that the contacts of a tag are listed. */
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

/** Says that details of a contact arrived; with `verified` false, that a visitor typed them beside its email. */
export function tellCaptured(
  tx: Tx,
  conversationId: string | null,
  { id: leadId, name, email, phone, fields }: KnownContact & { id: string },
  { source, message }: Pick<Arrived, 'source' | 'message'>,
  verified = true,
): void {
  const details = { name, email, phone, fields: fields ?? {} }
  tx.emit('lead.captured', { leadId, conversationId, source, ...details, message, verified })
}

/** The stored contact of a conversation, where it is known to be its visitor's. */
export async function findOwnLead({ sql }: Tx, { lead_id, lead_proof }: LeadLink): Promise<LeadRow | null> {
  if (lead_id === null || lead_proof === null) return null
  const [lead] = await sql<LeadRow[]>`select * from leads where id = ${lead_id}`
  return lead ?? null
}

/** A contact of the site, locked to the end of the transaction. */
export async function lockLead(tx: Tx, id: string): Promise<LeadRow | undefined> {
  const [row] = await tx.sql<LeadRow[]>`select * from leads where id = ${id} and site = ${tx.site.id} for update`
  return row
}

type Tags = LeadSingle['tags']

/** A contact as lists and events name its fields. */
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

/** A contact as answers about one record name its fields. */
export function toLeadSingle({ site, fields, ...lead }: LeadRow, tags: Tags): LeadSingle {
  return { ...lead, site_id: site, fields: fields && JSON.stringify(fields), tags }
}
