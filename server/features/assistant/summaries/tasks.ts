import type { Context } from '../../../core/context.ts'
import { siteTask } from '../../../core/tasks.ts'
import { completeTask } from '../../conversations/completion.ts'
import { completeConversation } from './complete.ts'

const minute = 60_000
const hour = 60 * minute
const retry = [1_000, 5_000, 30_000, minute, 5 * minute, 30 * minute, ...Array<number>(48).fill(hour)]

/** What becomes of conversations that went quiet. */
export const summaryTasks = [
  siteTask(completeTask, {
    retry,
    lane: 'models',
    async run(given, data) {
      const { parts, site } = given
      const ctx: Context = { ...given, signal: parts.stopping }
      try {
        await completeConversation(ctx, data.conversationId, data.closedAt ?? null)
      } catch (error) {
        // A server that stops gives up what its model writes: that is no failed try.
        if (!parts.stopping.aborted) throw error
        await parts.queue.add(completeTask, site.id, data, { name: data.conversationId, again: true })
      }
    },
  }),
]
