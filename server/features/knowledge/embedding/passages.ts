import type { Context } from '../../../core/context.ts'
import { failure } from '../../../core/failure.ts'
import type { ChatModel, Embeddings, ModelError } from '../../../outside/model.ts'
import { neuronsOf, spendNeurons } from '../../usage.ts'
import { EmbeddingError, hasKind, recordSuccess } from './search-health.ts'
import { forgetOthers, type Kind, keepVectors, prepareIndex, readUnread, type Unread } from './vectors.ts'

const batch = 16
/** A task is split into pieces of this many milliseconds, so that a server that stops loses little work. */
const piece = 30_000
const batchMs = 120_000
/** A length that models accept which reject longer texts. */
const short = 1_000
/** Detects which model responds, and its number of dimensions. */
const probe = 'Which model is this?'

/**
 * Embeds passages of the site that have no vector of the current model, for one piece. No transaction is open while
 * waiting for the model; results are stored per batch. Throws ModelErrors.
 */
export async function embedSome(ctx: Context): Promise<'done' | 'more' | 'no model'> {
  const { services, sql, site } = ctx
  const [any] = await sql`select from passages where site = ${site.id} limit 1`
  if (!any) return 'done'
  const model = await services.outside.models.current()
  if (!model) return 'no model'
  const kind = await kindOf(ctx, model)
  await prepareIndex(services.database, kind)
  const until = performance.now() + piece
  let after = 0
  while (performance.now() < until && !ctx.signal.aborted) {
    const rows = await readUnread(sql, kind, after, batch)
    if (rows.length === 0) {
      await forgetOthers(sql, kind)
      return 'done'
    }
    await embedBatch(ctx, model, kind, rows)
    after = rows.at(-1)?.number ?? after
  }
  return 'more'
}

async function kindOf(ctx: Context, model: ChatModel): Promise<Kind> {
  const { model: name, vectors } = await ask(ctx, model, [probe])
  return { site: ctx.site.id, model: name, dimensions: vectors[0]?.length ?? 0 }
}

async function embedBatch(ctx: Context, model: ChatModel, kind: Kind, rows: Unread[]): Promise<void> {
  const texts = rows.map((row) => passageFor(kind.model, row))
  try {
    await keep(ctx, kind, rows, await ask(ctx, model, texts))
  } catch (error) {
    if (!isRejected(error)) throw error
    // One text may be too long for the model, so each is tried alone.
    for (const [at, row] of rows.entries()) await embedOne(ctx, model, kind, row, texts[at] as string)
  }
}

const isRejected = (error: unknown): error is ModelError => hasKind(error, 'refused') || hasKind(error, 'long')

/** A passage that the model rejects even when truncated can only be found by keywords. */
async function embedOne(ctx: Context, model: ChatModel, kind: Kind, row: Unread, text: string): Promise<void> {
  for (const shown of [text, text.slice(0, short).toWellFormed()]) {
    try {
      return await keep(ctx, kind, [row], await ask(ctx, model, [shown]))
    } catch (error) {
      if (!isRejected(error)) throw error
      ctx.log.warn({ site: ctx.site.id, passage: row.number, reason: error.message }, 'the model rejected a passage')
    }
  }
}

async function ask({ services, site }: Context, model: ChatModel, texts: string[]): Promise<Embeddings> {
  const limit = new AbortController()
  const cancel = services.clock.after(batchMs, () => limit.abort())
  try {
    const answer = await model.embed(texts, AbortSignal.any([limit.signal, services.stopping]))
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

async function keep(ctx: Context, kind: Kind, rows: Unread[], { model, vectors, tokens }: Embeddings): Promise<void> {
  if (model !== kind.model || vectors[0]?.length !== kind.dimensions)
    throw new EmbeddingError(failure('model_replaced', 'The embedding model was replaced while it was in use.'))
  const numbers = rows.map(({ number }) => number)
  await ctx.tx(async (tx) => {
    await keepVectors(tx.sql, kind, numbers, vectors)
    await spendNeurons(tx, neuronsOf(tokens))
  })
}

/** The prefixes that models were trained with. Without them, results are clearly worse. */
const trainedPrefixes: { model: RegExp; question: string; passage: string }[] = [
  { model: /nomic-embed/i, question: 'search_query: ', passage: 'search_document: ' },
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
const passageFor = (model: string, { title, heading_path, content }: Passage): string =>
  [(prefixesOf(model)?.passage ?? '') + title, heading_path, content]
    .filter((part) => part !== '')
    .join('\n')
    .slice(0, maxLength)
    .toWellFormed()
