import { createBreaker } from '../core/breaker.ts'
import type { Clock } from '../core/clock.ts'
import { failure } from '../core/failure.ts'
import { type ChatModel, type ChatRequest, ModelError, type ModelFault } from './model.ts'

/** Ollama keeps a model loaded for five minutes after its last use. An unloaded model may take long to begin. */
const staysLoadedMs = 4 * 60_000
/** A server that fails immediately costs no time, and a retry may succeed. Only timeouts open the breaker. */
const silences: ReadonlySet<ModelFault> = new Set(['slow', 'silent'])
/** The maximum number of models to remember. */
const maxNames = 100
const breakerLimits = { failures: 2, restMs: 15_000 }

/**
 * A model with a circuit breaker for a silent server, and a time limit for the beginning of a reply once it is loaded.
 * Throws a ModelError `out` while the breaker is open, and `silent` after the time limit.
 */
export function guardModel(model: ChatModel, clock: Clock, firstTokenMs: number): ChatModel {
  const breaker = createBreaker(clock, breakerLimits)
  const answers = createAnswerTimes(clock)
  const paused = 'The model server was silent several times in a row. It is asked again soon.'
  const refuse = () => new ModelError('out', failure('model_paused', paused))
  const note = (error: unknown) => {
    if (error instanceof ModelError && silences.has(error.kind)) breaker.failed()
    else breaker.left()
  }
  const isLoaded = async (name: string | undefined) =>
    answers.areRecent(name) || ((await model.isLoaded?.(name)) ?? false)
  async function* chat(request: ChatRequest) {
    if (!breaker.admit()) throw refuse()
    const silence = new AbortController()
    const late = beganLate(firstTokenMs / 1000)
    let begins = () => {}
    let hasBegun = false
    try {
      if (await isLoaded(request.model)) begins = clock.after(firstTokenMs, () => silence.abort(late))
      const { signal } = request
      const either = signal ? AbortSignal.any([signal, silence.signal]) : silence.signal
      for await (const piece of model.chat({ ...request, signal: either })) {
        begins()
        hasBegun = true
        yield piece
      }
      answers.note(request.model)
      breaker.succeeded()
    } catch (thrown) {
      const error = silence.signal.aborted ? late : silentIfNotBegun(thrown, hasBegun)
      note(error)
      throw error
    } finally {
      begins()
      // A caller who stopped reading says nothing about the server.
      breaker.left()
    }
  }
  return {
    ...model,
    chat,
    async info(name) {
      if (breaker.isOpen()) throw refuse()
      try {
        return await model.info(name)
      } catch (error) {
        // The server does not even answer requests that need no model.
        if (error instanceof ModelError && error.kind === 'slow') breaker.failed()
        throw silentIfNotBegun(error, false)
      }
    },
    async embed(texts, signal) {
      if (breaker.isOpen()) throw refuse()
      return await model.embed(texts, signal)
    },
  }
}

/** When each model last responded. */
function createAnswerTimes(clock: Pick<Clock, 'now'>) {
  const times = new Map<string, number>()
  return {
    note(name = '') {
      times.delete(name)
      times.set(name, clock.now())
      const [oldest] = times.size > maxNames ? times.keys() : []
      if (oldest !== undefined) times.delete(oldest)
    },
    areRecent: (name = '') => clock.now() - (times.get(name) ?? Number.NEGATIVE_INFINITY) < staysLoadedMs,
  }
}

const beganLate = (seconds: number) =>
  new ModelError(
    'silent',
    failure('model_silent', `The model did not begin to answer within ${seconds} s.`, { seconds }),
  )

const silentIfNotBegun = (error: unknown, hasBegun: boolean): unknown =>
  error instanceof ModelError && error.kind === 'slow' && !hasBegun ? new ModelError('silent', error) : error
