/** A passage that was found. */
export type Hit = {
  id: string
  /** The document: a page, a hand-written entry or a file. */
  document: string
  title: string
  url: string | null
  category: string | null
  headingPath: string
  content: string
  tokens: number
  ordinal: number
  /** It orders the hits and says nothing else. */
  score: number
  /** How much of the question's words it holds, between 0 and 1. */
  relevance: number
  /** How near its meaning is, between 0 for any passage and 1 for the question itself; 0 where that is not known. */
  closeness: number
  /** Whether it is good enough to be quoted. */
  good: boolean
}
