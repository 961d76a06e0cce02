import type { Likeness, Term } from './question.ts'

/** The site's statistics of a lexeme: its number, and the number of passages that contain it. */
export type Known = { number: number; passages: number }

/** A list of postings to read: those of one lexeme, for one term of the question. */
export type List = Known & {
  lexeme: string
  likeness: Likeness
  /** The score of a passage with infinitely many occurrences: inverse document frequency times all reductions. */
  weight: number
}

export type WeightedTerm = {
  word: string
  asking: boolean
  inHeadings: boolean
  /** Inverse document frequency: how specific the term is, even if no passage contains it. */
  rarity: number
  lists: List[]
}

/** Standard BM25 parameters. */
export const k1 = 1.2
export const b = 0.75

/** How much less a lexeme counts than the word itself, and how much less a question word counts. */
const closeness: Record<Likeness, number> = { own: 1, part: 0.6, near: 0.6, same: 0.5, half: 0.4 }
const askingWeight = 0.5

/** A stop word in few titles is not a rare word: it counts at most like a word in a third of all passages. */
const maxStopWordWeight = 1

/** Only the most specific words of a long question are searched. */
const maxTerms = 32

export const inverseFrequency = (total: number, passages: number): number =>
  Math.log(1 + (total - passages + 0.5) / (passages + 0.5))

/**
 * Weights the terms of a question for a site with this many passages. A synonym never counts more than the word itself.
 */
export function weightTerms(terms: Term[], known: Map<string, Known>, total: number): WeightedTerm[] {
  const weighed = terms.flatMap((term) => {
    const found = [...term.lexemes].flatMap(([lexeme, likeness]) => {
      const one = known.get(lexeme)
      return one ? [{ ...one, lexeme, likeness, rarity: rarityIn(term, total, one) }] : []
    })
    if (term.implied && found.length === 0) return []
    const own = found.filter((list) => list.likeness === 'own').map((list) => list.rarity)
    const ownRarity = own.length > 0 ? Math.min(...own) : Number.POSITIVE_INFINITY
    const factor = (term.asking ? askingWeight : 1) * (k1 + 1)
    const lists = found.map(({ rarity, ...list }) => ({
      ...list,
      weight: factor * closeness[list.likeness] * (list.likeness === 'own' ? rarity : Math.min(rarity, ownRarity)),
    }))
    const { word, asking, inHeadings = false } = term
    return { word, asking, inHeadings, rarity: rarityOf(found, ownRarity, total), lists }
  })
  return heaviestTerms(weighed)
}

function rarityIn({ inHeadings }: Term, total: number, { passages }: Known): number {
  const rarity = inverseFrequency(total, passages)
  return inHeadings ? Math.min(rarity, maxStopWordWeight) : rarity
}

/** Keeps their order. Words that no passage contains matter only for the judgement, so they do not displace others. */
function heaviestTerms(terms: WeightedTerm[]): WeightedTerm[] {
  const [some, none] = [terms.filter(({ lists }) => lists.length > 0), terms.filter(({ lists }) => lists.length === 0)]
  const rarest = some.toSorted((one, other) => other.rarity - one.rarity).slice(0, maxTerms)
  const kept = new Set([...rarest, ...none.slice(0, maxTerms)])
  return terms.filter((term) => kept.has(term))
}

function rarityOf(found: { rarity: number }[], own: number, total: number): number {
  if (own < Number.POSITIVE_INFINITY) return own
  return found.length > 0 ? Math.max(...found.map((list) => list.rarity)) : inverseFrequency(total, 0)
}
