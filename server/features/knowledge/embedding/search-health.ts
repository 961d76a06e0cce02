import { type Breaker, createBreaker } from '../../../core/breaker.ts'
import type { Services } from '../../../core/context.ts'
import { type Failure, FailureError, failure, failureOf } from '../../../core/failure.ts'
import type { ModelError, ModelFault } from '../../../outside/model.ts'
import { countVectors } from './vectors.ts'

/** An optional part of the search that runs outside of this server. */
type Helper = 'embedding' | 'reranker'

/** Separate breakers, because a model server may write replies while its embeddings hang. */
type HelperState = { breaker: Breaker; fault: Failure | undefined }

/** After a failure nobody waits: every half minute, a single search tries again. */
const breakerLimits = { failures: 1, restMs: 30_000 }

// Has the lifetime of the server's parts.
const states = new WeakMap<Services, Map<Helper, HelperState>>()

function stateOf(services: Services, helper: Helper): HelperState {
  const helpers = states.get(services) ?? new Map<Helper, HelperState>()
  const state = helpers.get(helper) ?? { breaker: createBreaker(services.clock, breakerLimits), fault: undefined }
  states.set(services, helpers.set(helper, state))
  return state
}

/** The last failure of each helper that has not succeeded since. */
export const helperFaults = (services: Services): { helper: Helper; fault: Failure }[] =>
  [...(states.get(services) ?? [])].flatMap(([helper, { fault }]) => (fault === undefined ? [] : [{ helper, fault }]))

/**
 * Calls a helper with a time limit. Shortly after a failure, throws the same error without calling it. A caller who
 * disconnects does not count as a failure.
 */
export async function askHelper<T>(
  services: Services,
  helper: Helper,
  limitMs: number,
  caller: AbortSignal,
  ask: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { breaker, fault } = stateOf(services, helper)
  if (!breaker.admit()) throw new FailureError(fault ?? lateHelper(helper, limitMs))
  const limit = new AbortController()
  const late = new FailureError(lateHelper(helper, limitMs))
  const cancel = services.clock.after(limitMs, () => limit.abort(late))
  try {
    const answer = await ask(AbortSignal.any([limit.signal, caller, services.stopping]))
    recordSuccess(services, helper)
    return answer
  } catch (error) {
    const failed = limit.signal.aborted ? late : (error as Error)
    if (caller.aborted || services.stopping.aborted) breaker.left()
    else recordFault(services, helper, failed)
    throw failed
  } finally {
    cancel()
  }
}

function lateHelper(helper: Helper, limitMs: number): Failure {
  const seconds = limitMs / 1000
  const sentence = `The ${helper} did not respond within ${seconds} s.`
  return failure(helper === 'embedding' ? 'embedding_slow' : 'reranker_slow', sentence, { seconds })
}

/** Records that a helper failed, for the overview and for health. */
export function recordFault(services: Services, helper: Helper, error: Error): void {
  const state = stateOf(services, helper)
  state.fault = failureOf(error)
  state.breaker.failed()
}

export function recordSuccess(services: Services, helper: Helper): void {
  const state = stateOf(services, helper)
  state.fault = undefined
  state.breaker.succeeded()
}

/** Whether the missing embedding model was never configured, so that keyword search alone is normal. */
export const isUnasked = ({ config }: Services, error: unknown): boolean =>
  hasKind(error, 'absent') && config.ai.embedModel === undefined

/** The state of the search, as text. */
export async function searchHealth(
  services: Services,
): Promise<{ ok: boolean; detail: string; [name: string]: unknown }> {
  const counts = await countVectors(services.database.sql)
  const faults = helperFaults(services).map(({ fault }) => fault.message)
  return { ok: faults.length === 0, detail: [inWords(services, counts), ...faults].join(' '), ...counts }
}

function inWords({ database, config }: Services, { passages, vectors }: { passages: number; vectors: number }): string {
  if (!database.vectors) return 'The knowledge is searched by keywords only: the database has no pgvector.'
  if (config.ai.provider === 'none') return 'The knowledge is searched by keywords only: no model is configured.'
  if (vectors === 0) return 'The knowledge is searched by keywords only: nothing is embedded yet.'
  return `The knowledge is searched by keywords and by meaning: ${vectors} of ${passages} passages have a vector.`
}

/** Embedding failed in a way that the model server did not report. The message is safe to show. */
export class EmbeddingError extends FailureError {
  override readonly name = 'EmbeddingError'
}

/** Recognised by name, because outside errors are injected through the Context. */
const isModelError = (error: unknown): error is ModelError =>
  error instanceof Error && error.name === ('ModelError' satisfies ModelError['name'])

/** Whether the model failed, not this program. */
export const isModelFault = (error: unknown): error is Error => isModelError(error) || error instanceof EmbeddingError

export const hasKind = (error: unknown, kind: ModelFault): error is ModelError =>
  isModelError(error) && error.kind === kind
