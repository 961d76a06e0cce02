import type { SummaryResult } from '../../../../shared/summary.ts'
import type { Context } from '../../../core/context.ts'
import { notFound } from '../../../core/error.ts'
import { findConversation, lockConversation } from '../../conversations/conversation.ts'
import { storeSummary } from './store.ts'
import { writeSummary } from './write.ts'

/** Writes the summary of a conversation anew, with the labels that the assistant sets. 404 where there is none such. */
export async function summarize(ctx: Context, { id }: { id: string }): Promise<SummaryResult> {
  const conversation = await findConversation(ctx, id)
  if (!conversation) throw notFound('conversation')
  const written = await writeSummary(ctx, conversation)
  return await ctx.tx(async (tx) => {
    if (!(await lockConversation(tx, id))) throw notFound('conversation')
    await storeSummary(tx, id, written)
    tx.emit('conversation.summarized', { conversationId: id, ...written.result })
    return written.result
  })
}
