import { type Language, lexemesOfWords } from './lexemes.ts'
import { addLexeme, type Likeness, type Term } from './question.ts'
import type { Known } from './scoring.ts'
import { isAnyTypo, isTypo, maxTyposIn, minMisspeltLength } from './typos.ts'
import { type Alike, type Beginning, lookUp, lookUpAlike, lookUpEnding, type Vocabulary } from './vocabulary.ts'

/** The vocabulary of a site while a question is read. `known` contains the lexemes looked up so far. */
export type Knowledge = { vocabulary: Vocabulary; languages: Language[]; known: Map<string, Known> }

/** Adds a lexeme of the knowledge to the candidates of a term. */
export function add({ known }: Knowledge, term: Term, lexeme: string, row: Known, likeness: Likeness): void {
  known.set(lexeme, { number: row.number, passages: row.passages })
  addLexeme(term, lexeme, likeness)
}

export type Own = { term: Term; lexeme: string }

/** The words' own lexemes with at least this many letters. */
export const ownOf = (terms: Term[], minLength: number): Own[] =>
  terms.flatMap((term) =>
    [...term.lexemes].flatMap(([lexeme, likeness]) =>
      likeness === 'own' && lexeme.length >= minLength ? [{ term, lexeme }] : [],
    ),
  )

const maxFound = 3000

/**
 * Tries words with two adjacent letters swapped, or with a letter removed or doubled. Spelling is corrected before
 * stemming, because the stem of `parkign` is nothing like that of `parking`.
 */
export async function addRespelt(knowledge: Knowledge, language: Language, terms: Term[]): Promise<void> {
  const { vocabulary } = knowledge
  const spelt = terms.flatMap((term) => respellings(term.word).map((word) => ({ term, word })))
  const lexemes = await lexemesOfWords(
    vocabulary.sql,
    language,
    spelt.map(({ word }) => word),
  )
  const found = await lookUp(vocabulary, [...new Set(lexemes.flat())])
  for (const [at, { term }] of spelt.entries()) {
    for (const lexeme of lexemes[at] ?? []) {
      const row = found.get(lexeme)
      if (row && lexeme.length > 2 && !isEnding(term, lexeme, spelt[at]?.word))
        add(knowledge, term, lexeme, row, 'near')
    }
  }
}

/** A different ending is not a typo: without this check, `difficulties` with a letter less matches `difficult`. */
const isEnding = ({ word }: Term, lexeme: string, spelt = ''): boolean =>
  spelt.length !== word.length && word.startsWith(lexeme)

/** Short words easily become other words, so only adjacent letters after the first are swapped. */
export function respellings(word: string): string[] {
  const letters = [...word]
  if (letters.length < 4 || letters.length > 30) return []
  const isLong = letters.length > 6
  return [...letters.keys()].flatMap((at) => {
    const [letter = '', next = ''] = letters.slice(at, at + 2)
    const swapped = next !== '' && next !== letter && (at > 0 || isLong)
    const isTwice = next === letter && letters.length > 4
    return [
      ...(swapped
        ? [
            letters
              .with(at, next)
              .with(at + 1, letter)
              .join(''),
          ]
        : []),
      ...(isTwice || (isLong && at > 1) ? [letters.toSpliced(at, 1).join('')] : []),
      ...(isLong && at > 1 ? [letters.toSpliced(at, 0, letter).join('')] : []),
    ]
  })
}

/** Lexemes within one typo, two in long words. The first two letters must match. */
export async function addMisspelt(knowledge: Knowledge, terms: Term[]): Promise<void> {
  const own = ownOf(terms, minMisspeltLength)
  addAlike(knowledge, own, await lookUpAlike(knowledge.vocabulary, own.map(beginningOf(2)), maxFound), isTypo)
}

/**
 * Like `addMisspelt`, but allows a typo in the first two letters: compares lexemes with the same first letter or the
 * same ending.
 */
export async function addFarther(knowledge: Knowledge, terms: Term[]): Promise<void> {
  const own = ownOf(terms, 7)
  if (own.length === 0) return
  addAlike(knowledge, own, await lookUpAlike(knowledge.vocabulary, own.map(beginningOf(1)), maxFound), isAnyTypo)
  const ends = own.map((one) => ({
    ...beginningOf(1)(one),
    prefix: one.lexeme.slice(-Math.ceil(one.lexeme.length / 2)),
  }))
  addAlike(knowledge, own, await lookUpEnding(knowledge.vocabulary, ends, maxFound), isAnyTypo)
}

const beginningOf =
  (letters: number) =>
  ({ lexeme }: Own): Beginning => {
    const typos = maxTyposIn(lexeme)
    return {
      prefix: lexeme.slice(0, letters),
      minLength: lexeme.length - typos,
      maxLength: lexeme.length + typos,
    }
  }

function addAlike(
  knowledge: Knowledge,
  own: Own[],
  rows: Alike[],
  isAlike: (lexeme: string, other: string) => boolean,
) {
  for (const row of rows) {
    const { term, lexeme } = own[row.at] as Own
    if (isAlike(lexeme, row.lexeme)) add(knowledge, term, row.lexeme, row, 'near')
  }
}
