import type { Context } from '../../../core/context.ts'
import { failure } from '../../../core/failure.ts'
import { NotYet } from '../../../core/queue.ts'
import type { ChatModel, Embeddings, ModelError } from '../../../outside/model.ts'
import { QueueFull } from '../../assistant/reply/fair-queue.ts'
import { assistantState } from '../../assistant/reply/state.ts'
import { neuronsOf, spendNeurons } from '../../usage.ts'
import { EmbeddingError, hasKind, recordSuccess } from './search-health.ts'
import { findKind, forgetOthers, type Kind, keepVectors, prepareIndex, readUnread, type Unread } from './vectors.ts'

const batch = 16
/** A task is split into pieces of this many milliseconds, so that a server that stops loses little work. */
const piece = 30_000
const batchMs = 120_000
/** A length that models accept which reject longer texts. */
const short = 1_000
/** Milliseconds after which embedding continues that had to make room for a visitor. */
const visitorsPause = 5_000
const replaced = 'model_replaced'
/** Detects which model responds, and its number of dimensions. */
const probe = 'Which model is this?'

/**
 * Embeds passages of the site that have no vector of the current model, for one piece. No transaction is open while
 * waiting for the model; results are stored per batch. Throws ModelErrors, and a NotYet if a visitor needs the model.
 */
export async function embedSome(ctx: Context): Promise<'done' | 'more' | 'no model'> {
  const { services, sql, site } = ctx
  const [any] = await sql`select from passages where site = ${site.id} limit 1`
  if (!any) return 'done'
  const model = await services.outside.models.current()
  if (!model) return 'no model'
  const named = services.outside.models.describe()?.knowledge ?? ''
  const expected = (await findKind(sql, site.id, named)) ?? (await askKind(ctx, model))
  try {
    return await embedAs(ctx, model, expected)
  } catch (error) {
    if (!(error instanceof EmbeddingError) || error.reason !== replaced) throw error
    return await embedAs(ctx, model, await askKind(ctx, model))
  }
}

/** Throws a `model_replaced` if another model responds. */
async function embedAs(ctx: Context, model: ChatModel, kind: Kind): Promise<'done' | 'more'> {
  const { services, sql } = ctx
  await prepareIndex(services.database, kind)
  const until = performance.now() + piece
  let isConfirmed = false
  let after = 0
  while (performance.now() < until && !ctx.signal.aborted) {
    const rows = await readUnread(sql, kind, after, batch)
    if (rows.length === 0) {
      if (!isConfirmed) confirm(kind, await askKind(ctx, model))
      await forgetOthers(sql, kind)
      return 'done'
    }
    if (await embedBatch(ctx, model, kind, rows)) isConfirmed = true
    after = rows.at(-1)?.number ?? after
  }
  return 'more'
}

async function askKind(ctx: Context, model: ChatModel): Promise<Kind> {
  const { model: name, vectors } = await ask(ctx, model, [probe])
  return { site: ctx.site.id, model: name, dimensions: vectors[0]?.length ?? 0 }
}

function confirm(kind: Kind, { model, dimensions }: Pick<Kind, 'model' | 'dimensions'>): void {
  if (model !== kind.model || dimensions !== kind.dimensions)
    throw new EmbeddingError(failure(replaced, 'The embedding model was replaced while it was in use.'))
}

/** Returns whether anything was embedded. */
async function embedBatch(ctx: Context, model: ChatModel, kind: Kind, rows: Unread[]): Promise<boolean> {
  const texts = rows.map((row) => passageFor(kind.model, row))
  try {
    return await keep(ctx, kind, rows, await ask(ctx, model, texts))
  } catch (error) {
    if (!isRejected(error)) throw error
    // One text may be too long for the model, so each is tried alone.
    let isAny = false
    for (const [at, row] of rows.entries()) if (await embedOne(ctx, model, kind, row, texts[at] as string)) isAny = true
    return isAny
  }
}

const isRejected = (error: unknown): error is ModelError => hasKind(error, 'refused') || hasKind(error, 'long')

/** A passage that the model rejects even when truncated can only be found by keywords. */
async function embedOne(ctx: Context, model: ChatModel, kind: Kind, row: Unread, text: string): Promise<boolean> {
  for (const shown of [text, text.slice(0, short).toWellFormed()]) {
    try {
      return await keep(ctx, kind, [row], await ask(ctx, model, [shown]))
    } catch (error) {
      if (!isRejected(error)) throw error
      ctx.log.warn({ site: ctx.site.id, passage: row.number, reason: error.message }, 'the model rejected a passage')
    }
  }
  return false
}

/** Calls the model when no visitor needs it. Throws a NotYet if one does. */
async function ask(ctx: Context, model: ChatModel, texts: string[]): Promise<Embeddings> {
  const { queue } = assistantState(ctx.services)
  let displaced: AbortSignal | undefined
  try {
    const place = await queue.enterBehind(ctx.signal)
    displaced = place.displaced
    return await askWithin(ctx, model, texts, place.displaced).finally(place.leave)
  } catch (error) {
    if (displaced?.aborted || error instanceof QueueFull) throw new NotYet(ctx.now() + visitorsPause, error)
    throw error
  }
}

async function askWithin({ services, site }: Context, model: ChatModel, texts: string[], displaced: AbortSignal) {
  const limit = new AbortController()
  const cancel = services.clock.after(batchMs, () => limit.abort())
  try {
    const answer = await model.embed(texts, AbortSignal.any([limit.signal, displaced, services.stopping]))
    recordSuccess(services, 'embedding')
    return answer
  } catch (error) {
    if (!limit.signal.aborted) throw error
    const seconds = batchMs / 1000
    const sentence = `Embedding ${texts.length} passages of ${site.id} takes over ${seconds} s.`
    throw new EmbeddingError(failure('embedding_slow', sentence, { seconds }))
  } finally {
    cancel()
  }
}

async function keep(ctx: Context, kind: Kind, rows: Unread[], { model, vectors, tokens }: Embeddings): Promise<true> {
  confirm(kind, { model, dimensions: vectors[0]?.length ?? 0 })
  const numbers = rows.map(({ number }) => number)
  await ctx.tx(async (tx) => {
    await keepVectors(tx.sql, kind, numbers, vectors)
    await spendNeurons(tx, neuronsOf(tokens))
  })
  return true
}

/** The prefixes that models were trained with. Without them, results are clearly worse. */
const trainedPrefixes: { model: RegExp; question: string; passage: string }[] = [
  { model: /nomic-embed/i, question: 'search_query: ', passage: 'search_document: ' },
  { model: /embeddinggemma/i, question: 'task: search result | query: ', passage: 'title: none | text: ' },
  { model: /\be5-(?:small|base|large)|multilingual-e5(?!.*instruct)/i, question: 'query: ', passage: 'passage: ' },
  {
    model: /bge-(?:small|base|large)-en|mxbai-embed|snowflake-arctic-embed(?!2)/i,
    question: 'Represent this sentence for searching relevant passages: ',
    passage: '',
  },
]

/** Models ignore or reject longer texts. */
const maxLength = 8_000

const prefixesOf = (model: string) => trainedPrefixes.find((one) => one.model.test(model))

/** A question with the prefix of this model. */
export const questionFor = (model: string, question: string): string =>
  `${prefixesOf(model)?.question ?? ''}${question}`.slice(0, maxLength).toWellFormed()

type Passage = { title: string; heading_path: string; content: string }

/** A passage with the prefix of this model, including its title and headings, which are part of its meaning. */
export const passageFor = (model: string, { title, heading_path, content }: Passage): string =>
  [(prefixesOf(model)?.passage ?? '') + title, heading_path, content]
    .filter((part) => part !== '')
    .join('\n')
    .slice(0, maxLength)
    .toWellFormed()
