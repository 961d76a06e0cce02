import type { Lead, LeadSingle, LeadSource, LeadStatus } from '../../../shared/lead.ts'
import type { Tx } from '../../core/context.ts'
import { newId } from '../../core/ids.ts'
import type { Arrived, Details } from './details.ts'

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

type Talk = { id: string; lead_id: string | null }

/**
 * Makes a contact of what arrived in a conversation, or joins the one that has this email. Without an email it is the
 * conversation's own contact, or a new one; two contacts are never taken for the same by anything but their email.
 * Answers the conversation's contact, which the caller stores in it; null where nothing says who it is.
 */
export async function captureLead(tx: Tx, talk: Talk, arrived: Arrived): Promise<LeadRow | null> {
  const { details } = arrived
  const [known, current] = await findBoth(tx, talk, details.email)
  const target = known ?? (current && !isSomebodyElse(current, details) ? current : undefined)
  if (!target) return await createLead(tx, talk, arrived, current)
  const mayCorrect = arrived.trusted || target.conversation_id === talk.id
  const merged = merge(target, details, mayCorrect)
  if (!merged) {
    if (arrived.isTold) tellCaptured(tx, talk.id, target, arrived)
    return target
  }
  const lead = await updateLead(tx, target, merged)
  if (arrived.isTold || identity.some((field) => lead[field] !== target[field]))
    tellCaptured(tx, talk.id, lead, arrived)
  return lead
}

/** A visitor who gives another address than before is another contact. */
const isSomebodyElse = (current: LeadRow, details: Details) =>
  current.email !== null && details.email !== undefined && details.email !== current.email

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
export const lockEmail = (tx: Tx, email: string) =>
  tx.sql`select pg_advisory_xact_lock(hashtextextended(${`${tx.site.id} ${email}`}, 7302))`

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
  if (Object.keys(fields).length > 0) merged.fields = Object.fromEntries(Object.entries(fields).slice(0, 20))
  const same = columns.every((column) => merged[column] === lead[column]) && sameFields(merged.fields, lead.fields)
  return same ? undefined : merged
}

const pick = ({ name, email, phone, company, address }: LeadRow) => ({ name, email, phone, company, address })

function sameFields(one: Record<string, string> | null, other: Record<string, string> | null): boolean {
  const [a, b] = [Object.entries(one ?? {}), other ?? {}]
  return a.length === Object.keys(b).length && a.every(([name, value]) => b[name] === value)
}

/** A new contact, where there is something to call or reach it by; otherwise the conversation keeps the one that it has. */
async function createLead(tx: Tx, talk: Talk, arrived: Arrived, current: LeadRow | undefined): Promise<LeadRow | null> {
  const { details, source } = arrived
  if (!identity.some((field) => details[field])) return current ?? null
  const lead = await insertLead(tx, { ...details, source, conversation_id: talk.id })
  tellCaptured(tx, talk.id, lead, arrived)
  return lead
}

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

/** Says that details of a contact arrived. */
export function tellCaptured(
  tx: Tx,
  conversationId: string | null,
  lead: LeadRow,
  { source, message }: Pick<Arrived, 'source' | 'message'>,
): void {
  const { id: leadId, name, email, phone } = lead
  tx.emit('lead.captured', { leadId, conversationId, source, name, email, phone, fields: lead.fields ?? {}, message })
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
