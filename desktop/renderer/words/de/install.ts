import type { LaterWords } from '../en/later.ts'

export const install: LaterWords['install'] = {
  title: 'Prüfung',
  intro: 'Holt die Seite und sucht darauf nach dem Snippet.',
  page: 'Seite, die geprüft wird',
  check: 'Prüfen',
  checking: 'Wird geprüft',
  works: (url) => `Das Snippet ist auf ${url}, und Besucher können dort chatten.`,
  blocked: (url) => `Das Snippet ist auf ${url}, aber Besucher können dort noch nicht chatten.`,
  missing: (url) => `Das Snippet ist nicht auf ${url}.`,
  away: (url) => `${url} lässt sich nicht abrufen.`,
  failed: (why) => `Es wurde nichts geprüft. ${why}`,
}

export const texts: LaterWords['texts'] = {
  title: 'Was das Widget sagt',
  intro:
    'Das Widget spricht von selbst die Sprache des Besuchers. Was hier steht, sagt es so, egal in welcher Sprache; {…} steht für einen Wert.',
  changed: (count) => (count === 0 ? 'Nichts geändert' : `${count} geändert`),
}
