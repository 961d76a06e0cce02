import { type Language, lexemesOfWords } from './lexemes.ts'
import { add, type Knowledge, type Own, ownOf } from './offered.ts'
import type { Term } from './question.ts'
import { isAnySlip, isSlip, shortestMisspelt, slipsIn } from './slips.ts'
import { type Alike, type Beginning, lookUp, lookUpAlike, lookUpEnding } from './vocabulary.ts'

const most = 3000

/**
 * Words that are in the knowledge once two neighbouring letters are swapped, or a letter is taken out or doubled. They are
 * respelt before they are reduced: what a stemmer makes of `parkign` is nothing like what it makes of `parking`.
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

/** Another ending of the word itself is no slip: with a letter less, `difficulties` is read as `difficult`. */
const isEnding = ({ word }: Term, lexeme: string, spelt = ''): boolean =>
  spelt.length !== word.length && word.startsWith(lexeme)

/** Short words are other words too easily: of them, neighbours behind the first letter are swapped alone. */
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

/** Lexemes that are one slip of the keyboard away, two in long words; the first two letters are taken for right. */
export async function addMisspelt(knowledge: Knowledge, terms: Term[]): Promise<void> {
  const own = ownOf(terms, shortestMisspelt)
  addAlike(knowledge, own, await lookUpAlike(knowledge.vocabulary, own.map(beginningOf(2)), most), isSlip)
}

/** The same where one of the first two letters is wrong: what begins with the first one, or ends alike. */
export async function addFarther(knowledge: Knowledge, terms: Term[]): Promise<void> {
  const own = ownOf(terms, 7)
  if (own.length === 0) return
  addAlike(knowledge, own, await lookUpAlike(knowledge.vocabulary, own.map(beginningOf(1)), most), isAnySlip)
  const ends = own.map((one) => ({
    ...beginningOf(1)(one),
    prefix: one.lexeme.slice(-Math.ceil(one.lexeme.length / 2)),
  }))
  addAlike(knowledge, own, await lookUpEnding(knowledge.vocabulary, ends, most), isAnySlip)
}

const beginningOf =
  (letters: number) =>
  ({ lexeme }: Own): Beginning => {
    const slips = slipsIn(lexeme)
    return {
      prefix: lexeme.slice(0, letters),
      shortest: lexeme.length - slips,
      longest: lexeme.length + slips,
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
