import type { ServerResponse } from 'node:http'
import { parseArgs } from 'node:util'
import { countTokens, embedText } from './embed.ts'
import { type FakeServer, type Seen, sendJson, startFakeServer } from './fake-server.ts'
import { fitSchema, quoteFrom } from './quote.ts'
import { type Gate, play, type Step, type Steps, type Wire } from './steps.ts'

/** The body of a request to /api/chat in Ollama's format. */
export type OllamaChat = {
  model: string
  messages: { role: string; content: string; tool_calls?: unknown[]; images?: string[]; tool_name?: string }[]
  stream?: boolean
  tools?: unknown[]
  format?: Record<string, unknown>
  think?: boolean
  options?: Record<string, number>
}

export type FakeModel = {
  name: string
  /** Null for a server that is too old to report them. */
  capabilities: string[] | null
  contextLength: number
  family: string
  modifiedAt: string
  template?: string
  /** For a cloud model: the address of the server that runs it. */
  remoteHost?: string
}

export type FakeOllama = FakeServer & {
  models: FakeModel[]
  /** The names of the models in memory. */
  loaded: string[]
  /** The windows with which requests loaded them. */
  windows: Map<string, number>
  /** The responses from now on. By default, it quotes the passages in the prompt word by word. */
  script(write: (chat: OllamaChat) => Steps): void
  /** The response for any other path, such as `/api/tags` or `/api/embed`; undefined: the usual one. */
  instead(write: (seen: Seen) => Steps | undefined): void
  /** The models in the library for `ollama pull`, by name with tag. */
  library: Map<string, FakeModel>
  /** Pauses a pull before each of its lines; undefined: it runs to its end. */
  hold: Gate | undefined
}

export const chatModel: FakeModel = {
  name: 'llama3.2:latest',
  capabilities: ['completion', 'tools'],
  contextLength: 131_072,
  family: 'llama',
  modifiedAt: '2026-01-02T10:00:00.000000000+01:00',
}

/** A model of the library. */
export const tinyModel: FakeModel = { ...chatModel, name: 'tiny:latest', modifiedAt: '2026-03-02T10:00:00Z' }

export const embedModel: FakeModel = {
  name: 'nomic-embed-text:latest',
  capabilities: ['embedding'],
  contextLength: 2048,
  family: 'nomic-bert',
  modifiedAt: '2026-02-02T10:00:00.000000000+01:00',
}

/** Quotes what the prompt says about the question, one word at a time. */
export function quote({ messages, format }: OllamaChat): Step[] {
  const text = quoteFrom(messages)
  const answer = format ? JSON.stringify(fitSchema(format, text)) : text
  return (answer.match(/\s*\S+/g) ?? []).map((word) => ({ text: word }))
}

/** Starts a server with Ollama's protocol. */
export async function startFakeOllama(port = 0): Promise<FakeOllama> {
  let write: (chat: OllamaChat) => Steps = quote
  let instead: (seen: Seen) => Steps | undefined = () => undefined
  const models = [chatModel, embedModel]
  const loaded: string[] = []
  const server = await startFakeServer(async (seen, response) => {
    const steps = instead(seen)
    if (steps) return play(steps, response, wireOf('', 0))
    if (seen.path === '/api/pull') return play(pullSteps(String(seen.json.model), fake), response, wireOf('', 0))
    if (seen.path === '/api/chat') return chat(seen.json as OllamaChat, fake, write, response)
    sendJson(response, ...answer(seen, fake))
  }, port)
  const fake: FakeOllama = {
    ...server,
    models,
    loaded,
    windows: new Map(),
    library: new Map([[tinyModel.name, tinyModel]]),
    hold: undefined,
    script(next) {
      write = next
    },
    instead(next) {
      instead = next
    },
  }
  return fake
}

/** The status and body for every path except /api/chat. */
function answer({ path, json }: Seen, { models, loaded, windows }: FakeOllama): [status: number, body: unknown] {
  const model = models.find(({ name }) => name === json.model)
  if (path === '/api/version') return [200, { version: '0.12.6' }]
  if (path === '/api/tags') return [200, { models: models.map(describe) }]
  if (path === '/api/ps')
    return [
      200,
      { models: models.filter(({ name }) => loaded.includes(name)).map((model) => describeLoaded(model, windows)) },
    ]
  if (path === '/api/generate' && model) {
    windows.set(model.name, numCtx(json))
    return [200, load(model, loaded)]
  }
  if (!['/api/show', '/api/embed', '/api/generate'].includes(path)) return [404, '404 page not found']
  if (!model) return [404, { error: `model '${json.model}' not found` }]
  if (path === '/api/show') return [200, show(model)]
  const input = [json.input].flat().map(String)
  const prompt_eval_count = input.reduce((sum, text) => sum + countTokens(text), 0)
  const durations = { total_duration: 14_143_917, load_duration: 1_019_500 }
  return [200, { model: model.name, embeddings: input.map(embedText), ...durations, prompt_eval_count }]
}

/** Without a prompt, a model is only loaded. */
function load({ name }: FakeModel, loaded: string[]) {
  if (!loaded.includes(name)) loaded.push(name)
  return { model: name, created_at: '2026-03-04T10:00:00.000000Z', response: '', done: true, done_reason: 'load' }
}

const layers = [
  { digest: 'sha256:dde5aa3fc5ffc17176b5e8bdc82f587b24b2678c6c66101bf7da77af9f7ccdff', total: 2_019_377_376 },
  { digest: 'sha256:966de95ca8a62200913e3f8bfbf84c8494536f1b94b49166851e76644e966396', total: 1_429 },
]

/** The lines of a pull in Ollama's format. */
async function* pullSteps(asked: string, fake: FakeOllama): AsyncGenerator<Step> {
  const name = asked.includes(':') ? asked : `${asked}:latest`
  const lines: object[] = [{ status: 'pulling manifest' }]
  const model = fake.library.get(name)
  if (!model) lines.push({ error: 'pull model manifest: file does not exist' })
  else {
    for (const { digest, total } of layers) {
      const status = `pulling ${digest.slice(7, 19)}`
      lines.push({ status, digest, total })
      for (const share of [0.25, 0.5, 1]) lines.push({ status, digest, total, completed: Math.round(total * share) })
    }
    lines.push({ status: 'verifying sha256 digest' }, { status: 'writing manifest' }, { status: 'success' })
  }
  for (const line of lines) {
    if (fake.hold) yield { wait: fake.hold }
    if ('status' in line && line.status === 'success' && model && !fake.models.includes(model)) fake.models.push(model)
    yield { raw: `${JSON.stringify(line)}\n` }
  }
  yield { end: true }
}

function details({ family }: FakeModel) {
  const families = [family]
  return { parent_model: '', format: 'gguf', family, families, parameter_size: '3.2B', quantization_level: 'Q4_K_M' }
}

function describe(model: FakeModel) {
  const { name, modifiedAt } = model
  return {
    name,
    model: name,
    modified_at: modifiedAt,
    size: 2_019_393_189,
    digest: 'a80c4f17acd5',
    details: details(model),
    ...remote(model),
  }
}

const remote = ({ name, remoteHost }: FakeModel) =>
  remoteHost === undefined ? {} : { remote_host: remoteHost, remote_model: name.replace(/[:-]cloud$/, '') }

const numCtx = (body: Record<string, unknown>) =>
  Number((body.options as OllamaChat['options'])?.num_ctx ?? defaultWindow)
/** Of Ollama, for requests that name none. */
const defaultWindow = 4096

function describeLoaded(model: FakeModel, windows: FakeOllama['windows']) {
  const expires_at = '2318-05-05T10:00:00.000000000+01:00'
  return {
    ...describe(model),
    expires_at,
    size_vram: 0,
    ...(windows.has(model.name) && { context_length: windows.get(model.name) }),
  }
}

function show(model: FakeModel) {
  const info = { 'general.architecture': model.family, 'general.parameter_count': 3_212_749_888 }
  return {
    modelfile: `FROM ${model.name}`,
    parameters: 'stop "<|eot_id|>"',
    template: model.template ?? '{{ .Prompt }}',
    details: details(model),
    model_info: { ...info, [`${model.family}.context_length`]: model.contextLength },
    ...(model.capabilities ? { capabilities: model.capabilities } : {}),
    modified_at: model.modifiedAt,
    ...remote(model),
  }
}

async function chat(
  body: OllamaChat,
  { models, loaded, windows }: FakeOllama,
  script: (chat: OllamaChat) => Steps,
  response: ServerResponse,
): Promise<void> {
  const model = models.find(({ name }) => name === body.model)
  const able = model?.capabilities ?? ['completion', 'tools']
  if (!model) return sendJson(response, 404, { error: `model '${body.model}' not found` })
  if (!able.includes('completion')) return sendJson(response, 400, { error: `"${model.name}" does not support chat` })
  if (body.tools?.length && !able.includes('tools')) {
    return sendJson(response, 400, { error: `registry.ollama.ai/library/${model.name} does not support tools` })
  }
  if (body.think && !able.includes('thinking')) {
    return sendJson(response, 400, { error: `"${model.name}" does not support thinking` })
  }
  if (!loaded.includes(model.name)) loaded.push(model.name)
  windows.set(model.name, body.options?.num_ctx ?? defaultWindow)
  const prompt = body.messages.reduce((sum, { content }) => sum + countTokens(content), 0)
  await play(script(body), response, wireOf(model.name, Math.min(prompt, body.options?.num_ctx ?? 4096)))
}

function wireOf(model: string, prompt: number): Wire {
  const line = (message: Record<string, unknown>, rest: Record<string, unknown> = { done: false }) =>
    `${JSON.stringify({ model, created_at: '2026-03-04T10:00:00.000000Z', message: { role: 'assistant', ...message }, ...rest })}\n`
  return {
    type: 'application/x-ndjson',
    text: (content) => line({ content }),
    thinking: (thinking) => line({ content: '', thinking }),
    tool: (name, args) => line({ content: '', tool_calls: [{ function: { name, arguments: args } }] }),
    error: (error) => `${JSON.stringify({ error })}\n`,
    done: ({ input = prompt, output, reason = 'stop' }) =>
      line(
        { content: '' },
        {
          done_reason: reason,
          done: true,
          total_duration: 5_191_566_416,
          load_duration: 2_154_458,
          prompt_eval_count: input,
          prompt_eval_duration: 383_809_000,
          eval_count: output,
          eval_duration: 4_799_921_000,
        },
      ),
  }
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { port: { type: 'string', default: '11434' } } })
  const { url } = await startFakeOllama(Number(values.port))
  console.log(`A stand-in for Ollama answers at ${url}: it quotes what the prompt says. Ctrl+C ends it.`)
}
