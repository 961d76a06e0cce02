import type { Context } from '../../../core/context.ts'
import { readBudget } from '../../assistant/usage.ts'
import { questionFor } from './prefixes.ts'
import { askHelper } from './state.ts'
import { embedLater } from './tasks.ts'
import { findNear, hasVectors, type Near } from './vectors.ts'

/** What a search has beside the words of the question. What fails throws an Error whose message may be shown. */
export type Means = {
  /** The passages nearest by meaning, and what embedding the question cost in tokens; undefined where there are no vectors. */
  near?(question: string): Promise<(Near & { tokens: number }) | undefined>
  /** How well each text answers the question, between 0 and 1. */
  rerank?(question: string, texts: string[]): Promise<number[]>
}

/** Visitors wait for it: without an answer by then, they are answered from what the words found. */
const questionMs = 2_000
const rerankMs = 3_000

/** What the deployment has for searching this site; `rerank: false` leaves the reranker out. */
export function meansOf(ctx: Context, { rerank = true } = {}): Means {
  const { parts, site, signal } = ctx
  const { reranker } = parts.outside
  const isReranked = rerank && reranker && site.settings.assistant.rerank
  return {
    ...(parts.database.vectors ? { near: (question) => findByMeaning(ctx, question) } : {}),
    ...(isReranked
      ? {
          rerank: (question, texts) =>
            askHelper(parts, 'reranker', rerankMs, signal, (limit) => reranker.rerank(question, texts, limit)),
        }
      : {}),
  }
}

async function findByMeaning(ctx: Context, question: string) {
  const { parts, sql, site, signal } = ctx
  if (parts.config.ai.provider === 'none' || !(await hasVectors(sql, site.id))) return undefined
  const model = await parts.outside.models.current()
  if (!model || (await readBudget(ctx)) === 'exhausted') return undefined
  const {
    model: name,
    vectors,
    tokens,
  } = await askHelper(parts, 'embedding', questionMs, signal, async (limit) => {
    const named = parts.outside.models.describe()?.knowledge ?? ''
    return await model.embed([questionFor(named, question)], limit)
  })
  const [vector = []] = vectors
  const kind = { site: site.id, model: name, dimensions: vector.length }
  const near = await findNear(sql, kind, vector).catch((err) => {
    parts.log.error({ err }, 'vectors could not be compared')
    throw new Error('The database could not compare vectors.')
  })
  // The model is another one than before.
  if (near.found.length === 0) await embedLater(parts, site.id, parts.clock.now())
  return { ...near, tokens }
}
