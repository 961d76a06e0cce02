import type { SummaryResult } from '../../../../shared/summary.ts'
import type { Context, Tx } from '../../../core/context.ts'
import { type ConversationRow, updateConversation } from '../../conversations/conversation.ts'
import { setAiLabels } from '../../conversations/labels.ts'
import type { WrittenSummary } from './write.ts'

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

/** Keeps a summary of a conversation that the caller has locked, with the labels that come with it. */
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

/** The summary of a conversation, without what stands in the conversation itself. */
export async function findSummary({ sql }: Context, id: string): Promise<SummaryRow | undefined> {
  const [row] = await sql<SummaryRow[]>`select * from summaries where conversation_id = ${id}`
  return row
}

/** Whether the model has read all that was said. A reply that replaces a cut one leaves the count of messages as it was. */
export async function isUpToDate(ctx: Context, { id, message_count, last_at }: ConversationRow): Promise<boolean> {
  const row = await findSummary(ctx, id)
  return row !== undefined && row.written_by === 'ai' && row.messages === message_count && row.at >= last_at
}
