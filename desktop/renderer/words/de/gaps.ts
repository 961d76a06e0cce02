import type { GapWords } from '../en/gaps.ts'
import { pluralsOf } from '../plural.ts'

const plural = pluralsOf('de')

export const gaps: GapWords = {
  intro:
    'Was Besucher über das Unternehmen gefragt haben und der Assistent nicht beantworten konnte. Aus dem, was Sie hier schreiben, antwortet er sofort.',
  filters: 'Fragen zeigen, die so sind',
  status: { open: 'Offen', answered: 'Beantwortet', dismissed: 'Verworfen' },
  empty: {
    open: 'Nichts ist offen. Fragen, die der Assistent nicht beantworten kann, stehen hier, die häufigsten zuerst.',
    answered: 'Noch wurde keine Frage beantwortet.',
    dismissed: 'Keine Frage wurde verworfen.',
  },
  count: (count) => plural(count, { one: 'einmal gefragt', other: '#-mal gefragt' }),
  last: (ago) => `zuletzt ${ago}`,
  conversation: 'Gespräch öffnen',
  answer: 'Antworten',
  answerOne: (question) => `Antworten auf „${question}“`,
  changeAnswer: 'Antwort ändern',
  changeOne: (question) => `Antwort ändern auf „${question}“`,
  hint: 'So, wie Sie es einem Besucher sagen würden. Es wird ein Eintrag im Wissen. Strg oder ⌘ mit Eingabe speichert.',
  dismiss: 'Verwerfen',
  dismissOne: (question) => `Verwerfen: „${question}“`,
  reopen: 'Wieder öffnen',
  reopenOne: (question) => `Wieder öffnen: „${question}“`,
  yours: 'Ihre Antwort',
  found: (question) => `Noch einmal gefragt: „${question}“ wird jetzt aus Ihrem Eintrag beantwortet.`,
  notFound: (question) =>
    `Gespeichert, aber „${question}“ führt noch nicht zu Ihrem Eintrag. Nehmen Sie unter Einträge die Worte der Frage in seinen Titel auf.`,
  more: 'Mehr zeigen',
}
