import type { Likeness, Term } from './question.ts'

/** What the site's statistics say of a lexeme: its number, and in how many passages it stands. */
export type Known = { number: number; passages: number }

/** A list of postings to be read: those of one lexeme, for one term of the question. */
export type List = Known & {
  lexeme: string
  likeness: Likeness
  /** What a passage would score with endlessly many of it: inverse document frequency times everything that lessens it. */
  weight: number
}

export type WeightedTerm = {
  word: string
  asking: boolean
  inHeadings: boolean
  /** Inverse document frequency: how much the term tells, also where no passage has it. */
  rarity: number
  lists: List[]
}

/** BM25 as in the textbook. */
export const k1 = 1.2
export const b = 0.75

/** How much less a lexeme counts that is not the word itself, and a word that only carries the question. */
const closeness: Record<Likeness, number> = { own: 1, part: 0.6, near: 0.6, same: 0.5, half: 0.4 }
const askingWeight = 0.5

/** A stop word that few titles have is no rare word: it tells at most what a word tells that a third of all passages have. */
const mostOfStopWord = 1

/** Of a long question only the words that tell most are searched for. */
const mostTerms = 32

export const inverseFrequency = (total: number, passages: number): number =>
  Math.log(1 + (total - passages + 0.5) / (passages + 0.5))

/** Weighs the terms of a question against a site with so many passages. Another name never tells more than the word itself. */
export function weigh(terms: Term[], known: Map<string, Known>, total: number): WeightedTerm[] {
  const weighed = terms.flatMap((term) => {
    const found = [...term.lexemes].flatMap(([lexeme, likeness]) => {
      const one = known.get(lexeme)
      return one ? [{ ...one, lexeme, likeness, rarity: rarityIn(term, total, one) }] : []
    })
    if (term.implied && found.length === 0) return []
    const own = found.filter((list) => list.likeness === 'own').map((list) => list.rarity)
    const most = own.length > 0 ? Math.min(...own) : Number.POSITIVE_INFINITY
    const factor = (term.asking ? askingWeight : 1) * (k1 + 1)
    const lists = found.map(({ rarity, ...list }) => ({
      ...list,
      weight: factor * closeness[list.likeness] * (list.likeness === 'own' ? rarity : Math.min(rarity, most)),
    }))
    const { word, asking, inHeadings = false } = term
    return { word, asking, inHeadings, rarity: rarityOf(found, most, total), lists }
  })
  return mostTelling(weighed)
}

function rarityIn({ inHeadings }: Term, total: number, { passages }: Known): number {
  const rarity = inverseFrequency(total, passages)
  return inHeadings ? Math.min(rarity, mostOfStopWord) : rarity
}

/** In their order; words that no passage has are needed by the judgement alone, and so do not push the others out. */
function mostTelling(terms: WeightedTerm[]): WeightedTerm[] {
  const [some, none] = [terms.filter(({ lists }) => lists.length > 0), terms.filter(({ lists }) => lists.length === 0)]
  const rarest = some.toSorted((one, other) => other.rarity - one.rarity).slice(0, mostTerms)
  const kept = new Set([...rarest, ...none.slice(0, mostTerms)])
  return terms.filter((term) => kept.has(term))
}

function rarityOf(found: { rarity: number }[], own: number, total: number): number {
  if (own < Number.POSITIVE_INFINITY) return own
  return found.length > 0 ? Math.max(...found.map((list) => list.rarity)) : inverseFrequency(total, 0)
}
