import type { Deleted } from '../../../shared/page.ts'
import type { Context, Tx } from '../../core/context.ts'
import { notFound } from '../../core/error.ts'
import { emptyLeadEvents } from '../events/empty.ts'
import { lockLead } from './leads/leads.ts'

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
