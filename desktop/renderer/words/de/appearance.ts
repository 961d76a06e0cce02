import type { LaterWords } from '../en/later.ts'

export const appearance: LaterWords['appearance'] = {
  theme: 'Farben',
  themes: { system: 'Wie das System', light: 'Hell', dark: 'Dunkel' },
  language: 'Sprache',
  languageHint: 'Dieses Dashboards. Was Besucher lesen, bestimmt die Website.',
  intro: 'Wird in diesem Browser gemerkt.',
}
