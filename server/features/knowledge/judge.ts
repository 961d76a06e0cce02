import type { Likeness } from './question.ts'
import type { WeightedTerm } from './weigh.ts'

/** How far a lexeme stands for the word of the question. It proves more than it helps to find: see `weigh.ts`. */
const proof: Record<Likeness, number> = { own: 1, same: 0.9, part: 0.7, near: 0.7, half: 0.35 }
/** A word that only carries the question says little, whether it is found or not. */
const askingWeight = 0.2
/** A word that nothing in the knowledge has may be a mere way of putting it, but often is the very thing asked for. */
const unknownWeight = 0.8

/** From this relevance on a passage is taken for an answer: it holds well over half of what the question is about. */
export const threshold = 0.58
/** A passage that is quoted beside others comes near to the most relevant of them. */
const nearness = 0.8
/** What is found farther down shares words with the question by chance. */
const deepest = 3

/** A passage that was found: the numbers of the lexemes of the question that it has, and how it scored. */
export type Judged = { lexemes: Iterable<number>; score: number }

export type Judgement = {
  /** Whether the question names anything to look for; `How much is it?` by itself does not. */
  isAbout: boolean
  /** Whether the knowledge answers the question. Where it does not, nothing may be quoted. */
  covered: boolean
  /** How much of the question each hit holds, between 0 and 1, in the order of the hits. */
  relevance: number[]
  /** Places of the hits that are good enough to be quoted, the best first; none when not covered. */
  good: number[]
}

/**
 * Judges whether hits answer a question. What decides is how much of the question stands in one and the same passage, its
 * headings and title included: each word counts by how rare it is in the site's knowledge, words that only carry the
 * question hardly at all, and words that are in no passage count against it. Stop words count for nothing, though titles are
 * searched for them. A question that is about nothing has no answer.
 * @param hits the best first
 */
export function judge(all: WeightedTerm[], hits: Judged[]): Judgement {
  const terms = all.filter(({ inHeadings }) => !inHeadings)
  const isAbout = terms.some((term) => !term.asking)
  const relevance = hits.map(({ lexemes }) => (isAbout ? relevanceOf(terms, new Set(lexemes)) : 0))
  const most = Math.max(0, ...relevance.slice(0, deepest))
  const worth = (at: number) => (relevance[at] ?? 0) * (hits[at]?.score ?? 0)
  const good = [...relevance.keys()]
    .slice(0, deepest)
    .filter((at) => (relevance[at] ?? 0) >= threshold && (at === 0 || (relevance[at] ?? 0) >= most * nearness))
    .sort((one, other) => worth(other) - worth(one))
  return { isAbout, covered: good.length > 0, relevance, good }
}

function relevanceOf(terms: WeightedTerm[], lexemes: Set<number>): number {
  let asked = 0
  let held = 0
  for (const term of terms) {
    // The root keeps a single rare word, such as a name, from deciding alone.
    const known = term.lists.length > 0 ? 1 : unknownWeight
    const weight = Math.sqrt(term.rarity) * (term.asking ? askingWeight : 1) * known
    const found = term.lists.filter((list) => lexemes.has(list.number)).map((list) => proof[list.likeness])
    asked += weight
    held += weight * Math.max(0, ...found)
  }
  return asked > 0 ? held / asked : 0
}
