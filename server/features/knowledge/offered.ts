import type { Language } from './lexemes.ts'
import { type Likeness, offer, type Term } from './question.ts'
import type { Vocabulary } from './vocabulary.ts'
import type { Known } from './weigh.ts'

/** The words of a site while a question is read; `known` are those that were looked up. */
export type Knowledge = { vocabulary: Vocabulary; languages: Language[]; known: Map<string, Known> }

/** Offers a lexeme of the knowledge to a term of the question. */
export function add({ known }: Knowledge, term: Term, lexeme: string, row: Known, likeness: Likeness): void {
  known.set(lexeme, { number: row.number, passages: row.passages })
  offer(term, lexeme, likeness)
}

export type Own = { term: Term; lexeme: string }

/** The lexemes of the words themselves that have at least so many letters. */
export const ownOf = (terms: Term[], least: number): Own[] =>
  terms.flatMap((term) =>
    [...term.lexemes].flatMap(([lexeme, likeness]) =>
      likeness === 'own' && lexeme.length >= least ? [{ term, lexeme }] : [],
    ),
  )
