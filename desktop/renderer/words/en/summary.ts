import type { Widen } from '../en.ts'

/** The summary of a conversation. */
export const summary = {
  none: 'No summary yet. It is written when the conversation has been quiet for a while.',
  write: 'Summarise now',
  again: 'Summarise again',
  writing: 'Summarising…',
  refused: (why: string) => `It could not be summarised. ${why}`,
  outcome: 'Outcome',
  outcomes: {
    answered: 'Answered',
    booked: 'Booked',
    lead_captured: 'Left details',
    callback_requested: 'Wants a call',
    unanswered: 'Not answered',
    abandoned: 'Wrote nothing',
    pending: 'Waits for an answer',
  },
  sentiments: { positive: 'Content', neutral: 'Neutral', negative: 'Dissatisfied' },
  qualities: { hot: 'Hot lead', warm: 'Warm lead', cold: 'Cold lead', none: '' },
  unanswered: 'Left open',
  followUp: 'Next step',
  topics: 'Topics',
  by: {
    ai: (time: string) => `Written by the assistant, ${time}`,
    rules: (time: string) => `Put together without a model, ${time}`,
  },
  outdated: 'The conversation has continued since.',
}
export type SummaryWords = Widen<typeof summary>
