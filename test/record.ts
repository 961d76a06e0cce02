import { mkdirSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { normalise } from './support/recording.ts'

/**
 * Records what a real model server answers to the requests that the product sends. The fakes are compared with it.
 *
 *   node test/record.ts --ollama http://127.0.0.1:11434 --model smollm2 --embed-model all-minilm
 *   node test/record.ts --openai http://127.0.0.1:8080
 *
 * `--tool-model` (with tools), `--native-model` (with the template of its GGUF file) and `--cloud-model` add requests
 * to such models. The server must have no internet, as a pull of an unknown model is among the requests.
 */
const options = {
  ollama: { type: 'string' },
  openai: { type: 'string' },
  model: { type: 'string', default: 'smollm2' },
  'embed-model': { type: 'string', default: 'all-minilm' },
  'tool-model': { type: 'string' },
  'native-model': { type: 'string' },
  'cloud-model': { type: 'string' },
} as const

type Names = { model: string; embed: string; tools?: string; native?: string; cloud?: string }
type Asked = [name: string, method: 'GET' | 'POST', path: string, body?: object]

const words = (count: number) => 'word '.repeat(count)
const question = [{ role: 'user', content: 'Say hi.' }]
const long = [
  { role: 'system', content: 'You help.' },
  { role: 'user', content: words(3_000) },
]
const tool = {
  type: 'function',
  function: {
    name: 'look_up',
    description: 'Looks something up.',
    parameters: { type: 'object', properties: { q: { type: 'string' } }, required: ['q'] },
  },
}
const exactly = (properties: Record<string, object>) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
})
/** With only one possible answer. */
const format = exactly({ reply: { const: 'Yes.' }, actions: { const: 'none' } })
/** Forces a model with tools to write a call. */
const callFormat = exactly({ name: { const: 'look_up' }, parameters: exactly({ q: { const: 'hours' } }) })

function ollamaRequests({ model, embed, tools, native, cloud }: Names): Asked[] {
  const few = { num_ctx: 2048, num_predict: 4, temperature: 0 }
  const more = { ...few, num_predict: 60 }
  const chat = (name: string, body: object): Asked => [
    name,
    'POST',
    '/api/chat',
    { model, stream: true, messages: question, options: few, ...body },
  ]
  return [
    ['version', 'GET', '/api/version'],
    ['the models', 'GET', '/api/tags'],
    ['a model', 'POST', '/api/show', { model }],
    ['an unknown model', 'POST', '/api/show', { model: 'nope' }],
    ['an invalid name', 'POST', '/api/show', { model: 'a b' }],
    ['load', 'POST', '/api/generate', { model, stream: false, options: { num_ctx: 2048 } }],
    ['the models in memory', 'GET', '/api/ps'],
    chat('chat', {}),
    chat('chat with a format', { options: more, format }),
    chat('chat with tools for a model without', { tools: [tool] }),
    chat('chat with thinking for a model without', { think: true }),
    chat('chat that does not fit', { messages: long }),
    chat('chat that does not fit and must not be cut', { messages: long, truncate: false }),
    chat('chat with an unknown model', { model: 'nope' }),
    chat('chat with an embedding model', { model: embed }),
    ...(tools ? [chat('a tool call', { model: tools, options: more, tools: [tool], format: callFormat })] : []),
    ...(native ? [chat('chat with a format, native template', { model: native, options: more, format })] : []),
    ...(cloud ? [['a cloud model', 'POST', '/api/show', { model: cloud }] as Asked] : []),
    ...(cloud ? [chat('chat with a cloud model', { model: cloud })] : []),
    ['load of an unknown model', 'POST', '/api/generate', { model: 'nope', stream: false }],
    ['load of an embedding model', 'POST', '/api/generate', { model: embed, stream: false }],
    ['embeddings', 'POST', '/api/embed', { model: embed, input: ['opening hours', 'prices'] }],
    ['embeddings of an unknown model', 'POST', '/api/embed', { model: 'nope', input: ['a'] }],
    ['pull of an unknown model', 'POST', '/api/pull', { model: 'nope', stream: true }],
    ['pull of an invalid name', 'POST', '/api/pull', { model: 'a b', stream: true }],
    ['unload', 'POST', '/api/generate', { model, stream: false, keep_alive: 0 }],
    ['an unknown path', 'GET', '/api/nope'],
    ['a wrong method', 'GET', '/api/chat'],
  ]
}

function openaiRequests(model: string): Asked[] {
  const chat = (name: string, body: object): Asked => [
    name,
    'POST',
    '/v1/chat/completions',
    { model, stream: true, stream_options: { include_usage: true }, max_tokens: 4, messages: question, ...body },
  ]
  return [
    ['health', 'GET', '/health'],
    ['the models', 'GET', '/v1/models'],
    ['the properties', 'GET', '/props'],
    chat('chat', {}),
    chat('chat without usage', { stream_options: undefined }),
    chat('chat with tools', { tools: [tool] }),
    chat('chat with a format', {
      max_tokens: 60,
      response_format: { type: 'json_schema', json_schema: { name: 'answer', schema: format } },
    }),
    chat('chat that does not fit', { messages: long }),
    chat('chat with an unknown model', { model: 'nope' }),
    chat('chat without messages', { messages: undefined }),
    ['embeddings', 'POST', '/v1/embeddings', { model, input: ['opening hours'] }],
    ['an unknown path', 'GET', '/v1/nope'],
  ]
}

/** Of a llama.cpp server with several models, of which none is loaded yet. */
function routerRequests(model: string): Asked[] {
  const chat = { stream: true, max_tokens: 4, messages: question }
  return [
    ['the models before one is loaded', 'GET', '/v1/models'],
    ['the properties', 'GET', '/props'],
    ['the properties of a model that is not loaded', 'GET', `/props?model=${model}&autoload=false`],
    ['chat', 'POST', '/v1/chat/completions', { ...chat, model }],
    ['the models', 'GET', '/v1/models'],
    ['the properties of a model', 'GET', `/props?model=${model}`],
    ['chat with an unknown model', 'POST', '/v1/chat/completions', { ...chat, model: 'nope' }],
    ['the properties of an unknown model', 'GET', '/props?model=nope'],
    ['embeddings', 'POST', '/v1/embeddings', { model, input: ['opening hours'] }],
  ]
}

async function ask(url: string, [name, method, path, body]: Asked) {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${url}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  const text = await response.text()
  const type = response.headers.get('content-type') ?? ''
  return { name, method, path, ...(body && { body }), status: response.status, type, ...normalise(type, text) }
}

async function record(url: string, server: string, version: string, requests: Asked[]): Promise<void> {
  const exchanges: Awaited<ReturnType<typeof ask>>[] = []
  for (const request of requests) exchanges.push(await ask(url, request))
  const folder = new URL('fixtures/model-servers/', import.meta.url)
  mkdirSync(folder, { recursive: true })
  const file = new URL(`${server}-${version.replace(/[^\w.-]/g, '_')}.json`, folder)
  const lines = exchanges.map((exchange) => JSON.stringify(exchange)).join(',\n')
  writeFileSync(
    file,
    `{"server":${JSON.stringify(server)},"version":${JSON.stringify(version)},"exchanges":[\n${lines}\n]}\n`,
  )
  console.log(`${exchanges.length} answers are in ${file.pathname}.`)
}

if (import.meta.main) {
  const { values } = parseArgs({ options })
  const get = async (address: string) => await (await fetch(address)).json()
  if (values.ollama) {
    const { version } = await get(`${values.ollama}/api/version`)
    const { 'tool-model': tools, 'native-model': native, 'cloud-model': cloud } = values
    const names = { model: values.model, embed: values['embed-model'], ...{ tools, native, cloud } }
    await record(values.ollama, 'ollama', version, ollamaRequests(names as Names))
  }
  if (values.openai) {
    const { data } = await get(`${values.openai}/v1/models`)
    const { build_info, role } = await get(`${values.openai}/props`)
    const isRouter = role === 'router'
    const requests = isRouter ? routerRequests(data[0].id) : openaiRequests(data[0].id)
    await record(values.openai, isRouter ? 'llama-router' : 'llama-server', build_info, requests)
  }
}
