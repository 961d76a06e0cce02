import type { Likeness } from './question.ts'
import type { WeightedTerm } from './scoring.ts'

/** How much each kind of match proves. It proves more than it counts for ranking; see the weights of `scoring.ts`. */
const proof: Record<Likeness, number> = { own: 1, same: 0.9, part: 0.7, near: 0.7, half: 0.35 }
/** Question words say little, whether found or not. */
const askingWeight = 0.2
/** A word that the knowledge does not contain may be just phrasing, but is often the very subject. */
const unknownWeight = 0.8

/** The minimum relevance of an answer: the passage contains well over half of what the question is about. */
export const threshold = 0.58
/** A passage quoted beside others must have at least this share of the best relevance. */
const nearness = 0.8
/** Lower hits share words with the question by chance. */
const maxRank = 3

/** A hit: the numbers of the question's lexemes that it contains, and its score. */
export type Judged = { lexemes: Iterable<number>; score: number }

export type Judgement = {
  /** Whether the question names a subject. `How much is it?` does not. */
  isAbout: boolean
  /** Whether the knowledge answers the question. If not, nothing may be quoted. */
  covered: boolean
  /** The relevance of each hit between 0 and 1, in the order of the hits. */
  relevance: number[]
  /** Indexes of the hits that may be quoted, best first; empty if not covered. */
  good: number[]
}

/**
 * Judges whether hits answer a question. The criterion is how much of the question one passage contains, including its
 * title and headings. Each word counts by its rarity in the site's knowledge; question words count little, and words
 * that no passage contains count against it. Stop words do not count, although titles are searched for them. A question
 * without a subject has no answer.
 * @param hits best first
 */
export function judge(all: WeightedTerm[], hits: Judged[]): Judgement {
  const terms = all.filter(({ inHeadings }) => !inHeadings)
  const isAbout = terms.some((term) => !term.asking)
  const relevance = hits.map(({ lexemes }) => (isAbout ? relevanceOf(terms, new Set(lexemes)) : 0))
  const bestRelevance = Math.max(0, ...relevance.slice(0, maxRank))
  const worth = (at: number) => (relevance[at] ?? 0) * (hits[at]?.score ?? 0)
  const good = [...relevance.keys()]
    .slice(0, maxRank)
    .filter((at) => (relevance[at] ?? 0) >= threshold && (at === 0 || (relevance[at] ?? 0) >= bestRelevance * nearness))
    .sort((one, other) => worth(other) - worth(one))
  return { isAbout, covered: good.length > 0, relevance, good }
}

function relevanceOf(terms: WeightedTerm[], lexemes: Set<number>): number {
  let asked = 0
  let held = 0
  for (const term of terms) {
    // The square root keeps a single rare word, such as a name, from deciding alone.
    const known = term.lists.length > 0 ? 1 : unknownWeight
    const weight = Math.sqrt(term.rarity) * (term.asking ? askingWeight : 1) * known
    const found = term.lists.filter((list) => lexemes.has(list.number)).map((list) => proof[list.likeness])
    asked += weight
    held += weight * Math.max(0, ...found)
  }
  return asked > 0 ? held / asked : 0
}
