import { type Embeddings, ModelError } from './model.ts'

/** The most that the database's vectors take. */
const maxDimensions = 16_000

/** The values of an answer with a vector for each text, and what a server says beside them. */
export const maxValuesOf = (texts: readonly string[]): number => texts.length * (maxDimensions + 10) + 1_000

/**
 * Vectors as a model server gave them, checked and made of length 1, so that they can be compared. Throws a ModelError
 * `broken` where they are not one for each text, all of one size, or are nothing that has a direction.
 * @param tokens as the server counted; more than there are letters is not believed
 */
export function readEmbeddings(url: string, texts: string[], { model, vectors, tokens }: Embeddings): Embeddings {
  const size = vectors[0]?.length ?? 0
  const fits = vectors.length === texts.length && size > 0 && size <= maxDimensions
  if (!fits || vectors.some((vector) => vector.length !== size)) {
    throw new ModelError('broken', `The model server at ${url} answers with vectors that do not fit the texts.`)
  }
  const letters = texts.reduce((sum, text) => sum + text.length, 0)
  return {
    model,
    vectors: vectors.map((vector) => toUnit(vector, url)),
    tokens: Math.min(Math.max(tokens, 0), letters),
  }
}

function toUnit(vector: number[], url: string): number[] {
  // By the largest first: the squares of very large or very small numbers are none.
  const largest = vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
  const scaled = vector.map((value) => value / largest)
  const length = Math.sqrt(scaled.reduce((sum, value) => sum + value * value, 0))
  // NaN where all are zero, or one is infinite.
  if (!Number.isFinite(length))
    throw new ModelError('broken', `The model server at ${url} answers with a vector that has no direction.`)
  return scaled.map((value) => value / length)
}
