import type { Outcome, SummaryResult } from '../../../../shared/summary.ts'
import type { SummaryPhrases } from '../../../language/language.ts'
import { type Material, spokenMessages } from './material.ts'

const maxQuestionLength = 200
const maxIntentLength = 80
const maxTopics = 3

/** A summary without a model: the visitor's first question, the details they left, and the recorded outcome. */
export function summaryByRules(material: Material, words: SummaryPhrases): SummaryResult {
  const { conversation, messages, lead, callback, unanswered } = material
  const outcome = outcomeOf(material)
  const first = oneLine(conversation.first_message ?? '')
  const details = [lead?.name, lead?.email, lead?.phone].filter(Boolean).join(', ')
  const said = [
    first && words.asked(cut(first, maxQuestionLength)),
    details && words.left(details),
    words.outcomes[outcome],
  ]
  return {
    summary: said.filter(Boolean).join(' '),
    intent: cut(first, maxIntentLength),
    sentiment: sentimentOf(material),
    leadQuality: callback ? 'hot' : lead?.email || lead?.phone ? 'warm' : lead?.name ? 'cold' : 'none',
    outcome,
    topics: [...new Set(messages.flatMap(({ sources }) => (sources ?? []).map(({ title }) => oneLine(title))))]
      .filter(Boolean)
      .slice(0, maxTopics),
    unanswered,
    followUp: followUpOf(material, outcome, words),
    lead: { name: lead?.name ?? callback?.name ?? '', phone: lead?.phone ?? callback?.phone ?? '' },
  }
}

/** The outcome of a conversation according to its records. */
export function outcomeOf({ conversation, messages, lead, callback, unanswered }: Material): Outcome {
  if (conversation.visitor_count === 0) return 'abandoned'
  if (callback) return 'callback_requested'
  if (lead && isLeftHere(conversation, lead)) return 'lead_captured'
  const said = spokenMessages(messages)
  const isOfPerson = said.some(({ role }) => role === 'team')
  if (conversation.waiting_since !== null || (conversation.handover_at !== null && !isOfPerson)) return 'pending'
  if (isOfPerson) return 'answered'
  return said.at(-1)?.role === 'visitor' || unanswered.length > 0 ? 'unanswered' : 'answered'
}

/** A signed-in visitor's email was known before they wrote. */
const isLeftHere = (
  { lead_proof, visitor }: Material['conversation'],
  { email, phone }: NonNullable<Material['lead']>,
): boolean => lead_proof === 'created' && (phone !== null || (email !== null && email !== visitor?.email))

/** Without a model, only ratings are judged, not words. */
function sentimentOf({ messages }: Material): SummaryResult['sentiment'] {
  const rated = messages.reduce((sum, { feedback }) => sum + (feedback ?? 0), 0)
  return rated > 0 ? 'positive' : rated < 0 ? 'negative' : 'neutral'
}

function followUpOf({ lead, callback, unanswered }: Material, outcome: Outcome, words: SummaryPhrases): string {
  const who = [callback?.name ?? lead?.name, callback?.phone ?? lead?.phone].filter(Boolean).join(', ')
  if (callback) return callback.status === 'open' ? words.callBack(who) : ''
  if (unanswered[0] !== undefined) return words.answer(cut(oneLine(unanswered[0]), maxQuestionLength))
  return outcome === 'pending' || outcome === 'unanswered' ? words.reply : ''
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

/** Truncates a text without splitting a character. */
const cut = (text: string, max: number) => (text.length > max ? `${text.slice(0, max - 1).toWellFormed()}…` : text)
