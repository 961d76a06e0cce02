import type { Context } from '../../../core/context.ts'
import type { ChatModel, Embeddings } from '../../../outside/model.ts'
import { neuronsOf, spendNeurons } from '../../assistant/usage.ts'
import { passageFor } from './prefixes.ts'
import { EmbeddingError, hasKind, noteSuccess } from './state.ts'
import { forgetOthers, type Kind, keepVectors, prepareIndex, readUnread, type Unread } from './vectors.ts'

const batch = 16
/** A job is done in pieces, so that a server that stops or is killed leaves little behind; milliseconds. */
const piece = 30_000
const batchMs = 120_000
/** What a model takes that refuses a longer text. */
const short = 1_000
/** Says which model answers, and in how many dimensions. */
const probe = 'Which model is this?'

/**
 * Embeds the site's passages that have no vector of the model in use, for a while. No transaction is open while the model is
 * waited for; what it answered is kept batch by batch. Throws ModelErrors.
 */
export async function embedSome(ctx: Context): Promise<'done' | 'more' | 'no model'> {
  const { parts, sql, site } = ctx
  const [any] = await sql`select from passages where site = ${site.id} limit 1`
  if (!any) return 'done'
  const model = await parts.outside.models.current()
  if (!model) return 'no model'
  const kind = await kindOf(ctx, model)
  await prepareIndex(parts.database, kind)
  const until = performance.now() + piece
  let after = 0
  while (performance.now() < until && !parts.stopping.aborted) {
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
    if (!hasKind(error, 'refused')) throw error
    // One of them may be too long for it: each by itself then.
    for (const [at, row] of rows.entries()) await embedOne(ctx, model, kind, row, texts[at] as string)
  }
}

/** A passage that the model takes neither whole nor cut is found by words alone. */
async function embedOne(ctx: Context, model: ChatModel, kind: Kind, row: Unread, text: string): Promise<void> {
  for (const shown of [text, text.slice(0, short).toWellFormed()]) {
    try {
      return await keep(ctx, kind, [row], await ask(ctx, model, [shown]))
    } catch (error) {
      if (!hasKind(error, 'refused')) throw error
      ctx.log.warn({ site: ctx.site.id, passage: row.number, reason: error.message }, 'a passage was refused')
    }
  }
}

async function ask({ parts, site }: Context, model: ChatModel, texts: string[]): Promise<Embeddings> {
  const limit = new AbortController()
  const cancel = parts.clock.after(batchMs, () => limit.abort())
  try {
    const answer = await model.embed(texts, AbortSignal.any([limit.signal, parts.stopping]))
    noteSuccess(parts, 'embedding')
    return answer
  } catch (error) {
    if (!limit.signal.aborted) throw error
    throw new EmbeddingError(`Embedding ${texts.length} passages of ${site.id} takes over ${batchMs / 1000} s.`)
  } finally {
    cancel()
  }
}

async function keep(ctx: Context, kind: Kind, rows: Unread[], { model, vectors, tokens }: Embeddings): Promise<void> {
  if (model !== kind.model || vectors[0]?.length !== kind.dimensions)
    throw new EmbeddingError('The model for embeddings was exchanged while it was in use.')
  const numbers = rows.map(({ number }) => number)
  await ctx.tx(async (tx) => {
    await keepVectors(tx.sql, kind, numbers, vectors)
    await spendNeurons(tx, neuronsOf(tokens))
  })
}
