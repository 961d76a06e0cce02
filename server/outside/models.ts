import type { StoredModel } from '../../shared/model.ts'
import type { Clock } from '../core/clock.ts'
import type { Failure } from '../core/failure.ts'
import { guardModel } from './guarded-model.ts'
import { type ChatModel, ModelError, type ModelStore } from './model.ts'
import type { ModelLimits } from './model-server.ts'
import { createOllama } from './ollama.ts'
import { createOpenai } from './openai.ts'

/** The configuration of models. */
export type ModelSettings = {
  provider: 'auto' | 'ollama' | 'openai' | 'none'
  baseUrl?: string | undefined
  apiKey?: string | undefined
  model?: string | undefined
  embedModel?: string | undefined
  contextTokens: number
  /** How many requests the server works on at the same time. */
  concurrency: number
  firstTokenSeconds?: number | undefined
  limits?: Partial<ModelLimits> | undefined
}

export type Models = {
  /** The model to use now. Undefined if there is none, so that passages are quoted instead. */
  current(): Promise<ChatModel | undefined>
  /** The known state of what is in use, without a request; null if there is none. */
  describe(): { provider: string; model: string; knowledge: string; remoteHost: string | null } | null
  /** Asks the server for its state, as text. It is ok to have no model if none is required. */
  health(): Promise<{ ok: boolean; detail: string; failed?: Failure | undefined }>
  /** Why the last call failed, without a request. Undefined if it succeeded. */
  fault(): Failure | undefined
  /** `health` in one line. */
  sentence(): Promise<string>
  /** The models of the server. Throws ModelErrors. */
  list(): Promise<StoredModel[]>
  /** The model without time limit and breaker, to measure it. Undefined if none is configured. */
  unguarded: ChatModel | undefined
  /** Undefined if models cannot be downloaded and loaded. */
  store: ModelStore | undefined
  /** Refreshes the state immediately, because the server's models changed. */
  refresh(): Promise<void>
  close(): void
}

const restartMs = 30_000
const recheckMs = 30_000
const instead = 'the assistant quotes the best passages of the knowledge base'

/** Chooses the model server. Sends no request before the first use. Throws an Error for an invalid address. */
export function createModels(
  settings: ModelSettings,
  ollamaHost: string,
  fetchImpl: typeof fetch,
  clock: Clock,
): Models {
  const unguarded = serverOf(settings, ollamaHost, fetchImpl, clock)
  if (!unguarded) return noModels()
  const { firstTokenSeconds, concurrency } = settings
  const firstTokenMs = firstTokenSeconds === undefined ? undefined : firstTokenSeconds * 1000
  const isAuto = settings.provider === 'auto'
  // With `auto`, replies continue without a model at once.
  const server = guardModel(unguarded, clock, { firstTokenMs, concurrency, restartMs: isAuto ? 0 : restartMs })
  const seen: Seen = { ...unseen, name: settings.model ?? '' }
  const lookout = createLookout(server, seen, clock, isAuto)
  const model = watched(server, seen, lookout.distrust)
  const health = async () => {
    await lookout.look()
    const failed = seen.ok ? seen.fault : seen.absence
    if (!seen.ok && isAuto) return { ok: true, detail: `No model is in use, so ${instead}. ${seen.detail}`, failed }
    const fault = seen.fault === undefined ? '' : ` But the last call failed: ${seen.fault.message}`
    return { ok: seen.ok && fault === '', detail: seen.detail + fault, failed }
  }
  return {
    health,
    fault: () => seen.fault,
    sentence: async () => (await health()).detail,
    async current() {
      if (!isAuto) return model
      await lookout.refresh()
      return seen.ok ? model : undefined
    },
    describe() {
      if (isAuto && !seen.ok) return null
      return {
        provider: server.provider,
        model: seen.name,
        knowledge: settings.embedModel ?? seen.embedModel ?? 'keywords',
        remoteHost: seen.remoteHost,
      }
    },
    list: async () => (await (server.store ?? server).list?.()) ?? [],
    unguarded,
    store: server.store,
    refresh: lookout.look,
    close: lookout.close,
  }
}

/** The known state of the server: the last check, and the last failure since the last success. */
type Seen = {
  ok: boolean
  detail: string
  name: string
  /** The host that runs it, if it is a cloud model. */
  remoteHost: string | null
  /** The model that last created vectors. */
  embedModel: string | undefined
  fault: Failure | undefined
  /** Why the last check failed. */
  absence: Failure | undefined
}
const unseen: Seen = {
  ...{ ok: false, detail: '', name: '', remoteHost: null },
  ...{ embedModel: undefined, fault: undefined, absence: undefined },
}

type Lookout = {
  /** Checks the server. Concurrent callers share the result. */
  look(): Promise<void>
  /** Waits only for the first check. If the last one is old, starts another in the background. */
  refresh(): Promise<void>
  /** The known state may be wrong: checks again immediately, and `refresh` waits for it. */
  distrust(): void
  close(): void
}

/** Keeps `seen` up to date; if it `repeats`, automatically after the first check. Does not keep the process alive. */
function createLookout(server: ChatModel, seen: Seen, clock: Clock, repeats: boolean): Lookout {
  let looking: Promise<void> | undefined
  let checkedAt: number | undefined
  let cancel = () => {}
  let closed = false
  const ask = async () => {
    const { ok, detail, model, remoteHost, fault: absence } = await server.status()
    Object.assign(seen, { ok, detail, absence, ...(model !== null && { name: model, remoteHost }) })
    looking = undefined
    checkedAt = clock.now()
    cancel()
    if (repeats && !closed) cancel = clock.after(recheckMs, () => void look())
  }
  const look = () => {
    looking ??= ask()
    return looking
  }
  return {
    look,
    async refresh() {
      if (checkedAt === undefined) await look()
      else if (clock.now() - checkedAt >= recheckMs) void look()
    },
    distrust() {
      if (!repeats) return
      checkedAt = undefined
      void look()
    },
    close() {
      closed = true
      cancel()
    },
  }
}

function serverOf(settings: ModelSettings, host: string, fetchImpl: typeof fetch, clock: Clock): ChatModel | undefined {
  const { provider, baseUrl, ...rest } = settings
  if (provider === 'none') return undefined
  const parts = { ...rest, fetch: fetchImpl, clock }
  if (provider !== 'openai') return createOllama({ ...parts, host: baseUrl ?? host })
  if (baseUrl === undefined) throw new Error('ai.baseUrl is missing: it says where the OpenAI-compatible server is.')
  return createOpenai({ ...parts, baseUrl })
}

const noModels = (): Models => ({
  current: async () => undefined,
  describe: () => null,
  health: async () => ({ ok: true, detail: `No model is configured: ${instead}.` }),
  fault: () => undefined,
  sentence: async () => `No model is configured: ${instead}.`,
  list: async () => [],
  unguarded: undefined,
  store: undefined,
  refresh: async () => {},
  close: () => {},
})

/** The same model, recording failures and successes. */
function watched(server: ChatModel, seen: Seen, failed: () => void): ChatModel {
  const note = (error: unknown) => {
    if (!(error instanceof ModelError) || error.kind === 'aborted' || error.kind === 'out') return
    seen.fault = error
    failed()
  }
  return {
    ...server,
    async *chat(request) {
      try {
        yield* server.chat(request)
        seen.fault = undefined
      } catch (error) {
        note(error)
        throw error
      }
    },
    async embed(texts, signal) {
      // Failures of embeddings are reported separately, because replies do not need them.
      const answer = await server.embed(texts, signal)
      seen.embedModel = answer.model
      return answer
    },
  }
}
