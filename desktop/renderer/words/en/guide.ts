import type { Widen } from '../en.ts'

/** The first steps of an owner. */
export const guide = {
  title: 'First steps',
  done: 'All done',
  isDone: 'done',
  putAway: 'Put the first steps away',
  steps: {
    address: { title: 'Name your website', hint: 'The assistant answers from its pages.' },
    learn: { title: 'Let it be learned', hint: 'Choose pages, and watch them being learned.' },
    try: { title: 'Ask a question', hint: 'See what a visitor would be told.' },
    snippet: { title: 'Put the chat on your website', hint: 'One line in your pages.' },
    team: { title: 'Invite your team', hint: 'Whoever is there takes over where the assistant does not know.' },
  },
}

export type GuideWords = Widen<typeof guide>
