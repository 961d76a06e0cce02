import { Ollama } from 'ollama'
import { z } from 'zod'
import type { Clock } from '../core/clock.ts'
import { checkJson, type JsonLimits } from '../core/json.ts'
import { maxValuesOf, readEmbeddings } from './embeddings.ts'
import { type ChatModel, type Embeddings, invalidModel, ModelError, type ModelInfo, type ModelStatus } from './model.ts'
import { beginCall, type CallOptions } from './model-call.ts'
import { type ModelLimits, type ModelServer, readModelServer } from './model-server.ts'
import { chatOverOllama } from './ollama-chat.ts'
import {
  chooseEmbedModel,
  chooseModel,
  isLoaded,
  type ListedModel,
  listLoaded,
  listModels,
  type Query,
  taggedName,
} from './ollama-models.ts'
import { createModelStore } from './ollama-store.ts'
import { createRemembered, createRememberedByName, type Remembered } from './remembered.ts'

export type OllamaParts = {
  /** In the formats of `OLLAMA_HOST`. Throws an Error if invalid. */
  host: string
  apiKey?: string | undefined
  /** Defaults to one of the server's models. */
  model?: string | undefined
  embedModel?: string | undefined
  /** The maximum context window to request, in tokens. */
  contextTokens: number
  fetch: typeof fetch
  clock: Clock
  limits?: Partial<ModelLimits> | undefined
}

const Embedded = z.object({ embeddings: z.array(z.array(z.number())), prompt_eval_count: z.int().nullish() })
const Version = z.object({ version: z.string().max(100) })

/** The models of an Ollama server. Sends no request before the first use. */
export function createOllama(parts: OllamaParts): ChatModel {
  const server = readModelServer({ ...parts, address: parts.host, port: 11434 })
  const query: Query = (work) => ask(server, { query: true }, work)
  const chosen = createRemembered(() => chooseModel(query, parts.model, parts.contextTokens))
  const named = createRememberedByName((name) => chooseModel(query, name, parts.contextTokens))
  const choiceOf = (name: string | undefined) => (name === undefined ? chosen : named(name))
  const embedder = createRemembered(async () => parts.embedModel ?? chooseEmbedModel(query))
  return {
    provider: 'ollama',
    info: (name) => choiceOf(name).get(),
    async *chat(request) {
      const choice = choiceOf(request.model)
      try {
        yield* chatOverOllama(server, await choice.get(), request)
      } catch (error) {
        choice.forget()
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
    isLoaded: async (name) => await isLoaded(query, await choiceOf(name).get()),
    inMemory: () => listLoaded(query),
    status: () => status(server.url, query, chosen, parts.model !== undefined),
    store: createModelStore(server, query),
  }
}

type AskOptions = CallOptions & { maxValues?: number }

async function ask<T>(server: ModelServer, options: AskOptions, work: (ollama: Ollama) => Promise<T>): Promise<T> {
  const { maxValues, ...others } = options
  const limits = maxValues === undefined ? {} : { maxValues }
  const call = beginCall(server, { ...others, through: (body) => checkedBody(body, limits) })
  try {
    const answer = await work(new Ollama({ host: server.url, headers: server.headers, fetch: call.fetch }))
    call.finish()
    return answer
  } catch (error) {
    const fault = call.faultOf(error)
    call.stop()
    throw fault
  }
}

/** The whole response, once its JSON is within the limits, because the package parses without limits. */
async function* checkedBody(body: AsyncIterable<Uint8Array>, limits: JsonLimits): AsyncGenerator<Uint8Array> {
  const chunks: Uint8Array[] = []
  for await (const chunk of body) chunks.push(chunk)
  const bytes = Buffer.concat(chunks)
  checkJson(bytes, limits)
  yield bytes
}

async function embed(server: ModelServer, model: string, texts: string[], signal: AbortSignal): Promise<Embeddings> {
  if (texts.length === 0) return { model, vectors: [], tokens: 0 }
  const { embeddings, prompt_eval_count } = await ask(
    server,
    { signal, said: texts, maxValues: maxValuesOf(texts) },
    async (ollama) => Embedded.parse(await ollama.embed({ model, input: texts })),
  )
  return readEmbeddings(server.url, texts, { model, vectors: embeddings, tokens: prompt_eval_count ?? 0 })
}

async function status(
  url: string,
  query: Query,
  chosen: Remembered<ModelInfo>,
  isConfigured: boolean,
): Promise<ModelStatus> {
  let models: string[] = []
  let leftOut = ''
  try {
    const { version } = Version.parse(await query((ollama) => ollama.version()))
    const listed = await listModels(query)
    models = listed.map(({ name }) => name)
    if (!isConfigured) leftOut = leftOutOf(listed)
    const known = await chosen.get()
    const before = listed.find(({ name }) => taggedName(name) === taggedName(known.name))
    // A cloud model may have been created in its place.
    if (!before || (!isConfigured && before.remoteHost !== null)) chosen.forget()
    const { name, remoteHost } = await chosen.get()
    const leaves = remoteHost === null ? '' : ` Chats leave this machine: ${remoteHost} runs this model.`
    return {
      ok: true,
      detail: `Ollama ${version} at ${url} answers with ${name}.${leaves}${leftOut}`,
      server: `Ollama ${version}`,
      model: name,
      remoteHost,
      models,
    }
  } catch (error) {
    const fault = error instanceof ModelError ? error : invalidModel(url, `What answers at ${url} is not Ollama.`)
    return { ok: false, detail: `${fault.message}${leftOut}`, model: null, remoteHost: null, models, fault }
  }
}

/** Which models were not chosen automatically, because chats would leave the machine. */
function leftOutOf(listed: readonly ListedModel[]): string {
  const remote = listed.filter(({ remoteHost }) => remoteHost !== null).slice(0, maxNamed)
  if (remote.length === 0) return ''
  const names = remote.map(({ name, remoteHost }) => `${name} (${remoteHost})`).join(', ')
  return ` Not used unless chosen by name, because chats would leave this machine: ${names}.`
}
const maxNamed = 5
