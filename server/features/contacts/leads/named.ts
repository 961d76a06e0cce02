import type { Context, Tx } from '../../../core/context.ts'
import { emitCaptured, insertLead, lockEmail } from './leads.ts'

/** Who somebody outside of a chat names: a caller of the API, or a person of the team. */
export type Named = { name?: string | undefined; email?: string | undefined; phone?: string | undefined }

/** A stored contact. */
export type FoundContact = { id: string; name: string | null; email: string | null; phone: string | null }

/** With fewer digits, two people may have the same telephone number. */
const minDigits = 5

/**
 * The contact with this email, otherwise the last changed one with this telephone number, otherwise a new one. A stored
 * contact stays as it is.
 * @returns undefined if nothing is named
 */
export async function contactNamed(
  tx: Tx,
  { name, email, phone }: Named,
): Promise<(FoundContact & { isNew: boolean }) | undefined> {
  if (!name && !email && !phone) return undefined
  if (email) await lockEmail(tx, email)
  const known = (await findByEmail(tx, email)) ?? (await findByPhone(tx, phone))
  if (known) return { ...known, isNew: false }
  const lead = await insertLead(tx, { name: name || null, email: email || null, phone: phone || null, source: 'api' })
  emitCaptured(tx, null, lead, { source: 'api', message: null })
  return { id: lead.id, name: lead.name, email: lead.email, phone: lead.phone, isNew: true }
}

/** A contact of the site as it is now. */
export async function readNamed({ sql, site }: Context, id: string): Promise<FoundContact | undefined> {
  const [row] = await sql<FoundContact[]>`
    select id, name, email, phone from leads where id = ${id} and site = ${site.id}`
  return row
}

/** A contact of the site, which is not deleted before the transaction ends. */
export async function findNamed({ sql, site }: Tx, id: string): Promise<FoundContact | undefined> {
  const [row] = await sql<FoundContact[]>`
    select id, name, email, phone from leads where id = ${id} and site = ${site.id} for key share`
  return row
}

async function findByEmail({ sql, site }: Tx, email: string | undefined): Promise<FoundContact | undefined> {
  if (!email) return undefined
  const [row] = await sql<FoundContact[]>`
    select id, name, email, phone from leads where site = ${site.id} and email = ${email} for key share`
  return row
}

async function findByPhone({ sql, site }: Tx, phone: string | undefined): Promise<FoundContact | undefined> {
  if (!phone || phone.replace(/\D/g, '').length < minDigits) return undefined
  const [row] = await sql<FoundContact[]>`
    select id, name, email, phone from leads where site = ${site.id} and phone is not null and phone_key(phone) = phone_key(${phone})
    order by updated_at desc, id desc limit 1 for key share`
  return row
}

/** The contacts with one of these emails, the last changed one first. */
export async function listByEmail({ sql, site }: Context, emails: readonly string[]): Promise<FoundContact[]> {
  if (emails.length === 0) return []
  return await sql<FoundContact[]>`
    select id, name, email, phone from leads where site = ${site.id} and email in ${sql(emails)}
    order by updated_at desc, id`
}
