import { z } from 'zod'
import type { Tx } from '../../core/context.ts'
import { defineTask } from '../../core/queue.ts'
import { siteTask } from '../../core/tasks.ts'
import { endAtBackend } from '../assistant/reply/connector-reply.ts'
import { type ConversationRow, findConversation } from './conversation.ts'
import { replyRetries, replyTask } from './reply-task.ts'
import { failReply, resumeReply } from './send.ts'
import { wakeConversation, wakeTask } from './snooze.ts'

const minute = 60_000
const notifyEndTask = defineTask('conversation.tellEnd', z.object({ conversationId: z.string() }), {
  target: () => 'backend',
})

/** The background tasks of conversations. */
export const conversationTasks = [
  siteTask(wakeTask, {
    lane: 'timers',
    retry: [1_000, 5_000, 30_000, minute, 5 * minute, 30 * minute],
    run: (ctx, { conversationId }) => wakeConversation(ctx, conversationId),
  }),
  siteTask(replyTask, { retry: replyRetries, lane: 'replies', run: resumeReply, gaveUp: failReply }),
  // Notifies a custom backend after the commit that a conversation ended, and retries if that fails.
  siteTask(notifyEndTask, {
    retry: [minute, 5 * minute, 30 * minute],
    lane: 'calls',
    async run(ctx, { conversationId }) {
      const conversation = await findConversation(ctx, conversationId)
      if (conversation) await endAtBackend(ctx, { ...conversation, user: conversation.visitor }, ctx.signal)
    },
  }),
]

/** Enqueues the notification of the backend, if the site has one. */
export async function enqueueEnd(tx: Tx, { id }: Pick<ConversationRow, 'id'>): Promise<void> {
  if (tx.site.connector !== 'assistant') await tx.enqueue(notifyEndTask, { conversationId: id }, { name: id })
}
