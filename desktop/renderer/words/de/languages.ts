import type { LaterWords } from '../en/later.ts'

export const languages: LaterWords['languages'] = {
  title: 'Weitere Sprachen',
  intro: (own) =>
    `Besucher einer dieser Sprachen lesen diese Texte statt Ihrer eigenen (${own}). Was Sie leer lassen, bleibt, wie es ist.`,
  add: 'Sprache hinzufügen',
  choose: 'Sprache wählen',
  remove: 'Sprache entfernen',
  shortcut: (label) => `Schnellzugriff „${label}“`,
  noQuestions: 'Noch keine: Besucher sehen Ihre eigenen Fragen.',
}
