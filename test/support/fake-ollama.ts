import type { ServerResponse } from 'node:http'
import { parseArgs } from 'node:util'
import { countTokens, embedText } from './embed.ts'
import {
  chatModel,
  countPrompt,
  cutPrompt,
  defaultWindow,
  digestOf,
  embedModel,
  type FakeModel,
  findModel,
  isCloudName,
  isValidName,
  listed,
  remoteOf,
  running,
  shown,
  taggedName,
  tinyModel,
} from './fake-ollama-models.ts'
import { pullSteps } from './fake-ollama-pull.ts'
import { createRuns, type Runs, runOn } from './fake-ollama-runs.ts'
import { type FakeServer, type Seen, sendJson, startFakeServer } from './fake-server.ts'
import { fitSchema, quoteFrom, sortSchema } from './quote.ts'
import { type Gate, play, type Step, type Steps, type Wire } from './steps.ts'

export { chatModel, embedModel, type FakeModel, tinyModel } from './fake-ollama-models.ts'
export { busyText } from './fake-ollama-runs.ts'

/** The body of a request to /api/chat in Ollama's format. */
export type OllamaChat = {
  model: string
  messages: { role: string; content: string; tool_calls?: unknown[]; images?: string[]; tool_name?: string }[]
  stream?: boolean
  tools?: unknown[]
  format?: Record<string, unknown>
  think?: boolean
  /** Whether a prompt that does not fit is cut; by default it is. */
  truncate?: boolean
  keep_alive?: number | string
  options?: Record<string, number>
}

export type FakeOllama = FakeServer &
  Runs & {
    models: FakeModel[]
    /**
     * The responses from now on. By default, it quotes the passages in the prompt word by word. Gets what the model
     * reads: a prompt that does not fit was cut.
     */
    script(write: (chat: OllamaChat) => Steps): void
    /** The response for any other path, such as `/api/tags` or `/api/embed`; undefined: the usual one. */
    instead(write: (seen: Seen) => Steps | undefined): void
    /** The models in the library for `ollama pull`, by name with tag. */
    library: Map<string, FakeModel>
    /** Pauses a pull before each of its lines; undefined: it runs to its end. */
    hold: Gate | undefined
    /** Whether Ollama reaches the internet: the library, and the hosts of cloud models. */
    online: boolean
  }

/** Ollama's error if the process that runs the model dies during a response. */
export const diedText = 'an error was encountered while running the model: unexpected EOF'

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
  const server = await startFakeServer(async (seen, response) => {
    const steps = instead(seen)
    if (steps) return play(steps, response, wireOf({}, 0))
    await answer(seen, fake, write, response)
  }, port)
  const fake: FakeOllama = {
    ...server,
    ...createRuns(),
    models: [chatModel, embedModel],
    library: new Map([[tinyModel.name, tinyModel]]),
    hold: undefined,
    online: true,
    script(next) {
      write = next
    },
    instead(next) {
      instead = next
    },
  }
  return fake
}

const posts = ['/api/show', '/api/embed', '/api/generate', '/api/chat', '/api/pull']

async function answer(
  seen: Seen,
  fake: FakeOllama,
  script: (chat: OllamaChat) => Steps,
  response: ServerResponse,
): Promise<void> {
  const { path, method, json } = seen
  if (path === '/api/version') return sendJson(response, 200, { version: '0.12.6' })
  if (path === '/api/tags') return sendJson(response, 200, { models: fake.models.map(listed) })
  if (path === '/api/ps') return sendJson(response, 200, { models: inMemory(fake) })
  if (!posts.includes(path)) return sendText(response, 404, '404 page not found')
  if (method !== 'POST') return sendText(response, 405, '405 method not allowed')
  const name = String(json.model)
  if (!isValidName(name) && ['/api/show', '/api/pull'].includes(path))
    return sendJson(response, 400, { error: 'invalid model name' })
  if (path === '/api/pull') return play(pullSteps(name, fake), response, wireOf({}, 0))
  const model = findModel(fake.models, name)
  if (!model) return sendJson(response, 404, { error: missing(path, name) })
  if (model.remoteHost !== undefined && !fake.online && isCloudName(name))
    return sendJson(response, 502, { error: unreachable(model.remoteHost, path) })
  if (path === '/api/show') return sendJson(response, 200, shown(model))
  if (path === '/api/embed') return embed(json, model, fake, response)
  if (path === '/api/generate') return generate(json, model, fake, response)
  await chat(json as OllamaChat, model, fake, script, response)
}

function missing(path: string, name: string): string {
  if (path === '/api/show') return `model '${taggedName(name)}' not found`
  if (path === '/api/embed') return `model "${name}" not found, try pulling it first`
  return `model '${name}' not found`
}

const unreachable = (host: string, path: string) =>
  `Post "${host}${path}?ts=1795712648": dial tcp: lookup ${new URL(host).hostname}: no such host`

const sendText = (response: ServerResponse, status: number, text: string): void => {
  response.writeHead(status, { 'content-type': 'text/plain' }).end(text)
}

/** Names of the same weights appear once. */
function inMemory({ models, loaded, windows, kept }: FakeOllama) {
  const found = loaded.flatMap((name) => findModel(models, name) ?? [])
  const first = found.filter((model, at) => found.findIndex((one) => digestOf(one) === digestOf(model)) === at)
  return first.map((model) => running(model, windows.get(model.name) ?? defaultWindow, kept.has(model.name)))
}

const windowOf = (options: unknown, { contextLength }: FakeModel) =>
  Math.min(Number((options as OllamaChat['options'])?.num_ctx ?? defaultWindow), contextLength)

const createdAt = '2026-03-04T10:00:00.000000Z'

async function embed(json: Seen['json'], model: FakeModel, fake: FakeOllama, response: ServerResponse) {
  const request = { model, window: windowOf(json.options, model), keepAlive: json.keep_alive, response }
  await runOn(fake, request, () => {
    const input = [json.input].flat().map(String)
    const prompt_eval_count = input.reduce((sum, text) => sum + countTokens(text), 0)
    const durations = { total_duration: 14_143_917, load_duration: 1_019_500 }
    sendJson(response, 200, { model: json.model, embeddings: input.map(embedText), ...durations, prompt_eval_count })
  })
}

/** Without a prompt, a model is only loaded, or unloaded. */
async function generate(json: Seen['json'], model: FakeModel, fake: FakeOllama, response: ServerResponse) {
  if (model.capabilities && !model.capabilities.includes('completion'))
    return sendJson(response, 400, { error: `"${json.model}" does not support generate` })
  const line = { model: json.model, created_at: createdAt, response: '', done: true }
  if (json.keep_alive === 0) {
    const at = fake.loaded.indexOf(model.name)
    if (at >= 0) fake.loaded.splice(at, 1)
    return sendJson(response, 200, { ...line, done_reason: 'unload' })
  }
  const request = { model, window: windowOf(json.options, model), keepAlive: json.keep_alive, response }
  await runOn(fake, request, () => sendJson(response, 200, { ...line, done_reason: 'load' }))
}

async function chat(
  body: OllamaChat,
  model: FakeModel,
  fake: FakeOllama,
  script: (chat: OllamaChat) => Steps,
  response: ServerResponse,
): Promise<void> {
  const able = model.capabilities ?? ['completion', 'tools']
  if (body.think && !able.includes('thinking'))
    return sendJson(response, 400, { error: `"${body.model}" does not support thinking` })
  if (!able.includes('completion')) return sendJson(response, 400, { error: `"${body.model}" does not support chat` })
  if (body.tools?.length && !able.includes('tools')) {
    const error = `registry.ollama.ai/library/${taggedName(model.name)} does not support tools`
    return sendJson(response, 400, { error })
  }
  const window = windowOf(body.options, model)
  const read = asRead(body, model, window)
  const wire = wireOf({ model: body.model, ...remoteOf(model) }, countPrompt(read))
  if (model.remoteHost !== undefined && !fake.online) {
    response.writeHead(500, { 'content-type': wire.type })
    return void response.end(JSON.stringify({ error: unreachable(model.remoteHost, '/api/chat') }))
  }
  if (model.remoteHost !== undefined) return play(script(read), response, wire)
  await runOn(fake, { model, window, keepAlive: body.keep_alive, response }, () => {
    const tokens = countPrompt(body)
    if (body.truncate === false && !model.cutsAlways && tokens > window)
      return sendJson(response, 400, { error: tooLong(tokens, window) })
    return play(script(read), response, wire)
  })
}

/** The request as the model gets it. */
function asRead(body: OllamaChat, model: FakeModel, window: number): OllamaChat {
  const cut = body.truncate === false && !model.cutsAlways ? body : cutPrompt(body, window)
  const sorted = model.sortsKeys && body.format ? { ...cut, format: sortSchema(body.format) } : cut
  // A model that can think does so unless the request says otherwise.
  return body.think === undefined && model.capabilities?.includes('thinking') ? { ...sorted, think: true } : sorted
}

/** The error of the llama.cpp server that Ollama runs, as a string. */
export const tooLong = (tokens: number, window: number): string =>
  JSON.stringify({
    error: {
      code: 400,
      message: `request (${tokens} tokens) exceeds the available context size (${window} tokens), try increasing it`,
      type: 'exceed_context_size_error',
      n_prompt_tokens: tokens,
      n_ctx: window,
    },
  })

function wireOf(about: Record<string, unknown>, prompt: number): Wire {
  let calls = 0
  const line = (message: Record<string, unknown>, rest: Record<string, unknown> = { done: false }) =>
    `${JSON.stringify({ ...about, created_at: createdAt, message: { role: 'assistant', ...message }, ...rest })}\n`
  return {
    type: 'application/x-ndjson',
    text: (content) => line({ content }),
    thinking: (thinking) => line({ content: '', thinking }),
    tool(name, args) {
      const index = calls++
      const id = `call_${String(index).padStart(8, '0')}`
      return line({ content: '', tool_calls: [{ id, function: { index, name, arguments: args } }] })
    },
    error: (error) => `${JSON.stringify({ error })}\n`,
    earlyError: (error) => JSON.stringify({ error }),
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
