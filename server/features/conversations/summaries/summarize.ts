import { z } from 'zod'
import type { Label } from '../../../../shared/label.ts'
import { type Outcome, SummaryResult } from '../../../../shared/summary.ts'
import { exact } from '../../../../shared/text.ts'
import type { Context, Tx } from '../../../core/context.ts'
import { notFound } from '../../../core/error.ts'
import { post } from '../../../core/operation.ts'
import { languageFor } from '../../../language/languages.ts'
import { type ConversationRow, findConversation, lockConversation, updateConversation } from '../conversation.ts'
import { listLabels, setAiLabels } from '../labels.ts'
import { askForSummary, type ModelSummary } from './ask-model.ts'
import { type Material, readMaterial, spokenMessages } from './material.ts'
import { summaryByRules } from './rules.ts'

/**
 * Writes the summary of a conversation again, with the labels that the assistant sets. 404 if the conversation does not
 * exist.
 */
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

/** A summary before it is stored. `labels` are ids; undefined if no model chose any. */
export type WrittenSummary = {
  result: SummaryResult
  by: 'ai' | 'rules'
  labels: string[] | undefined
  /** How many messages the conversation had. */
  messages: number
}

/** Summarises a conversation, by the model or otherwise by rules. No transaction may be open. */
export async function writeSummary(ctx: Context, conversation: ConversationRow): Promise<WrittenSummary> {
  const material = await readMaterial(ctx, conversation)
  const byRules = summaryByRules(material, languageFor(ctx.site.settings.assistant.locale).summary)
  const messages = conversation.message_count
  const labels = (await listLabels(ctx)).labels.filter(({ ai }) => ai)
  const said = spokenMessages(material.messages)
  const isWorth = said.some(({ role }) => role === 'visitor')
  const answer = isWorth ? await askForSummary(ctx, said, labels) : undefined
  if (!answer) return { result: byRules, by: 'rules', labels: undefined, messages }
  return { result: supported(answer, material, byRules), by: 'ai', labels: idsOf(answer, labels), messages }
}

/** Outcomes that records decide: a model cannot claim a booking, a contact or a callback. */
const recorded: readonly Outcome[] = ['booked', 'lead_captured', 'callback_requested']

/** The model's summary, corrected where records contradict it. */
function supported({ labels: _, ...answer }: ModelSummary, { messages }: Material, byRules: SummaryResult) {
  const isRecorded = recorded.includes(byRules.outcome) || recorded.includes(answer.outcome)
  const written = messages.filter(({ role }) => role === 'user').map(({ text }) => text)
  const { name, phone } = answer.lead
  return {
    ...answer,
    outcome: isRecorded ? byRules.outcome : answer.outcome,
    lead: {
      name: byRules.lead.name || (isSaid(written, name) ? name : ''),
      phone: byRules.lead.phone || (isSaid(written, phone) ? phone : ''),
    },
  }
}

const isSaid = (written: readonly string[], words: string): boolean =>
  words !== '' && written.some((text) => text.toLowerCase().includes(words.toLowerCase()))

const idsOf = ({ labels }: ModelSummary, offered: readonly Label[]): string[] => {
  const chosen = new Set(labels.map((name) => name.trim().toLowerCase()))
  return offered.filter(({ name }) => chosen.has(name.toLowerCase())).map(({ id }) => id)
}

type SummaryRow = {
  at: number
  written_by: 'ai' | 'rules'
  messages: number
  sentiment: SummaryResult['sentiment']
  lead_quality: SummaryResult['leadQuality']
  outcome: SummaryResult['outcome']
  topics: string[]
  unanswered: string[]
  follow_up: string
}

/** Stores the summary and labels of a conversation that the caller has locked. */
export async function storeSummary(tx: Tx, id: string, written: WrittenSummary): Promise<void> {
  const { sql } = tx
  const { summary, intent, sentiment, leadQuality, outcome, topics, unanswered, followUp, lead } = written.result
  const row = {
    conversation_id: id,
    site: tx.site.id,
    at: tx.now(),
    written_by: written.by,
    messages: written.messages,
    sentiment,
    lead_quality: leadQuality,
    outcome,
    topics: sql.json(topics),
    unanswered: sql.json(unanswered),
    follow_up: followUp,
    lead_name: lead.name,
    lead_phone: lead.phone,
  }
  await sql`insert into summaries ${sql(row)} on conflict (conversation_id) do update set ${sql(row)}`
  await updateConversation(sql, id, { summary, intent, summarized_at: tx.now() })
  if (written.labels) await setAiLabels(tx, id, written.labels)
}

/** The summary of a conversation, without the conversation's own columns. */
export async function findSummary({ sql }: Context, id: string): Promise<SummaryRow | undefined> {
  const [row] = await sql<SummaryRow[]>`select * from summaries where conversation_id = ${id}`
  return row
}

/**
 * Whether the model has read all messages. A reply that replaces a truncated one does not change the number of
 * messages.
 */
export async function isUpToDate(ctx: Context, { id, message_count, last_at }: ConversationRow): Promise<boolean> {
  const row = await findSummary(ctx, id)
  return row !== undefined && row.written_by === 'ai' && row.messages === message_count && row.at >= last_at
}

export const summaryOperations = {
  summarize: post('/conversations/:id/summary', {
    summary: 'Summarise a conversation',
    description:
      'Writes a new summary and updates the labels that the assistant sets; labels set by people stay. Uses AI budget and waits behind ' +
      'replies to visitors. If no model responds, the summary is derived from recorded data.',
    scope: 'conversations:write',
    input: z.object({ id: exact(64, 1) }),
    output: SummaryResult,
    run: summarize,
  }),
}
