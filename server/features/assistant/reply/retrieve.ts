import type { TracePassage } from '../../../../shared/trace.ts'
import type { Context } from '../../../core/context.ts'
import { threshold } from '../../knowledge/answerability.ts'
import { searchMethods } from '../../knowledge/embedding/semantic-search.ts'
import type { Hit } from '../../knowledge/hit.ts'
import { nearHits } from '../../knowledge/order.ts'
import { type Found as Searched, searchPassages } from '../../knowledge/search.ts'
import type { PromptPassage } from './neighbours.ts'
import type { Turn } from './turn.ts'

/** What the knowledge base contains for a visitor's message. */
export type Found = {
  /** The search query. */
  query: string
  /** The passages for the model, the best first. */
  passages: PromptPassage[]
  /** The passages that may be quoted as the answer, the most relevant first; empty if the question is not covered. */
  quotable: PromptPassage[]
  isCovered: boolean
  /** Whether the site has no knowledge at all. */
  isEmpty: boolean
  /** All candidates, for the trace. */
  weighed: TracePassage[]
  /** The tokens for embedding the question. */
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
/** A model judges for itself what answers a question; passages below this score are not worth reading. */
const minRelevance = 0.25

/**
 * Searches for the visitor's message. For a short one, also searches for it together with the previous one, at the same
 * time.
 */
export async function retrieve(ctx: Context, turn: Turn): Promise<Found> {
  const begun = performance.now()
  const queries = queriesOf(turn)
  const meanings = searchMethods(ctx)
  const all = await Promise.all(queries.map((query) => searchPassages(ctx, query, wanted, meanings)))
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
 * Whether the results for two messages together also answer the latest, if that names a topic of its own: `Do you sell
 * pianos?` after a question about opening hours is not about opening hours.
 */
export function answersLatest(found: Judged, latest: Judged | undefined, query: string): boolean {
  if (!latest?.judgement.isAbout || found === latest || continues(query)) return true
  const holding = new Set(latest.hits.filter(({ relevance }) => relevance >= threshold).map(({ id }) => id))
  return found.judgement.good.some((place) => holding.has(found.hits[place]?.id ?? ''))
}

function toFound(query: string, { hits, judgement, isEmpty }: Searched, ms: number): Found {
  const near = nearHits(hits)
  const readable = hits.filter((hit) => hit.relevance >= minRelevance || near.has(hit))
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

const fewWords = 4
const maxCharacters = 1000

/**
 * The search queries, the most promising first. A message as short as `And on Sundays?` is first searched together with
 * the previous message, which gives its topic.
 */
export function queriesOf({ history }: Turn): string[] {
  const said = history.filter(({ role }) => role === 'user').map((message) => message.text ?? '')
  const latest = said.at(-1) ?? ''
  const before = said.at(-2) ?? ''
  const words = latest.match(/[\p{L}\p{N}]{3,}/gu) ?? []
  const isWhole = words.length >= fewWords || before === '' || /\p{Lo}{4}/u.test(latest)
  const queries = isWhole ? [latest] : [`${latest}\n${before}`, latest]
  return queries.map((query) => query.slice(0, maxCharacters).toWellFormed())
}

const joins = /^\s*[¿]?\s*(and|or|what about|how about|und|oder|et|ou|y|o|e)\b/iu

/** Whether the first word of a message shows that it continues what was said before. */
export const continues = (text: string): boolean => joins.test(text)
