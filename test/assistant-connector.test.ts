import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { connectorSecret } from '../server/features/assistant/reply/choose.ts'
import { endAtBackend } from '../server/features/assistant/reply/connector-reply.ts'
import { assistantHealth } from '../server/features/assistant/reply/state.ts'
import { testAssistant } from '../server/features/assistant/test-assistant.ts'
import { createDesk, replyTo, said, turnOf } from './support/assistant.ts'
import { createDatabase, type TestDatabase } from './support/database.ts'
import { isSigned, send, startFakeConnector } from './support/fake-connector.ts'
import type { Step } from './support/steps.ts'

let database: TestDatabase
const closing: (() => unknown)[] = []

beforeAll(async () => {
  database = await createDatabase()
})
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})
afterAll(() => database.drop())

describe('a custom backend', () => {
  const start = async () => {
    const backend = await startFakeConnector()
    closing.push(backend.close)
    const connector = { kind: 'http', url: `${backend.url}/chat`, headers: { 'x-team': 'shop' } }
    const file = { sites: [{ id: 'demo', connector }], outbound: { allow: [`127.0.0.1:${backend.port}`] } }
    const one = createDesk(database, { ai: { provider: 'none' }, ...file })
    closing.push(one.close)
    return { backend, one }
  }

  test('receives the turn, signed, without metadata and without anything internal to the team', async () => {
    const { backend, one } = await start()
    const history = [
      said('user', 'Hello'),
      said('agent', 'Hi', { author: { kind: 'human', id: 'ada@team.example', name: 'Ada' }, traceId: 'trace_1' }),
      said('user', 'Prices?'),
    ]
    const turn = turnOf(
      history,
      { user: { id: 7, plan: 'gold' }, locale: 'en' },
      { name: 'Bob', email: null, phone: null },
    )
    const { text, trace } = await replyTo(await one.context(), turn)
    const [seen] = backend.seen
    expect(isSigned(seen!, connectorSecret(one.services, 'demo'))).toBe(true)
    expect(seen?.headers['x-team']).toBe('shop')
    expect(seen?.json).toMatchObject({
      type: 'message',
      conversation: { id: 'conv_1', channel: 'api' },
      message: { role: 'user', type: 'text', text: 'Prices?' },
      history: [{ text: 'Hello' }, { text: 'Hi' }],
      user: { id: 7, plan: 'gold' },
      context: { locale: 'en' },
      contact: { name: 'Bob' },
    })
    expect(seen?.body).not.toMatch(/ada@team|trace_1|metadata/)
    expect(text).toContain('Prices?')
    expect(trace.provider).toBe('http')
  })

  test('receives the kind of message', async () => {
    const { backend, one } = await start()
    const pressed = said('user', 'Red', { payload: { action: { id: 'msg_1', value: 'red' } } })
    await replyTo(await one.context(), turnOf('Hello'))
    await replyTo(await one.context(), turnOf([said('agent', 'Welcome'), said('user', 'Hello')]))
    await replyTo(await one.context(), turnOf([said('user', 'Hello'), pressed]))
    expect(backend.seen.map(({ json }) => json.type)).toEqual(['start', 'message', 'action'])
    expect(backend.seen[2]?.json.message).toMatchObject({ text: 'Red', action: { id: 'msg_1', value: 'red' } })
  })

  test('that returns nothing leaves the visitor with a sentence in their language', async () => {
    const { backend, one } = await start()
    for (const [locale, sentence] of [
      ['en', /^No answer came/],
      ['de', /^Darauf kam keine Antwort/],
    ] as const) {
      backend.script(() => [{ status: 204, body: '' }])
      const { messages } = await replyTo(await one.context(), turnOf('Hello', { locale }))
      expect(messages).toEqual([{ type: 'notice', tone: 'info', text: expect.stringMatching(sentence) }])
    }
    backend.script(() => [send('done', { messages: [], handover: { reason: 'asked' } })])
    const { messages } = await replyTo(await one.context(), turnOf('A person, please'))
    expect(JSON.stringify(messages)).not.toContain('No answer')
  })

  test('streams, shows messages of every type, hands over and finds details', async () => {
    const { backend, one } = await start()
    const messages = [
      { type: 'text', text: 'See ![x](https://evil.example/) this' },
      { type: 'carousel', cards: [{ title: 'Bike', image: { src: 'https://shop.example/a.png', alt: 'A bike' } }] },
    ]
    backend.script(() => [
      { text: 'See ![x](https://evil' },
      { text: '.example/) this' },
      send('done', {
        messages,
        handover: { reason: 'angry' },
        lead: { email: 'a@b.example' },
        usage: { input: 150, output: 50 },
      }),
    ])
    const reply = await replyTo(await one.context(), turnOf('Hello'))
    expect(reply.stream).toEqual(['open', 'See', '  this'])
    expect(reply.messages.slice(0, 2)).toEqual([{ type: 'text', text: 'See  this' }, messages[1]])
    // Nobody is available, whatever the backend promised.
    expect(reply.messages.slice(2)).toMatchObject([
      { type: 'text', text: expect.stringMatching(/^Nobody is available/) },
      { type: 'form', purpose: 'callback' },
    ])
    expect(reply.handover).toEqual({ reason: 'angry', comes: false })
    expect([reply.lead, reply.neurons]).toEqual([{ email: 'a@b.example' }, 2])
  })

  test('can be tested: its text and cost are shown, and a failure with advice', async () => {
    const { backend, one } = await start()
    const ask = async () => await testAssistant(await one.context(), { part: 'model', question: 'Who are you?' })
    const text = { type: 'text', text: 'The backend.' }
    const card = { type: 'carousel', cards: [{ title: 'Bike' }] }
    for (const [done, reply, usage] of [
      [{ messages: [card, text], usage: { input: 150, output: 50 } }, 'The backend.', { input: 150, output: 50 }],
      [{ messages: [card] }, 'It answered without text, with 1 messages.', null],
    ] as const) {
      backend.script(() => [send('done', done)])
      const part = { part: 'model', provider: 'http', model: '', ms: expect.any(Number) }
      expect(await ask()).toMatchObject({ ...part, ok: true, reply, usage })
    }
    expect(backend.seen[0]?.json).toMatchObject({ message: { text: 'Who are you?' }, history: [] })
    backend.script(() => [{ status: 500, body: '' }])
    expect(await ask()).toMatchObject({ ok: false, provider: 'http', reply: expect.stringMatching(/500.*\.$/) })
  })

  test('is notified of the end', async () => {
    const { backend, one } = await start()
    const { signal } = new AbortController()
    await endAtBackend(await one.context(), turnOf('x').conversation, signal)
    expect(backend.seen[0]?.json).toMatchObject({
      type: 'end',
      conversation: { id: 'conv_1' },
      message: null,
      history: [],
    })
    backend.script(() => [{ status: 500, body: '' }])
    await expect(endAtBackend(await one.context(), turnOf('x').conversation, signal)).rejects.toThrow('500')
  })

  test('[R121] that does not stream is not answered as a stream', async () => {
    const { backend, one } = await start()
    backend.script(() => [{ status: 200, body: JSON.stringify({ messages: [{ type: 'text', text: 'Plain.' }] }) }])
    const { stream, text } = await replyTo(await one.context(), turnOf('Hello'))
    expect([stream, text]).toEqual([[], 'Plain.'])
  })

  test.each<[string, Step[]]>([
    ['fails', [{ status: 500, body: '' }]],
    ['answers with no message of ours', [{ status: 200, body: '{"messages":[{"type":"video"}]}' }]],
    ['breaks off', [{ text: 'We' }, { cut: true }]],
  ])('[R126] that %s is an error for the visitor and a line in health', async (_, steps) => {
    const { backend, one } = await start()
    backend.script(() => steps)
    await expect(replyTo(await one.context(), turnOf('Hello'))).rejects.toMatchObject({
      status: 502,
      code: 'connector_error',
    })
    expect(assistantHealth(one.services)).toMatchObject({
      ok: false,
      detail: expect.stringContaining('Site demo: The AI backend'),
    })
    backend.script(() => [send('done', { messages: [{ type: 'text', text: 'Back.' }] })])
    await replyTo(await one.context(), turnOf('Hello'))
    expect(assistantHealth(one.services).ok).toBe(true)
  })
})
