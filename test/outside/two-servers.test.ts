import { afterAll, beforeAll, expect, test } from 'vitest'
import { allEvents, eventsOf, nextEvent } from '../support/chat.ts'
import { type Client, createClient, read, sse } from '../support/client.ts'
import { type FakeOllama, startFakeOllama } from '../support/fake-ollama.ts'
import { type Server, startServer } from '../support/server.ts'
import { createGate, stepped } from '../support/steps.ts'

let ollama: FakeOllama
let servers: Server[]
let one: Client
let other: Client

const sites = ['shop', 'capped'].map((id) => ({ id }))
const config = { sites, ai: { provider: 'ollama', concurrency: 8 } }

beforeAll(async () => {
  ollama = await startFakeOllama()
  const env = { OLLAMA_HOST: ollama.url }
  const first = await startServer({ env, config })
  const { databaseUrl, secret, adminKey } = first
  const same = { DATABASE_URL: databaseUrl, SVC_SECRET: secret, ADMIN_API_KEY: adminKey }
  const second = await startServer({ env: { ...env, ...same }, config })
  servers = [first, second]
  one = createClient(first)
  other = createClient({ url: second.url, adminKey })
})
afterAll(async () => {
  for (const server of servers.toReversed()) await server[Symbol.asyncDispose]()
  await ollama.close()
})

const shop = '/conversations?site=shop'

test('[R124] [R125] 50 parallel starts with a daily cap of 20 give exactly 20', async () => {
  const security = { limits: { messagesPerSitePerDay: 20 } }
  await one.call('PUT', '/settings?site=capped', { body: { settings: { security } } })
  const capOf = async () => {
    const { sites } = (await other.get('/me')).body
    return sites.find(({ id }: { id: string }) => id === 'capped').production.dailyCap
  }
  await expect.poll(capOf).toBe(20)
  const start = (_: unknown, at: number) =>
    (at % 2 ? one : other).post('/conversations?site=capped', { message: `Hello ${at}` })
  const replies = await Promise.all(Array.from({ length: 50 }, start))
  const refused = replies.filter(({ status }) => status !== 201)
  expect(refused.map(({ status, body }) => [status, body.error.code])).toEqual(Array(30).fill([429, 'quota_exceeded']))
  const { items } = (await other.get('/conversations?site=capped&limit=100')).body
  expect(items.map(({ id }: { id: string }) => id).sort()).toEqual(
    replies
      .filter(({ status }) => status === 201)
      .map(({ body }) => body.id)
      .sort(),
  )
})

test('[U98] the same Idempotency-Key at both servers runs once: the second waits, and gets the first answer', async () => {
  const gate = createGate()
  ollama.script(() => stepped(gate, ['Only ', 'once.']))
  const before = ollama.seen.filter(({ path }) => path === '/api/chat').length
  const asked = ollama.next('/api/chat')
  const headers = { 'idempotency-key': 'order-4711' }
  const body = { message: 'Hello', externalId: 'order-4711' }
  const replies = [one, other, one, other].map((client) => client.post(shop, body, headers))
  await asked
  gate.open()
  const answers = await Promise.all(replies)
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201])
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
  expect(answers.filter(({ headers }) => headers.get('idempotent-replay') === 'true')).toHaveLength(3)
  expect(ollama.seen.filter(({ path }) => path === '/api/chat').length - before).toBe(1)
  expect((await other.get(`${shop}&externalId=order-4711`)).body.items).toHaveLength(1)

  const streamed = await allEvents(await other.api('POST', shop, { body, headers: { ...headers, ...sse } }))
  expect(streamed).toMatchObject([{ event: 'done', data: answers[0]!.body }])
  expect((await one.post(shop, { message: 'Another' }, headers)).status).toBe(409)
})

test('[U98] a clientMessageId sent to both servers is stored and answered once', async () => {
  const gate = createGate()
  const { id } = (await one.post(shop)).body
  ollama.script(() => stepped(gate, ['Only ', 'once.']))
  const asked = ollama.next('/api/chat')
  const body = { text: 'Hello', clientMessageId: 'hello' }
  const replies = [one, other].map((client) => client.post(`/conversations/${id}/messages?site=shop`, body))
  await asked
  gate.open()
  const [first, second] = await Promise.all(replies)
  expect([first?.status, second?.body]).toEqual([200, first?.body])
  const { messages } = (await other.get(`/conversations/${id}?site=shop`)).body
  expect(messages.slice(1).map(({ text }: { text: string }) => text)).toEqual(['Hello', 'Only once.'])
})

test('the event log spans both servers: a request waiting at one gets an event of the other immediately', async () => {
  const follow = async (after: string) => (await other.get(`/events?site=shop&wait=25&after=${after}`)).body
  let { next } = (await other.get('/events?site=shop&limit=500')).body
  const delays: number[] = []
  for (let round = 0; round < 5; round++) {
    const waiting = follow(next).then((body) => ({ body, at: performance.now() }))
    const { id } = (await one.post(shop)).body
    const told = performance.now()
    const { body, at } = await waiting
    expect(body.items[0]).toMatchObject({ type: 'conversation.started', site: 'shop', data: { conversationId: id } })
    delays.push(at - told)
    next = body.next
    // The greeting may be included, or comes next.
    if (body.items.length === 1) next = (await follow(next)).next
  }
  // Typically a few milliseconds. The margin is for a machine that is busy with other tests.
  expect(delays.sort((a, b) => a - b)[2]).toBeLessThan(500)
})

test('[U101] a stop sent to one server stops the reply that the other writes', async () => {
  ollama.script(() => [{ text: 'Half of ' }, { hang: true }])
  const body = { site: 'shop', message: 'Hello' }
  const events = eventsOf(await one.chat('POST', '/conversations', { body, headers: sse }))
  const { id, token } = (await nextEvent(events, 'stored')).data
  await nextEvent(events, 'delta')
  const stop = await other.chat('POST', `/conversations/${id}/stop`, { token, body: {} })
  expect((await read(stop)).body).toEqual({ id, stopped: true })
  const { messages } = (await nextEvent(events, 'done')).data
  expect(messages).toMatchObject([{ text: 'Half of', meta: { interrupted: true } }])
})
