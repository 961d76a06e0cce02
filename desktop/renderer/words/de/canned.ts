import type { Words } from '../en.ts'
import { pluralsOf } from '../plural.ts'

const plural = pluralsOf('de')

export const canned: Words['canned'] = {
  intro: 'Texte, die mit / und ein paar Buchstaben in eine Antwort kommen.',
  add: 'Vorlage anlegen',
  edit: 'Vorlage ändern',
  shortcut: 'Kürzel',
  shortcutHint: 'Wird nach / getippt. Buchstaben, Ziffern, - und _.',
  titleField: 'Titel',
  titleHint: 'Für Sie: Er steht in der Liste. Darf leer sein.',
  text: 'Text',
  variables: 'Was beim Verwenden eingesetzt wird; wo nichts bekannt ist, fällt auch das Leerzeichen davor weg:',
  variable: {
    'visitor.name': 'der Name des Besuchers',
    'visitor.firstName': 'sein Vorname',
    'visitor.email': 'seine E-Mail-Adresse',
    'agent.name': 'Ihr Name',
    'site.name': 'der Name dieser Website',
  },
  unknownVariable: (name) => `${name} ist nicht bekannt und bleibt stehen, wie es da steht.`,
  preview: 'Vorschau',
  example: { name: 'Ada Grau', email: 'ada@example.com' },
  empty: 'Noch keine Vorlage. Schreiben Sie einmal, was Sie jeden Tag sagen, und haben Sie es mit zwei Tasten.',
  none: 'Noch keine Vorlage. Ein Admin kann welche anlegen.',
  count: (count) => plural(count, { one: '# Vorlage', other: '# Vorlagen' }),
  removed: (shortcut) => `/${shortcut} ist gelöscht`,
}
