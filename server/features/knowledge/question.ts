import type { Sql } from '../../database/database.ts'
import { headingLexeme, type Language, lexemesOfWords, withoutMarks } from './lexemes.ts'
import { askingGrams } from './signs.ts'
import { type Thesaurus, thesaurusOf } from './thesaurus.ts'
import { readWords, type Word } from './words.ts'

/**
 * How a lexeme of the knowledge relates to a word of the question: the word itself, a synonym, a part of it, a similar
 * spelling, or half of a compound whose other half the knowledge lacks.
 */
export type Likeness = 'own' | 'same' | 'part' | 'near' | 'half'

/** One word of a question with all lexemes that are searched for it. */
export type Term = {
  word: string
  /** Whether it is a question word rather than part of the subject. */
  asking: boolean
  /**
   * Whether it comes from a phrase such as “how much” instead of a word. Dropped if the knowledge contains none of it.
   */
  implied?: boolean
  /** Whether it is a stop word, which is searched only in titles and headings and proves nothing. */
  inHeadings?: boolean
  lexemes: Map<string, Likeness>
}

/** Longer questions are truncated to this many words. */
const maxWords = 80

/** Reads a question in several languages at once, because a site's documents may be in several. */
export async function readQuestion(sql: Sql, languages: Language[], question: string): Promise<Term[]> {
  const { words, grams, runs } = readWords(question)
  const askingSigns = askingGrams(runs)
  const asked = words.slice(0, maxWords)
  const terms = asked.map(({ text }): Term => ({ word: text, asking: false, lexemes: new Map() }))
  const meant: Term[] = []
  const stopWords = new Set<string>()
  for (const language of languages) {
    const thesaurus = await thesaurusOf(sql, language)
    const reduced = await reduce(sql, language, asked)
    for (const [at, own] of reduced.entries()) describe(terms[at] as Term, own, thesaurus)
    for (const [at, { isStopWord }] of reduced.entries()) if (isStopWord) stopWords.add(asked[at]?.text ?? '')
    meant.push(...readPhrases(asked, terms, thesaurus))
  }
  const signs = [...new Set(grams)]
    .slice(0, maxWords)
    .map((gram) => ({ word: gram, asking: askingSigns.has(gram), lexemes: new Map([[gram, 'own' as const]]) }))
  const inHeadings = [...stopWords].map(headingTerm)
  return distinct([...terms, ...meant, ...signs, ...inHeadings].filter((term) => term.lexemes.size > 0))
}

const headingTerm = (word: string): Term => ({
  ...{ word, asking: true, implied: true, inHeadings: true },
  lexemes: new Map([[headingLexeme(word), 'own']]),
})

type Reduced = { whole: string[]; parts: string[]; isStopWord: boolean }

async function reduce(sql: Sql, language: Language, words: Word[]): Promise<Reduced[]> {
  const spelt = words.map(({ text, parts }) => ({ whole: spellings(language, text), parts }))
  const lexemes = await lexemesOfWords(
    sql,
    language,
    spelt.flatMap(({ whole, parts }) => [...whole, ...parts]),
  )
  const rest = [...lexemes]
  return spelt.map(({ whole, parts }) => ({
    isStopWord: rest[0]?.length === 0,
    whole: rest.splice(0, whole.length).flat(),
    parts: rest.splice(0, parts.length).flat(),
  }))
}

/** Spellings from keyboards without accents and umlauts: `habitacion`, `Fruehstueck`. */
function spellings(language: Language, word: string): string[] {
  const umlauts = word.replace(/[aou]e/g, (pair) => ({ ae: 'ä', oe: 'ö', ue: 'ü' })[pair] ?? pair)
  return [...new Set([word, withoutMarks(word), ...(language === 'german' ? [umlauts] : [])])]
}

function describe(term: Term, own: Reduced, { asking, same }: Thesaurus): void {
  // A stop word of one language says little in the others.
  if (own.whole.length === 0) term.asking = true
  for (const lexeme of own.whole) {
    term.lexemes.set(lexeme, 'own')
    if (asking.has(lexeme)) term.asking = true
  }
  for (const lexeme of own.parts) addLexeme(term, lexeme, 'part')
  for (const lexeme of own.whole) for (const other of same.get(lexeme) ?? []) addLexeme(term, other, 'same')
}

/** Adds a lexeme unless the term already has it with a closer match. */
export function addLexeme(term: Term, lexeme: string, likeness: Likeness): void {
  if (!term.lexemes.has(lexeme)) term.lexemes.set(lexeme, likeness)
}

/**
 * Phrases of the question. The lexemes of a phrase are added to its words that have a meaning of their own; if none
 * has, as in “how much”, the phrase becomes a term.
 */
function readPhrases(words: Word[], terms: Term[], { phrases }: Thesaurus): Term[] {
  const line = ` ${words.map((word) => word.text).join(' ')} `
  return phrases.flatMap(({ words: phrase, lexemes }) => {
    const found = line.indexOf(` ${phrase} `)
    if (found < 0) return []
    const first = line.slice(0, found).split(' ').length - 1
    const members = terms
      .slice(first, first + phrase.split(' ').length)
      .filter((term) => term.lexemes.size > 0 && !term.asking)
    for (const term of members) for (const lexeme of lexemes) addLexeme(term, lexeme, 'same')
    if (members.length > 0) return []
    const meant = new Map(lexemes.map((lexeme) => [lexeme, 'own' as const]))
    return [{ word: phrase, asking: false, implied: true, lexemes: meant }]
  })
}

/** Repeated words count once. */
function distinct(terms: Term[]): Term[] {
  const seen = new Map<string, Term>()
  for (const term of terms) {
    const own = [...term.lexemes.keys()].filter((lexeme) => term.lexemes.get(lexeme) === 'own')
    const key = own.length > 0 ? own.sort().join(' ') : term.word
    if (!seen.has(key)) seen.set(key, term)
  }
  return [...seen.values()]
}
