import type { ServerResponse } from 'node:http'
import { countTokens, embedText } from './embed.ts'
import { countPrompt } from './fake-ollama-models.ts'
import type { OpenaiChat } from './fake-openai.ts'
import { type FakeServer, type Seen, sendJson, startFakeServer } from './fake-server.ts'
import { quoteFrom } from './quote.ts'
import { play, type Steps, type Wire } from './steps.ts'

export type LlamaModel = {
  id: string
  /** The window of each slot, in tokens. */
  window: number
  /** The window with which it was trained. */
  trained: number
  /** Whether its template has tools. Otherwise they are dropped without an error. */
  tools: boolean
  /** In router mode: whether it is in memory. */
  isLoaded?: boolean
}

export type FakeLlamaServer = FakeServer & {
  /** The model, or the models of a router. */
  models: LlamaModel[]
  /** In router mode, requests choose a model by name. Otherwise the only model answers, whatever name they have. */
  router: boolean
  /** While the model is loading, every path answers 503. */
  loading: boolean
  /** Whether it was started with `--embeddings`. */
  embeddings: boolean
  /** The responses from now on. By default, it quotes what the prompt says. Gets no tools if the template has none. */
  script(write: (chat: OpenaiChat) => Steps): void
  /** The response for any other path; undefined: the usual one. */
  instead(write: (seen: Seen) => Steps | undefined): void
}

type Script = (chat: OpenaiChat) => Steps

export const llamaModel: LlamaModel = { id: 'models/smollm2.gguf', window: 2048, trained: 8192, tools: false }

/** Starts a server like llama.cpp's `llama-server`. */
export async function startFakeLlamaServer(port = 0): Promise<FakeLlamaServer> {
  let write: Script = (chat) => (quoteFrom(chat.messages).match(/\s*\S+/g) ?? []).map((word) => ({ text: word }))
  let instead: (seen: Seen) => Steps | undefined = () => undefined
  const server = await startFakeServer((seen, response) => {
    const steps = instead(seen)
    if (steps) return play(steps, response, wireOf('', 0, false))
    return answer(seen, fake, write, response)
  }, port)
  const fake: FakeLlamaServer = {
    ...server,
    models: [{ ...llamaModel }],
    router: false,
    loading: false,
    embeddings: false,
    script(next) {
      write = next
    },
    instead(next) {
      instead = next
    },
  }
  return fake
}

const errorOf = (code: number, type: string, message: string, rest = {}) => ({
  error: { code, message, type, ...rest },
})

function answer({ path: url, json }: Seen, fake: FakeLlamaServer, script: Script, response: ServerResponse) {
  const fail = (code: number, type: string, message: string, rest = {}) =>
    sendJson(response, code, errorOf(code, type, message, rest))
  const { pathname: path, searchParams } = new URL(url, 'http://fake')
  if (fake.loading) return fail(503, 'unavailable_error', 'Loading model')
  if (path === '/health') return sendJson(response, 200, { status: 'ok' })
  if (path === '/v1/models' || path === '/models') return sendJson(response, 200, list(fake))
  const name = searchParams.get('model') ?? json.model
  if (fake.router && path === '/props' && name === undefined) return sendJson(response, 200, routerProps)
  const model = fake.router ? fake.models.find(({ id }) => id === name) : fake.models[0]
  if (!['/props', '/v1/embeddings', '/v1/chat/completions'].includes(path))
    return fail(404, 'not_found_error', 'File Not Found')
  if (!model) return fail(400, 'invalid_request_error', `model '${name}' not found`)
  if (fake.router && searchParams.get('autoload') === 'false' && !model.isLoaded)
    return fail(400, 'invalid_request_error', 'model is not loaded')
  model.isLoaded = true
  if (path === '/props') return sendJson(response, 200, props(model))
  if (path === '/v1/embeddings') {
    if (fake.embeddings) return sendJson(response, 200, embeddings(json))
    return fail(501, 'not_supported_error', 'This server does not support embeddings. Start it with `--embeddings`')
  }
  if (!Array.isArray(json.messages)) return fail(400, 'invalid_request_error', "'messages' is required")
  const { tools, ...rest } = json as OpenaiChat
  const read = model.tools && tools ? { ...rest, tools } : rest
  const tokens = countPrompt(read)
  if (tokens > model.window) {
    const message = `request (${tokens} tokens) exceeds the available context size (${model.window} tokens), try increasing it`
    return fail(400, 'exceed_context_size_error', message, { n_prompt_tokens: tokens, n_ctx: model.window })
  }
  const withUsage = (json.stream_options as { include_usage?: boolean } | undefined)?.include_usage === true
  return play(script(read), response, wireOf(model.id, tokens, withUsage))
}

function list({ models, router }: FakeLlamaServer) {
  if (router) return { data: models.map(routed), object: 'list' }
  const details = { parent_model: '', format: 'gguf', family: '', families: [''] }
  const named = ({ id }: LlamaModel) => ({
    ...{ name: id, model: id, modified_at: '', size: '', digest: '', type: 'model', description: '', tags: [''] },
    ...{ capabilities: ['completion'], parameters: '' },
    details: { ...details, parameter_size: '', quantization_level: '' },
  })
  const data = models.map((model) => ({ ...listed(model), aliases: [model.id], meta: metaOf(model) }))
  return { models: models.map(named), object: 'list', data }
}

const listed = ({ id }: LlamaModel) => ({
  ...{ id, tags: [], object: 'model', created: 1_772_600_000, owned_by: 'llamacpp' },
})

const metaOf = ({ window, trained }: LlamaModel) => ({
  ...{ vocab_type: 2, n_vocab: 49_152, n_ctx: window, n_ctx_train: trained, n_embd: 576 },
  ...{ n_params: 134_515_008, size: 269_100_288, ftype: 'F16' },
})

/** A router knows the window of a model only once it is loaded. */
const routed = (model: LlamaModel) => ({
  ...listed(model),
  aliases: [],
  status: { value: model.isLoaded ? 'loaded' : 'unloaded', args: ['llama-server', '--alias', model.id], preset: '' },
  architecture: { input_modalities: ['text'], output_modalities: ['text'] },
  ...{ source: 'models_dir', can_remove: false },
  ...(model.isLoaded && { meta: metaOf(model) }),
})

/** The properties of a router itself. Those of a model have its name as `?model=`. */
const routerProps = {
  ...{ role: 'router', max_instances: 4, models_autoload: true, model_alias: 'llama-server', model_path: 'none' },
  default_generation_settings: { params: null, n_ctx: 0 },
  ...{ ui_settings: {}, build_info: 'b1-7e4c0a9', cors_proxy_enabled: false },
}

/** The part that clients read; a real answer has more settings of generation. */
function props({ id, window, tools }: LlamaModel) {
  return {
    default_generation_settings: {
      params: { temperature: 0.8, top_k: 40, max_tokens: -1, stream: false },
      n_ctx: window,
    },
    ...{ total_slots: 1, model_alias: id, model_ftype: 'F16', model_path: id },
    modalities: { vision: false, video: false, audio: false },
    ...{ media_marker: '<__media__>', endpoint_slots: true, endpoint_props: false, endpoint_metrics: false },
    ...{ ui: true, ui_settings: {} },
    chat_template: '{% for message in messages %}{{ message.content }}{% endfor %}',
    chat_template_caps: {
      ...{ supports_object_arguments: false, supports_parallel_tool_calls: tools, supports_preserve_reasoning: false },
      ...{ supports_reasoning_effort: false, supports_string_content: true, supports_system_role: true },
      ...{ supports_tool_calls: tools, supports_tools: tools, supports_typed_content: false },
    },
    ...{ bos_token: '<|im_start|>', eos_token: '<|im_end|>', build_info: 'b1-7e4c0a9', is_sleeping: false },
    cors_proxy_enabled: false,
  }
}

function embeddings(json: Seen['json']) {
  const input = [json.input].flat().map(String)
  const tokens = input.reduce((sum, text) => sum + countTokens(text), 0)
  const data = input.map((text, index) => ({ embedding: embedText(text), index, object: 'embedding' }))
  return { model: json.model, object: 'list', usage: { prompt_tokens: tokens, total_tokens: tokens }, data }
}

function wireOf(model: string, prompt: number, withUsage: boolean): Wire {
  let calls = 0
  let hasBegun = false
  const base = { created: 1_772_600_000, id: 'chatcmpl-1', model, system_fingerprint: 'b1-7e4c0a9' }
  const event = (body: unknown) => `data: ${JSON.stringify(body)}\n\n`
  const chunk = (choices: unknown[], rest = {}) => event({ choices, ...base, object: 'chat.completion.chunk', ...rest })
  const choice = (delta: unknown, finish_reason: string | null = null) => {
    const opening = hasBegun
      ? ''
      : chunk([{ finish_reason: null, index: 0, delta: { role: 'assistant', content: null } }])
    hasBegun = true
    return opening + chunk([{ finish_reason, index: 0, delta }])
  }
  return {
    type: 'text/event-stream',
    text: (content) => choice({ content }),
    thinking: (reasoning_content) => choice({ reasoning_content }),
    tool(name, args) {
      const index = calls++
      const opening = { index, id: `call_${index}`, type: 'function', function: { name, arguments: '' } }
      const rest = { index, function: { arguments: JSON.stringify(args) } }
      return choice({ tool_calls: [opening] }) + choice({ tool_calls: [rest] })
    },
    error: (message) => `error: ${JSON.stringify(errorOf(500, 'server_error', message).error)}\n\n`,
    earlyError: (message) => JSON.stringify(errorOf(500, 'server_error', message)),
    done({ input = prompt, output, reason = calls > 0 ? 'tool_calls' : 'stop' }) {
      const timings = timingsOf(input, output)
      const usage = {
        ...{ completion_tokens: output, prompt_tokens: input, total_tokens: input + output },
        prompt_tokens_details: { cached_tokens: 0 },
      }
      const end = withUsage
        ? choice({}, reason) + chunk([], { usage, timings })
        : chunk([{ finish_reason: reason, index: 0, delta: {} }], { timings })
      return `${end}data: [DONE]\n\n`
    },
  }
}

function timingsOf(prompt_n: number, predicted_n: number) {
  return {
    ...{ cache_n: 0, prompt_n, prompt_ms: 120.2, prompt_per_token_ms: 3.7, prompt_per_second: 266.1 },
    ...{ predicted_n, predicted_ms: 43.2, predicted_per_token_ms: 14.4, predicted_per_second: 69.4 },
  }
}
