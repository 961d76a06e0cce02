import { findDuplicates } from './duplicates.ts'
import type { Hit, Trace } from './hit.ts'

type Found = Hit & { keyword: number | null; similarity: number | null }

/** As many of the best keyword hits tell how much of the question the knowledge's words contain. */
const judged = 3

/** Merges keyword and semantic hits into one order, without duplicates. */
export function orderHits<T extends Found>(found: T[], trace: Trace): T[] {
  const byWords = found.filter(({ keyword }) => keyword !== null)
  const byMeaning = found
    .filter(({ similarity }) => similarity !== null)
    .sort((one, other) => (other.similarity ?? 0) - (one.similarity ?? 0))
  const hits = fuse(byWords, byMeaning)
  const duplicates = findDuplicates(hits)
  trace.keyword = byWords.map(({ id, keyword }) => ({ id, score: keyword ?? 0 }))
  trace.vector = byMeaning.map(({ id, similarity }) => ({ id, score: similarity ?? 0 }))
  trace.fused = hits.map(({ id, score, relevance }, at) => ({ id, score, relevance, duplicate: duplicates.has(at) }))
  return hits.filter((_, at) => !duplicates.has(at))
}

/** How much meaning counts beside keywords: with more, a model that knows little of the language spoils their order. */
const meaningWeight = 0.9

type Scored = Pick<Found, 'keyword' | 'relevance' | 'closeness'>

/**
 * Adds the scores of both methods. Those of keywords are relative to the best one, because those of different questions
 * cannot be compared, and count by the square of the share of the question that their best hits contain: with few of its
 * words, they are there by chance. So does closeness: what is a little close to the question is close to many others.
 * Best first; ties keep the order of the keywords.
 */
export function fuse<T extends Scored>(byWords: T[], byMeaning: T[]): (T & { score: number })[] {
  const held = Math.max(0, ...byWords.slice(0, judged).map(({ relevance }) => relevance))
  const best = Math.max(0, ...byWords.map(({ keyword }) => keyword ?? 0))
  const trust = held ** 2 / (best || 1)
  return [...new Set([...byWords, ...byMeaning])]
    .map((hit) => ({ ...hit, score: trust * (hit.keyword ?? 0) + meaningWeight * hit.closeness ** 2 }))
    .sort((one, other) => other.score - one.score)
}

/**
 * Passages with this closeness are worth reading even without common words, if they are about as close as the nearest.
 * Models differ in their scales, so it is low.
 */
const minCloseness = 0.1
const nearShare = 0.8

/** The hits that are close enough to the question to be read by a model. */
export function nearHits<T extends Pick<Hit, 'closeness'>>(hits: T[]): Set<T> {
  const nearest = Math.max(...hits.map(({ closeness }) => closeness))
  return new Set(hits.filter(({ closeness }) => closeness >= Math.max(minCloseness, nearest * nearShare)))
}
