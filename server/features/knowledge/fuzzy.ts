import { type Language, lexemesOfWords } from './lexemes.ts'
import { add, addFarther, addMisspelt, addRespelt, type Knowledge, type Own, ownOf } from './misspelt.ts'
import type { Term } from './question.ts'
import { lookUp, lookUpAlike } from './vocabulary.ts'

/** The maximum number of words of a question to examine more closely. */
const maxTerms = 8
const maxCompounds = 12
/** Shorter halves occur in too many words by chance. */
const minHalfLength = 5

/** Languages with closed compounds: `Fahrrad` also means `Fahrradverleih`. */
const compounding = new Set<Language>(['german', 'dutch', 'danish', 'swedish', 'norwegian', 'finnish', 'hungarian'])

/**
 * Looks for variants of words that the site's knowledge does not contain: typos, and compounds that the knowledge
 * writes as separate words. Adds what it finds to the term's candidates and to `known`.
 */
export async function addFuzzy(knowledge: Knowledge, terms: Term[]): Promise<void> {
  const telling = terms.filter((term) => !term.asking && !/\d/.test(term.word))
  const isUnknown = (term: Term) => ![...term.lexemes.keys()].some((lexeme) => knowledge.known.has(lexeme))
  const unknown = telling.filter(isUnknown).slice(0, maxTerms)
  if (unknown.length > 0) {
    for (const language of knowledge.languages) await addRespelt(knowledge, language, unknown)
    await addMisspelt(knowledge, unknown)
    await addFarther(knowledge, unknown.filter(isUnknown))
    for (const language of knowledge.languages) await addParts(knowledge, language, unknown)
    for (const language of knowledge.languages)
      if (compounding.has(language)) await addHalves(knowledge, language, unknown.filter(isUnknown))
  }
  if (knowledge.languages.some((language) => compounding.has(language)))
    await addCompounds(knowledge, telling.slice(0, maxTerms))
}

/** `audioguide` → `audio guide`, if the knowledge contains both. */
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
 * `Bremsenreparatur` → `Bremsen`, the longest half that the knowledge contains, if it lacks the other. Helps to find,
 * but proves little: someone who repairs bicycles does not repair pianos.
 */
async function addHalves(knowledge: Knowledge, language: Language, terms: Term[]): Promise<void> {
  const { cuts, found } = await cut(knowledge, language, terms)
  for (const term of terms) {
    const halves = cuts.filter((one) => one.term === term).flatMap((one) => one.halves)
    const known = halves.filter(
      ({ word, lexemes }) => word.length >= minHalfLength && lexemes.some((lexeme) => found.has(lexeme)),
    )
    const [longest] = known.toSorted((one, other) => other.word.length - one.word.length)
    for (const lexeme of longest?.lexemes ?? []) {
      const row = found.get(lexeme)
      if (row) add(knowledge, term, lexeme, row, 'half')
    }
  }
}

type Half = { word: string; lexemes: string[] }

/** Every split of each word into two halves, and which halves the knowledge contains. */
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

/** Every split of a word into two parts of at least three letters. */
const cutsOf = (word: string): [string, string][] =>
  word.length < 7 || word.length > 40
    ? []
    : Array.from({ length: word.length - 5 }, (_, at) => [word.slice(0, at + 3), word.slice(at + 3)])

async function addCompounds(knowledge: Knowledge, terms: Term[]): Promise<void> {
  const own = ownOf(terms, 4)
  const beginnings = own.map(({ lexeme }) => ({ prefix: lexeme, minLength: lexeme.length + 3, maxLength: 60 }))
  for (const row of await lookUpAlike(knowledge.vocabulary, beginnings, maxCompounds))
    add(knowledge, (own[row.at] as Own).term, row.lexeme, row, 'part')
}
