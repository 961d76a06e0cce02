import { findDuplicates } from './duplicates.ts'
import type { Hit, Trace } from './hit.ts'

type Found = Hit & { keyword: number | null; similarity: number | null }

/** A passage with at least this semantic similarity is relevant even without common words. */
export const minSimilarity = 0.3

/** The weight of semantic ranks if the keyword hits contain the question well; keyword ranks weigh 1. */
const minWeight = 0.25
/** The less of the question the best keyword hits contain, the more semantic ranks count, up to the same weight. */
const wellHeld = 0.4
const judged = 3
/**
 * The semantically nearest passage is ranked at least here if it is really similar, because this many passages are
 * read.
 */
const lastPlace = 5

/** Merges keyword and semantic hits into one order, without duplicates. */
export function orderHits<T extends Found>(found: T[], trace: Trace): T[] {
  const byWords = found.filter(({ keyword }) => keyword !== null)
  const byMeaning = found
    .filter(({ similarity }) => similarity !== null)
    .sort((one, other) => (other.similarity ?? 0) - (one.similarity ?? 0))
  const held = Math.max(0, ...byWords.slice(0, judged).map(({ relevance }) => relevance))
  const weight = minWeight + (1 - minWeight) * Math.max(0, 1 - held / wellHeld)
  const fused = fuse([
    { items: byWords, weight: 1 },
    { items: byMeaning, weight },
  ]).map(({ item, score }) => ({ ...item, score }))
  const hits = withNearest(fused, byMeaning[0])
  const duplicates = findDuplicates(hits)
  trace.keyword = byWords.map(({ id, keyword }) => ({ id, score: keyword ?? 0 }))
  trace.vector = byMeaning.map(({ id, similarity }) => ({ id, score: similarity ?? 0 }))
  trace.fused = hits.map(({ id, score, relevance }, at) => ({ id, score, relevance, duplicate: duplicates.has(at) }))
  return hits.filter((_, at) => !duplicates.has(at))
}

/** The nearest passage must be shown even if many passages share a few words with the question. */
function withNearest<T extends Found>(hits: T[], nearest: T | undefined): T[] {
  const at = hits.findIndex(({ id }) => id === nearest?.id)
  const hit = hits[at]
  if (!hit || at <= lastPlace || hit.closeness < minSimilarity) return hits
  const others = hits.toSpliced(at, 1)
  return others.toSpliced(lastPlace, 0, { ...hit, score: others[lastPlace]?.score ?? hit.score })
}

/**
 * Gives the first positions of a list more weight. Smaller than usual, because the first keyword hit is seldom wrong,
 * and with a larger value two middling positions outweigh a first one.
 */
const damping = 10

type Fused<T> = { item: T; score: number }

export type Ranking<T> = { items: T[]; weight: number }

/** Merges ranked lists by reciprocal rank fusion, best first. Ties keep the order of the earlier list. */
export function fuse<T>(lists: Ranking<T>[]): Fused<T>[] {
  const scores = new Map<T, number>()
  for (const { items, weight } of lists) {
    for (const [rank, item] of items.entries())
      scores.set(item, (scores.get(item) ?? 0) + weight / (damping + rank + 1))
  }
  return [...scores].map(([item, score]) => ({ item, score })).sort((one, other) => other.score - one.score)
}
