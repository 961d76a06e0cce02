import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ChatModel, ChatRequest } from '../../server/outside/model.ts'
import { createOpenai, type OpenaiParts } from '../../server/outside/openai.ts'
import { createTestClock, type TestClock } from '../support/clock.ts'
import { type FakeOpenai, startFakeOpenai } from '../support/fake-openai.ts'
import { createGate, type Step, type Steps, stepped } from '../support/steps.ts'

let fake: FakeOpenai
let clock: TestClock

beforeEach(async () => {
  fake = await startFakeOpenai()
  clock = createTestClock()
})

afterEach(() => fake.close())

const openai = (parts: Partial<OpenaiParts> = {}): ChatModel =>
  createOpenai({ baseUrl: `${fake.url}/v1`, contextTokens: 8192, fetch, clock, ...parts })

const asking = (parts: Partial<ChatRequest> = {}): ChatRequest => ({
  messages: [{ role: 'user', content: 'When are you open on Saturdays, please?' }],
  contextTokens: 4096,
  signal: new AbortController().signal,
  ...parts,
})

const play = (...steps: Step[]) => fake.script(() => steps)
const sent = () => fake.seen.filter(({ path }) => path === '/v1/chat/completions')
const failing = (kind: string) => ({ name: 'ModelError', kind })
const tool = { name: 'look_up', description: 'Looks up', parameters: { type: 'object', properties: {} } }

test('passes on text and thinking as they arrive, then whole tool calls, then the counts', async () => {
  play(
    { thinking: 'Hm.' },
    { tool: 'show_form', arguments: { id: 'contact' } },
    { text: 'Here.' },
    { tool: 'look_up', arguments: { q: 'hours' } },
  )
  expect(await Array.fromAsync(openai().chat(asking()))).toEqual([
    { kind: 'thinking', text: 'Hm.' },
    { kind: 'text', text: 'Here.' },
    { kind: 'tool', name: 'show_form', arguments: { id: 'contact' } },
    { kind: 'tool', name: 'look_up', arguments: { q: 'hours' } },
    { kind: 'done', usage: { input: 10, output: 4 }, reason: 'tool_calls' },
  ])
})

const counted = (prompt_tokens: number): Steps => [{ raw: JSON.stringify({ usage: { prompt_tokens } }) }, { end: true }]

test('a template without tools is known from llama.cpp’s server', async () => {
  fake.instead(({ path }) =>
    path.startsWith('/props') ? [{ raw: '{"chat_template_caps":{"supports_tools":false}}' }, { end: true }] : undefined,
  )
  expect((await openai().info()).tools).toBe(false)
})

test.each<[string, (hasTools: boolean) => Steps, boolean]>([
  ['counts a tool', (hasTools) => counted(hasTools ? 60 : 9), true],
  ['drops it', () => counted(9), false],
  ['does not count', () => [{ raw: '{}' }, { end: true }], true],
  ['fails', () => [{ status: 500, body: '' }], true],
])('another server that %s is asked twice, with one token each', async (_, steps, tools) => {
  fake.instead(({ path, json }) => {
    if (path.startsWith('/props')) return [{ status: 404, body: '' }]
    return path === '/v1/chat/completions' ? steps('tools' in json) : undefined
  })
  const model = openai()
  expect((await model.info()).tools).toBe(tools)
  const asked = fake.seen.length
  expect((await model.info()).tools).toBe(tools)
  expect(fake.seen.length).toBe(asked)
})

test('sends the key, the tools, the schema, and ids that link results to calls', async () => {
  const format = { type: 'object', properties: { answer: { type: 'string' } } }
  const look = (q: string) => ({ name: 'look_up', arguments: { q } })
  const messages: ChatRequest['messages'] = [
    { role: 'assistant', content: '', toolCalls: [look('hours'), look('prices')] },
    { role: 'tool', content: '9 to 5', toolName: 'look_up' },
    { role: 'tool', content: '3 euro', toolName: 'look_up' },
    { role: 'user', content: 'And now?' },
  ]
  const request = asking({ messages, tools: [tool], format, maxTokens: 50, temperature: 0.2 })
  await Array.fromAsync(openai({ apiKey: 'sk-1' }).chat(request))
  expect(sent()[0]?.headers.authorization).toBe('Bearer sk-1')
  const called = (id: string, text: string) => ({
    id,
    type: 'function',
    function: { name: 'look_up', arguments: text },
  })
  expect(sent()[0]?.json).toEqual({
    model: 'qwen3-8b',
    stream: true,
    stream_options: { include_usage: true },
    max_tokens: 50,
    temperature: 0.2,
    tools: [{ type: 'function', function: tool }],
    response_format: { type: 'json_schema', json_schema: { name: 'answer', schema: format } },
    messages: [
      {
        role: 'assistant',
        content: '',
        tool_calls: [called('call_0_0', '{"q":"hours"}'), called('call_0_1', '{"q":"prices"}')],
      },
      { role: 'tool', content: '9 to 5', tool_call_id: 'call_0_0' },
      { role: 'tool', content: '3 euro', tool_call_id: 'call_0_1' },
      { role: 'user', content: 'And now?' },
    ],
  })
})

test('sends a photo beside the text of its message', async () => {
  const images = [{ type: 'image/png', base64: 'aGk=' }]
  await Array.fromAsync(openai().chat(asking({ messages: [{ role: 'user', content: 'What is this?', images }] })))
  expect(sent()[0]?.json.messages).toEqual([
    {
      role: 'user',
      content: [
        { type: 'text', text: 'What is this?' },
        { type: 'image_url', image_url: { url: 'data:image/png;base64,aGk=' } },
      ],
    },
  ])
})

test('passes each token on before the model writes the next', async () => {
  const gate = createGate()
  fake.script(() => stepped(gate, ['one', ' two']))
  const answer = openai().chat(asking())[Symbol.asyncIterator]()
  for (const text of ['one', ' two']) {
    gate.step()
    expect(await answer.next()).toEqual({ done: false, value: { kind: 'text', text } })
  }
  expect(await answer.next()).toMatchObject({ value: { kind: 'done' } })
})

test('an abort reaches the model server within 100 ms, and ends the answer', async () => {
  const taken: number[] = []
  for (let round = 0; round < 5; round++) {
    play({ text: 'one' }, { hang: true })
    const caller = new AbortController()
    const asked = fake.next('/v1/chat')
    const answer = openai()
      .chat(asking({ signal: caller.signal }))
      [Symbol.asyncIterator]()
    await answer.next()
    const next = answer.next()
    const at = performance.now()
    caller.abort()
    await expect(next).rejects.toMatchObject(failing('aborted'))
    taken.push((await (await asked).left) - at)
  }
  // The best of five, because a busy machine is not our delay.
  expect(Math.min(...taken)).toBeLessThan(100)
  expect(clock.timers()).toBe(0)
})

test('a response without its last event is complete if the model said why it ended', async () => {
  const piece = { choices: [{ delta: { content: 'Yes.' }, finish_reason: 'length' }] }
  play({ raw: `data: ${JSON.stringify(piece)}\n\n` }, { end: true })
  expect(await Array.fromAsync(openai().chat(asking()))).toEqual([
    { kind: 'text', text: 'Yes.' },
    { kind: 'done', usage: { input: 0, output: 0 }, reason: 'length' },
  ])
})

test.each<[string, Step[], string]>([
  ['an error event', [{ error: 'CUDA out of memory' }], 'stopped'],
  ['an end that is none', [{ end: true }], 'stopped'],
  ['a connection that breaks', [{ cut: true }], 'stopped'],
  ['rubbish', [{ raw: 'data: nonsense\n\n' }, { hang: true }], 'broken'],
  ['another protocol', [{ raw: 'data: {"choices":7}\n\n' }, { hang: true }], 'broken'],
  ['a line without end', [{ raw: `data: ${'x'.repeat(200_000)}` }, { hang: true }], 'broken'],
  ['an event without end', [{ raw: `data: ${'x'.repeat(60_000)}\n`.repeat(3) }, { hang: true }], 'broken'],
  ['an answer without end', [{ endless: 'for ever and ' }], 'broken'],
])('text reaches the reader before the error: %s', async (_name, steps, kind) => {
  const gate = createGate()
  play({ text: 'one' }, { wait: gate }, ...steps)
  const model = openai({ limits: { lineChars: 100_000, replyBytes: 500_000 } })
  const answer = model.chat(asking())[Symbol.asyncIterator]()
  expect(await answer.next()).toMatchObject({ value: { text: 'one' } })
  gate.open()
  const rest = Array.fromAsync({ [Symbol.asyncIterator]: () => answer })
  await expect(rest).rejects.toMatchObject(failing(kind))
})

function toolCall(text: string) {
  const delta = { tool_calls: [{ index: 0, function: { name: 'look_up', arguments: text } }] }
  return `data: ${JSON.stringify({ choices: [{ delta }] })}\n\n`
}

test.each([
  ['{"q":"hours"}', { q: 'hours' }],
  ['"{\\"q\\":\\"hours\\"}"', { q: 'hours' }],
  ['{"q":', {}],
  ['[1]', {}],
  ['', {}],
])('a tool call with the arguments %s has %j', async (text, given) => {
  play({ raw: toolCall(text) })
  const [call] = await Array.fromAsync(openai().chat(asking()))
  expect(call).toEqual({ kind: 'tool', name: 'look_up', arguments: given })
})

test('a hanging server is given up: before the first byte, and in the middle', async () => {
  play({ hang: true })
  const asked = fake.next('/v1/chat')
  const first = Array.fromAsync(openai().chat(asking()))
  await asked
  clock.move(180_000)
  await expect(first).rejects.toMatchObject(failing('slow'))
  play({ text: 'one' }, { hang: true })
  const answer = openai().chat(asking())[Symbol.asyncIterator]()
  await answer.next()
  const waiting = clock.nextTimer()
  const next = answer.next()
  await waiting
  clock.move(30_000)
  await expect(next).rejects.toMatchObject(failing('slow'))
})

test('a server without tool support is not sent tools a second time', async () => {
  const message = '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set'
  fake.script(({ tools }) =>
    tools ? [{ status: 400, body: JSON.stringify({ error: { message } }) }] : [{ text: 'Yes.' }],
  )
  const model = openai()
  expect((await model.info()).tools).toBe(true)
  const first = Array.fromAsync(model.chat(asking({ tools: [tool] })))
  await expect(first).rejects.toMatchObject({ ...failing('refused'), message: expect.stringContaining(message) })
  expect((await model.info()).tools).toBe(false)
})

test('the window is the configured one, or the model’s if that is smaller', async () => {
  expect(await openai().info()).toMatchObject({ name: 'qwen3-8b', contextTokens: 8192 })
  fake.models.splice(0, 1, { id: 'small', meta: { n_ctx_train: 2048 } })
  expect(await openai().info()).toMatchObject({ name: 'small', contextTokens: 2048 })
})

test('the window is that of one request, where llama.cpp’s server tells it', async () => {
  const props = { chat_template_caps: { supports_tools: true }, default_generation_settings: { n_ctx: 2048 } }
  fake.instead(({ path }) =>
    path.startsWith('/props?model=qwen3-8b') ? [{ raw: JSON.stringify(props) }, { end: true }] : undefined,
  )
  expect(await openai().info()).toMatchObject({ contextTokens: 2048, tools: true })
})

test.each([
  ['with a model that is not loaded', 400],
  ['that loads it', 503],
] as const)('a server %s is asked again what the model can do', async (_, status) => {
  let isLoaded = false
  fake.instead(({ path }) => {
    if (path === '/v1/chat/completions') return [{ status: 503, body: '{"error":{"message":"Loading model"}}' }]
    if (!path.startsWith('/props')) return undefined
    if (!isLoaded) return [{ status: status === 400 ? 400 : 404, body: '' }]
    return [{ raw: '{"chat_template_caps":{"supports_tools":false}}' }, { end: true }]
  })
  const model = openai()
  expect((await model.info()).tools).toBe(true)
  isLoaded = true
  expect((await model.info()).tools).toBe(true)
  clock.move(15_000)
  await model.info()
  expect((await model.info()).tools).toBe(false)
})

test.each([
  ['llama.cpp', { error: { type: 'exceed_context_size_error', n_prompt_tokens: 5100, n_ctx: 4096 } }],
  [
    'vLLM',
    "This model's maximum context length is 4096 tokens. However, you requested 5500 tokens (5100 in the messages, 400 in the completion).",
  ],
  ['a newer vLLM', "This model's maximum context length is 4096 tokens. However, your request has 5100 input tokens."],
  ['OpenAI', "This model's maximum context length is 4096 tokens. However, your messages resulted in 5100 tokens."],
  ['SGLang', "The input (5100 tokens) is longer than the model's context length (4096 tokens)."],
  [
    'LM Studio',
    'Trying to keep the first 5100 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens.',
  ],
  [
    'TGI',
    'Input validation error: `inputs` tokens + `max_new_tokens` must be <= 4096. Given: 5100 `inputs` tokens and 400 `max_new_tokens`',
  ],
])('a prompt that is too long is told with its size: %s', async (_, said) => {
  const body = JSON.stringify(typeof said === 'string' ? { error: { message: said } } : said)
  play({ status: 400, body })
  const chat = Array.fromAsync(openai().chat(asking()))
  await expect(chat).rejects.toMatchObject({ ...failing('long'), params: { tokens: 5100, window: 4096 } })
})

test('without a configured model: the first that is not for embeddings', async () => {
  fake.models.unshift({ id: 'text-embedding-nomic' })
  expect((await openai().info()).name).toBe('qwen3-8b')
  fake.models.splice(1, 1)
  await expect(openai().info()).rejects.toMatchObject(failing('absent'))
})

test('a cloud model is never the first, and says where it runs if it is configured', async () => {
  fake.models.unshift({ id: 'gpt-oss:120b-cloud' }, { id: 'qwen3-coder:cloud' })
  expect(await openai().info()).toMatchObject({ name: 'qwen3-8b', remoteHost: null })
  expect(await openai({ model: 'gpt-oss:120b-cloud' }).info()).toMatchObject({ remoteHost: 'ollama.com' })
  fake.models.splice(2)
  await expect(openai().info()).rejects.toMatchObject(failing('absent'))
})

test('a configured model works with a server without a list', async () => {
  fake.instead(({ path }) => (path === '/v1/models' ? [{ status: 404, body: '' }] : undefined))
  expect(await openai({ model: 'mine' }).info()).toMatchObject({ name: 'mine', contextTokens: 8192 })
  await expect(openai().info()).rejects.toMatchObject(failing('absent'))
})

test('a model that a site names is used if the server lists it, or has no list', async () => {
  fake.models.push({ id: 'small', max_model_len: 2048 })
  const model = openai({ model: 'qwen3-8b' })
  expect(await model.info('small')).toMatchObject({ name: 'small', contextTokens: 2048 })
  await expect(model.info('gone')).rejects.toMatchObject({ ...failing('absent'), reason: 'model_unknown' })
  await expect(Array.fromAsync(model.chat(asking({ model: 'gone' })))).rejects.toMatchObject(failing('absent'))
  expect(sent().filter(({ json }) => json.model === 'gone')).toEqual([])
  fake.instead(({ path }) => (path === '/v1/models' ? [{ status: 404, body: '' }] : undefined))
  expect(await model.info('gone')).toMatchObject({ name: 'gone', contextTokens: 8192 })
})

test('converts texts to vectors, in order, whatever order they arrived in', async () => {
  fake.models.push({ id: 'bge-m3' })
  const { vectors, tokens, model } = await openai().embed(['hours', 'prices'], new AbortController().signal)
  const [hours] = (await openai().embed(['hours'], new AbortController().signal)).vectors
  expect([vectors.length, tokens, model]).toEqual([2, 4, 'bge-m3'])
  expect(vectors[0]).toEqual(hours)
})

test('vectors that do not match the texts are an error of the server', async () => {
  const body = { data: [{ index: 1, embedding: [1, 0] }] }
  fake.instead(({ path }) => (path === '/v1/embeddings' ? [{ raw: JSON.stringify(body) }, { end: true }] : undefined))
  const answer = openai({ embedModel: 'x' }).embed(['a', 'b'], new AbortController().signal)
  await expect(answer).rejects.toMatchObject(failing('broken'))
})

test('status describes what responds, or what does not', async () => {
  expect(await openai().status()).toEqual({
    ok: true,
    detail: `The model server at ${fake.url}/v1 answers with qwen3-8b.`,
    model: 'qwen3-8b',
    remoteHost: null,
    models: ['qwen3-8b'],
  })
  fake.instead(() => [{ status: 401, body: '{"error":{"message":"Incorrect API key provided: sk-secret"}}' }])
  expect(await openai({ apiKey: 'sk-secret' }).status()).toEqual({
    ok: false,
    fault: expect.objectContaining({ reason: 'model_key' }),
    detail: `The model server at ${fake.url}/v1 wants another key (401).`,
    model: null,
    remoteHost: null,
    models: [],
  })
})

test('a model that left the list answers no more; one that is not in memory is listed as such', async () => {
  const model = openai()
  expect((await model.info()).name).toBe('qwen3-8b')
  fake.models.splice(0, 1, { id: 'gemma-3-4b', status: { value: 'unloaded' } }, { id: 'other' })
  expect(await model.status()).toMatchObject({ ok: true, model: 'gemma-3-4b' })
  expect((await model.info()).name).toBe('gemma-3-4b')
  expect((await model.list?.())?.map(({ name, inMemory }) => [name, inMemory])).toEqual([
    ['gemma-3-4b', false],
    ['other', true],
  ])
})
