import type { LeadSingle, NewLead } from '../../../shared/lead.ts'
import type { Context, Tx } from '../../core/context.ts'
import { taken } from '../../core/error.ts'
import { mergedAttributes } from './attributes/merge.ts'
import { insertLead, lockEmail, tellCaptured, toLeadSingle } from './leads/leads.ts'

/** Adds a contact from elsewhere. 409 where one has its email. */
export async function createContact(ctx: Context, given: NewLead): Promise<LeadSingle> {
  return await ctx.tx(async (tx) => {
    if (given.email) {
      await lockEmail(tx, given.email)
      await refuseTaken(tx, given.email)
    }
    const { name, email, phone, company, address, notes, fields = {}, status } = given
    const lead = await insertLead(tx, {
      source: 'api',
      name: name || null,
      email: email || null,
      phone: phone || null,
      company: company || null,
      address: address || null,
      notes: notes || null,
      fields: Object.keys(fields).length > 0 ? fields : null,
      attributes: await mergedAttributes(tx, 'contact', {}, given.attributes),
      status,
    })
    tellCaptured(tx, null, lead, { source: 'api', message: null })
    return toLeadSingle(lead, [])
  })
}

/** Refuses an email, which the caller has locked, where another contact has it. */
export async function refuseTaken({ sql, site }: Tx, email: string): Promise<void> {
  const [found] = await sql<{ id: string }[]>`select id from leads where site = ${site.id} and email = ${email}`
  if (found) throw taken(found.id, `email: the contact ${found.id} has this one.`, 'contact_email_taken')
}
