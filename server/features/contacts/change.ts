import { rule } from '../../../shared/fault.ts'
import {
  type ChangeLeads,
  type LeadSingle,
  type LeadsChanged,
  maxLeadFields,
  type NewLead,
  type PatchLead,
} from '../../../shared/lead.ts'
import type { Deleted } from '../../../shared/page.ts'
import type { Context, Tx } from '../../core/context.ts'
import { AppError, badRequest, invalidField, notFound, taken } from '../../core/error.ts'
import { emptyLeadEvents } from '../events.ts'
import { removeFromJobs } from '../jobs/privacy.ts'
import { mergedAttributes, sameTexts } from './attributes.ts'
import {
  emitCaptured,
  identity,
  insertLead,
  type LeadRow,
  lockEmail,
  lockLead,
  toLead,
  toLeadSingle,
  updateLead,
} from './leads/leads.ts'
import { changeTags, listTagsOn, planTags } from './tags.ts'

/** Creates a contact outside of a chat. 409 if the email is taken. */
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
    emitCaptured(tx, null, lead, { source: 'api', message: null })
    return toLeadSingle(lead, [])
  })
}

/** Throws 409 if another contact has the email, which the caller has locked. */
async function refuseTaken({ sql, site }: Tx, email: string): Promise<void> {
  const [found] = await sql<{ id: string }[]>`select id from leads where site = ${site.id} and email = ${email}`
  if (found) throw taken(found.id, `email: already used by contact ${found.id}.`, 'contact_email_taken')
}

const texts = [...identity, 'company', 'address', 'notes'] as const

/** Changes a contact, completely or not at all. 409 if the email is taken. A patch without changes emits no event. */
export async function patchContact(ctx: Context, { id, ...patch }: PatchLead & { id: string }): Promise<LeadSingle> {
  return await ctx.tx(async (tx) => {
    // Locks in the same order as others do, to avoid deadlocks: email first as in captures, then tags as in deletions
    // of tags, then the contact.
    if (patch.email) await lockEmail(tx, patch.email)
    const plan = await planTags(tx, patch)
    const before = await lockLead(tx, id)
    if (!before) throw notFound('contact')
    const wanted = await mergeLead(tx, before, patch)
    if (!identity.some((name) => wanted[name]))
      throw badRequest('email: A contact must keep a name, an email or a phone number.', 'contact_empty')
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

/** The contact with the patch applied. */
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
  if (merged.length > maxLeadFields)
    throw invalidField(
      'fields',
      rule('too_many', `Must have at most ${maxLeadFields} entries.`, { max: maxLeadFields }),
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
 * Changes or deletes many contacts, each in its own transaction, so that nobody waits for all of them. Contacts that
 * cannot be changed are listed, and the others are changed. Throws 400 before any change for an unknown tag.
 */
export async function changeContacts(ctx: Context, given: ChangeLeads): Promise<LeadsChanged> {
  const { ids, delete: isDeleted, ...patch } = given
  await ctx.tx((tx) => planTags(tx, patch))
  const changed: LeadsChanged = { done: [], failed: [] }
  for (const id of new Set(ids)) {
    const work = isDeleted ? deleteContact(ctx, { id }) : patchContact(ctx, { id, ...patch })
    const appError = await work.then(() => undefined, appErrorOf)
    if (appError) changed.failed.push({ id, code: appError.code, message: appError.message })
    else changed.done.push({ id })
  }
  return changed
}

/** A rejection of this contact. Any other error fails the whole request. */
function appErrorOf(error: unknown): AppError {
  if (error instanceof AppError && error.status < 500) return error
  throw error
}

/** Deletes a contact with its notes and its details in the log. Its conversations and callbacks stay. */
export async function deleteContact(ctx: Context, { id }: { id: string }): Promise<Deleted> {
  return await ctx.tx(async (tx) => {
    if (!(await lockLead(tx, id))) throw notFound('contact')
    await removeLead(tx, id)
    return { id, deleted: true as const }
  })
}

/** Deletes a contact that the caller has locked. */
export async function removeLead(tx: Tx, id: string): Promise<void> {
  await tx.sql`delete from notes where lead_id = ${id} and conversation_id is null`
  await removeFromJobs(tx, id)
  await tx.sql`delete from leads where id = ${id}`
  await emptyLeadEvents(tx, id)
  tx.emit('lead.changed', { id })
}
