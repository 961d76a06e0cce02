import type { ConversationPatched, PatchConversation } from '../../../../shared/conversation.ts'
import type { Context, Tx } from '../../../core/context.ts'
import { mergedAttributes, sameTexts } from '../../contacts/attributes/merge.ts'
import { closeConversation } from '../close.ts'
import { type ConversationRow, updateConversation } from '../conversation.ts'
import { interrupting } from '../interrupt.ts'
import { changeLabels, listLabelsOn } from '../labels/on-conversation.ts'
import { listNotes } from '../notes/notes.ts'

/** Changes what the team keeps about a conversation: all of it or, where something does not fit, nothing. */
export async function patchConversation(
  ctx: Context,
  { id, ...patch }: PatchConversation & { id: string },
): Promise<ConversationPatched> {
  return await interrupting(ctx, id, {
    stops: ({ spam }) => patch.spam === true && !spam,
    async run(tx, conversation) {
      const attributes = await mergedAttributes(tx, 'conversation', conversation.attributes, patch.attributes)
      const changed = [
        await changeAttributes(tx, conversation, attributes),
        await changeLabels(tx, id, patch),
        await changeSpam(tx, conversation, patch.spam),
      ]
      if (changed.includes(true)) tx.emit('conversation.changed', { id })
      const [labels, notes] = [await listLabelsOn(tx, id), await listNotes(tx, id)]
      const { data, spam } = conversation
      return { id, labels: [...labels], attributes, data, notes, spam: patch.spam ?? spam }
    },
  })
}

async function changeAttributes(
  tx: Tx,
  { id, attributes }: ConversationRow,
  wanted: ConversationRow['attributes'],
): Promise<boolean> {
  if (sameTexts(attributes, wanted)) return false
  await tx.sql`update conversations set attributes = ${tx.sql.json(wanted)} where id = ${id}`
  return true
}

/** Spam leaves the queue, and nobody keeps it: it is closed. What is no spam after all stays as it is. */
async function changeSpam(tx: Tx, conversation: ConversationRow, wanted: boolean | undefined): Promise<boolean> {
  if (wanted === undefined || wanted === conversation.spam) return false
  await updateConversation(tx.sql, conversation.id, { spam: wanted })
  if (wanted) await closeConversation(tx, conversation, { by: tx.actor.id, reason: 'team' })
  return true
}
