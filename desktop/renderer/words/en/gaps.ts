import type { Widen } from '../en.ts'
import { pluralsOf } from '../plural.ts'

const plural = pluralsOf('en')

/** Questions that the knowledge does not cover. */
export const gaps = {
  intro:
    'What visitors asked about the business and the assistant could not answer. What you write here it answers from at once.',
  filters: 'Show questions that are',
  status: { open: 'Open', answered: 'Answered', dismissed: 'Dismissed' },
  empty: {
    open: 'Nothing is open. Questions that the assistant cannot answer will stand here, those asked most first.',
    answered: 'No question has been answered yet.',
    dismissed: 'No question has been dismissed.',
  },
  count: (count: number) => plural(count, { one: 'asked once', other: 'asked # times' }),
  last: (ago: string) => `last ${ago}`,
  conversation: 'Open the conversation',
  answer: 'Answer',
  answerOne: (question: string) => `Answer “${question}”`,
  changeAnswer: 'Change the answer',
  changeOne: (question: string) => `Change the answer to “${question}”`,
  hint: 'As you would tell a visitor. It becomes an entry of the knowledge. Ctrl or ⌘ with Enter saves.',
  dismiss: 'Dismiss',
  dismissOne: (question: string) => `Dismiss “${question}”`,
  reopen: 'Open again',
  reopenOne: (question: string) => `Open again: “${question}”`,
  yours: 'Your answer',
  found: (question: string) => `Asked again: “${question}” is now answered from your entry.`,
  notFound: (question: string) =>
    `Saved, but “${question}” does not lead to your entry yet. Use the question’s own words in its title, under Entries.`,
  more: 'Show more',
}

export type GapWords = Widen<typeof gaps>
