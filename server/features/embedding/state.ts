import type { Parts } from '../../core/context.ts'
import { hasKind } from './fault.ts'

/** A part of the search that is done outside, and may be missing. */
export type Helper = 'embedding' | 'reranker'

type Fault = { message: string; at: number }

/** Why each of them failed last, if it has not succeeded since. */
export type SearchState = Map<Helper, Fault>

// It lives and dies with the server's parts.
const states = new WeakMap<Parts, SearchState>()

/** So long nobody waits for one that failed. */
const restMs = 30_000

export function searchState(parts: Parts): SearchState {
  const known = states.get(parts) ?? new Map()
  states.set(parts, known)
  return known
}

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
  const { clock } = parts
  const last = searchState(parts).get(helper)
  if (last && clock.now() - last.at < restMs) throw new Error(last.message)
  const limit = new AbortController()
  const late = new Error(`The ${helper} did not answer within ${limitMs / 1000} s.`)
  const cancel = clock.after(limitMs, () => limit.abort(late))
  try {
    const answer = await ask(AbortSignal.any([limit.signal, caller, parts.stopping]))
    searchState(parts).delete(helper)
    return answer
  } catch (error) {
    const failed = limit.signal.aborted ? late : (error as Error)
    if (!caller.aborted && !parts.stopping.aborted) noteFault(parts, helper, failed)
    throw failed
  } finally {
    cancel()
  }
}

export const noteFault = (parts: Parts, helper: Helper, error: Error) =>
  searchState(parts).set(helper, { message: error.message, at: parts.clock.now() })

/** Whether a model for embeddings is missing that nobody asked for: the search by words alone is then as it should be. */
export const isUnasked = ({ config }: Parts, error: unknown): boolean =>
  hasKind(error, 'absent') && config.ai.embedModel === undefined
