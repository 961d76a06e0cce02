import type { EventData } from '../../../../shared/event.ts'
import type { Context, Tx } from '../../../core/context.ts'
import { findOwnLead, toLead } from '../../contacts/leads/leads.ts'
import { listTagsOn } from '../../contacts/tags.ts'
import { completesAt, completeTask, isCompleted } from '../../conversations/completion.ts'
import {
  type ConversationRow,
  findConversation,
  lockConversation,
  updateConversation,
} from '../../conversations/conversation.ts'
import { listLabelsOn } from '../../conversations/labels.ts'
import { listNewest } from '../../conversations/messages.ts'
import { mostMessages } from './material.ts'
import { newestWithin, whatWasSaid } from './said.ts'
import { findSummary, isUpToDate, storeSummary } from './store.ts'
import { writeSummary } from './write.ts'

const mostCharacters = 200_000

/**
 * Completes a conversation that is quiet, once for all that its visitor wrote so far, with its summary where the site wants
 * one. One that goes on is looked at again when it may be.
 * @param closedAt when it was closed, of a live chat that was
 */
export async function completeConversation(ctx: Context, id: string, closedAt: number | null): Promise<void> {
  const seen = await findConversation(ctx, id)
  if (!seen || isCompleted(seen)) return
  const isDue = ctx.now() >= completesAt(ctx, seen, closedAt)
  const written = isDue && (await wantsSummary(ctx, seen)) ? await writeSummary(ctx, seen) : undefined
  await ctx.tx(async (tx) => {
    const conversation = await lockConversation(tx, id)
    if (!conversation || isCompleted(conversation)) return
    // The visitor may have come back while the summary was written. What fell due since it was looked at has none yet.
    const at = completesAt(tx, conversation, closedAt)
    if (!isDue || tx.now() < at)
      return await tx.enqueue(completeTask, { conversationId: id }, { at, name: id, again: true })
    if (written) await storeSummary(tx, id, written)
    await updateConversation(tx.sql, id, { completed_at: tx.now(), completed_count: conversation.visitor_count })
    const { summary, intent } = written?.result ?? conversation
    tx.emit('conversation.completed', await completed(tx, { ...conversation, summary, intent }))
  })
}

/** Of spam nobody wants one, and what the model has read to the end is not read again. */
const wantsSummary = async (ctx: Context, conversation: ConversationRow): Promise<boolean> =>
  ctx.site.settings.autoSummary && !conversation.spam && !(await isUpToDate(ctx, conversation))

/** All that there is to tell of it; of a very long chat, the newest part. */
async function completed(tx: Tx, row: ConversationRow): Promise<EventData<'conversation.completed'>> {
  const [messages, tags, lead, summary] = await Promise.all([
    listNewest(tx.sql, tx.site.id, row.id, mostMessages),
    listLabelsOn(tx, row.id),
    findOwnLead(tx, row),
    findSummary(tx, row.id),
  ])
  return {
    conversationId: row.id,
    startedAt: row.started_at,
    lastMessageAt: row.last_at,
    messageCount: row.message_count,
    page: { url: row.page_url, title: row.page_title, referrer: row.referrer, utm: row.utm },
    country: row.country,
    summary: row.summary,
    labels: {
      intent: row.intent,
      sentiment: summary?.sentiment ?? null,
      leadQuality: summary?.lead_quality ?? null,
      outcome: summary?.outcome ?? null,
      topics: summary?.topics ?? [],
    },
    tags: [...tags],
    attributes: row.attributes,
    assignedTo: row.assigned_to,
    unanswered: summary?.unanswered ?? [],
    followUp: summary?.follow_up ?? null,
    lead: lead && toLead(lead, await listTagsOn(tx, lead.id)),
    data: row.data,
    user: row.visitor,
    transcript: newestWithin(whatWasSaid(messages), mostCharacters),
  }
}
