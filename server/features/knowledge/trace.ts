import { threshold } from './judge.ts'

type Scored = { id: string; score: number }

/** How the hits of a search came about, stage by stage. */
export type Trace = {
  /** Words of the question that the knowledge does not have, each with a lexeme of it that it was read as. */
  corrected: { from: string; to: string }[]
  vector: Scored[]
  keyword: Scored[]
  fused: (Scored & { relevance: number; duplicate: boolean })[]
  reranked: Scored[]
  threshold: number
  errors: string[]
  /** Milliseconds of each stage that took place. */
  ms: { question: number; keyword: number; vector?: number; rerank?: number; total: number }
}

export const emptyTrace = (): Trace => ({
  corrected: [],
  vector: [],
  keyword: [],
  fused: [],
  reranked: [],
  threshold,
  errors: [],
  ms: { question: 0, keyword: 0, total: 0 },
})
