import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type FakeLlamaServer, startFakeLlamaServer } from '../support/fake-llama-server.ts'
import { busyText, chatModel, type FakeOllama, type OllamaChat, startFakeOllama } from '../support/fake-ollama.ts'
import { createGate } from '../support/steps.ts'

const post = (url: string, body: object, signal?: AbortSignal) =>
  fetch(url, { method: 'POST', body: JSON.stringify(body), ...(signal && { signal }) })
const user = (content: string) => ({ role: 'user', content })

describe('the fake Ollama', () => {
  let fake: FakeOllama
  beforeEach(async () => {
    fake = await startFakeOllama()
  })
  afterEach(() => fake.close())

  const chat = (body: Partial<OllamaChat> = {}, signal?: AbortSignal) =>
    post(`${fake.url}/api/chat`, { model: 'llama3.2', messages: [user('Hi')], ...body }, signal)
  const get = async (path: string) => await (await fetch(`${fake.url}${path}`)).json()
  const linesOf = async (response: Response) =>
    (await response.text())
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))

  test('answers one request at a time, refuses what its queue does not hold, and forgets who left', async () => {
    fake.parallel = 1
    fake.maxQueue = 1
    const gate = createGate()
    let begun = 0
    fake.script(() => {
      begun++
      return [{ text: 'one' }, { wait: gate }]
    })
    const first = await chat()
    const caller = new AbortController()
    const asked = fake.next('/api/chat')
    const second = chat({}, caller.signal)
    const { left } = await asked
    const refused = await chat()
    expect([refused.status, await refused.json(), begun]).toEqual([503, { error: busyText }, 1])
    caller.abort()
    await expect(second).rejects.toThrow()
    await left
    const third = chat()
    gate.open()
    await first.text()
    expect([(await linesOf(await third)).at(-1)?.done, begun]).toEqual([true, 2])
  })

  test('loads a model again for another window, and gives a load up whose caller left', async () => {
    await (await chat({ options: { num_ctx: 2048 } })).text()
    await (await chat({ options: { num_ctx: 2048 } })).text()
    await (await chat()).text()
    expect(fake.loads.map(({ window }) => window)).toEqual([2048, 4096])
    expect((await get('/api/ps')).models).toMatchObject([{ name: chatModel.name, context_length: 4096 }])
    fake.loading = createGate()
    const caller = new AbortController()
    const asked = fake.next('/api/chat')
    const given = chat({ options: { num_ctx: 8192 } }, caller.signal)
    const { left } = await asked
    caller.abort()
    await expect(given).rejects.toThrow()
    await left
    expect((await get('/api/ps')).models).toEqual([])
  })

  test('names of the same weights show once in memory', async () => {
    fake.models.splice(0, 9, { ...chatModel, digest: 'a' }, { ...chatModel, name: 'other:latest', digest: 'a' })
    fake.loaded.push(chatModel.name, 'other:latest')
    expect((await get('/api/ps')).models).toHaveLength(1)
  })

  test('cuts a prompt that does not fit: the oldest messages first, then the beginning, and never with truncate: false', async () => {
    const read: string[][] = []
    fake.script(({ messages }) => {
      read.push(messages.map(({ content }) => content))
      return []
    })
    const options = { num_ctx: 100 }
    const rules = { role: 'system', content: 'rules' }
    await (await chat({ options, messages: [rules, user('a'.repeat(400)), user('last')] })).text()
    const [line] = await linesOf(await chat({ options, messages: [{ ...rules, content: `rules ${'b'.repeat(500)}` }] }))
    expect(read[0]).toEqual(['rules', 'last'])
    expect(read[1]?.join('')).not.toContain('rules')
    expect(line.prompt_eval_count).toBeLessThanOrEqual(53)
    const refused = await chat({ options, truncate: false, messages: [user('a'.repeat(500))] })
    const { error } = await refused.json()
    expect([refused.status, JSON.parse(error).error]).toMatchObject([400, { n_prompt_tokens: 125, n_ctx: 100 }])
  })

  test('ends a response without its last line if the model repeats itself', async () => {
    fake.script(() => [{ text: 'So: ' }, { repeats: 'a ' }])
    const lines = await linesOf(await chat())
    expect([lines.length, lines.some(({ done }) => done)]).toEqual([32, false])
  })

  test('without internet, cloud models fail, and so does a pull', async () => {
    fake.online = false
    fake.models.push({ ...chatModel, name: 'big:cloud', remoteHost: 'https://ollama.com:443' })
    expect((await chat({ model: 'big:cloud' })).status).toBe(502)
    expect((await post(`${fake.url}/api/show`, { model: 'big:cloud' })).status).toBe(502)
    const lines = await linesOf(await post(`${fake.url}/api/pull`, { model: 'tiny' }))
    expect(lines.at(-1)?.error).toContain('no such host')
  })
})

describe('the fake llama-server', () => {
  let fake: FakeLlamaServer
  beforeEach(async () => {
    fake = await startFakeLlamaServer()
  })
  afterEach(() => fake.close())

  const chat = (body: object = {}) =>
    post(`${fake.url}/v1/chat/completions`, { model: 'any', messages: [user('Hi')], ...body })

  test('answers 503 on every path while it loads', async () => {
    fake.loading = true
    const error = { code: 503, message: 'Loading model', type: 'unavailable_error' }
    for (const path of ['/health', '/v1/models', '/props', '/v1/nope']) {
      const response = await fetch(`${fake.url}${path}`)
      expect([response.status, await response.json()]).toEqual([503, { error }])
    }
    expect((await chat()).status).toBe(503)
  })

  test('drops tools without a word if the template has none', async () => {
    const seen: unknown[] = []
    fake.script(({ tools }) => {
      seen.push(tools)
      return []
    })
    const tools = [{ type: 'function', function: { name: 'look_up' } }]
    await (await chat({ tools })).text()
    fake.models = fake.models.map((model) => ({ ...model, tools: true }))
    await (await chat({ tools })).text()
    expect(seen).toEqual([undefined, tools])
  })

  test('a router knows its models by name, and loads the one that is asked for', async () => {
    fake.router = true
    const [model] = fake.models
    fake.models = [{ ...model!, id: 'a' }]
    const refused = await chat()
    expect([refused.status, (await refused.json()).error.message]).toEqual([400, "model 'any' not found"])
    await (await chat({ model: 'a' })).text()
    const { data } = await (await fetch(`${fake.url}/v1/models`)).json()
    expect(data).toMatchObject([{ id: 'a', status: { value: 'loaded' } }])
  })
})
