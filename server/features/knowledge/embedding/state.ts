import { type Breaker, createBreaker } from '../../../core/breaker.ts'
import type { Parts } from '../../../core/context.ts'
import type { ModelError, ModelFault } from '../../../outside/model.ts'
import { countVectors } from './vectors.ts'

/** A part of the search that is done outside, and may be missing. */
type Helper = 'embedding' | 'reranker'

/** Each has a breaker of its own: a model server may write replies while its embeddings hang. */
type HelperState = { breaker: Breaker; fault: string | undefined }

/** Nobody waits for one that failed; every half a minute, one search alone tries it again. */
const breakerLimits = { failures: 1, restMs: 30_000 }

// It lives and dies with the server's parts.
const states = new WeakMap<Parts, Map<Helper, HelperState>>()

function stateOf(parts: Parts, helper: Helper): HelperState {
  const helpers = states.get(parts) ?? new Map<Helper, HelperState>()
  const state = helpers.get(helper) ?? { breaker: createBreaker(parts.clock, breakerLimits), fault: undefined }
  states.set(parts, helpers.set(helper, state))
  return state
}

/** Why each of them failed last, if it has not succeeded since. */
export const helperFaults = (parts: Parts): { helper: Helper; message: string }[] =>
  [...(states.get(parts) ?? [])].flatMap(([helper, { fault }]) =>
    fault === undefined ? [] : [{ helper, message: fault }],
  )

/**
 * Does a piece of a search by one of the helpers, within a time. Where it failed a moment ago, it is not asked: throws the
 * same error again. A caller who leaves says nothing of the helper.
 */
export async function askHelper<T>(
  parts: Parts,
  helper: Helper,
  limitMs: number,
  caller: AbortSignal,
  ask: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { breaker, fault } = stateOf(parts, helper)
  if (!breaker.admit()) throw new Error(fault)
  const limit = new AbortController()
  const late = new Error(`The ${helper} did not answer within ${limitMs / 1000} s.`)
  const cancel = parts.clock.after(limitMs, () => limit.abort(late))
  try {
    const answer = await ask(AbortSignal.any([limit.signal, caller, parts.stopping]))
    noteSuccess(parts, helper)
    return answer
  } catch (error) {
    const failed = limit.signal.aborted ? late : (error as Error)
    if (caller.aborted || parts.stopping.aborted) breaker.left()
    else noteFault(parts, helper, failed)
    throw failed
  } finally {
    cancel()
  }
}

export function noteFault(parts: Parts, helper: Helper, error: Error): void {
  const state = stateOf(parts, helper)
  state.fault = error.message
  state.breaker.failed()
}

export function noteSuccess(parts: Parts, helper: Helper): void {
  const state = stateOf(parts, helper)
  state.fault = undefined
  state.breaker.succeeded()
}

/** Whether a model for embeddings is missing that nobody asked for: the search by words alone is then as it should be. */
export const isUnasked = ({ config }: Parts, error: unknown): boolean =>
  hasKind(error, 'absent') && config.ai.embedModel === undefined

/** How the knowledge can be searched, in plain words. */
export async function searchHealth(parts: Parts): Promise<{ ok: boolean; detail: string; [name: string]: unknown }> {
  const counts = await countVectors(parts.database.sql)
  const faults = helperFaults(parts).map(({ message }) => message)
  return { ok: faults.length === 0, detail: [inWords(parts, counts), ...faults].join(' '), ...counts }
}

function inWords({ database, config }: Parts, { passages, vectors }: { passages: number; vectors: number }): string {
  if (!database.vectors) return 'The knowledge is searched by words alone: the database has no pgvector.'
  if (config.ai.provider === 'none') return 'The knowledge is searched by words alone: no model is configured.'
  if (vectors === 0) return 'The knowledge is searched by words alone: nothing was embedded yet.'
  return `The knowledge is searched by words and by meaning: ${vectors} of ${passages} passages have a vector.`
}

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
