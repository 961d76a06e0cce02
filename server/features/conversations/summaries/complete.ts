import { z } from 'zod'
import { maxAttributes } from '../../../../shared/attribute.ts'
import type { EventData } from '../../../../shared/event.ts'
import type { Context, Tx } from '../../../core/context.ts'
import { defineTask, type RunResult } from '../../../core/queue.ts'
import { siteTask } from '../../../core/tasks.ts'
import { findOwnLead, toLead } from '../../contacts/leads/leads.ts'
import { listTagsOn } from '../../contacts/tags.ts'
import { type AfterChat, runAfter, runsAfter } from '../../tools/after.ts'
import { completesAt, completeTask, isCompleted } from '../completion.ts'
import { type ConversationRow, findConversation, lockConversation, updateConversation } from '../conversation.ts'
import { listLabelsOn } from '../labels.ts'
import { listNewest } from '../messages.ts'
import { maxMessages, newestWithin, spokenMessages } from './material.ts'
import { findSummary, isUpToDate, storeSummary, type WrittenSummary, writeSummary } from './summarize.ts'

const maxCharacters = 200_000

/** Runs the tools after a chat, and completes the conversation. */
const afterTask = defineTask(
  'conversation.runAfter',
  z.object({ conversationId: z.string(), closedAt: z.number().nullable() }),
  // One at a time waits for the systems of a site, and one for its model.
  { target: () => 'tools' },
)

/**
 * Completes a quiet conversation, once for all messages that its visitor wrote so far, with a summary if the site wants
 * one. If the conversation continues, it is checked again later. Tools of the site run before, in a task of their own:
 * they wait for other systems.
 * @param closedAt when a live chat was closed, if it was
 */
export async function completeConversation(ctx: Context, id: string, closedAt: number | null): Promise<RunResult> {
  const seen = await findConversation(ctx, id)
  if (!seen || isCompleted(seen)) return
  const isDue = ctx.now() >= (await completesAt(ctx, seen, closedAt))
  const written = isDue && (await wantsSummary(ctx, seen)) ? await writeSummary(ctx, seen) : undefined
  const waitsForTools = isDue && !seen.spam && (await runsAfter(ctx))
  const at = await ctx.tx(async (tx) => {
    const ready = await lockReady(tx, id, closedAt)
    if (!ready || typeof ready === 'number') return ready
    if (!isDue) return tx.now()
    if (written) await storeSummary(tx, id, written)
    if (waitsForTools) await tx.enqueue(afterTask, { conversationId: id, closedAt }, { name: id })
    else await storeCompletion(tx, ready, nothing, written)
  })
  return at === undefined ? undefined : { at }
}

/** Runs the tools after a chat, and completes the conversation. A visitor who is back has it completed another time. */
async function completeWithTools(ctx: Context, id: string, closedAt: number | null): Promise<void> {
  const seen = await findConversation(ctx, id)
  if (!seen || isCompleted(seen)) return
  const isDue = ctx.now() >= (await completesAt(ctx, seen, closedAt))
  const found = isDue ? await runAfter(ctx, await completed(ctx, seen, undefined)) : nothing
  await ctx.tx(async (tx) => {
    const ready = await lockReady(tx, id, closedAt)
    if (!ready) return
    if (isDue && typeof ready !== 'number') return await storeCompletion(tx, ready, found, undefined)
    const at = typeof ready === 'number' ? ready : tx.now()
    await tx.enqueue(completeTask, { conversationId: id, ...(closedAt !== null && { closedAt }) }, { at, name: id })
  })
}

const nothing: AfterChat = { data: {}, attributes: {} }

/** A conversation that can be completed now, or the time at which it is looked at again; undefined if it is completed. */
async function lockReady(tx: Tx, id: string, closedAt: number | null): Promise<ConversationRow | number | undefined> {
  const conversation = await lockConversation(tx, id)
  if (!conversation || isCompleted(conversation)) return undefined
  // The visitor may have returned, so the conversation may no longer be quiet.
  const at = await completesAt(tx, conversation, closedAt)
  return tx.now() < at ? at : conversation
}

async function storeCompletion(
  tx: Tx,
  row: ConversationRow,
  found: AfterChat,
  written: WrittenSummary | undefined,
): Promise<void> {
  const attributes = withinLimits({ ...row.attributes, ...found.attributes })
  const learned = { attributes, data: { ...row.data, ...found.data } }
  const completion = { completed_at: tx.now(), completed_count: row.visitor_count }
  await updateConversation(tx.sql, row.id, { ...completion, ...(found === nothing ? {} : learned) })
  tx.emit('conversation.completed', await completed(tx, { ...row, ...learned }, written))
}

/** As many attributes as a conversation may have; those that it has come first. */
const withinLimits = (attributes: Record<string, string>) =>
  Object.fromEntries(Object.entries(attributes).slice(0, maxAttributes))

/** Spam is not summarised, nor is a conversation that the model has already read to its end. */
const wantsSummary = async (ctx: Context, conversation: ConversationRow): Promise<boolean> =>
  ctx.site.settings.autoSummary && !conversation.spam && !(await isUpToDate(ctx, conversation))

/**
 * Everything about the conversation for the event; of a very long chat, the newest part.
 * @param written a summary that may not be stored yet
 */
async function completed(
  ctx: Context,
  row: ConversationRow,
  written: WrittenSummary | undefined,
): Promise<EventData<'conversation.completed'>> {
  const [messages, tags, lead, summary] = await Promise.all([
    listNewest(ctx.sql, ctx.site.id, row.id, maxMessages),
    listLabelsOn(ctx, row.id),
    findOwnLead(ctx, row),
    findSummary(ctx, row.id),
  ])
  return {
    conversationId: row.id,
    startedAt: row.started_at,
    lastMessageAt: row.last_at,
    messageCount: row.message_count,
    page: { url: row.page_url, title: row.page_title, referrer: row.referrer, utm: row.utm },
    country: row.country,
    summary: written?.result.summary ?? row.summary,
    labels: {
      intent: written?.result.intent ?? row.intent,
      sentiment: written?.result.sentiment ?? summary?.sentiment ?? null,
      leadQuality: written?.result.leadQuality ?? summary?.lead_quality ?? null,
      outcome: written?.result.outcome ?? summary?.outcome ?? null,
      topics: written?.result.topics ?? summary?.topics ?? [],
    },
    tags: [...tags],
    attributes: row.attributes,
    assignedTo: row.assigned_to,
    unanswered: written?.result.unanswered ?? summary?.unanswered ?? [],
    followUp: written?.result.followUp ?? summary?.follow_up ?? null,
    lead: lead && toLead(lead, await listTagsOn(ctx, lead.id)),
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
  siteTask(afterTask, {
    retry,
    lane: 'calls',
    limit: 10 * minute,
    // Each tool stores its own failures.
    isTargetFault: () => false,
    run: (ctx, { conversationId, closedAt }) => completeWithTools(ctx, conversationId, closedAt),
  }),
]
