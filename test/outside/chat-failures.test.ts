import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { allEvents, eventsOf, nextEvent, type ServerSentEvent } from '../support/chat.ts'
import { type Client, createClient, type Reply, read, sse } from '../support/client.ts'
import { chatModel, embedModel, type FakeOllama, startFakeOllama } from '../support/fake-ollama.ts'
import { type Server, startServer } from '../support/server.ts'
import { createGate, type Step, stepped } from '../support/steps.ts'

let ollama: FakeOllama
let server: Server
let desk: Client

beforeAll(async () => {
  ollama = await startFakeOllama()
  server = await startServer({
    env: { OLLAMA_HOST: ollama.url },
    config: { sites: [{ id: 'shop' }], ai: { provider: 'ollama', concurrency: 8 } },
  })
  desk = createClient(server)
  const limits = { messagesPerSitePerDay: 100_000, messagesPerIpPerMinute: 10_000 }
  await desk.call('PUT', '/settings', { body: { settings: { security: { limits } } } })
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await ollama.close()
})
afterEach(() => {
  says({ text: 'All is well.' })
  ollama.instead(() => undefined)
  ollama.models.splice(0, Infinity, chatModel, embedModel)
})

const says = (...steps: Step[]) => ollama.script(() => steps)

/** The model answers the visitor who wrote this in one way, and every other in another. */
const saysTo = (text: string, steps: Step[], others: Step[]) =>
  ollama.script(({ messages }) => (messages.at(-1)?.content.includes(text) ? steps : others))

const textOf = (events: ServerSentEvent[]) => events.map(({ data }) => data.text).join('')

/** The end of a stream, with nothing before it but deltas. */
async function endOf(response: Response): Promise<{ deltas: ServerSentEvent[]; event: string; data: Reply['body'] }> {
  const events = await allEvents(response)
  const deltas = events.slice(0, -1)
  expect(deltas.map(({ event }) => event)).toEqual(deltas.map(() => 'delta'))
  return { deltas, ...events.at(-1)! }
}

const startWith = (body: Record<string, unknown>, signal?: AbortSignal) =>
  desk.api('POST', '/conversations', { body, headers: sse, ...(signal ? { signal } : {}) })

const say = (id: string, body: Record<string, unknown>) => desk.post(`/conversations/${id}/messages`, body)

describe('[R126] [threat 17] a model server that', () => {
  const sentence = expect.stringMatching(/^[A-Z][^{}<>]+\.$/)

  test.each<[string, Step[]]>([
    ['answers 503', [{ status: 503, body: '{"error":"server busy"}' }]],
    ['answers 500', [{ status: 500, body: '{"error":"out of memory"}' }]],
    ['answers rubbish', [{ raw: '<html>It works!</html>\n' }]],
    ['answers another protocol', [{ raw: '{"choices":[{"delta":{"content":"Hello"}}]}\n' }]],
    ['hangs up', [{ cut: true }]],
    ['sends the caller elsewhere', [{ status: 307, location: 'http://127.0.0.1:2/api/chat', body: '' }]],
  ])('%s: 502 with the conversation’s id, in JSON and for a stream, and a line in health', async (_, steps) => {
    says(...steps)
    const json = await desk.post('/conversations', { message: 'Hello' })
    const stream = await read(await startWith({ message: 'Hello' }))
    for (const { status, body } of [json, stream]) {
      expect(status).toBe(502)
      expect(body).toEqual({
        error: { code: 'connector_error', message: sentence },
        id: expect.stringMatching(/^conv_/),
      })
    }
    const { parts } = (await read(await fetch(`${server.url}/healthz?deep=1`))).body
    expect(parts.model).toMatchObject({ ok: false, detail: expect.stringContaining(ollama.url) })
    says({ text: 'All is well.' })
    const again = await say(json.body.id, { text: 'And now?' })
    expect(again).toMatchObject({ status: 200, body: { messages: [{ text: 'All is well.' }] } })
  })

  test('lacks the model, or is not there: 502, and well again without a restart', async () => {
    ollama.models.splice(0)
    expect((await desk.post('/conversations', { message: 'Hello' })).status).toBe(502)
    const { port } = ollama
    await ollama.close()
    expect((await desk.post('/conversations', { message: 'Hello' })).status).toBe(502)
    ollama = await startFakeOllama(port)
    says({ text: 'All is well.' })
    expect((await desk.post('/conversations', { message: 'Hello' })).status).toBe(201)
  })

  test('says nothing: 502', async () => {
    says()
    expect((await desk.post('/conversations', { message: 'Hello' })).status).toBe(502)
  })

  test.each<[string, Step]>([
    ['breaks off', { cut: true }],
    ['ends without its end', { end: true }],
    ['fails', { error: 'llama runner process has terminated' }],
    ['talks nonsense', { raw: 'nonsense\n' }],
  ])('%s in the middle: what was written, then one error; nothing of it is kept', async (_, step) => {
    const gate = createGate()
    says({ text: 'We deliver ' }, { wait: gate }, step)
    const events = eventsOf(await startWith({ message: 'Hello', clientMessageId: 'hello' }))
    expect((await nextEvent(events, 'delta')).data.text.trim()).toBe('We deliver')
    gate.open()
    const { data } = await nextEvent(events, 'error')
    expect(data).toEqual({ error: { code: 'connector_error', message: sentence }, id: expect.any(String) })
    expect((await events.next()).done).toBe(true)
    expect((await desk.stored(data.id)).map(({ text }) => text)).toEqual(['Hello'])
    says({ text: 'We deliver everywhere.' })
    const again = await say(data.id, { text: 'Hello', clientMessageId: 'hello' })
    expect(again.body.messages).toMatchObject([{ text: 'We deliver everywhere.' }])
    expect(await desk.stored(data.id)).toHaveLength(2)
  })

  test('does not stop is stopped, and says so with the reply', async () => {
    says({ endless: 'word ' })
    const asked = ollama.next('/api/chat')
    const { body } = await desk.post('/conversations', { message: 'Hello' })
    await (await asked).left
    expect(body.messages[0].text).toMatch(/^(word )+word ?…$/)
    expect(body.messages[0].text.length).toBeLessThan(32_000)
  })

  test('thinks for ever is given up', async () => {
    const thought = { thinking: 'hm '.repeat(1000) }
    says(...Array.from({ length: 200 }, () => thought), { hang: true })
    const asked = ollama.next('/api/chat')
    expect((await desk.post('/conversations', { message: 'Hello' })).status).toBe(502)
    await (await asked).left
  })

  test('hangs for some: who asks beside them is answered, and giving them up disturbs nobody', async () => {
    const gate = createGate()
    saysTo('silence', [{ hang: true }], [{ text: 'All ' }, { wait: gate }, { text: 'is well.' }])
    const leave = new AbortController()
    const hang = async () => {
      const asked = ollama.next('/api/chat')
      const given = startWith({ message: 'silence' }, leave.signal).catch((error: Error) => error.name)
      return { given, left: (await asked).left }
    }
    const hanging = [await hang(), await hang(), await hang()]
    const beside = eventsOf(await startWith({ message: 'Hello' }))
    await nextEvent(beside, 'delta')
    leave.abort()
    expect(await Promise.all(hanging.map(({ given }) => given))).toEqual(Array(3).fill('AbortError'))
    await Promise.all(hanging.map(({ left }) => left))
    gate.open()
    expect((await nextEvent(beside, 'done')).data.messages[0].text).toBe('All is well.')
  })
})
