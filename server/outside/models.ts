import type { StoredModel } from '../../shared/model.ts'
import type { Clock } from '../core/clock.ts'
import { guardModel } from './guarded-model.ts'
import { type ChatModel, ModelError } from './model.ts'
import type { ModelLimits } from './model-server.ts'
import type { ModelStore } from './model-store.ts'
import { createOllama } from './ollama.ts'
import { createOpenai } from './openai.ts'

/** What the configuration says of models. */
export type ModelSettings = {
  provider: 'auto' | 'ollama' | 'openai' | 'none'
  baseUrl?: string | undefined
  apiKey?: string | undefined
  model?: string | undefined
  embedModel?: string | undefined
  contextTokens: number
  firstTokenSeconds?: number | undefined
  limits?: Partial<ModelLimits> | undefined
}

export type Models = {
  /** The model to use now; undefined where there is none, and passages are quoted instead. */
  current(): Promise<ChatModel | undefined>
  /** What is in use as far as is known, without asking anybody; null where there is none. */
  describe(): { provider: string; model: string; knowledge: string } | null
  /** Asks the server, and says in plain words how it is. Where none is needed, none is missing: that is ok. */
  health(): Promise<{ ok: boolean; detail: string }>
  /** Why the last call failed, without asking anybody; undefined where it succeeded. */
  fault(): string | undefined
  /** `health` as one line for a person. */
  sentence(): Promise<string>
  /** The models that its server has. Throws ModelErrors. */
  list(): Promise<StoredModel[]>
  /** Where models can be fetched and loaded; undefined where they cannot. */
  store: ModelStore | undefined
  /** Its server has other models than before: looks again at once. */
  lookAgain(): Promise<void>
  close(): void
}

const lookAgainMs = 30_000
const instead = 'the assistant quotes the best passages of the knowledge base'

/** Chooses where models come from. Nothing is asked before the first use. Throws an Error where an address is none. */
export function createModels(
  settings: ModelSettings,
  ollamaHost: string,
  fetchImpl: typeof fetch,
  clock: Clock,
): Models {
  const unguarded = serverOf(settings, ollamaHost, fetchImpl, clock)
  if (!unguarded) return noModels()
  const server = guardModel(unguarded, clock, (settings.firstTokenSeconds ?? 30) * 1000)
  const isAuto = settings.provider === 'auto'
  const seen: Seen = { ok: false, detail: '', name: settings.model ?? '', embedModel: undefined, fault: undefined }
  const lookout = createLookout(server, seen, clock, isAuto)
  const model = watched(server, seen, lookout.distrust)
  const health = async () => {
    await lookout.look()
    if (!seen.ok && isAuto) return { ok: true, detail: `No model is in use, so ${instead}. ${seen.detail}` }
    const fault = seen.fault === undefined ? '' : ` But the last call failed: ${seen.fault}`
    return { ok: seen.ok && fault === '', detail: seen.detail + fault }
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
      }
    },
    list: () => server.store?.list() ?? listNames(server),
    store: server.store,
    lookAgain: lookout.look,
    close: lookout.close,
  }
}

/** A server that tells no more than names. Throws a ModelError where it does not answer. */
async function listNames(server: ChatModel): Promise<StoredModel[]> {
  const { ok, detail, models } = await server.status()
  if (!ok && models.length === 0) throw new ModelError('absent', detail)
  const unknown = { size: null, changedAt: null, abilities: [], contextTokens: null, inMemory: true }
  return models.map((name) => ({ name, ...unknown }))
}

/** What is known of the server: how it was when it was last asked, and the last failure since the last success. */
type Seen = {
  ok: boolean
  detail: string
  name: string
  /** The model that made vectors last. */
  embedModel: string | undefined
  fault: string | undefined
}

type Lookout = {
  /** Asks the server how it is; who asks at the same time shares the answer. */
  look(): Promise<void>
  /** Waits for a first look only; where the last is old, another one begins. */
  refresh(): Promise<void>
  /** What is known may be wrong: looks again at once, and `refresh` waits for it. */
  distrust(): void
  close(): void
}

/** Keeps `seen` up to date; after the first look by itself, where it `repeats`. Keeps no process alive. */
function createLookout(server: ChatModel, seen: Seen, clock: Clock, repeats: boolean): Lookout {
  let looking: Promise<void> | undefined
  let lookedAt: number | undefined
  let cancel = () => {}
  let closed = false
  const ask = async () => {
    const { ok, detail, model } = await server.status()
    Object.assign(seen, { ok, detail, name: model ?? seen.name })
    looking = undefined
    lookedAt = clock.now()
    cancel()
    if (repeats && !closed) cancel = clock.after(lookAgainMs, () => void look())
  }
  const look = () => {
    looking ??= ask()
    return looking
  }
  return {
    look,
    async refresh() {
      if (lookedAt === undefined) await look()
      else if (clock.now() - lookedAt >= lookAgainMs) void look()
    },
    distrust() {
      if (!repeats) return
      lookedAt = undefined
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
  store: undefined,
  lookAgain: async () => {},
  close: () => {},
})

/** The same model, which notes when a call to it fails and when one succeeds. */
function watched(server: ChatModel, seen: Seen, failed: () => void): ChatModel {
  const note = (error: unknown) => {
    if (!(error instanceof ModelError) || error.kind === 'aborted' || error.kind === 'out') return
    seen.fault = error.message
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
      // How the search by meaning is, is told by itself: replies can be written without it.
      const answer = await server.embed(texts, signal)
      seen.embedModel = answer.model
      return answer
    },
  }
}
