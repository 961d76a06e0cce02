import type { GuideWords } from '../en/guide.ts'

export const guide: GuideWords = {
  title: 'Erste Schritte',
  done: 'Alles getan',
  isDone: 'getan',
  putAway: 'Erste Schritte weglegen',
  steps: {
    address: { title: 'Website nennen', hint: 'Der Assistent antwortet aus ihren Seiten.' },
    learn: { title: 'Website importieren', hint: 'Wählen Sie die Seiten, die der Assistent lernt.' },
    model: { title: 'Modell wählen', hint: 'Es schreibt die Antworten. Ohne Modell wird die beste Stelle zitiert.' },
    try: { title: 'Eine Frage stellen', hint: 'Sehen Sie die Antwort, die ein Besucher bekäme.' },
    snippet: { title: 'Chat auf die Website setzen', hint: 'Eine Zeile in Ihren Seiten.' },
    zone: { title: 'Zeitzone einstellen', hint: 'Öffnungszeiten und Berichte richten sich danach.' },
    name: { title: 'Ihren Namen eintragen', hint: 'Besucher sehen ihn, wenn Sie antworten.' },
    team: { title: 'Team einladen', hint: 'Ihr Team übernimmt, wenn der Assistent nicht weiterweiß.' },
    live: {
      title: 'Livechat ausprobieren',
      hint: 'Bitten Sie auf der Seite um einen Menschen, und antworten Sie hier.',
    },
  },
}
