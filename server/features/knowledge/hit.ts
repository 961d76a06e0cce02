import { threshold } from './answerability.ts'

/** A passage found by a search. */
export type Hit = {
  id: string
  /** The document: a page, manual entry or file. */
  document: string
  title: string
  url: string | null
  category: string | null
  headingPath: string
  content: string
  tokens: number
  ordinal: number
  /** Orders the hits and has no other meaning. */
  score: number
  /** The share of the question's words that it contains, between 0 and 1. */
  relevance: number
  /** Semantic similarity, scaled from 0 (average passage) to 1 (the question itself); 0 if unknown. */
  closeness: number
  /** Whether it is relevant enough to be quoted. */
  good: boolean
}

type Scored = { id: string; score: number }

/** How the hits of a search were found, stage by stage. */
export type Trace = {
  /** Words of the question that the knowledge does not contain, each with the lexeme used instead. */
  corrected: { from: string; to: string }[]
  vector: Scored[]
  keyword: Scored[]
  fused: (Scored & { relevance: number; duplicate: boolean })[]
  reranked: Scored[]
  threshold: number
  errors: string[]
  /** Milliseconds per stage that ran. */
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
