import { z } from 'zod'
import type { Context, Tx } from '../../core/context.ts'
import { defineTask } from '../../core/queue.ts'
import type { ConversationRow } from './conversation.ts'

/** Completes a conversation that went quiet. At most one is planned for a conversation, and it plans itself anew. */
export const completeTask = defineTask(
  'conversation.complete',
  z.object({ conversationId: z.string(), closedAt: z.number().optional() }),
)

/** How long nobody may have written, in milliseconds. */
const quiet = ({ parts }: Context): number => Math.round(parts.config.timings.completeAfterMinutes * 60_000)

/** Whether all that its visitor wrote was told of as completed. */
export const isCompleted = ({
  completed_at,
  visitor_count,
  completed_count,
}: Pick<ConversationRow, 'completed_at' | 'visitor_count' | 'completed_count'>): boolean =>
  completed_at !== null && visitor_count === completed_count

/**
 * Has a conversation completed once it is quiet. Called where it begins and where its visitor returns, before what they
 * write is counted; while it goes on, the task moves itself.
 */
export const completeWhenQuiet = (tx: Tx, id: string): Promise<void> =>
  tx.enqueue(completeTask, { conversationId: id }, { at: tx.now() + quiet(tx), name: id })

/** Has a live chat completed that is being closed now. */
export const completeClosed = (tx: Tx, id: string): Promise<void> =>
  tx.enqueue(completeTask, { conversationId: id, closedAt: tx.now() }, { name: id })

/**
 * When a conversation is to be completed as it stands now. A live one is when it closes, so it is looked at again in time
 * for whatever else becomes of it; a reply that is being written is waited for.
 * @param closedAt when it was closed, of a live chat that was
 */
export function completesAt(ctx: Context, row: ConversationRow, closedAt: number | null): number {
  if (row.status === 'live') return ctx.now() + quiet(ctx)
  if (row.status === 'closed' && closedAt !== null && row.closed_at === closedAt) return closedAt
  return Math.max(row.last_at + quiet(ctx), row.turn_id === null ? 0 : row.turn_until + 1)
}
