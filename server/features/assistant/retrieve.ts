import type { TracePassage } from '../../../shared/trace.ts'
import type { Context } from '../../core/context.ts'
import { meansOf } from '../knowledge/embedding/means.ts'
import type { Hit } from '../knowledge/hit.ts'
import { threshold } from '../knowledge/judge.ts'
import { leastCloseness } from '../knowledge/order.ts'
import { type Found as Searched, searchPassages } from '../knowledge/search.ts'
import type { PromptPassage } from './neighbours.ts'
import { continues, queriesOf } from './search-query.ts'
import type { Turn } from './turn.ts'

/** What the knowledge base holds on a visitor's message. */
export type Found = {
  /** What was searched for. */
  query: string
  /** What a model is given to read, the best first. */
  passages: PromptPassage[]
  /** What may be quoted as the answer, the most relevant first; nothing where the question is not covered. */
  quotable: PromptPassage[]
  isCovered: boolean
  /** Whether the site has no knowledge at all. */
  isEmpty: boolean
  /** Everything that was weighed, for the trace. */
  weighed: TracePassage[]
  /** What embedding the question cost, in tokens. */
  tokens: number
  ms: number
}

export const nothingSearched: Found = {
  query: '',
  passages: [],
  quotable: [],
  isCovered: true,
  isEmpty: false,
  weighed: [],
  tokens: 0,
  ms: 0,
}

const wanted = 6
/** A model tells by itself what answers a question; what holds less of it than this is not worth its reading. */
const leastRelevance = 0.25

/** Looks the visitor's message up. A short one is looked up together with the one before it as well, in the same time. */
export async function retrieve(ctx: Context, turn: Turn): Promise<Found> {
  const begun = performance.now()
  const queries = queriesOf(turn)
  const means = meansOf(ctx)
  const all = await Promise.all(queries.map((query) => searchPassages(ctx, query, wanted, means)))
  const covered = all.findIndex(
    (found) => found.judgement.covered && answersLatest(found, all.at(-1), queries.at(-1) ?? ''),
  )
  const best = Math.max(covered, 0)
  const ms = performance.now() - begun
  const found = all[best]
  const tokens = all.reduce((sum, one) => sum + one.tokens, 0)
  return found ? { ...toFound(queries[best] ?? '', found, ms), tokens } : nothingSearched
}

type Judged = { judgement: Pick<Searched['judgement'], 'isAbout' | 'good'>; hits: Pick<Hit, 'id' | 'relevance'>[] }

/**
 * Whether what was found for two messages together answers the latest as well, where that names anything by itself: `Do you
 * sell pianos?` after a question about opening hours is no question about opening hours.
 */
export function answersLatest(found: Judged, latest: Judged | undefined, query: string): boolean {
  if (!latest?.judgement.isAbout || found === latest || continues(query)) return true
  const holding = new Set(latest.hits.filter(({ relevance }) => relevance >= threshold).map(({ id }) => id))
  return found.judgement.good.some((place) => holding.has(found.hits[place]?.id ?? ''))
}

function toFound(query: string, { hits, judgement, isEmpty }: Searched, ms: number): Found {
  const readable = hits.filter(({ relevance, closeness }) => relevance >= leastRelevance || closeness >= leastCloseness)
  return {
    query,
    passages: readable,
    quotable: judgement.good.flatMap((place) => hits[place] ?? []),
    isCovered: judgement.covered,
    isEmpty,
    weighed: hits.map(toTrace),
    tokens: 0,
    ms,
  }
}

const toTrace = ({ id, title, url, headingPath, relevance, closeness }: Hit): TracePassage => ({
  passageId: id,
  title,
  url,
  headingPath,
  score: Math.round(Math.max(relevance, closeness) * 1000) / 1000,
  used: false,
  reason: 'below_threshold',
})
