import { z } from 'zod'
import type { Tx } from '../../core/context.ts'
import { defineTask } from '../../core/queue.ts'
import { siteTask } from '../../core/tasks.ts'
import { endAtBackend } from '../assistant/connector-reply.ts'
import { type ConversationRow, findConversation } from './conversation.ts'

const minute = 60_000
const tellEndTask = defineTask('conversation.tellEnd', z.object({ conversationId: z.string() }))

/** Tells a site's own AI backend that a conversation was ended: after the commit, and again where it could not be told. */
export const conversationTasks = [
  siteTask(tellEndTask, {
    retry: [minute, 5 * minute, 30 * minute],
    lane: 'calls',
    async run(ctx, { conversationId }) {
      const conversation = await findConversation(ctx, conversationId)
      if (conversation) await endAtBackend(ctx, { ...conversation, user: conversation.visitor }, ctx.parts.stopping)
    },
  }),
]

/** Has the backend told, where the site has one. */
export async function enqueueEnd(tx: Tx, { id }: Pick<ConversationRow, 'id'>): Promise<void> {
  if (tx.site.connector !== 'assistant') await tx.enqueue(tellEndTask, { conversationId: id }, { name: id })
}
