import { maxFirstTokenSeconds } from '../../shared/model.ts'
import { createBreaker } from '../core/breaker.ts'
import type { Clock } from '../core/clock.ts'
import { failure } from '../core/failure.ts'
import { type ChatModel, type ChatRequest, ModelError, type ModelFault, type ModelStore } from './model.ts'

/** Ollama keeps a model loaded for five minutes after its last use. An unloaded model may take long to begin. */
const staysLoadedMs = 4 * 60_000
/** A server that fails immediately costs no time, and a retry may succeed. Only timeouts open the breaker. */
const silences: ReadonlySet<ModelFault> = new Set(['slow', 'silent'])
/** The maximum number of models to remember. */
const maxNames = 100
const breakerLimits = { failures: 2, restMs: 15_000 }
/** A server that starts loads its model for this long at most; it is asked again after each pause. Milliseconds. */
const maxLoading = 90_000
const loadingPause = 1_000

export type GuardLimits = {
  /** The configured limit for the beginning of a reply; undefined: what the server needs. */
  firstTokenMs: number | undefined
  /** How many requests the server works on at the same time. Further ones wait in its own queue. */
  concurrency: number
  /** How long to wait for a server that answered before and is not reached: it may only be starting again. */
  restartMs: number
}

/**
 * A model with a circuit breaker for a silent server, and a time limit for the beginning of a reply once it is loaded
 * and works on this request. Throws a ModelError `out` while the breaker is open, and `silent` after the time limit.
 */
export function guardModel(model: ChatModel, clock: Clock, limits: GuardLimits): ChatModel {
  const breaker = createBreaker(clock, breakerLimits)
  const chatOnce = limitBeginning(model, clock, limits)
  const outage = createOutage(model, clock, limits.restartMs)
  const windows = createWindows()
  const paused = 'The model server was silent several times in a row. It is asked again soon.'
  const refuse = () => new ModelError('out', failure('model_paused', paused))
  async function* chat(request: ChatRequest) {
    if (!breaker.admit()) throw refuse()
    const wait = createStartWait(clock, outage, request.signal)
    try {
      for (;;) {
        try {
          yield* chatOnce(request)
          outage.end()
          return breaker.succeeded()
        } catch (error) {
          windows.learnFrom(error, request.model)
          await wait(error)
        }
      }
    } catch (error) {
      if (error instanceof ModelError && silences.has(error.kind)) breaker.failed()
      throw error
    } finally {
      // A caller who stopped reading says nothing about the server, nor do other failures.
      breaker.left()
    }
  }
  return {
    ...model,
    chat,
    async info(name) {
      if (breaker.isOpen()) throw refuse()
      const wait = createStartWait(clock, outage)
      for (;;) {
        try {
          const info = await model.info(name)
          outage.end()
          return { ...info, contextTokens: Math.min(info.contextTokens, windows.of(name)) }
        } catch (error) {
          // The server does not even answer requests that need no model.
          if (error instanceof ModelError && error.kind === 'slow') breaker.failed()
          await wait(silentIfNotBegun(error, false))
        }
      }
    },
    async embed(texts, signal) {
      if (breaker.isOpen()) throw refuse()
      return await model.embed(texts, signal)
    },
  }
}

/** The windows that a server named when it refused a prompt as too long. It may have said more before. */
function createWindows() {
  const known = new Map<string, number>()
  return {
    of: (name = '') => known.get(name) ?? Number.POSITIVE_INFINITY,
    learnFrom(error: unknown, name = '') {
      if (!(error instanceof ModelError)) return
      // After a new start it may have another.
      if (error.reason === 'model_unreachable' || known.size >= maxNames) known.clear()
      if (error.kind === 'long' && typeof error.params?.window === 'number') known.set(name, error.params.window)
    },
  }
}

/** A chat whose beginning is limited, once the model is in memory and the server works on the request. */
function limitBeginning(model: ChatModel, clock: Clock, { firstTokenMs, concurrency }: GuardLimits) {
  const answers = createAnswerTimes(clock)
  const patience = createPatience(firstTokenMs)
  const line = createLine(concurrency)
  const load = createLoader(model)
  return async function* chat(request: ChatRequest) {
    const silence = new AbortController()
    const ms = patience.of(request.model)
    let cancel = () => {}
    let leave = () => {}
    let hasBegun = false
    try {
      const isLoaded = answers.areRecent(request.model) || (await load(request))
      let begun = clock.now()
      leave = line.enter(() => {
        begun = clock.now()
        if (isLoaded && !hasBegun) cancel = clock.after(ms, () => silence.abort(beganLate(ms / 1000)))
      })
      for await (const piece of model.chat({ ...request, signal: AbortSignal.any([request.signal, silence.signal]) })) {
        cancel()
        if (!hasBegun) patience.saw(clock.now() - begun, request.model)
        hasBegun = true
        yield piece
      }
      answers.note(request.model)
    } catch (thrown) {
      if (silence.signal.aborted) patience.grow(request.model)
      throw silence.signal.aborted ? silence.signal.reason : silentIfNotBegun(thrown, hasBegun)
    } finally {
      cancel()
      leave()
    }
  }
}

/** Waits before a server that starts, or loads its model, is asked again. Throws any other error, and later also that. */
function createStartWait(clock: Clock, outage: Outage, signal?: AbortSignal): (error: unknown) => Promise<void> {
  const until = clock.now() + maxLoading
  let hasWaited = false
  return async (error) => {
    if (!(error instanceof ModelError)) throw error
    if (error.kind === 'loading' && clock.now() < until) return await pause(clock, signal)
    // A server that is there and hangs up again fails at this request.
    if (hasWaited || error.reason !== 'model_unreachable' || !(await outage.ends(signal))) throw error
    hasWaited = true
  }
}

async function pause(clock: Clock, signal?: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => void clock.after(loadingPause, resolve))
  signal?.throwIfAborted()
}

type Outage = {
  /** The server answers. */
  end(): void
  /** Waits until the server is reached again. False if it never was, or not soon enough. */
  ends(signal?: AbortSignal): Promise<boolean>
}

/** The time in which a server that answered before is not reached. All requests give it up at the same time. */
function createOutage(model: ChatModel, clock: Clock, maxMs: number): Outage {
  let hasAnswered = false
  let since: number | undefined
  return {
    end() {
      hasAnswered = true
      since = undefined
    },
    async ends(signal) {
      if (!hasAnswered) return false
      since ??= clock.now()
      const until = since + maxMs
      while (clock.now() < until) {
        await pause(clock, signal)
        if ((await model.status()).ok) return true
      }
      return false
    },
  }
}

/**
 * The requests that the server works on or that wait in its queue, in order. `begins` is called when the server may
 * have begun to work on the request.
 */
function createLine(concurrency: number) {
  const line: { begins: () => void; hasBegun: boolean }[] = []
  const advance = () => {
    for (const one of line.slice(0, concurrency)) {
      if (one.hasBegun) continue
      one.hasBegun = true
      one.begins()
    }
  }
  return {
    enter(begins: () => void): () => void {
      const one = { begins, hasBegun: false }
      line.push(one)
      advance()
      return () => {
        line.splice(line.indexOf(one), 1)
        advance()
      }
    },
  }
}

/**
 * Loads a model that is not in memory, for all requests that want it: Ollama would give up a load whose only request
 * ends because its visitor leaves. Returns whether the model is in memory.
 */
function createLoader(model: ChatModel): (request: ChatRequest) => Promise<boolean> {
  const loading = new Map<string, Promise<boolean>>()
  const begin = async ({ model: name, keepWarm = false }: ChatRequest, { load }: ModelStore) => {
    const info = await model.info(name)
    // What runs elsewhere is not loaded here.
    if (info.remoteHost !== null) return false
    return await load(info, keepWarm, new AbortController().signal).then(
      () => true,
      (error) => {
        if (error instanceof ModelError && error.kind === 'slow') throw error
        // The request itself tells what is wrong.
        return false
      },
    )
  }
  return async (request) => {
    if (!model.isLoaded) return false
    if (await model.isLoaded(request.model)) return true
    if (!model.store) return false
    const name = request.model ?? ''
    const load = loading.get(name) ?? begin(request, model.store).finally(() => loading.delete(name))
    loading.set(name, load)
    return await orAborted(load, request.signal)
  }
}

function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  const stop = () => reject(signal.reason)
  signal.addEventListener('abort', stop)
  if (signal.aborted) stop()
  work.then(resolve, reject)
  return promise.finally(() => signal.removeEventListener('abort', stop))
}

const maxFirstTokenMs = maxFirstTokenSeconds * 1000
const minFirstTokenMs = 30_000
/** A model that was not seen to begin may be slow. A visitor sees their place, and would get passages only. */
const unknownFirstTokenMs = 90_000
/** A long prompt takes this many times as long as the one before. */
const longer = 3

/**
 * How long each model may take to begin. A machine without a graphics card may read a prompt for a minute: where no
 * limit is configured, what the model needed before counts, and a reply that began too late doubles it. A model that does
 * not even begin within the longest time hangs, so the limit returns to the shortest one.
 */
function createPatience(configured: number | undefined) {
  const known = new Map<string, number>()
  const of = (name = '') => configured ?? known.get(name) ?? unknownFirstTokenMs
  const set = (name: string, ms: number) => {
    if (known.size >= maxNames) known.clear()
    known.set(name, ms)
  }
  return {
    of,
    /** The model began to answer after so many milliseconds. */
    saw(ms: number, name = '') {
      const before = known.get(name) ?? minFirstTokenMs
      set(name, Math.min(Math.max(before, longer * ms), maxFirstTokenMs))
    },
    grow(name = '') {
      set(name, of(name) < maxFirstTokenMs ? Math.min(2 * of(name), maxFirstTokenMs) : minFirstTokenMs)
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
