import type { Words } from '../en.ts'

export const appearance: Words['appearance'] = {
  theme: 'Farben',
  themes: { system: 'Wie das System', light: 'Hell', dark: 'Dunkel' },
  language: 'Sprache',
  languageHint: 'Dieses Dashboards. Was Besucher lesen, bestimmt die Website.',
  intro: 'Wird in diesem Browser gemerkt.',
}
