import type { FaultReason } from '../../../../shared/fault.ts'
import type { LaterWords } from '../en/later.ts'
import { pluralsOf } from '../plural.ts'

const plural = pluralsOf('de')

type Params = Record<string, string | number>

const webAddress = 'Muss eine Adresse sein, die mit https:// oder http:// beginnt.'
const formats: Record<string, string> = {
  email: 'Muss eine E-Mail-Adresse sein.',
  url: webAddress,
}

/** The faults of a field by reason; undefined where the server's own sentence is used. */
const faults: { [Reason in FaultReason]?: string | ((params: Params) => string | undefined) } = {
  required: 'Fehlt.',
  empty: 'Darf nicht leer sein.',
  wrong_type: ({ expected }) =>
    expected === 'number' || expected === 'int' ? 'Muss eine ganze Zahl sein.' : undefined,
  wrong_format: ({ format = '' }) => formats[format],
  too_long: ({ max }) => `Darf höchstens ${max} Zeichen haben.`,
  too_short: ({ min }) => `Braucht mindestens ${min} Zeichen.`,
  too_many: ({ max }) => `Darf höchstens ${max} Einträge haben.`,
  too_few: ({ min }) =>
    plural(Number(min), { one: 'Braucht mindestens einen Eintrag.', other: 'Braucht mindestens # Einträge.' }),
  too_high: ({ max }) => `Darf höchstens ${max} sein.`,
  too_low: ({ min }) => `Muss mindestens ${min} sein.`,
  web_address: webAddress,
  color: ({ example }) => `Muss eine Farbe wie ${example} sein.`,
  origin: ({ example, wildcard }) => `Muss Protokoll und Name ohne Pfad sein, wie ${example} oder ${wildcard}.`,
  glob_start: 'Muss mit / oder * beginnen.',
  glob_wildcards: ({ max }) => `Darf höchstens ${max} Platzhalter haben.`,
  glob_characters: ({ characters }) => `Darf nichts hiervon enthalten: ${characters}. Platzhalter sind * und **.`,
  field_name: 'Muss mit einem Buchstaben beginnen und darf nur A–Z, Ziffern, _, - und Punkte enthalten.',
  names_differ: 'Zwei Felder haben denselben Namen.',
  ids_differ: 'Zwei haben dieselbe Kennung.',
  options_missing: 'Eine Auswahl braucht Möglichkeiten.',
  name_missing: ({ name }) => `Muss ${name} nennen.`,
  header_name: 'Ist kein Name eines Headers.',
  header_reserved: 'Diesen Header setzt Frontdesk selbst.',
  header_value: 'Darf keine Zeilenumbrüche und nur Zeichen aus Latin-1 enthalten.',
  header_placeholder: 'Ein Header kann keine Platzhalter enthalten.',
  url_template: 'Muss eine URL sein, mit Platzhaltern nur in Pfad und Abfrage.',
  address_refused: 'Diese Adresse ist nicht erlaubt: Sie muss öffentlich sein und mit https:// beginnen.',
  placeholder_unknown: ({ name }) => `Den Platzhalter {{${name}}} gibt es nicht.`,
  sender_example: 'Ersetzen Sie das Beispiel des Absenders durch Ihre eigene Adresse.',
  tool_name: 'Darf nur Kleinbuchstaben, Ziffern und _ enthalten und beginnt mit einem Buchstaben.',
  tool_name_reserved: 'So heißen schon andere Platzhalter.',
  path_invalid: 'Muss ein Pfad wie delivery.date sein.',
  extract_before: 'Ein Werkzeug, das den fertigen Chat liest, kann nicht davor laufen.',
  past_midnight: 'Eine Zeit endet am selben Tag: bis 24:00, und am nächsten Tag weiter ab 00:00.',
  when_without_after: 'Eine Bedingung haben nur Werkzeuge, die nach dem Chat laufen.',
}

export const fields: LaterWords['fields'] = {
  fault({ message, reason, params = {} }) {
    const words = faults[reason as FaultReason]
    return (typeof words === 'function' ? words(params) : words) ?? message
  },
  faults: (count) =>
    plural(count, { one: 'Mit einem Feld stimmt etwas nicht.', other: 'Mit # Feldern stimmt etwas nicht.' }),
}

export const lists: LaterWords['lists'] = {
  up: (name) => `Nach oben: ${name}`,
  down: (name) => `Nach unten: ${name}`,
  remove: (name) => `Entfernen: ${name}`,
  movedTo: (place, count) => `Jetzt an Stelle ${place} von ${count}`,
  full: (most) => `Mehr gehen nicht: höchstens ${most}.`,
}
