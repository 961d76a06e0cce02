import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ChatRequest } from '../../server/outside/model.ts'
import { createModels, type ModelSettings } from '../../server/outside/models.ts'
import { createTestClock, type TestClock } from '../support/clock.ts'
import { chatModel, embedModel, type FakeOllama, startFakeOllama } from '../support/fake-ollama.ts'
import { startFakeOpenai } from '../support/fake-openai.ts'

let fake: FakeOllama
let clock: TestClock

beforeEach(async () => {
  fake = await startFakeOllama()
  clock = createTestClock()
})

afterEach(() => fake.close())

const models = (settings: Partial<ModelSettings> = {}) =>
  createModels({ provider: 'auto', contextTokens: 8192, concurrency: 1, ...settings }, fake.url, fetch, clock)

const asking = (): ChatRequest => ({
  messages: [{ role: 'user', content: 'When are you open?' }],
  contextTokens: 4096,
  signal: new AbortController().signal,
})
const looks = () => fake.seen.filter(({ path }) => path === '/api/version').length
const fail = () => fake.script(() => [{ status: 500, body: '{"error":"llama runner process has terminated"}' }])

test('none: no model, no request, and no error', async () => {
  const none = models({ provider: 'none' })
  expect([await none.current(), none.describe(), fake.seen]).toEqual([undefined, null, []])
  expect(await none.health()).toMatchObject({ ok: true, detail: expect.stringContaining('No model is configured') })
})

test('sends no request before the first use', async () => {
  models()
  expect([fake.seen.length, clock.timers()]).toEqual([0, 0])
})

test('auto: the model of an available Ollama server that can chat', async () => {
  const auto = models()
  expect((await auto.current())?.provider).toBe('ollama')
  expect(auto.describe()).toEqual({
    provider: 'ollama',
    model: chatModel.name,
    knowledge: 'keywords',
    remoteHost: null,
  })
  expect(await auto.sentence()).toBe(`Ollama 0.12.6 at ${fake.url} answers with ${chatModel.name}.`)
})

test('auto: no model if no server responds, or none can chat', async () => {
  fake.models.splice(0, 9, embedModel)
  const auto = models()
  expect([await auto.current(), auto.describe()]).toEqual([undefined, null])
  expect(await auto.health()).toMatchObject({
    ok: true,
    detail: expect.stringMatching(/No model is in use.*ollama pull/),
  })
  await fake.close()
  expect(await auto.sentence()).toMatch(/No model is in use.*does not answer/)
})

test('auto: checks every 30 s by itself, and finds a new model', async () => {
  fake.models.splice(0, 9, embedModel)
  const auto = models({ limits: { stallMs: 7_000 } })
  expect(await auto.current()).toBeUndefined()
  fake.models.push(chatModel)
  clock.move(29_999)
  expect(looks()).toBe(1)
  const lookedAgain = clock.nextTimer(30_000)
  clock.move(1)
  await lookedAgain
  expect(auto.describe()?.model).toBe(chatModel.name)
  expect((await auto.current())?.provider).toBe('ollama')
})

test('auto: after a suspension it checks when it is used', async () => {
  let slept = 0
  const waking = { ...clock, now: () => clock.now() + slept }
  const auto = createModels({ provider: 'auto', contextTokens: 8192, concurrency: 1 }, fake.url, fetch, waking)
  await auto.current()
  const looked = fake.next('/api/version')
  slept = 3_600_000
  await auto.current()
  await looked
})

test('auto: during a check it uses the known state', async () => {
  const auto = models()
  await auto.current()
  fake.instead(() => [{ hang: true }])
  const asked = fake.next('/api/version')
  clock.move(30_000)
  await asked
  expect((await auto.current())?.provider).toBe('ollama')
})

test('auto: a failing call makes it check at once', async () => {
  const auto = models()
  const model = await auto.current()
  await fake.close()
  await expect(Array.fromAsync(model?.chat(asking()) ?? [])).rejects.toMatchObject({ kind: 'absent' })
  expect(await auto.current()).toBeUndefined()
})

test('auto: a server that failed once but responds stays in use, and health reports it until a call succeeds', async () => {
  const auto = models()
  const model = await auto.current()
  fail()
  await expect(Array.fromAsync(model?.chat(asking()) ?? [])).rejects.toMatchObject({ kind: 'broken' })
  expect(await auto.current()).toBe(model)
  expect(await auto.health()).toMatchObject({
    ok: false,
    detail: expect.stringMatching(/But the last call failed: .*terminated/),
  })
  fake.script(() => [{ text: 'Yes.' }])
  await Array.fromAsync(model?.chat(asking()) ?? [])
  expect((await auto.health()).ok).toBe(true)
})

test('a caller who disconnects does not count as a failure', async () => {
  const auto = models()
  const model = await auto.current()
  fake.script(() => [{ text: 'one' }, { hang: true }])
  for await (const chunk of model?.chat(asking()) ?? []) if (chunk.kind === 'text') break
  expect([(await auto.health()).ok, await auto.current()]).toEqual([true, model])
})

test('concurrent callers cause one check', async () => {
  const auto = models()
  await Promise.all(Array.from({ length: 20 }, () => auto.current()))
  expect(looks()).toBe(1)
})

test('ollama: stays in use when it is down, so that a call reports the error', async () => {
  await fake.close()
  const fixed = models({ provider: 'ollama', model: 'llama3.2', embedModel: 'nomic' })
  const model = await fixed.current()
  expect(fixed.describe()).toEqual({ provider: 'ollama', model: 'llama3.2', knowledge: 'nomic', remoteHost: null })
  await expect(Array.fromAsync(model?.chat(asking()) ?? [])).rejects.toMatchObject({ kind: 'absent' })
  expect(await fixed.current()).toBe(model)
  expect(await fixed.health()).toMatchObject({ ok: false, detail: expect.stringContaining('does not answer') })
})

test('ollama: a model that was removed from the server is noticed', async () => {
  const fixed = models({ provider: 'ollama' })
  await fixed.health()
  fake.models.splice(0, 1, { ...chatModel, name: 'other:latest' })
  await fixed.health()
  expect(fixed.describe()?.model).toBe('other:latest')
})

test('openai: the configured server, with its key; an address is required', async () => {
  const server = await startFakeOpenai()
  const fixed = models({ provider: 'openai', baseUrl: `${server.url}/v1`, apiKey: 'sk-1' })
  expect(await fixed.health()).toMatchObject({
    ok: true,
    detail: `The model server at ${server.url}/v1 answers with qwen3-8b.`,
  })
  expect(server.seen[0]?.headers.authorization).toBe('Bearer sk-1')
  await server.close()
  expect(() => models({ provider: 'openai' })).toThrow('ai.baseUrl')
})

test('closed: no more checks', async () => {
  const auto = models()
  await auto.current()
  auto.close()
  expect(clock.timers()).toBe(0)
})
