import { expect, test } from 'vitest'
import type { ChatRequest } from '../../server/outside/model.ts'
import { chatModel, embedModel, type OllamaChat } from '../support/fake-ollama.ts'
import { asking, failing, ollama, play, sent, setUpOllama, there } from '../support/ollama-client.ts'

setUpOllama()

test('without a configured model: the first loaded one that can chat', async () => {
  there.fake.models.push({ ...chatModel, name: 'newer:latest', modifiedAt: '2026-05-01T10:00:00Z' })
  there.fake.loaded.push(embedModel.name, chatModel.name)
  expect((await ollama().info()).name).toBe(chatModel.name)
})

test('without a loaded one: the last changed one, but never one that only embeds', async () => {
  there.fake.models.push({ ...chatModel, name: 'newer:latest', modifiedAt: '2026-01-02T09:30:00Z' })
  expect((await ollama().info()).name).toBe('newer:latest')
  there.fake.models.splice(0, 9, embedModel)
  await expect(ollama().info()).rejects.toMatchObject({
    ...failing('absent'),
    message: expect.stringContaining('can chat'),
  })
})

const cloudModel = {
  ...chatModel,
  name: 'big:cloud',
  modifiedAt: '2026-06-01T10:00:00Z',
  remoteHost: 'https://ollama.com:443',
}

test('a cloud model is never chosen automatically, be it the newest, in memory or the only one', async () => {
  const { fake } = there
  fake.models.push(cloudModel)
  fake.loaded.push(cloudModel.name)
  expect(await ollama().info()).toMatchObject({ name: chatModel.name, remoteHost: null })
  const named = `${cloudModel.name} (ollama.com)`
  expect((await ollama().status()).detail).toContain(`chats would leave this machine: ${named}.`)
  fake.models.splice(0, 9, cloudModel, { ...cloudModel, name: 'embeds:cloud', capabilities: ['embedding'] })
  await expect(ollama().info()).rejects.toMatchObject(failing('absent'))
  await expect(ollama().embed(['a'], new AbortController().signal)).rejects.toMatchObject(failing('absent'))
  expect(await ollama().status()).toMatchObject({ ok: false, model: null, detail: expect.stringContaining(named) })
  expect(sent('/api/embed')).toEqual([])
})

test('one that takes the place of the chosen model is not used from the next check on', async () => {
  const model = ollama()
  expect((await model.status()).model).toBe(chatModel.name)
  there.fake.models.splice(0, 9, { ...cloudModel, name: chatModel.name })
  expect(await model.status()).toMatchObject({ ok: false, model: null })
})

test.each([
  ['without a host', { remote_model: 'big' }, 'x:latest'],
  ['of an older Ollama, by its name', {}, 'x:120b-cloud'],
])('a cloud model %s is recognised', async (_name, fields, name) => {
  there.fake.instead(({ path }) =>
    path === '/api/tags'
      ? [
          { raw: JSON.stringify({ models: [{ model: name, modified_at: '2026-01-01T00:00:00Z', ...fields }] }) },
          { end: true },
        ]
      : undefined,
  )
  await expect(ollama().info()).rejects.toMatchObject(failing('absent'))
  expect(await ollama().store?.list()).toMatchObject([{ name, remoteHost: 'ollama.com' }])
})

test('a cloud model is used if it is configured, and the state names its host', async () => {
  there.fake.models.push(cloudModel)
  const model = ollama({ model: cloudModel.name })
  expect(await model.info()).toMatchObject({ name: cloudModel.name, remoteHost: 'ollama.com' })
  const { detail, remoteHost } = await model.status()
  expect([remoteHost, detail]).toEqual(['ollama.com', expect.stringContaining('ollama.com runs this model')])
})

test('a model whose description fails is skipped', async () => {
  there.fake.models.push({ ...chatModel, name: 'broken:latest', modifiedAt: '2026-06-01T10:00:00Z' })
  there.fake.instead(({ path, json }) =>
    path === '/api/show' && json.model === 'broken:latest'
      ? [{ status: 502, body: '{"error":"bad gateway"}' }]
      : undefined,
  )
  expect((await ollama().info()).name).toBe(chatModel.name)
})

test('a name without a tag is the same model as with `latest`', async () => {
  there.fake.models.push({ ...chatModel, name: 'plain:latest' })
  there.fake.loaded.push('plain:latest')
  there.fake.windows.set('plain:latest', 8192)
  expect(await ollama({ model: 'plain' }).isLoaded?.()).toBe(true)
})

test('the capabilities of old servers are derived from family and template', async () => {
  there.fake.models.splice(
    0,
    9,
    { ...embedModel, capabilities: null },
    { ...chatModel, capabilities: null, template: '{{ if .Tools }}{{ .Tools }}{{ end }}' },
  )
  expect(await ollama().info()).toMatchObject({ name: chatModel.name, tools: true, thinking: false, vision: false })
})

test('a configured model is used, and a missing one is named', async () => {
  expect((await ollama({ model: chatModel.name }).info()).name).toBe(chatModel.name)
  await expect(ollama({ model: 'gone:7b' }).info()).rejects.toMatchObject({
    ...failing('absent'),
    message: expect.stringContaining("model 'gone:7b' not found"),
  })
  await expect(ollama({ model: embedModel.name }).info()).rejects.toMatchObject(failing('absent'))
})

test('the choice is made once, and again after a failure', async () => {
  const model = ollama()
  await Array.fromAsync(model.chat(asking()))
  await Array.fromAsync(model.chat(asking()))
  expect(sent('/api/ps')).toHaveLength(1)
  play({ status: 404, body: '{"error":"model not found"}' })
  await expect(Array.fromAsync(model.chat(asking()))).rejects.toMatchObject(failing('absent'))
  await model.info()
  expect(sent('/api/ps')).toHaveLength(2)
})

test('converts texts to vectors, in order, with the used tokens', async () => {
  const { signal } = new AbortController()
  const { vectors, tokens, model } = await ollama().embed(['opening hours', 'prices', 'opening hours'], signal)
  expect([vectors.length, vectors[0]?.length, tokens, model]).toEqual([3, 64, 10, embedModel.name])
  expect(vectors[0]).toEqual(vectors[2])
  expect(vectors[0]).not.toEqual(vectors[1])
  expect(await ollama().embed([], signal)).toMatchObject({ vectors: [], tokens: 0 })
})

test.each([
  ['too few', { embeddings: [[1, 0]] }],
  ['of different lengths', { embeddings: [[1, 0], [1]] }],
  ['empty', { embeddings: [[], []] }],
  ['no numbers', { embeddings: [['a'], ['b']] }],
  ['missing', {}],
])('invalid vectors are an error of the server: %s', async (_name, body) => {
  there.fake.instead(({ path }) => (path === '/api/embed' ? [{ raw: JSON.stringify(body) }, { end: true }] : undefined))
  const answer = ollama({ embedModel: 'x' }).embed(['a', 'b'], new AbortController().signal)
  await expect(answer).rejects.toMatchObject(failing('broken'))
})

test('status describes what responds, or what does not', async () => {
  const models = [embedModel.name, chatModel.name]
  expect(await ollama().status()).toEqual({
    ok: true,
    detail: `Ollama 0.12.6 at ${there.fake.url} answers with llama3.2:latest.`,
    server: 'Ollama 0.12.6',
    model: 'llama3.2:latest',
    remoteHost: null,
    models,
  })
  there.fake.models.splice(0, 9, embedModel)
  expect(await ollama().status()).toMatchObject({ ok: false, models: [embedModel.name] })
  there.fake.instead(() => [{ raw: '<html>' }, { end: true }])
  expect(await ollama().status()).toMatchObject({ ok: false, detail: expect.stringContaining('not its protocol') })
})

test('status gives up on a hanging server', async () => {
  there.fake.instead(() => [{ hang: true }])
  const asked = there.fake.next()
  const told = ollama().status()
  await asked
  there.clock.move(5_000)
  expect(await told).toMatchObject({ ok: false, detail: expect.stringContaining('within 5 s') })
})

test.each([
  ['127.0.0.1:PORT', true],
  [':PORT', true],
  ['http://127.0.0.1:PORT/', true],
  ['ftp://x', false],
  ['http://', false],
])('parses an address as people write it: %s', async (host, good) => {
  const made = () => ollama({ host: host.replace('PORT', String(there.fake.port)) })
  if (good) expect((await made().status()).ok).toBe(true)
  else expect(made).toThrow('not a URL')
})

test('the fake quotes what the prompt says about the question', async () => {
  const messages: OllamaChat['messages'] = [
    { role: 'system', content: 'You help.\nWe are open from 9 to 17 on weekdays. Returns take 14 days.' },
    { role: 'user', content: 'How many days do returns take?' },
  ]
  const chunks = await Array.fromAsync(ollama().chat(asking({ messages: messages as ChatRequest['messages'] })))
  expect(chunks.map((chunk) => (chunk.kind === 'text' ? chunk.text : '')).join('')).toContain('Returns take 14 days.')
})

test('the fake quotes only sources, if the prompt has them', async () => {
  const content =
    'Say how many days returns take.\n<sources>\n<source n="1" page="Help">\nReturns: 14 days.\n</source>\n</sources>'
  const messages: ChatRequest['messages'] = [
    { role: 'system', content },
    { role: 'user', content: 'How many days do returns take?' },
  ]
  const chunks = await Array.fromAsync(ollama().chat(asking({ messages })))
  expect(chunks.map((chunk) => (chunk.kind === 'text' ? chunk.text : '')).join('')).toBe('Returns: 14 days.')
})
