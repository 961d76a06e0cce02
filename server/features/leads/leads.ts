import type { LeadSingle, LeadSource, LeadStatus } from '../../../shared/lead.ts'
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
    if (arrived.isTold) announce(tx, talk, target, arrived)
    return target
  }
  await tx.sql`
    update leads set ${tx.sql({ ...merged, fields: tx.sql.json(merged.fields as never), updated_at: tx.now() } as never)}
    where id = ${target.id}`
  const lead = { ...target, ...merged, updated_at: tx.now() }
  if (arrived.isTold || identity.some((field) => lead[field] !== target[field])) announce(tx, talk, lead, arrived)
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

/** Whoever is about to give a contact this email waits for the other who is. */
const lockEmail = (tx: Tx, email: string) =>
  tx.sql`select pg_advisory_xact_lock(hashtextextended(${`${tx.site.id} ${email}`}, 7302))`

const identity = ['name', 'email', 'phone'] as const
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
  const now = tx.now()
  const lead: LeadRow = {
    id: newId('lead'),
    site: tx.site.id,
    conversation_id: talk.id,
    name: details.name ?? null,
    email: details.email ?? null,
    phone: details.phone ?? null,
    company: details.company ?? null,
    address: details.address ?? null,
    fields: details.fields ?? null,
    attributes: {},
    source,
    status: 'new',
    notes: null,
    created_at: now,
    updated_at: now,
  }
  const { fields, attributes } = lead
  const json = { fields: fields && tx.sql.json(fields), attributes: tx.sql.json(attributes) }
  await tx.sql`insert into leads ${tx.sql({ ...lead, ...json } as never)}`
  announce(tx, talk, lead, arrived)
  return lead
}

function announce(tx: Tx, talk: Talk, lead: LeadRow, { source, message }: Arrived): void {
  const { name, email, phone } = lead
  const fields = lead.fields ?? {}
  tx.emit('lead.captured', { leadId: lead.id, conversationId: talk.id, source, name, email, phone, fields, message })
}

/** A contact as answers about one record name its fields. */
export function toLeadSingle({ site, fields, ...lead }: LeadRow, tags: LeadSingle['tags'] = []): LeadSingle {
  return { ...lead, site_id: site, fields: fields && JSON.stringify(fields), tags }
}
