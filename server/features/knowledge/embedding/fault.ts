import type { ModelError, ModelFault } from '../../../outside/model.ts'

/** Embedding failed in a way that the model server did not tell of; the message is safe in health and in the log. */
export class EmbeddingError extends Error {
  override readonly name = 'EmbeddingError'
}

/** Known by its name: what is outside is handed in through the Context. */
const isModelError = (error: unknown): error is ModelError =>
  error instanceof Error && error.name === ('ModelError' satisfies ModelError['name'])

/** Whether it is the model that failed, and not this program. */
export const isModelFault = (error: unknown): error is Error => isModelError(error) || error instanceof EmbeddingError

export const hasKind = (error: unknown, kind: ModelFault): error is ModelError =>
  isModelError(error) && error.kind === kind
