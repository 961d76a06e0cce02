import { type Language, lexemesOfWords } from './lexemes.ts'
import { offer, type Term } from './question.ts'
import { lookUp, lookUpPrefix, type Vocabulary } from './vocabulary.ts'
import type { Known } from './weigh.ts'

/** So many words of a question are looked at more closely; each costs a query. */
const mostTerms = 6
const mostCompounds = 12

/** Languages that write compounds in one: who asks for `Fahrrad` also means `Fahrradverleih`. */
const compounding = new Set<Language>(['german', 'dutch', 'danish', 'swedish', 'norwegian', 'finnish', 'hungarian'])

/**
 * Looks closer at the words of a question that the site's knowledge does not have: they may be misspelt, or be written
 * in one where the knowledge writes them apart. What is found is offered to its term, and added to `known`.
 */
export async function addNear(
  vocabulary: Vocabulary,
  languages: Language[],
  terms: Term[],
  known: Map<string, Known>,
): Promise<void> {
  const telling = terms.filter((term) => !term.asking && !/\d/.test(term.word))
  const unknown = telling.filter((term) => ![...term.lexemes.keys()].some((lexeme) => known.has(lexeme)))
  for (const term of unknown.slice(0, mostTerms)) {
    await addMisspelt(vocabulary, term, known)
    for (const language of languages) await addParts(vocabulary, language, term, known)
  }
  if (!languages.some((language) => compounding.has(language))) return
  for (const term of telling.slice(0, 2 * mostTerms)) await addCompounds(vocabulary, term, known)
}

const ownOf = (term: Term) => [...term.lexemes].flatMap(([lexeme, likeness]) => (likeness === 'own' ? [lexeme] : []))

/** Lexemes that one slip of the keyboard away, two in long words; the first two letters are taken for right. */
async function addMisspelt(vocabulary: Vocabulary, term: Term, known: Map<string, Known>): Promise<void> {
  for (const own of ownOf(term).filter((lexeme) => lexeme.length >= 5)) {
    const slips = own.length >= 9 ? 2 : 1
    const alike = await lookUpPrefix(vocabulary, own.slice(0, 2), own.length - slips, own.length + slips)
    for (const { lexeme, ...row } of alike) {
      // One that begins with the other is another word more often than a slip: `plane`, `plan`.
      if (lexeme.startsWith(own) || own.startsWith(lexeme) || slipsBetween(own, lexeme, slips) > slips) continue
      known.set(lexeme, row)
      offer(term, lexeme, 'near')
    }
  }
}

/** `audioguide` → `audio guide`, where the knowledge has both. */
async function addParts(
  vocabulary: Vocabulary,
  language: Language,
  term: Term,
  known: Map<string, Known>,
): Promise<void> {
  const { word } = term
  if (word.length < 7 || word.length > 40) return
  const cuts = Array.from({ length: word.length - 5 }, (_, at) => [word.slice(0, at + 3), word.slice(at + 3)])
  const lexemes = await lexemesOfWords(vocabulary.sql, language, cuts.flat())
  const found = await lookUp(vocabulary, lexemes.flat())
  for (const at of cuts.keys()) {
    const halves = [lexemes[2 * at] ?? [], lexemes[2 * at + 1] ?? []]
    if (!halves.every((half) => half.some((lexeme) => lexeme.length > 2 && found.has(lexeme)))) continue
    for (const lexeme of halves.flat()) {
      const row = found.get(lexeme)
      if (!row) continue
      known.set(lexeme, row)
      offer(term, lexeme, 'part')
    }
  }
}

async function addCompounds(vocabulary: Vocabulary, term: Term, known: Map<string, Known>): Promise<void> {
  for (const own of ownOf(term).filter((lexeme) => lexeme.length >= 4)) {
    const longer = await lookUpPrefix(vocabulary, own, own.length + 3, 60)
    for (const { lexeme, ...row } of longer.slice(0, mostCompounds)) {
      known.set(lexeme, row)
      offer(term, lexeme, 'part')
    }
  }
}

/** How many letters were left out, added, replaced or swapped with their neighbour; any number above `most` for more. */
export function slipsBetween(left: string, right: string, most: number): number {
  if (Math.abs(left.length - right.length) > most) return most + 1
  let before: number[] = []
  let last = Array.from({ length: right.length + 1 }, (_, at) => at)
  for (let i = 1; i <= left.length; i++) {
    const row = [i]
    for (let j = 1; j <= right.length; j++) {
      const same = left[i - 1] === right[j - 1]
      let slips = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (same ? 0 : 1))
      const swapped = i > 1 && j > 1 && left[i - 1] === right[j - 2] && left[i - 2] === right[j - 1]
      if (swapped) slips = Math.min(slips, (before[j - 2] ?? 0) + 1)
      row.push(slips)
    }
    before = last
    last = row
  }
  return last[right.length] ?? most + 1
}
