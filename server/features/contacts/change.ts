import { rule } from '../../../shared/fault.ts'
import {
  type ChangeLeads,
  type LeadSingle,
  type LeadsChanged,
  mostLeadFields,
  type NewLead,
  type PatchLead,
} from '../../../shared/lead.ts'
import type { Deleted } from '../../../shared/page.ts'
import type { Context, Tx } from '../../core/context.ts'
import { badRequest, invalidField, notFound, Refusal, taken } from '../../core/error.ts'
import { emptyLeadEvents } from '../events.ts'
import { mergedAttributes, sameTexts } from './attributes.ts'
import {
  identity,
  insertLead,
  type LeadRow,
  lockEmail,
  lockLead,
  tellCaptured,
  toLead,
  toLeadSingle,
  updateLead,
} from './leads/leads.ts'
import { changeTags, listTagsOn, planTags } from './tags.ts'

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
async function refuseTaken({ sql, site }: Tx, email: string): Promise<void> {
  const [found] = await sql<{ id: string }[]>`select id from leads where site = ${site.id} and email = ${email}`
  if (found) throw taken(found.id, `email: the contact ${found.id} has this one.`, 'contact_email_taken')
}

const texts = [...identity, 'company', 'address', 'notes'] as const

/**
 * Changes a contact: all of what is asked for or, where something does not fit, nothing. 409 where another has the email.
 * What is already as it is asked for is no change and is not told of.
 */
export async function patchContact(ctx: Context, { id, ...patch }: PatchLead & { id: string }): Promise<LeadSingle> {
  return await ctx.tx(async (tx) => {
    // An email before the contact, as whoever captures one does; tags before it, as whoever deletes one does.
    if (patch.email) await lockEmail(tx, patch.email)
    const plan = await planTags(tx, patch)
    const before = await lockLead(tx, id)
    if (!before) throw notFound('contact')
    const wanted = await mergeLead(tx, before, patch)
    if (!identity.some((name) => wanted[name]))
      throw badRequest('email: One of name, email and phone has to stay.', 'contact_empty')
    if (wanted.email && wanted.email !== before.email) await refuseTaken(tx, wanted.email)
    const changed = changedNames(before, wanted)
    if (await changeTags(tx, id, plan)) changed.push('tags')
    const lead = changed.length > 0 ? await updateLead(tx, before, wanted) : before
    const tags = await listTagsOn(tx, id)
    const conversationId = lead.conversation_id
    if (changed.length > 0) tx.emit('lead.updated', { leadId: id, conversationId, changed, lead: toLead(lead, tags) })
    return toLeadSingle(lead, tags)
  })
}

type Changeable = Pick<LeadRow, (typeof texts)[number] | 'status' | 'attributes' | 'fields'>

/** The contact as the patch wants it. */
async function mergeLead(tx: Tx, before: LeadRow, patch: PatchLead): Promise<Changeable> {
  const given = texts.filter((name) => patch[name] !== undefined).map((name) => [name, patch[name] || null])
  const { name, email, phone, company, address, notes } = before
  return {
    ...{ name, email, phone, company, address, notes },
    ...Object.fromEntries(given),
    status: patch.status ?? before.status,
    attributes: await mergedAttributes(tx, 'contact', before.attributes, patch.attributes),
    fields: mergeFields(before.fields, patch.fields),
  }
}

function mergeFields(current: LeadRow['fields'], patch: PatchLead['fields']): LeadRow['fields'] {
  if (!patch) return current
  const merged = Object.entries({ ...current, ...patch }).filter(
    (entry): entry is [string, string] => entry[1] !== null,
  )
  if (merged.length > mostLeadFields)
    throw invalidField(
      'fields',
      rule('too_many', `Must have at most ${mostLeadFields} entries.`, { max: mostLeadFields }),
    )
  return merged.length > 0 ? Object.fromEntries(merged) : null
}

function changedNames(before: LeadRow, wanted: Changeable): string[] {
  const plain = [...texts, 'status'] as const
  const lists = ['attributes', 'fields'] as const
  return [
    ...plain.filter((name) => wanted[name] !== before[name]),
    ...lists.filter((name) => !sameTexts(wanted[name] ?? {}, before[name] ?? {})),
  ]
}

/**
 * Changes or deletes many contacts, each in a transaction of its own: nobody waits for all of them. One that cannot be
 * changed is named, and the others are changed. 400, before anything is changed, for a tag that the site does not have.
 */
export async function changeContacts(ctx: Context, given: ChangeLeads): Promise<LeadsChanged> {
  const { ids, delete: isDeleted, ...patch } = given
  await ctx.tx((tx) => planTags(tx, patch))
  const changed: LeadsChanged = { done: [], failed: [] }
  for (const id of new Set(ids)) {
    const work = isDeleted ? deleteContact(ctx, { id }) : patchContact(ctx, { id, ...patch })
    const refusal = await work.then(() => undefined, refusalOf)
    if (refusal) changed.failed.push({ id, code: refusal.code, message: refusal.message })
    else changed.done.push({ id })
  }
  return changed
}

/** A plain no. What else goes wrong goes wrong for all. */
function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal && error.status < 500) return error
  throw error
}

/** Deletes a contact with the notes on it and its details in the log. Its conversations and callbacks stay. */
export async function deleteContact(ctx: Context, { id }: { id: string }): Promise<Deleted> {
  return await ctx.tx(async (tx) => {
    if (!(await lockLead(tx, id))) throw notFound('contact')
    await removeLead(tx, id)
    return { id, deleted: true as const }
  })
}

/** Removes a contact that the caller has locked. */
export async function removeLead(tx: Tx, id: string): Promise<void> {
  await tx.sql`delete from notes where lead_id = ${id} and conversation_id is null`
  await tx.sql`delete from leads where id = ${id}`
  await emptyLeadEvents(tx, id)
  tx.emit('lead.changed', { id })
}
