import type { GapWords } from '../en/gaps.ts'
import { pluralsOf } from '../plural.ts'

const plural = pluralsOf('de')

export const gaps: GapWords = {
  intro: 'Fragen zum Unternehmen, die der Assistent nicht beantworten konnte. Er nutzt Ihre Antworten sofort.',
  filters: 'Filter',
  status: { open: 'Offen', proposed: 'Vorgeschlagene Antworten', answered: 'Beantwortet', dismissed: 'Verworfen' },
  empty: {
    open: 'Keine offenen Fragen. Fragen, die der Assistent nicht beantworten kann, erscheinen hier, die häufigsten zuerst.',
    proposed:
      'Keine vorgeschlagenen Antworten. Hat ein Mensch im Chat beantwortet, was der Assistent nicht wusste, wartet die Antwort nach dem Schließen hier.',
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
  hint: 'Schreiben Sie wie für einen Besucher. Es wird ins Wissen aufgenommen. Strg oder ⌘ mit Eingabe speichert.',
  dismiss: 'Verwerfen',
  dismissOne: (question) => `Verwerfen: „${question}“`,
  reopen: 'Wieder öffnen',
  reopenOne: (question) => `Wieder öffnen: „${question}“`,
  yours: 'Ihre Antwort',
  found: (question) => `Noch einmal gefragt: „${question}“ wird jetzt aus Ihrem Eintrag beantwortet.`,
  notFound: (question) =>
    `Gespeichert, aber „${question}“ führt noch nicht zu Ihrem Eintrag. Nehmen Sie unter Einträge die Worte der Frage in seinen Titel auf.`,
  proposal: {
    name: 'Vorgeschlagene Antwort',
    by: { model: 'Vom Modell aus einem Chat geschrieben', reply: 'Die Antwort eines Menschen' },
    from: (ago) => `geschlossen ${ago}`,
    source: 'Chat öffnen',
    approve: 'Zum Wissen hinzufügen',
    approveOne: (question) => `Vorgeschlagene Antwort auf „${question}“ zum Wissen hinzufügen`,
    edit: 'Bearbeiten',
    editOne: (question) => `Vorgeschlagene Antwort auf „${question}“ bearbeiten`,
    reject: 'Ablehnen',
    rejectOne: (question) => `Vorgeschlagene Antwort auf „${question}“ ablehnen`,
  },
  more: 'Mehr zeigen',
}
