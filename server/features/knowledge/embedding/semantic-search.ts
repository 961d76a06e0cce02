import type { Context } from '../../../core/context.ts'
import { readBudget } from '../../usage.ts'
import { questionFor } from './passages.ts'
import { askHelper } from './search-health.ts'
import { embedLater } from './tasks.ts'
import { findNear, hasVectors, type Near } from './vectors.ts'

/** Search methods besides keywords. On failure they throw an Error whose message may be shown. */
export type SearchMethods = {
  /** The semantically nearest passages, and the tokens used to embed the question. Undefined without vectors. */
  near?(question: string): Promise<(Near & { tokens: number }) | undefined>
  /** How well each text answers the question, between 0 and 1. */
  rerank?(question: string, texts: string[]): Promise<number[]>
}

/** Time limits, because visitors wait. After them, the answer uses keyword search only. */
const questionMs = 2_000
const rerankMs = 3_000

/** The search methods available for this site. `rerank: false` skips the reranker. */
export function searchMethods(ctx: Context, { rerank = true } = {}): SearchMethods {
  const { services, site, signal } = ctx
  const { reranker } = services.outside
  const isReranked = rerank && reranker && site.settings.assistant.rerank
  return {
    ...(services.database.vectors ? { near: (question) => findByMeaning(ctx, question) } : {}),
    ...(isReranked
      ? {
          rerank: (question, texts) =>
            askHelper(services, 'reranker', rerankMs, signal, (limit) => reranker.rerank(question, texts, limit)),
        }
      : {}),
  }
}

async function findByMeaning(ctx: Context, question: string) {
  const { services, sql, site, signal } = ctx
  if (services.config.ai.provider === 'none' || !(await hasVectors(sql, site.id))) return undefined
  const model = await services.outside.models.current()
  if (!model || (await readBudget(ctx)) === 'exhausted') return undefined
  const {
    model: name,
    vectors,
    tokens,
  } = await askHelper(services, 'embedding', questionMs, signal, async (limit) => {
    const named = services.outside.models.describe()?.knowledge ?? ''
    return await model.embed([questionFor(named, question)], limit)
  })
  const [vector = []] = vectors
  const kind = { site: site.id, model: name, dimensions: vector.length }
  const near = await findNear(sql, kind, vector).catch((err) => {
    services.log.error({ err }, 'could not compare vectors')
    throw new Error('The database could not compare vectors.')
  })
  // The model has changed.
  if (near.found.length === 0) await embedLater(services, site.id)
  return { ...near, tokens }
}
