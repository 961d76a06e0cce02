import type { Parts, Tx } from '../../core/context.ts'
import type { Job, JobHandler } from '../../core/jobs.ts'
import { systemContext } from '../../core/transaction.ts'
import { endAtBackend } from '../assistant/connector-reply.ts'
import { type ConversationRow, findConversation } from './conversation.ts'

const name = 'conversation.tellEnd'
const minute = 60_000

/** Tells a site's own AI backend that a conversation was ended: after the commit, and again where it could not be told. */
export const conversationJobs = (parts: Parts): Record<string, JobHandler> => ({
  [name]: { retry: [minute, 5 * minute, 30 * minute], lane: 'calls', run: (job) => tellEnd(parts, job) },
})

/** Has the backend told, where the site has one. */
export async function enqueueEnd(tx: Tx, { id }: Pick<ConversationRow, 'id'>): Promise<void> {
  if (tx.site.connector !== 'assistant') await tx.enqueue(name, { conversationId: id }, { name: id })
}

async function tellEnd(parts: Parts, { site: id, data }: Job): Promise<void> {
  const site = await parts.sites.find(id)
  if (!site) return
  const ctx = systemContext(parts, site)
  const conversation = await findConversation(ctx, String(data.conversationId))
  if (conversation) await endAtBackend(ctx, { ...conversation, user: conversation.visitor }, parts.stopping)
}
