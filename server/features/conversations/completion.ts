import { z } from 'zod'
import type { Context, Tx } from '../../core/context.ts'
import { defineTask } from '../../core/queue.ts'
import type { ConversationRow } from './conversation.ts'
import { findReply } from './reply-task.ts'

/** Completes a quiet conversation. A conversation has at most one such task, which reschedules itself. */
export const completeTask = defineTask(
  'conversation.complete',
  z.object({ conversationId: z.string(), closedAt: z.number().optional() }),
)

/** How long a conversation must be quiet, in milliseconds. */
const quiet = ({ services }: Context): number => Math.round(services.config.timings.completeAfterMinutes * 60_000)

/** Whether it was completed after its visitor's last message. */
export const isCompleted = ({
  completed_at,
  visitor_count,
  completed_count,
}: Pick<ConversationRow, 'completed_at' | 'visitor_count' | 'completed_count'>): boolean =>
  completed_at !== null && visitor_count === completed_count

/**
 * Schedules the completion of a conversation. Call it when the conversation starts, and when its visitor returns,
 * before their message is counted. As long as the conversation continues, the task reschedules itself.
 */
export const completeWhenQuiet = (tx: Tx, id: string): Promise<void> =>
  tx.enqueue(completeTask, { conversationId: id }, { at: tx.now() + quiet(tx), name: id })

/** Completes a live chat now that it is closed. */
export const completeClosed = (tx: Tx, id: string): Promise<void> =>
  tx.enqueue(completeTask, { conversationId: id, closedAt: tx.now() }, { name: id })

/** Milliseconds until a conversation whose reply is being written is checked again. */
const afterReply = 15_000

/**
 * When a conversation will be completed if nothing else happens. A live chat is completed when it closes, so it is
 * checked again later. A conversation whose reply is being written waits for it.
 * @param closedAt when a live chat was closed, if it was
 */
export async function completesAt(ctx: Context, row: ConversationRow, closedAt: number | null): Promise<number> {
  if (row.status === 'live') return ctx.now() + quiet(ctx)
  if (row.status === 'closed' && closedAt !== null && row.closed_at === closedAt) return closedAt
  const at = row.last_at + quiet(ctx)
  return at <= ctx.now() && (await findReply(ctx, row.id)) ? ctx.now() + afterReply : at
}
