import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Connector, type ConnectorRequest, createConnector } from '../../server/outside/connector.ts'
import { createDial } from '../../server/outside/dial.ts'
import { createTestClock, type TestClock } from '../support/clock.ts'
import { type FakeConnector, isSigned, send, startFakeConnector } from '../support/fake-connector.ts'
import { createGate, type Step, stepped } from '../support/steps.ts'

let fake: FakeConnector
let clock: TestClock
let connector: Connector

beforeEach(async () => {
  fake = await startFakeConnector()
  clock = createTestClock()
  const dial = createDial({ allow: [`127.0.0.1:${fake.port}`], ownOrigin: () => 'http://127.0.0.1:8787', clock })
  connector = createConnector(dial, clock)
})

afterEach(() => fake.close())

const request: ConnectorRequest = {
  type: 'message',
  conversation: { id: 'conv_1' },
  message: { text: 'Wann öffnen Sie? ☀️' },
  history: [],
  user: null,
  context: null,
  contact: null,
}
const never = new AbortController().signal
const asking = (parts: { headers?: Record<string, string>; url?: string; signal?: AbortSignal } = {}) => {
  const { headers = {}, url = `${fake.url}/bot`, signal = never } = parts
  return connector.ask({ url, headers, secret: 'the secret of the site' }, request, signal)
}
const all = (parts?: Parameters<typeof asking>[0]) => Array.fromAsync(asking(parts))
const play = (...steps: Step[]) => fake.script(() => steps)
const json = (body: unknown): Step => ({ status: 200, body: JSON.stringify(body) })
const text = (words: string) => ({ type: 'text' as const, text: words })
const failing = (kind: string) => ({ name: 'ConnectorError', kind })

test('posts JSON to the URL, signed over the sent bytes, with the headers of the site', async () => {
  await all({ headers: { 'X-Team': 'north', 'X-Svc-Signature': 'forged', 'Content-Type': 'text/plain' } })
  const [seen] = fake.seen
  expect(seen).toMatchObject({ method: 'POST', path: '/bot', json: request })
  expect(seen?.headers).toMatchObject({
    'content-type': 'application/json',
    'x-team': 'north',
    'x-svc-timestamp': String(Math.floor(clock.now() / 1000)),
  })
  expect(isSigned(seen!, 'the secret of the site')).toBe(true)
  expect(isSigned(seen!, 'another secret')).toBe(false)
})

test('accepts a complete JSON answer', async () => {
  const answer = {
    messages: [text('Hello.'), { type: 'options', options: [{ label: 'Yes', value: 'y' }] }],
    handover: { reason: 'asked for a person' },
    lead: { name: 'Ada', email: 'ada@example.com', fields: { size: 'M' } },
    usage: { input: 12, output: 5 },
  }
  play(json(answer))
  expect(await all()).toEqual([{ kind: 'done', answer }])
})

test('fields of a message beyond its content are dropped: ids and times are ours', async () => {
  play(json({ messages: [{ ...text('Hello.'), id: 'msg_of_another', ts: 1, role: 'system', meta: { human: true } }] }))
  expect(await all()).toEqual([{ kind: 'done', answer: { messages: [text('Hello.')] } }])
})

test('an empty answer is valid', async () => {
  play({ status: 204, body: '' })
  expect(await all()).toEqual([{ kind: 'done', answer: { messages: [] } }])
})

test('passes each delta on before the backend writes the next, then the whole answer', async () => {
  const gate = createGate()
  const answer = { messages: [text('one two')] }
  fake.script(() => [...stepped(gate, ['one', ' two']), { wait: gate }, send('done', answer), { hang: true }])
  const chunks = asking()[Symbol.asyncIterator]()
  for (const delta of ['one', ' two']) {
    gate.step()
    expect(await chunks.next()).toEqual({ done: false, value: { kind: 'text', text: delta } })
  }
  gate.step()
  expect(await chunks.next()).toEqual({ done: false, value: { kind: 'done', answer } })
  expect((await chunks.next()).done).toBe(true)
  expect(clock.timers()).toBe(0)
})

test.each<[string, Step[], string, string, RegExp]>([
  ['an error status', [{ status: 500, body: 'secret stack trace' }], 'status', 'backend_status', /the status 500\.$/],
  ['a redirect', [{ status: 302, body: '' }], 'status', 'backend_status', /302/],
  ['what is no JSON', [{ status: 200, body: '<html>' }], 'invalid', 'backend_invalid', /not JSON/],
  ['JSON without messages', [json({ text: 'Hello' })], 'invalid', 'backend_invalid', /messages/],
  [
    'a message of an unknown type',
    [json({ messages: [{ type: 'video' }] })],
    'invalid',
    'backend_invalid',
    /messages\.0\.type/,
  ],
  [
    'a link that runs script',
    [json({ messages: [links('javascript:alert(1)')] })],
    'invalid',
    'backend_invalid',
    /links\.0\.url/,
  ],
  [
    'a thousand messages',
    [json({ messages: new Array(1000).fill(text('a')) })],
    'invalid',
    'backend_invalid',
    /messages/,
  ],
  [
    'more than a megabyte',
    [json({ messages: [text('a'.repeat(1_100_000))] })],
    'large',
    'answer_too_large',
    /larger than/,
  ],
  ['a million brackets', [{ status: 200, body: '['.repeat(900_000) }], 'invalid', 'backend_invalid', /not JSON/],
  [
    'an event that says so',
    [{ text: 'one' }, { error: 'secret words' }],
    'broken',
    'backend_failed',
    /says that it failed\.$/,
  ],
  ['a stream that ends too early', [{ text: 'one' }, { end: true }], 'broken', 'backend_failed', /before it was done/],
  ['a stream that breaks', [{ text: 'one' }, { cut: true }], 'broken', 'connection_broken', /broke/],
  ['a delta that is none', [send('delta', { words: 'a' }), { hang: true }], 'invalid', 'backend_invalid', /text/],
  ['an end that is none', [send('done', { messages: 'a' }), { hang: true }], 'invalid', 'backend_invalid', /messages/],
  ['events without end', [{ endless: 'for ever and ' }], 'large', 'answer_too_large', /larger than/],
])('every failure is a ConnectorError that reveals no secret: %s', async (_name, steps, kind, reason, message) => {
  if (!('status' in steps[0]!)) steps.unshift({ raw: ': hello\n\n' })
  play(...steps)
  await expect(all()).rejects.toMatchObject({ ...failing(kind), reason, message: expect.stringMatching(message) })
  await expect(all()).rejects.not.toMatchObject({ message: expect.stringContaining('secret') })
})

function links(url: string) {
  return { type: 'links', links: [{ label: 'Here', url }] }
}

test('a backend that does not answer within 60 s is given up, and so is a trickling one', async () => {
  play({ hang: true })
  let asked = fake.next()
  const silent = all()
  await asked
  clock.move(60_000)
  await expect(silent).rejects.toMatchObject(failing('slow'))
  const gate = createGate()
  fake.script(() => stepped(gate, new Array(10).fill('a')))
  asked = fake.next()
  const chunks = asking()[Symbol.asyncIterator]()
  gate.step()
  await chunks.next()
  clock.move(59_999)
  gate.step()
  await chunks.next()
  const next = chunks.next()
  clock.move(1)
  await expect(next).rejects.toMatchObject(failing('slow'))
  await (await asked).left
})

test('a visitor who leaves aborts the call', async () => {
  const caller = new AbortController()
  play({ text: 'one' }, { hang: true })
  const asked = fake.next()
  const chunks = asking({ signal: caller.signal })[Symbol.asyncIterator]()
  await chunks.next()
  const next = chunks.next()
  caller.abort()
  await expect(next).rejects.toMatchObject(failing('aborted'))
  await (await asked).left
})

test.each([
  ['http to a public address', 'http://93.184.216.34/bot', 'must begin with https'],
  ['a private address that is not allowed', 'https://10.0.0.1/bot', 'private address'],
  ['the metadata of a cloud', 'https://169.254.169.254/bot', 'never called'],
])('calls only allowed addresses: %s', async (_name, url, message) => {
  await expect(all({ url })).rejects.toMatchObject({ ...failing('refused'), message: expect.stringContaining(message) })
})
