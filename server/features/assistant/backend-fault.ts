import type { ConnectorError } from '../../outside/connector.ts'
import type { ModelError } from '../../outside/model.ts'

// What is outside is handed in, and its errors with it: they are known by their names.

export const isModelError = (error: unknown): error is ModelError =>
  error instanceof Error && error.name === ('ModelError' satisfies ModelError['name'])

export const isConnectorError = (error: unknown): error is ConnectorError =>
  error instanceof Error && error.name === ('ConnectorError' satisfies ConnectorError['name'])

/** A model that answered, and in vain: without a word, or without an end. */
export class VainReply extends Error {
  override readonly name = 'VainReply'
}
