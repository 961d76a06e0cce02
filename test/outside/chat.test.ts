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

describe('a chat over the API', () => {
  test('[R118] [R119] a stream is deltas and one done; done is what JSON answers and what is stored', async () => {
    says({ text: 'One, ' }, { text: 'two, ' }, { text: 'three.' })
    const body = { message: 'Count', externalId: 'x-1', metadata: { plan: 'gold' } }
    const json = await desk.post('/conversations', body)
    const stream = await startWith(body)
    expect([json.status, stream.status]).toEqual([201, 201])
    const { deltas, event, data } = await endOf(stream)
    expect([event, textOf(deltas)]).toEqual(['done', 'One, two, three.'])
    expect(shapeOf(data)).toEqual(shapeOf(json.body))
    expect((await desk.stored(data.id)).slice(1)).toMatchObject(data.messages)

    const next = { text: 'And on?' }
    const second = await desk.post(`/conversations/${json.body.id}/messages`, next)
    const streamed = await endOf(
      await desk.api('POST', `/conversations/${data.id}/messages`, { body: next, headers: sse }),
    )
    expect([second.status, streamed.event]).toEqual([200, 'done'])
    expect(shapeOf(streamed.data)).toEqual(shapeOf(second.body))
    expect((await desk.stored(data.id)).slice(3)).toMatchObject(streamed.data.messages)
  })

  test('[R118] a model that waits after its first token: that token is here before the second is sent', async () => {
    const gate = createGate()
    says(...stepped(gate, ['First ', 'second.']))
    const asked = ollama.next('/api/chat')
    const response = startWith({ message: 'Hello' })
    await asked
    gate.step()
    const events = eventsOf(await response)
    expect((await nextEvent(events, 'delta')).data.text.trim()).toBe('First')
    gate.open()
    expect((await nextEvent(events, 'done')).data.messages[0].text).toBe('First second.')
  })

  test('[U101] a closed stream stops the model and keeps what was written; the retry replaces it', async () => {
    const { id } = (await desk.post('/conversations', { message: 'Hello' })).body
    says({ text: 'Half of ' }, { hang: true })
    const asked = ollama.next('/api/chat')
    const leave = new AbortController()
    const body = { text: 'Tell me all', clientMessageId: 'all' }
    const sent = { body, headers: sse, signal: leave.signal }
    const events = eventsOf(await desk.api('POST', `/conversations/${id}/messages`, sent))
    await nextEvent(events, 'delta')
    leave.abort()
    await (await asked).left
    const kept = async () => (await desk.stored(id)).at(-1)
    await expect.poll(kept).toMatchObject({ role: 'agent', text: 'Half of', meta: { interrupted: true } })
    says({ text: 'The whole.' })
    expect((await say(id, body)).body.messages).toMatchObject([{ text: 'The whole.' }])
    const texts = (await desk.stored(id)).map(({ text }) => text)
    expect(texts).toEqual(['Hello', 'All is well.', 'Tell me all', 'The whole.'])
  })
})

/** Names and kinds of what a body holds, without its values. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf)
  if (typeof value !== 'object' || value === null) return value === null ? null : typeof value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, shapeOf(item)]))
}

describe('a chat on a page', () => {
  const start = (message: string, signal?: AbortSignal) =>
    desk.chat('POST', '/conversations', {
      body: { site: 'shop', message },
      headers: sse,
      ...(signal ? { signal } : {}),
    })
  const history = async ({ id, token }: { id: string; token: string }) =>
    (await read(await desk.chat('GET', `/conversations/${id}/messages`, { token }))).body

  test('[R118] a model that waits after its first token: that token is here before the second is sent', async () => {
    const gate = createGate()
    says(...stepped(gate, ['First ', 'second.']))
    const events = eventsOf(await start('Hello'))
    gate.step()
    expect((await nextEvent(events, 'delta')).data.text.trim()).toBe('First')
    gate.open()
    expect((await nextEvent(events, 'done')).data.messages[0].text).toBe('First second.')
  })

  test('[U101] a closed stream stops nothing: the reply is finished, stored, and told to whoever follows', async () => {
    const gate = createGate()
    says(...stepped(gate, ['First ', 'second.']))
    gate.step()
    const asked = ollama.next('/api/chat')
    const leave = new AbortController()
    const events = eventsOf(await start('Hello', leave.signal))
    const chat = (await nextEvent(events, 'stored')).data
    await nextEvent(events, 'delta')
    const following = await desk.chat('GET', `/conversations/${chat.id}/events`, { token: chat.token })
    const left = (await asked).left.then(() => 'left')
    leave.abort()
    gate.open()
    const { data } = await nextEvent(eventsOf(following), 'message.sent')
    expect(data.messages).toMatchObject([{ role: 'agent', text: 'First second.' }])
    const { messages, writing } = await history(chat)
    expect([messages.at(-1).text, messages.at(-1).meta?.interrupted, writing]).toEqual([
      'First second.',
      undefined,
      false,
    ])
    expect(await Promise.race([left, Promise.resolve('finished')])).toBe('finished')
  })

  test('[U101] stop ends it: the stream gets what was written, and the model server sees that it is over', async () => {
    says({ text: 'Half of ' }, { hang: true })
    const asked = ollama.next('/api/chat')
    const events = eventsOf(await start('Hello'))
    const chat = (await nextEvent(events, 'stored')).data
    await nextEvent(events, 'delta')
    const stop = await desk.chat('POST', `/conversations/${chat.id}/stop`, { token: chat.token, body: {} })
    expect((await read(stop)).body).toEqual({ id: chat.id, stopped: true })
    const { data } = await nextEvent(events, 'done')
    expect(data.messages).toMatchObject([{ text: 'Half of', meta: { interrupted: true } }])
    await (await asked).left
    expect((await history(chat)).messages.at(-1)).toMatchObject({ text: 'Half of' })
  })
})

