import { readQuestion } from '../question.ts'
import { readSize, type Searching } from '../search.ts'
import { isSlip } from '../slips.ts'
import { lookUp } from '../vocabulary.ts'
import { inverseFrequency } from '../weigh.ts'

/** One word that says what a question is about: its lexemes, and how much it tells on this site. */
export type GapTerm = { lexemes: string[]; weight: number }

/** A question with what it is about; `alike` holds, for each term, everything that means the same. */
export type Asked = { question: string; terms: (GapTerm & { alike: string[] })[] }

/** From this share of words in common, each by its weight, two questions are one. */
const leastAlike = 0.6
/** Where each has a word that the other lacks, they ask for different things unless nearly all else is the same. */
const nearlyEqual = 0.85

/**
 * Reads what a question is about in these languages. No terms: it names nothing, as `How much is it?`. Call it outside
 * of a transaction.
 */
export async function readAsked(ctx: Searching, languages: string[], question: string): Promise<Asked> {
  const vocabulary = { sql: ctx.sql, site: ctx.site.id }
  const [terms, { size }] = await Promise.all([readQuestion(ctx.sql, languages, question), readSize(vocabulary)])
  const telling = terms.filter(({ asking }) => !asking)
  const known = await lookUp(vocabulary, [...new Set(telling.flatMap(({ lexemes }) => [...lexemes.keys()]))])
  return {
    question,
    terms: telling.map(({ lexemes }) => {
      const own = [...lexemes].flatMap(([lexeme, likeness]) => (likeness === 'own' ? [lexeme] : []))
      const passages = Math.max(0, ...own.map((lexeme) => known.get(lexeme)?.passages ?? 0))
      return {
        lexemes: own,
        weight: Math.sqrt(inverseFrequency(size.passages, passages)),
        alike: [...lexemes.keys()],
      }
    }),
  }
}

/** How alike a question is to one that was asked before, between 0 and 1; 0 where they ask for different things. */
export function likeness(asked: Asked['terms'], before: readonly GapTerm[]): number {
  const left = [...before]
  const missing = asked.filter((term) => {
    const at = left.findIndex((other) => isSame(term, other))
    if (at < 0) return true
    left.splice(at, 1)
    return false
  })
  const all = weightOf(asked) + weightOf(before)
  const score = all === 0 ? 0 : 1 - (weightOf(missing) + weightOf(left)) / all
  const differs = missing.length > 0 && left.length > 0
  return score >= (differs ? nearlyEqual : leastAlike) ? score : 0
}

const weightOf = (terms: readonly GapTerm[]): number => terms.reduce((sum, { weight }) => sum + weight, 0)

const isSame = ({ lexemes, alike }: Asked['terms'][number], other: GapTerm): boolean =>
  other.lexemes.some((lexeme) => alike.includes(lexeme) || lexemes.some((own) => isSlip(own, lexeme)))
