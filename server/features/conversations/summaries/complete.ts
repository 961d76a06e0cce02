import type { EventData } from '../../../../shared/event.ts'
import type { Context, Tx } from '../../../core/context.ts'
import type { RunResult } from '../../../core/queue.ts'
import { siteTask } from '../../../core/tasks.ts'
import { findOwnLead, toLead } from '../../contacts/leads/leads.ts'
import { listTagsOn } from '../../contacts/tags.ts'
import { completesAt, completeTask, isCompleted } from '../completion.ts'
import { type ConversationRow, findConversation, lockConversation, updateConversation } from '../conversation.ts'
import { listLabelsOn } from '../labels.ts'
import { listNewest } from '../messages.ts'
import { maxMessages, newestWithin, spokenMessages } from './material.ts'
import { findSummary, isUpToDate, storeSummary, writeSummary } from './summarize.ts'

const maxCharacters = 200_000

/**
 * Completes a quiet conversation, once for all messages that its visitor wrote so far, with a summary if the site wants
 * one. If the conversation continues, it is checked again later.
 * @param closedAt when a live chat was closed, if it was
 */
export async function completeConversation(ctx: Context, id: string, closedAt: number | null): Promise<RunResult> {
  const seen = await findConversation(ctx, id)
  if (!seen || isCompleted(seen)) return
  const isDue = ctx.now() >= (await completesAt(ctx, seen, closedAt))
  const written = isDue && (await wantsSummary(ctx, seen)) ? await writeSummary(ctx, seen) : undefined
  return await ctx.tx(async (tx) => {
    const conversation = await lockConversation(tx, id)
    if (!conversation || isCompleted(conversation)) return
    // The visitor may have returned while the summary was written, so the conversation may no longer be quiet.
    const at = await completesAt(tx, conversation, closedAt)
    if (!isDue || tx.now() < at) return { at }
    if (written) await storeSummary(tx, id, written)
    await updateConversation(tx.sql, id, { completed_at: tx.now(), completed_count: conversation.visitor_count })
    const { summary, intent } = written?.result ?? conversation
    tx.emit('conversation.completed', await completed(tx, { ...conversation, summary, intent }))
  })
}

/** Spam is not summarised, nor is a conversation that the model has already read to its end. */
const wantsSummary = async (ctx: Context, conversation: ConversationRow): Promise<boolean> =>
  ctx.site.settings.autoSummary && !conversation.spam && !(await isUpToDate(ctx, conversation))

/** Everything about the conversation for the event; of a very long chat, the newest part. */
async function completed(tx: Tx, row: ConversationRow): Promise<EventData<'conversation.completed'>> {
  const [messages, tags, lead, summary] = await Promise.all([
    listNewest(tx.sql, tx.site.id, row.id, maxMessages),
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
    transcript: newestWithin(spokenMessages(messages), maxCharacters),
  }
}

const minute = 60_000
const hour = 60 * minute
const retry = [1_000, 5_000, 30_000, minute, 5 * minute, 30 * minute, ...Array<number>(48).fill(hour)]

/** The tasks that complete quiet conversations. */
export const summaryTasks = [
  siteTask(completeTask, {
    retry,
    lane: 'models',
    run: (ctx, { conversationId, closedAt = null }) => completeConversation(ctx, conversationId, closedAt),
  }),
]
