import { rule } from '../../../shared/fault.ts'
import { type LeadSingle, mostLeadFields, type PatchLead } from '../../../shared/lead.ts'
import type { Context, Tx } from '../../core/context.ts'
import { badRequest, invalidField, notFound } from '../../core/error.ts'
import { mergedAttributes, sameTexts } from './attributes/merge.ts'
import { refuseTaken } from './create.ts'
import { identity, type LeadRow, lockEmail, lockLead, toLead, toLeadSingle, updateLead } from './leads/leads.ts'
import { changeTags, listTagsOn, planTags } from './tags/on-contact.ts'

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
