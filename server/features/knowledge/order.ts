import { findDuplicates } from './duplicates.ts'
import { fuse } from './fuse.ts'
import type { Hit } from './hit.ts'
import type { Trace } from './trace.ts'

type Found = Hit & { keyword: number | null; similarity: number | null }

/** Nearer than this, a passage is worth reading whatever its words are. */
export const leastCloseness = 0.3

/** What the places by meaning count where the words hold the question well, against 1 for those by words. */
const leastWeight = 0.25
/** With less of the question's words in the best passages, what they mean counts more and more, at last as much. */
const wellHeld = 0.4
const judged = 3
/** The place that the nearest passage has at least, if it is really near: so many are read. */
const lastPlace = 5

/** Puts what was found by words and by meaning into one order, without what is said twice. */
export function orderHits<T extends Found>(found: T[], trace: Trace): T[] {
  const byWords = found.filter(({ keyword }) => keyword !== null)
  const byMeaning = found
    .filter(({ similarity }) => similarity !== null)
    .sort((one, other) => (other.similarity ?? 0) - (one.similarity ?? 0))
  const held = Math.max(0, ...byWords.slice(0, judged).map(({ relevance }) => relevance))
  const weight = leastWeight + (1 - leastWeight) * Math.max(0, 1 - held / wellHeld)
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

/** What lies nearest has to be seen, also where many passages share a few words with the question. */
function withNearest<T extends Found>(hits: T[], nearest: T | undefined): T[] {
  const at = hits.findIndex(({ id }) => id === nearest?.id)
  const hit = hits[at]
  if (!hit || at <= lastPlace || hit.closeness < leastCloseness) return hits
  const others = hits.toSpliced(at, 1)
  return others.toSpliced(lastPlace, 0, { ...hit, score: others[lastPlace]?.score ?? hit.score })
}
