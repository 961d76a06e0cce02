import type { Widen } from '../en.ts'

/** The owner's first steps. */
export const guide = {
  title: 'First steps',
  done: 'All done',
  isDone: 'done',
  putAway: 'Put the first steps away',
  steps: {
    address: { title: 'Name your website', hint: 'The assistant answers from its pages.' },
    learn: { title: 'Import your website', hint: 'Choose the pages that the assistant learns.' },
    model: { title: 'Choose a model', hint: 'It writes the answers. Without one, the best passage is quoted.' },
    try: { title: 'Ask a question', hint: 'See the reply that a visitor would get.' },
    snippet: { title: 'Put the chat on your website', hint: 'One line in your pages.' },
    zone: { title: 'Set your time zone', hint: 'Opening hours and reports use it.' },
    name: { title: 'Add your name', hint: 'Visitors see it when you reply.' },
    team: { title: 'Invite your team', hint: 'Your team takes over when the assistant does not know.' },
    live: { title: 'Try a live chat', hint: 'Ask for a person on the page, and answer here.' },
  },
}

export type GuideWords = Widen<typeof guide>
