import type { Context } from '../../core/context.ts'
import { connectorError, Refusal } from '../../core/error.ts'
import { isConnectorError, isModelError, VainReply } from './backend-fault.ts'
import { modelOfSite } from './choose.ts'
import { QueueFull } from './fair-queue.ts'
import type { Phrases } from './phrases.ts'
import { assistantState } from './state.ts'

/** What the caller is told of a failure: a sentence for a visitor where a backend failed, which is noted for the operator. */
export function toRefusal(ctx: Context, error: unknown, phrases: Phrases): unknown {
  if (error instanceof Refusal) return error
  const isBusy = error instanceof QueueFull || (isModelError(error) && error.kind === 'busy')
  if (!isBusy && !isModelError(error) && !isConnectorError(error) && !(error instanceof VainReply)) return error
  if (isConnectorError(error) || (isModelError(error) && modelOfSite(ctx) !== undefined))
    assistantState(ctx.parts).faults.set(ctx.site.id, error.message)
  ctx.log.warn({ err: error, site: ctx.site.id }, 'a reply could not be written')
  return connectorError(isBusy ? phrases.busy : phrases.trouble, isBusy ? 'assistant_busy' : 'assistant_failed', {
    cause: error,
  })
}
