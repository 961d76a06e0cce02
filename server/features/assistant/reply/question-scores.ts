import type { Context } from '../../../core/context.ts'
import { countLexemes, languageOf } from '../../knowledge/lexemes.ts'
import { type Likeness, readQuestion, type Term } from '../../knowledge/question.ts'

const proof: Record<Likeness, number> = { own: 1, part: 0.7, near: 0.7, same: 0.6, half: 0.35 }
/** A word that occurs in the question as such. */
const askingWeight = 0.2

/** How well texts match the question, by index: one alone, or two together. */
export type Scores = (...places: number[]) => number

/**
 * Scores texts against a question with the same words as the search. Synonyms count for less, and so do words that
 * occur in many of the texts.
 */
export async function scoreTexts(ctx: Context, question: string, texts: string[]): Promise<Scores> {
  const language = languageOf(ctx.site.settings.assistant.locale)
  const [terms, counts] = await Promise.all([
    readQuestion(ctx.sql, [language], question),
    countLexemes(ctx.sql, language, texts),
  ])
  const proofs = counts.map((lexemes) => terms.map((term) => proofOf(term, lexemes)))
  const weights = terms.map(({ asking }, at) => {
    const having = proofs.filter((ofText) => (ofText[at] ?? 0) > 0).length
    return (asking ? askingWeight : 1) * Math.log(1 + (texts.length + 1) / (having + 0.5))
  })
  return (...places) =>
    weights.reduce((sum, weight, at) => sum + weight * Math.max(...places.map((place) => proofs[place]?.[at] ?? 0)), 0)
}

function proofOf(term: Term, lexemes: ReadonlyMap<string, number>): number {
  const found = [...term.lexemes].filter(([lexeme]) => lexemes.has(lexeme))
  return Math.max(0, ...found.map(([, likeness]) => proof[likeness]))
}
