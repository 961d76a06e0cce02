import { type Embeddings, invalidModel } from './model.ts'

/** The maximum number of dimensions in the database. */
const maxDimensions = 16_000

/** The maximum number of JSON values in a response with one vector per text, with room for other fields. */
export const maxValuesOf = (texts: readonly string[]): number => texts.length * (maxDimensions + 10) + 1_000

/**
 * Checks the vectors from a model server and scales them to length 1, so that they can be compared. Throws a ModelError
 * `broken` if they do not match the texts, differ in size, or have no direction.
 * @param tokens as counted by the server, at most one per character
 */
export function readEmbeddings(url: string, texts: string[], { model, vectors, tokens }: Embeddings): Embeddings {
  const size = vectors[0]?.length ?? 0
  const fits = vectors.length === texts.length && size > 0 && size <= maxDimensions
  if (!fits || vectors.some((vector) => vector.length !== size)) {
    throw invalidModel(url, `The model server at ${url} answers with vectors that do not fit the texts.`)
  }
  const letters = texts.reduce((sum, text) => sum + text.length, 0)
  return {
    model,
    vectors: vectors.map((vector) => toUnit(vector, url)),
    tokens: Math.min(Math.max(tokens, 0), letters),
  }
}

function toUnit(vector: number[], url: string): number[] {
  // Scales by the largest value first, because squares of very large or small numbers overflow or vanish.
  const largest = vector.reduce((max, value) => Math.max(max, Math.abs(value)), 0)
  const scaled = vector.map((value) => value / largest)
  const length = Math.sqrt(scaled.reduce((sum, value) => sum + value * value, 0))
  // NaN if all values are zero or one is infinite.
  if (!Number.isFinite(length))
    throw invalidModel(url, `The model server at ${url} answers with a vector that has no direction.`)
  return scaled.map((value) => value / length)
}
