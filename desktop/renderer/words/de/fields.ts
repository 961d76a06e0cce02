import type { LaterWords } from '../en/later.ts'

/** What the server says of a field, in German; `$1` stands for a number or a list in it. */
const faults: [said: RegExp, words: string][] = [
  [/^Must not be empty\.$/, 'Darf nicht leer sein.'],
  [/^Is required\.$/, 'Fehlt.'],
  [/^Must have at most (\w+) characters\.$/, 'Darf höchstens $1 Zeichen haben.'],
  [/^Must have at most (\w+) (?:entries|fields)\.$/, 'Darf höchstens $1 Einträge haben.'],
  [/^Must have at least 1 entries\.$/, 'Braucht mindestens einen Eintrag.'],
  [/^Must be at most (\d+)\.$/, 'Darf höchstens $1 sein.'],
  [/^Must be at least (\d+)\.$/, 'Muss mindestens $1 sein.'],
  [/^Must be a (?:whole )?number\.$/, 'Muss eine ganze Zahl sein.'],
  [/^Must be an address that begins with/, 'Muss eine Adresse sein, die mit https:// oder http:// beginnt.'],
  [/^Must be an email address\.$/, 'Muss eine E-Mail-Adresse sein.'],
  [/^Must be a colour such as (\S+)\.$/, 'Muss eine Farbe wie $1 sein.'],
  [/^Must be an origin such as (\S+), or (\S+)\.$/, 'Muss Protokoll und Name ohne Pfad sein, wie $1 oder $2.'],
  [/^Must begin with \/ or \*\.$/, 'Muss mit / oder * beginnen.'],
  [/^Must have at most eight wildcards\.$/, 'Darf höchstens acht Platzhalter haben.'],
  [
    /^Must not hold (.+); \* and \*\* are the wildcards\.$/,
    'Darf nichts hiervon enthalten: $1. Platzhalter sind * und **.',
  ],
  [
    /^Must begin with a letter and hold/,
    'Muss mit einem Buchstaben beginnen und darf nur A–Z, Ziffern, _, - und Punkte enthalten.',
  ],
  [/^Names must be different\.$/, 'Zwei Felder haben denselben Namen.'],
  [/^Ids must be different\.$/, 'Zwei haben dieselbe Kennung.'],
  [/^A select field needs options\.$/, 'Eine Auswahl braucht Möglichkeiten.'],
  [/^A choice needs choices\.$/, 'Eine Auswahl braucht Möglichkeiten.'],
  [/^Must name (\w+)\.$/, 'Muss $1 nennen.'],
]

export const fields: LaterWords['fields'] = {
  fault: (message) => {
    const [said, words] = faults.find(([said]) => said.test(message)) ?? []
    if (!said || words === undefined) return message
    const [, ...values] = said.exec(message) ?? []
    return words.replace(/\$(\d)/g, (_, place: string) => values[Number(place) - 1] ?? '')
  },
  faults: (count) => (count === 1 ? 'Mit einem Feld stimmt etwas nicht.' : `Mit ${count} Feldern stimmt etwas nicht.`),
}

export const lists: LaterWords['lists'] = {
  up: (name) => `Nach oben: ${name}`,
  down: (name) => `Nach unten: ${name}`,
  remove: (name) => `Entfernen: ${name}`,
  movedTo: (place, count) => `Jetzt an Stelle ${place} von ${count}`,
  full: (most) => `Mehr gehen nicht: höchstens ${most}.`,
}
