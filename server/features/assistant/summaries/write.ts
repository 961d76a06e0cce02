import type { Label } from '../../../../shared/label.ts'
import type { Outcome, SummaryResult } from '../../../../shared/summary.ts'
import type { Context } from '../../../core/context.ts'
import type { ConversationRow } from '../../conversations/conversation.ts'
import { listLabels } from '../../conversations/labels.ts'
import { askForSummary, type ModelSummary } from './ask-model.ts'
import { type Material, readMaterial } from './material.ts'
import { summaryByRules } from './rules.ts'
import { whatWasSaid } from './said.ts'
import { summaryWords } from './words.ts'

/** A summary that is to be stored; `labels` are ids, and undefined where no model chose any. */
export type WrittenSummary = {
  result: SummaryResult
  by: 'ai' | 'rules'
  labels: string[] | undefined
  /** How many messages the conversation had. */
  messages: number
}

/** Has a conversation summarised: by the model or, where it does not, by rules. No transaction may be open. */
export async function writeSummary(ctx: Context, conversation: ConversationRow): Promise<WrittenSummary> {
  const material = await readMaterial(ctx, conversation)
  const byRules = summaryByRules(material, summaryWords(ctx.site.settings.assistant.locale))
  const messages = conversation.message_count
  const labels = (await listLabels(ctx)).labels.filter(({ ai }) => ai)
  const said = whatWasSaid(material.messages)
  const isWorth = said.some(({ role }) => role === 'visitor')
  const answer = isWorth ? await askForSummary(ctx, said, labels) : undefined
  if (!answer) return { result: byRules, by: 'rules', labels: undefined, messages }
  return { result: supported(answer, material, byRules), by: 'ai', labels: idsOf(answer, labels), messages }
}

/** What a booking, a contact or a callback is recorded by; no model's word makes one. */
const recorded: readonly Outcome[] = ['booked', 'lead_captured', 'callback_requested']

/** The model's summary, with what the records say in place of what it says against them. */
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
