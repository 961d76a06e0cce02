import type { Context } from '../../../core/context.ts'
import { AppError, connectorError } from '../../../core/error.ts'
import { failureOf } from '../../../core/failure.ts'
import type { Phrases } from '../../../language/language.ts'
import type { ConnectorError } from '../../../outside/connector.ts'
import type { ModelError } from '../../../outside/model.ts'
import { QueueFull } from './fair-queue.ts'
import { assistantState } from './state.ts'

// Errors of injected services are recognised by name, because their classes cannot be imported here.

export const isModelError = (error: unknown): error is ModelError =>
  error instanceof Error && error.name === ('ModelError' satisfies ModelError['name'])

export const isConnectorError = (error: unknown): error is ConnectorError =>
  error instanceof Error && error.name === ('ConnectorError' satisfies ConnectorError['name'])

/** The model answered with no text or without an end. */
export class VainReply extends Error {
  override readonly name = 'VainReply'
}

/**
 * Converts an error to what the caller receives. An error of a backend becomes a sentence for a visitor, and is
 * recorded for the operator.
 */
export function toReplyError(ctx: Context, error: unknown, phrases: Phrases): unknown {
  if (error instanceof AppError) return error
  const isBusy = error instanceof QueueFull || (isModelError(error) && error.kind === 'busy')
  if (!isBusy && !isModelError(error) && !isConnectorError(error) && !(error instanceof VainReply)) return error
  if (isConnectorError(error) || (isModelError(error) && ctx.site.settings.assistant.model))
    assistantState(ctx.services).faults.set(ctx.site.id, failureOf(error))
  ctx.log.warn({ err: error, site: ctx.site.id }, 'could not write a reply')
  return connectorError(isBusy ? phrases.busy : phrases.trouble, isBusy ? 'assistant_busy' : 'assistant_failed', {
    cause: error,
  })
}
