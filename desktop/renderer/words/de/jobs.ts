import type { JobsWords } from '../en/jobs.ts'

/** The words about jobs in German. */
export const jobs: JobsWords = {
  title: 'Aufträge',
  views: 'Ansicht',
  board: 'Tafel',
  list: 'Liste',
  number: (number) => `#${number}`,
  statuses: { open: 'Offen', won: 'Gewonnen', lost: 'Verloren' },
  sources: { chat: 'Chat', quote: 'Angebotsfragen', api: 'API', manual: 'Dashboard', callback: 'Rückrufwunsch' },
  nobody: 'Niemand',
  moved: (stage) => `Nach „${stage}“ verschoben`,
  notFound: 'Diesen Auftrag gibt es nicht oder nicht mehr.',
}
