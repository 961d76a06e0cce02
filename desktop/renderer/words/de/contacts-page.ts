import type { ContactsPageWords } from '../en/contacts-page.ts'

export const contactsPage: ContactsPageWords = {
  tags: {
    title: 'Tags',
    intro: 'Tags ordnen Kontakte. Das Team setzt sie.',
    add: 'Tag anlegen',
    edit: 'Tag ändern',
    name: 'Name',
    empty: 'Noch kein Tag. Ein erster könnte „Stammkunde“ oder „Großhandel“ heißen.',
    removeHint: 'Er wird von allen Kontakten entfernt.',
  },
  attributes: {
    title: 'Merkmale',
    intro: 'Zusätzliche Felder für jeden Kontakt oder jedes Gespräch.',
    add: 'Merkmal anlegen',
    edit: 'Merkmal ändern',
    label: 'Name',
    key: 'Schlüssel',
    keyHint: 'So heißt es im Widget und in der API.',
    entity: 'Von',
    entities: { contact: 'Kontakten', conversation: 'Gesprächen' },
    type: 'Art',
    types: { text: 'Text', number: 'Zahl', boolean: 'Ja oder nein', date: 'Datum', choice: 'Eines von mehreren' },
    options: 'Auswahl',
    optionsHint: 'Eine je Zeile. Andere Werte werden abgelehnt.',
    description: 'Beschreibung',
    empty: 'Noch kein Merkmal. Ein erstes könnte „Rahmengröße“ oder „Kundennummer“ heißen.',
    removeHint: 'Gespeicherte Werte bleiben.',
  },
}
