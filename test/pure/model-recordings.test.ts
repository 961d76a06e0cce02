import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FakeLlamaServer, llamaModel, startFakeLlamaServer } from '../support/fake-llama-server.ts'
import { type FakeModel, type FakeOllama, startFakeOllama } from '../support/fake-ollama.ts'
import { comparable, type Exchange, normalise, type Recording, textOf } from '../support/recording.ts'
import type { Step } from '../support/steps.ts'

const folder = new URL('../fixtures/model-servers/', import.meta.url)
const recordings = readdirSync(folder).map(
  (name): Recording => JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as Recording,
)
const recordingsOf = (server: Recording['server']) => recordings.filter((one) => one.server === server)

async function askFake(url: string, { method, path, body }: Exchange) {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${url}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  const type = response.headers.get('content-type') ?? ''
  return { status: response.status, type, ...normalise(type, await response.text()) }
}

/** The keys in the order in which the model wrote them; its answer may have been cut off. */
const keysIn = (lines: unknown[] | undefined) => textOf(lines).match(/"\w+"(?=\s*:)/g)

type Listed = {
  name: string
  capabilities: string[]
  remote_host?: string
  details: { family: string; context_length?: number }
}

/** A model of the fake like one of the recorded server. */
const modelLike = ({ name, capabilities, remote_host, details }: Listed): FakeModel => ({
  name,
  capabilities,
  contextLength: details.context_length ?? 512,
  family: details.family,
  modifiedAt: '2026-01-01T00:00:00Z',
  ...(remote_host && { remoteHost: remote_host }),
})

test('servers of all kinds were recorded', () => {
  for (const server of ['ollama', 'llama-server', 'llama-router'] as const) expect(recordingsOf(server)).not.toEqual([])
})

describe.each(recordingsOf('ollama'))('the fake answers like Ollama $version', ({ exchanges }) => {
  let fake: FakeOllama
  const find = (name: string) => exchanges.find((one) => one.name === name)

  beforeAll(async () => {
    fake = await startFakeOllama()
    fake.online = false
    const listed = find('the models')?.answer as { models: Listed[] } | undefined
    fake.models.splice(0, Number.POSITIVE_INFINITY, ...(listed?.models ?? []).map(modelLike))
    const native = find('chat with a format, native template')?.body?.model
    for (const model of fake.models) if (model.name === `${native}:latest`) model.sortsKeys = true
    const call: Step[] = [{ tool: 'look_up', arguments: { q: 'hours' } }]
    fake.script(({ tools, format, messages }) => {
      if (tools?.length) return call
      // The recorded model says nothing to the same word again and again.
      if (messages.at(-1)?.content.includes('word word')) return []
      const { properties } = (format ?? {}) as { properties?: Record<string, { const: string }> }
      if (!properties) return [{ text: 'Hi.' }]
      const answer = Object.entries(properties).map(([name, property]) => [name, property.const])
      return [{ text: JSON.stringify(Object.fromEntries(answer)) }]
    })
  })
  afterAll(() => fake.close())

  test.each(exchanges)('$name', async (exchange) => {
    expect(comparable(await askFake(fake.url, exchange))).toEqual(comparable(exchange))
  })

  test.each(exchanges.filter(({ body, status }) => status === 200 && body?.format && !body.tools))(
    'the order of the keys: $name',
    async (exchange) => {
      const { lines } = (await askFake(fake.url, exchange)) as { lines: unknown[] }
      expect(keysIn(lines)).toEqual(keysIn(exchange.lines))
    },
  )
})

describe.each(recordingsOf('llama-server'))('the fake answers like llama-server $version', ({ exchanges }) => {
  test.each(exchanges)('$name', async (exchange) => {
    const fake = await startFakeLlamaServer()
    fake.script(() => [{ text: 'Hi.' }, { done: { reason: 'length' } }])
    const answer = await askFake(fake.url, exchange)
    await fake.close()
    expect(comparable(answer)).toEqual(comparable(exchange))
  })
})

describe.each(recordingsOf('llama-router'))('the fake answers like a router of llama.cpp $version', ({ exchanges }) => {
  let fake: FakeLlamaServer
  beforeAll(async () => {
    fake = await startFakeLlamaServer()
    fake.router = true
    const listed = exchanges[0]?.answer as { data: { id: string }[] } | undefined
    fake.models = (listed?.data ?? []).map(({ id }) => ({ ...llamaModel, id }))
    fake.script(() => [{ text: 'Hi.' }, { done: { reason: 'length' } }])
  })
  afterAll(() => fake.close())

  test.each(exchanges)('$name', async (exchange) => {
    expect(comparable(await askFake(fake.url, exchange))).toEqual(comparable(exchange))
  })
})
