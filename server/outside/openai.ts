import { z } from 'zod'
import type { StoredModel } from '../../shared/model.ts'
import type { Clock } from '../core/clock.ts'
import { failure } from '../core/failure.ts'
import { parseJson } from '../core/json.ts'
import { maxValuesOf, readEmbeddings } from './embeddings.ts'
import {
  type ChatModel,
  type Embeddings,
  invalidModel,
  ModelError,
  type ModelFault,
  type ModelInfo,
  type ModelStatus,
} from './model.ts'
import { beginCall, type CallOptions } from './model-call.ts'
import { type ModelLimits, type ModelServer, readModelServer } from './model-server.ts'
import { cloudHostOf } from './ollama-models.ts'
import { chatOverOpenai } from './openai-chat.ts'
import { createRemembered, createRememberedByName } from './remembered.ts'

export type OpenaiParts = {
  /** `ai.baseUrl`, with the path before `/chat/completions`. Throws an Error if invalid. */
  baseUrl: string
  apiKey?: string | undefined
  /** Defaults to the first model that the server lists. */
  model?: string | undefined
  embedModel?: string | undefined
  /** The maximum context window, in tokens. */
  contextTokens: number
  fetch: typeof fetch
  clock: Clock
  limits?: Partial<ModelLimits> | undefined
}

const Window = z.int().positive().optional().catch(undefined)
const Listed = z.object({
  id: z.string().min(1).max(500),
  max_model_len: Window,
  context_length: Window,
  max_context_length: Window,
  meta: z.object({ n_ctx: Window, n_ctx_train: Window }).nullish().catch(undefined),
  /** Of llama.cpp's server with several models. */
  status: z.object({ value: z.string() }).nullish().catch(undefined),
})
const List = z.object({ data: z.array(Listed) })
const Embedded = z.object({
  data: z.array(z.object({ index: z.int(), embedding: z.array(z.number()) })),
  usage: z.object({ prompt_tokens: z.int() }).nullish(),
})
type Listed = z.infer<typeof Listed>
/** Only llama.cpp's server has it. `n_ctx` is the window of one request; the list has that of all together. */
const Props = z.object({
  chat_template_caps: z.object({ supports_tools: z.boolean() }),
  default_generation_settings: z.object({ n_ctx: Window }).optional().catch(undefined),
})
const Counted = z.object({ usage: z.object({ prompt_tokens: z.int() }) })

const embedNames = /embed|minilm|\bbge\b|\bgte\b|\be5\b|rerank/i

/**
 * The models of any server with OpenAI's protocol: vLLM, llama.cpp, LM Studio, … Sends no request before the first use.
 */
export function createOpenai(parts: OpenaiParts): ChatModel {
  const server = readModelServer({ ...parts, address: parts.baseUrl, port: 8000 })
  const toolless = new Set<string>()
  const abilities = createRememberedByName((name) => readAbilities(server, name))
  const list = () => listModels(server)
  const chosen = createRemembered(() => chooseModel(list, parts))
  const named = createRememberedByName((name) => findNamed(list, name, parts.contextTokens))
  const embedder = createRemembered(async () => parts.embedModel ?? chooseEmbedModel(list))
  const choiceOf = (name: string | undefined) => (name === undefined ? chosen : named(name))
  const info = async (name?: string) => {
    const found = await choiceOf(name).get()
    const able = await abilities(found.name).get()
    if (able.guessedAt !== undefined && parts.clock.now() >= able.guessedAt + guessMs) abilities(found.name).forget()
    const contextTokens = Math.min(found.contextTokens, able.window ?? Number.POSITIVE_INFINITY)
    return { ...found, contextTokens, tools: !toolless.has(found.name) && able.tools }
  }
  return {
    provider: 'openai',
    info,
    async *chat(request) {
      const choice = choiceOf(request.model)
      const asked = await info(request.model)
      try {
        yield* chatOverOpenai(server, asked, request)
      } catch (error) {
        choice.forget()
        // A server without tool support reports that only when a request contains tools.
        const refused = error instanceof ModelError && error.kind === 'refused' && /tool/i.test(error.message)
        if (refused && request.tools?.length) toolless.add(asked.name)
        throw error
      }
    },
    async embed(texts, signal) {
      try {
        return await embed(server, await embedder.get(), texts, signal)
      } catch (error) {
        embedder.forget()
        throw error
      }
    },
    status: () => status(server.url, list, info, () => (parts.model === undefined ? chosen.forget() : undefined)),
    async list() {
      return (await list()).map(
        (model): StoredModel => ({
          name: model.id,
          ...{ size: null, changedAt: null, abilities: [], remoteHost: cloudHostOf(model.id) },
          contextTokens: windowOf(model) ?? null,
          inMemory: (model.status?.value ?? 'loaded') === 'loaded',
        }),
      )
    },
  }
}

/** What a model can do. `guessedAt`: when the server did not tell, because it was loading or busy. */
type Abilities = { tools: boolean; window?: number | undefined; guessedAt?: number }

/** Milliseconds after which a server that did not tell is asked again. */
const guessMs = 15_000

/**
 * Whether the model reads the tools of a request, and its window. A server whose template has no place for tools drops
 * them without a word. llama.cpp's server tells; others count more tokens for a prompt with a tool, if they read it.
 */
async function readAbilities(server: ModelServer, name: string): Promise<Abilities> {
  const root = { ...server, url: server.url.replace(/\/v1$/, '') }
  const guess: Abilities = { tools: true, guessedAt: server.clock.now() }
  try {
    // With several models, it would load one that is not in memory, which takes longer than a question may.
    const path = `/props?model=${encodeURIComponent(name)}&autoload=false`
    const props = await ask(root, path, { query: true }, Props)
    return { tools: props.chat_template_caps.supports_tools, window: props.default_generation_settings?.n_ctx }
  } catch (error) {
    if (isSilence(error)) throw error
    if (error instanceof ModelError && error.params?.status === 400) return guess
  }
  const body = { model: name, messages: [{ role: 'user', content: 'Hello' }], max_tokens: 1 }
  const tool = { name: 'open_door', description: 'Opens a door.', parameters: { type: 'object', properties: {} } }
  try {
    const { usage: without } = await ask(server, '/chat/completions', { query: true, body }, Counted)
    const tools = [{ type: 'function', function: tool }]
    const { usage: given } = await ask(server, '/chat/completions', { query: true, body: { ...body, tools } }, Counted)
    return { tools: given.prompt_tokens > without.prompt_tokens }
  } catch (error) {
    if (!(error instanceof ModelError)) throw error
    // A server that does not count, or refuses this, is taken for one with tools.
    return isSilence(error) ? guess : { tools: true }
  }
}

/** Whether the error says nothing about what the server can do. */
const isSilence = (error: unknown): boolean =>
  !(error instanceof ModelError) || silences.has(error.kind) || error.reason === 'model_unreachable'
const silences: ReadonlySet<ModelFault> = new Set(['slow', 'loading', 'busy'])

async function ask<T>(
  server: ModelServer,
  path: string,
  options: CallOptions & { body?: unknown; maxValues?: number },
  shape: z.ZodType<T>,
) {
  const call = beginCall(server, options)
  const { body, maxValues } = options
  const jsonLimits = maxValues === undefined ? {} : { maxValues }
  const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
  try {
    const headers = { ...server.headers, 'content-type': 'application/json', accept: 'application/json' }
    const response = await call.fetch(`${server.url}${path}`, { headers, ...sent })
    const answer = shape.parse(parseJson(await response.text(), jsonLimits))
    call.finish()
    return answer
  } catch (error) {
    const fault = call.faultOf(error)
    call.stop()
    throw fault
  }
}

const listModels = async (server: ModelServer): Promise<Listed[]> =>
  (await ask(server, '/models', { query: true }, List)).data

/** Not every server has a list. A configured model works without one. */
const listedOrNone = (list: () => Promise<Listed[]>): Promise<Listed[]> =>
  list().catch((error: unknown) => {
    if (error instanceof ModelError && error.kind === 'absent') return []
    throw error
  })

async function chooseModel(list: () => Promise<Listed[]>, parts: OpenaiParts): Promise<ModelInfo> {
  const listed = await (parts.model ? listedOrNone(list) : list())
  const model = parts.model
    ? listed.find(({ id }) => id === parts.model)
    : // Ollama lists its cloud models here too. Chats leave the machine only if somebody named one.
      listed.find(({ id }) => !embedNames.test(id) && cloudHostOf(id) === null)
  const name = parts.model ?? model?.id
  if (name === undefined)
    throw new ModelError('absent', failure('model_none', 'The model server has no model that can chat.'))
  return infoOf(name, model, parts.contextTokens)
}

/** The model named by a site's owner, which must be in the server's list if there is one. */
async function findNamed(list: () => Promise<Listed[]>, name: string, contextTokens: number): Promise<ModelInfo> {
  const listed = await listedOrNone(list)
  const model = listed.find(({ id }) => id === name)
  if (!model && listed.length > 0)
    throw new ModelError('absent', failure('model_unknown', `The model server has no model ${name}.`, { model: name }))
  return infoOf(name, model, contextTokens)
}

function infoOf(name: string, model: Listed | undefined, max: number): ModelInfo {
  const contextTokens = Math.min(max, (model && windowOf(model)) ?? Number.POSITIVE_INFINITY)
  return { name, contextTokens, tools: true, thinking: false, vision: false, remoteHost: cloudHostOf(name) }
}

const windowOf = ({ max_model_len, context_length, max_context_length, meta }: Listed): number | undefined =>
  max_model_len ?? context_length ?? max_context_length ?? meta?.n_ctx ?? meta?.n_ctx_train

async function chooseEmbedModel(list: () => Promise<Listed[]>): Promise<string> {
  const found = (await list()).find(({ id }) => embedNames.test(id) && cloudHostOf(id) === null)
  if (found) return found.id
  const sentence = 'The model server has no model for embeddings: `ai.embedModel` names one.'
  throw new ModelError('absent', failure('model_no_embedding', sentence))
}

async function embed(server: ModelServer, model: string, texts: string[], signal: AbortSignal): Promise<Embeddings> {
  if (texts.length === 0) return { model, vectors: [], tokens: 0 }
  const body = { model, input: texts, encoding_format: 'float' }
  const { data, usage } = await ask(
    server,
    '/embeddings',
    { signal, said: texts, body, maxValues: maxValuesOf(texts) },
    Embedded,
  )
  const placed = new Map(data.map(({ index, embedding }) => [index, embedding]))
  const vectors = texts.map((_text, at) => placed.get(at) ?? [])
  return readEmbeddings(server.url, texts, { model, vectors, tokens: usage?.prompt_tokens ?? 0 })
}

/** @param forget chooses another model, if the one in use was chosen automatically */
async function status(
  url: string,
  list: () => Promise<Listed[]>,
  info: ChatModel['info'],
  forget: () => void,
): Promise<ModelStatus> {
  let models: string[] = []
  try {
    models = (await list()).map(({ id }) => id)
    if (!models.includes((await info()).name)) forget()
    const { name, remoteHost } = await info()
    return {
      ok: true,
      detail: `The model server at ${url} answers with ${name}.`,
      model: name,
      remoteHost,
      models,
    }
  } catch (error) {
    const fault =
      error instanceof ModelError ? error : invalidModel(url, `What answers at ${url} is not a model server.`)
    return { ok: false, detail: fault.message, model: null, remoteHost: null, models, fault }
  }
}
