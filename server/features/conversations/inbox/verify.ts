import type { ConversationVerified } from '../../../../shared/conversation.ts'
import type { Context } from '../../../core/context.ts'
import { notFound } from '../../../core/error.ts'
import { confirmLead } from '../../contacts/leads/leads.ts'
import { lockConversation, updateConversation } from '../conversation.ts'

/** Confirms that the visitor of a conversation is the contact whose email they typed. Once more changes nothing. */
export async function verifyContact(ctx: Context, { id }: { id: string }): Promise<ConversationVerified> {
  return await ctx.tx(async (tx) => {
    const conversation = await lockConversation(tx, id)
    if (!conversation) throw notFound('conversation')
    const { lead_id, lead_proof } = conversation
    if (lead_id !== null && lead_proof !== null) return { id, leadId: lead_id, leadVerified: true }
    const { leadId, ...link } = await confirmLead(tx, conversation)
    await updateConversation(tx.sql, id, link)
    tx.emit('conversation.changed', { id })
    return { id, leadId, leadVerified: true }
  })
}
