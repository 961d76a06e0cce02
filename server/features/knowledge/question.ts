import type { Sql } from '../../database/database.ts'
import { headingLexeme, type Language, lexemesOfWords, withoutMarks } from './lexemes.ts'
import { askingGrams } from './signs.ts'
import { type Thesaurus, thesaurusOf } from './thesaurus.ts'
import { readWords, type Word } from './words.ts'

/**
 * How a lexeme of the knowledge stands to a word of the question: itself, another name, a part of it, spelt alike, or one half
 * of a compound of which the knowledge lacks the other.
 */
export type Likeness = 'own' | 'same' | 'part' | 'near' | 'half'

/** One word of a question with everything that would be found instead of it. */
export type Term = {
  word: string
  /** Whether it carries the question rather than says what it is about. */
  asking: boolean
  /** Whether nobody wrote it: a phrase such as “how much” means it. It is dropped where the knowledge has nothing of it. */
  implied?: boolean
  /** Whether it is a stop word, which is looked for in titles and headings alone. It proves nothing. */
  inHeadings?: boolean
  lexemes: Map<string, Likeness>
}

/** Longer questions are cut: so many words say what they are about. */
const mostWords = 80

/** Reads a question in each of these languages at once, as a site's documents may be in several. */
export async function readQuestion(sql: Sql, languages: Language[], question: string): Promise<Term[]> {
  const { words, grams, runs } = readWords(question)
  const askingSigns = askingGrams(runs)
  const asked = words.slice(0, mostWords)
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
    .slice(0, mostWords)
    .map((gram) => ({ word: gram, asking: askingSigns.has(gram), lexemes: new Map([[gram, 'own' as const]]) }))
  const inHeadings = [...stopWords].map(lookedForInHeadings)
  return distinct([...terms, ...meant, ...signs, ...inHeadings].filter((term) => term.lexemes.size > 0))
}

const lookedForInHeadings = (word: string): Term => ({
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

/** Keyboards without marks, and without umlauts: `habitacion`, `Fruehstueck`. */
function spellings(language: Language, word: string): string[] {
  const umlauts = word.replace(/[aou]e/g, (pair) => ({ ae: 'ä', oe: 'ö', ue: 'ü' })[pair] ?? pair)
  return [...new Set([word, withoutMarks(word), ...(language === 'german' ? [umlauts] : [])])]
}

function describe(term: Term, own: Reduced, { asking, same }: Thesaurus): void {
  // What is a stop word in one of the languages says little in the others.
  if (own.whole.length === 0) term.asking = true
  for (const lexeme of own.whole) {
    term.lexemes.set(lexeme, 'own')
    if (asking.has(lexeme)) term.asking = true
  }
  for (const lexeme of own.parts) offer(term, lexeme, 'part')
  for (const lexeme of own.whole) for (const other of same.get(lexeme) ?? []) offer(term, other, 'same')
}

/** Adds a lexeme unless the term has it by a closer likeness. */
export function offer(term: Term, lexeme: string, likeness: Likeness): void {
  if (!term.lexemes.has(lexeme)) term.lexemes.set(lexeme, likeness)
}

/**
 * Phrases of the question. What one means is offered for those of its words that say something by themselves; where none
 * does, as in “how much”, the phrase is a term of its own.
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
    for (const term of members) for (const lexeme of lexemes) offer(term, lexeme, 'same')
    if (members.length > 0) return []
    const meant = new Map(lexemes.map((lexeme) => [lexeme, 'own' as const]))
    return [{ word: phrase, asking: false, implied: true, lexemes: meant }]
  })
}

/** A word that is asked twice counts once. */
function distinct(terms: Term[]): Term[] {
  const seen = new Map<string, Term>()
  for (const term of terms) {
    const own = [...term.lexemes.keys()].filter((lexeme) => term.lexemes.get(lexeme) === 'own')
    const key = own.length > 0 ? own.sort().join(' ') : term.word
    if (!seen.has(key)) seen.set(key, term)
  }
  return [...seen.values()]
}
