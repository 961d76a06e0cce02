import { type Language, lexemesOfWords } from './lexemes.ts'
import { type Likeness, offer, type Term } from './question.ts'
import { type Beginning, lookUp, lookUpAlike, type Vocabulary } from './vocabulary.ts'
import type { Known } from './weigh.ts'

/** So many words of a question are looked at more closely. */
const mostTerms = 8
const mostMisspelt = 3000
const mostCompounds = 12

/** Languages that write compounds in one: who asks for `Fahrrad` also means `Fahrradverleih`. */
const compounding = new Set<Language>(['german', 'dutch', 'danish', 'swedish', 'norwegian', 'finnish', 'hungarian'])

type Knowledge = { vocabulary: Vocabulary; languages: Language[]; known: Map<string, Known> }

/**
 * Looks closer at the words of a question that the site's knowledge does not have: they may be misspelt, or be written
 * in one where the knowledge writes them apart. What is found is offered to its term, and added to `known`.
 */
export async function addNear(knowledge: Knowledge, terms: Term[]): Promise<void> {
  const telling = terms.filter((term) => !term.asking && !/\d/.test(term.word))
  const isUnknown = (term: Term) => ![...term.lexemes.keys()].some((lexeme) => knowledge.known.has(lexeme))
  const unknown = telling.filter(isUnknown).slice(0, mostTerms)
  if (unknown.length > 0) {
    await addMisspelt(knowledge, unknown)
    for (const language of knowledge.languages) await addParts(knowledge, language, unknown)
  }
  if (knowledge.languages.some((language) => compounding.has(language)))
    await addCompounds(knowledge, telling.slice(0, mostTerms))
}

function add({ known }: Knowledge, term: Term, lexeme: string, row: Known, likeness: Likeness): void {
  known.set(lexeme, { number: row.number, passages: row.passages })
  offer(term, lexeme, likeness)
}

type Own = { term: Term; lexeme: string }

/** The lexemes of the words themselves that have at least so many letters. */
const ownOf = (terms: Term[], least: number): Own[] =>
  terms.flatMap((term) =>
    [...term.lexemes].flatMap(([lexeme, likeness]) =>
      likeness === 'own' && lexeme.length >= least ? [{ term, lexeme }] : [],
    ),
  )

const shortestMisspelt = 5
const slipsIn = (lexeme: string): number => (lexeme.length >= 9 ? 2 : 1)

/** Whether another lexeme may be this one, misspelt. One that begins with the other is more often another word: `plane`, `plan`. */
export function isSlip(lexeme: string, other: string): boolean {
  if (lexeme.length < shortestMisspelt || lexeme.startsWith(other) || other.startsWith(lexeme)) return false
  const slips = slipsIn(lexeme)
  return lexeme.slice(0, 2) === other.slice(0, 2) && slipsBetween(lexeme, other, slips) <= slips
}

/** Lexemes that are one slip of the keyboard away, two in long words; the first two letters are taken for right. */
async function addMisspelt(knowledge: Knowledge, terms: Term[]): Promise<void> {
  const own = ownOf(terms, shortestMisspelt)
  const beginnings = own.map(({ lexeme }): Beginning => {
    const slips = slipsIn(lexeme)
    return { prefix: lexeme.slice(0, 2), shortest: lexeme.length - slips, longest: lexeme.length + slips }
  })
  for (const row of await lookUpAlike(knowledge.vocabulary, beginnings, mostMisspelt)) {
    const { term, lexeme } = own[row.at] as Own
    if (isSlip(lexeme, row.lexeme)) add(knowledge, term, row.lexeme, row, 'near')
  }
}

/** `audioguide` → `audio guide`, where the knowledge has both. */
async function addParts(knowledge: Knowledge, language: Language, terms: Term[]): Promise<void> {
  const cuts = terms.flatMap((term) => cutsOf(term.word).map((halves) => ({ term, halves })))
  const lexemes = await lexemesOfWords(
    knowledge.vocabulary.sql,
    language,
    cuts.flatMap(({ halves }) => halves),
  )
  const found = await lookUp(knowledge.vocabulary, [...new Set(lexemes.flat())])
  for (const [at, { term }] of cuts.entries()) {
    const halves = [lexemes[2 * at] ?? [], lexemes[2 * at + 1] ?? []]
    if (!halves.every((half) => half.some((lexeme) => lexeme.length > 2 && found.has(lexeme)))) continue
    for (const lexeme of halves.flat()) {
      const row = found.get(lexeme)
      if (row) add(knowledge, term, lexeme, row, 'part')
    }
  }
}

/** A word as every two halves of at least three letters. */
const cutsOf = (word: string): [string, string][] =>
  word.length < 7 || word.length > 40
    ? []
    : Array.from({ length: word.length - 5 }, (_, at) => [word.slice(0, at + 3), word.slice(at + 3)])

async function addCompounds(knowledge: Knowledge, terms: Term[]): Promise<void> {
  const own = ownOf(terms, 4)
  const beginnings = own.map(({ lexeme }) => ({ prefix: lexeme, shortest: lexeme.length + 3, longest: 60 }))
  for (const row of await lookUpAlike(knowledge.vocabulary, beginnings, mostCompounds))
    add(knowledge, (own[row.at] as Own).term, row.lexeme, row, 'part')
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
