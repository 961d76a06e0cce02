import { z } from 'zod'
import { Milliseconds } from './page.ts'

export const Sentiment = z.enum(['positive', 'neutral', 'negative'])
export const LeadQuality = z.enum(['hot', 'warm', 'cold', 'none'])
export const Outcome = z.enum([
  'answered',
  'booked',
  'lead_captured',
  'callback_requested',
  'unanswered',
  'abandoned',
  'pending',
])

export const SummaryResult = z
  .object({
    summary: z.string(),
    intent: z.string(),
    sentiment: Sentiment,
    leadQuality: LeadQuality,
    outcome: Outcome,
    topics: z.array(z.string()),
    unanswered: z.array(z.string()).describe("The visitor's unanswered questions."),
    followUp: z.string(),
    lead: z.object({ name: z.string(), phone: z.string() }).describe('As stated by the visitor; empty if not stated.'),
  })
  .meta({ id: 'SummaryResult' })
export type SummaryResult = z.infer<typeof SummaryResult>

export type Outcome = SummaryResult['outcome']

export const ConversationSummary = SummaryResult.extend({
  by: z.enum(['ai', 'rules']).describe('`rules`: derived from recorded data without a model.'),
  at: Milliseconds,
}).meta({ id: 'ConversationSummary', description: 'The latest summary.' })
export type ConversationSummary = z.infer<typeof ConversationSummary>
