import type { Widen } from '../en.ts'
import { pluralsOf } from '../plural.ts'

const plural = pluralsOf('en')

/** Knowledge gaps: questions that the knowledge does not cover. */
export const gaps = {
  intro: 'Questions about the business that the assistant could not answer. It uses your answers at once.',
  filters: 'Filter',
  status: { open: 'Open', proposed: 'Proposed answers', answered: 'Answered', dismissed: 'Dismissed' },
  empty: {
    open: 'No open questions. Questions that the assistant cannot answer appear here, most frequent first.',
    proposed:
      'No proposed answers. When somebody closes a chat in which a person answered what the assistant could not, the answer waits here.',
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
  hint: 'Write it as for a visitor. It is added to the knowledge. Ctrl or ⌘ with Enter saves.',
  dismiss: 'Dismiss',
  dismissOne: (question: string) => `Dismiss “${question}”`,
  reopen: 'Open again',
  reopenOne: (question: string) => `Open again: “${question}”`,
  yours: 'Your answer',
  found: (question: string) => `Asked again: “${question}” is now answered from your entry.`,
  notFound: (question: string) =>
    `Saved, but “${question}” does not lead to your entry yet. Use the question’s own words in its title, under Entries.`,
  proposal: {
    name: 'Proposed answer',
    by: { model: 'Written by the model from a chat', reply: 'The reply of a person' },
    from: (ago: string) => `closed ${ago}`,
    source: 'Open the chat',
    approve: 'Add to the knowledge',
    approveOne: (question: string) => `Add the proposed answer to “${question}” to the knowledge`,
    edit: 'Edit',
    editOne: (question: string) => `Edit the proposed answer to “${question}”`,
    reject: 'Reject',
    rejectOne: (question: string) => `Reject the proposed answer to “${question}”`,
  },
  more: 'Show more',
}

export type GapWords = Widen<typeof gaps>
