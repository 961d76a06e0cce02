import type { GuideWords } from '../en/guide.ts'

export const guide: GuideWords = {
  title: 'Erste Schritte',
  done: 'Alles getan',
  isDone: 'getan',
  putAway: 'Erste Schritte weglegen',
  steps: {
    address: { title: 'Website nennen', hint: 'Der Assistent antwortet aus ihren Seiten.' },
    learn: { title: 'Lernen lassen', hint: 'Wählen Sie Seiten, und sehen Sie beim Lernen zu.' },
    try: { title: 'Eine Frage stellen', hint: 'Sehen Sie, was ein Besucher erfahren würde.' },
    snippet: { title: 'Chat auf die Website setzen', hint: 'Eine Zeile in Ihren Seiten.' },
    team: { title: 'Team einladen', hint: 'Wer da ist, übernimmt, wenn der Assistent nicht weiterweiß.' },
  },
}
