import { type Language, lexemesOfWords } from './lexemes.ts'
import { addFarther, addMisspelt, addRespelt } from './misspelt.ts'
import { add, type Knowledge, type Own, ownOf } from './offered.ts'
import type { Term } from './question.ts'
import { lookUp, lookUpAlike } from './vocabulary.ts'

/** So many words of a question are looked at more closely. */
const mostTerms = 8
const mostCompounds = 12
/** Shorter halves are in too many words, and mostly by chance. */
const shortestHalf = 5

/** Languages that write compounds in one: who asks for `Fahrrad` also means `Fahrradverleih`. */
const compounding = new Set<Language>(['german', 'dutch', 'danish', 'swedish', 'norwegian', 'finnish', 'hungarian'])

/**
 * Looks closer at the words of a question that the site's knowledge does not have: they may be misspelt, or be written
 * in one where the knowledge writes them apart. What is found is offered to its term, and added to `known`.
 */
export async function addNear(knowledge: Knowledge, terms: Term[]): Promise<void> {
  const telling = terms.filter((term) => !term.asking && !/\d/.test(term.word))
  const isUnknown = (term: Term) => ![...term.lexemes.keys()].some((lexeme) => knowledge.known.has(lexeme))
  const unknown = telling.filter(isUnknown).slice(0, mostTerms)
  if (unknown.length > 0) {
    for (const language of knowledge.languages) await addRespelt(knowledge, language, unknown)
    await addMisspelt(knowledge, unknown)
    await addFarther(knowledge, unknown.filter(isUnknown))
    for (const language of knowledge.languages) await addParts(knowledge, language, unknown)
    for (const language of knowledge.languages)
      if (compounding.has(language)) await addHalves(knowledge, language, unknown.filter(isUnknown))
  }
  if (knowledge.languages.some((language) => compounding.has(language)))
    await addCompounds(knowledge, telling.slice(0, mostTerms))
}

/** `audioguide` → `audio guide`, where the knowledge has both. */
async function addParts(knowledge: Knowledge, language: Language, terms: Term[]): Promise<void> {
  const { cuts, found } = await cut(knowledge, language, terms)
  for (const { term, halves } of cuts) {
    if (!halves.every(({ lexemes }) => lexemes.some((lexeme) => lexeme.length > 2 && found.has(lexeme)))) continue
    for (const lexeme of halves.flatMap(({ lexemes }) => lexemes)) {
      const row = found.get(lexeme)
      if (row) add(knowledge, term, lexeme, row, 'part')
    }
  }
}

/**
 * `Bremsenreparatur` → `Bremsen`, where the knowledge lacks the other half: the longest half that it has. That helps to find,
 * and proves little: who repairs bicycles does not repair pianos.
 */
async function addHalves(knowledge: Knowledge, language: Language, terms: Term[]): Promise<void> {
  const { cuts, found } = await cut(knowledge, language, terms)
  for (const term of terms) {
    const halves = cuts.filter((one) => one.term === term).flatMap((one) => one.halves)
    const known = halves.filter(
      ({ word, lexemes }) => word.length >= shortestHalf && lexemes.some((lexeme) => found.has(lexeme)),
    )
    const [longest] = known.toSorted((one, other) => other.word.length - one.word.length)
    for (const lexeme of longest?.lexemes ?? []) {
      const row = found.get(lexeme)
      if (row) add(knowledge, term, lexeme, row, 'half')
    }
  }
}

type Half = { word: string; lexemes: string[] }

/** Every two halves of each word, and what the knowledge has of them. */
async function cut({ vocabulary }: Knowledge, language: Language, terms: Term[]) {
  const cuts = terms.flatMap((term) => cutsOf(term.word).map((words) => ({ term, words })))
  const lexemes = await lexemesOfWords(
    vocabulary.sql,
    language,
    cuts.flatMap(({ words }) => words),
  )
  const found = await lookUp(vocabulary, [...new Set(lexemes.flat())])
  const halvesOf = (words: string[], at: number): Half[] =>
    words.map((word, side) => ({ word, lexemes: lexemes[2 * at + side] ?? [] }))
  return { cuts: cuts.map(({ term, words }, at) => ({ term, halves: halvesOf(words, at) })), found }
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
