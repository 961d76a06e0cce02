import type { ChangeLeads, LeadsChanged } from '../../../shared/lead.ts'
import type { Context } from '../../core/context.ts'
import { Refusal } from '../../core/error.ts'
import { deleteContact } from './delete.ts'
import { patchContact } from './patch.ts'
import { planTags } from './tags/on-contact.ts'

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
