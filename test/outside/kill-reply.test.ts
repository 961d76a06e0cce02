import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { eventsOf, nextEvent } from '../support/chat.ts'
import { type Client, createClient, read, sse } from '../support/client.ts'
import { type FakeOllama, startFakeOllama } from '../support/fake-ollama.ts'
import { patience } from '../support/live.ts'
import { suspend } from '../support/reader-process.ts'
import { type Server, startServer } from '../support/server.ts'
import { createGate, type Gate, stepped } from '../support/steps.ts'

// Two servers share a Postgres. The embedded database has one process, which is restarted.
const isShared = process.env.TEST_DATABASE === 'server'
/** A server without a heartbeat for five seconds counts as dead. The margin is for a busy machine. */
const withinSeconds = 30_000

let ollama: FakeOllama
let servers: Server[]
/** The number of requests for a reply to the model. */
let asked: number
let isKilled = false

beforeAll(async () => {
  ollama = await startFakeOllama()
  const env = { OLLAMA_HOST: ollama.url }
  const config = { sites: [{ id: 'shop' }], ai: { provider: 'ollama', concurrency: 8 } }
  const first = await startServer({ env, config })
  const { databaseUrl, secret, adminKey } = first
  const same = { DATABASE_URL: databaseUrl, SVC_SECRET: secret, ADMIN_API_KEY: adminKey }
  servers = isShared ? [first, await startServer({ env: { ...env, ...same }, config })] : [first]
  const limits = { messagesPerIpPerMinute: 1_000 }
  await client().call('PUT', '/settings', {
    body: { settings: { security: { limits }, welcomeMessage: '', autoSummary: false } },
  })
}, 120_000)
afterAll(async () => {
  for (const server of servers.toReversed()) await server[Symbol.asyncDispose]()
  await ollama.close()
})
beforeEach(async () => {
  asked = 0
  if (isKilled) await servers[0]!.restart()
  isKilled = false
})

/** All servers know the admin key of the first. */
const client = (server = servers[0]!): Client => createClient({ url: server.url, adminKey: servers[0]!.adminKey })
/** The remaining server after the first one was killed. */
const left = () => servers.at(-1)!

/** The model's replies in order; the last one repeats. */
function says(...replies: (string[] | Gate)[]): void {
  const steps = replies.map((one) =>
    Array.isArray(one) ? one.map((text) => ({ text })) : stepped(one, ['Half of ', 'a reply.']),
  )
  ollama.script(() => steps[Math.min(asked++, steps.length - 1)]!)
}

type Chat = { id: string; token: string; events: ReturnType<typeof eventsOf> }
const question = { text: 'What is a tube?', clientMessageId: 'question' }
const ask = (server: Server, { id, token }: Pick<Chat, 'id' | 'token'>, headers = {}) =>
  client(server).chat('POST', `/conversations/${id}/messages`, { token, body: question, headers })

/** A visitor asks the first server, which has written half of the reply. */
async function begin(gate: Gate): Promise<Chat> {
  const started = await client().chat('POST', '/conversations', { body: { site: 'shop' } })
  const { id, token } = (await read(started)).body
  const events = eventsOf(await ask(servers[0]!, { id, token }, sse))
  gate.step()
  await nextEvent(events, 'delta')
  return { id, token, events }
}

async function kill(): Promise<void> {
  await servers[0]!.kill9()
  isKilled = isShared
  if (!isShared) await servers[0]!.restart()
}

const said = async (id: string) => (await client(left()).stored(id)).map(({ role, text }) => [role, text])

test('another server writes the reply of a killed one within seconds, and a repeated request gets it once', async () => {
  const gate = createGate()
  says(gate, ['All of the reply.'])
  const chat = await begin(gate)
  await kill()
  const begun = performance.now()
  const following = await client(left()).chat('GET', `/conversations/${chat.id}/events`, { token: chat.token })
  const during = ask(left(), chat)
  const { data } = await nextEvent(eventsOf(following), 'message.sent')
  expect(performance.now() - begun).toBeLessThan(withinSeconds)
  expect(data.messages).toMatchObject([{ role: 'agent', text: 'All of the reply.' }])
  for (const repeat of [await during, await ask(left(), chat)])
    expect(await read(repeat)).toMatchObject({ status: 200, body: { messages: [{ id: data.messages[0].id }] } })
  expect(await said(chat.id)).toEqual([
    ['user', question.text],
    ['agent', 'All of the reply.'],
  ])
  expect(asked).toBe(2)
}, 120_000)

test('a person’s answer cancels the reply if no other server has started it yet', async () => {
  const gate = createGate()
  // The model hangs, so what another server has started by then is cancelled.
  says(gate, createGate())
  const chat = await begin(gate)
  await kill()
  expect((await client(left()).post(`/conversations/${chat.id}/reply`, { text: 'I am here.' })).status).toBe(201)
  expect((await read(await ask(left(), chat))).body.messages).toEqual([])
  expect(await said(chat.id)).toEqual([
    ['user', question.text],
    ['agent', 'I am here.'],
  ])
}, 120_000)

if (isShared)
  test('a server that was suspended while writing a reply stores nothing when it resumes', async () => {
    const gate = createGate()
    says(gate, ['All of the reply.'])
    const chat = await begin(gate)
    await suspend(servers[0]!.pid)
    try {
      expect((await read(await ask(left(), chat))).body.messages).toMatchObject([{ text: 'All of the reply.' }])
    } finally {
      process.kill(servers[0]!.pid, 'SIGCONT')
    }
    gate.open()
    expect((await nextEvent(chat.events, 'error')).data.error.reason).toBe('reply_lost')
    expect(await said(chat.id)).toEqual([
      ['user', question.text],
      ['agent', 'All of the reply.'],
    ])
  }, 120_000)

if (isShared)
  test('of a hundred replies on two servers, each is finished once, and each within seconds of a kill', async () => {
    const model = writeOncePerQuestion()
    const chats: { id: string; token: string }[] = []
    for (let number = 0; number < 100; number++) {
      const started = await client(servers[number % 2]).chat('POST', '/conversations', { body: { site: 'shop' } })
      const { status, body } = await read(started)
      expect([status, body]).toEqual([201, expect.anything()])
      chats.push(body)
    }
    const asks = chats.map(({ id, token }, number) => {
      const body = { text: `Question ${number}?`, clientMessageId: 'question' }
      return client(servers[number % 2]).chat('POST', `/conversations/${id}/messages`, { token, body })
    })
    const answers = Promise.allSettled(asks)
    const withMessages = async (count: number) => {
      const { items } = (await client(left()).call('GET', '/conversations?limit=100')).body
      const those = items.filter((item: { messageCount: number }) => item.messageCount === count)
      return those.length
    }
    await expect.poll(() => withMessages(1), { ...patience, interval: 250 }).toBe(100)
    // Both servers are in the middle of as many as the model takes at a time; the others wait.
    await expect.poll(model.halfDone, patience).toBe(16)
    const killed = performance.now()
    await kill()
    model.open()
    await expect.poll(() => withMessages(2), { ...patience, interval: 250 }).toBe(100)
    expect(performance.now() - killed).toBeLessThan(withinSeconds)
    await answers
    const all = await Promise.all(chats.map(({ id }) => said(id)))
    expect(all).toEqual(
      chats.map((_, number) => [
        ['user', `Question ${number}?`],
        ['agent', `Half of a reply to question ${number}.`],
      ]),
    )
    expect(model.atTheSameTime()).toEqual([])
  }, 120_000)

/** A model that writes half of each reply, and the rest once it is open. */
function writeOncePerQuestion() {
  const gate = createGate()
  const running = new Map<string, number>()
  const twice: string[] = []
  let half = 0
  async function* write(question: string) {
    const now = (running.get(question) ?? 0) + 1
    running.set(question, now)
    if (now > 1) twice.push(question)
    try {
      yield { text: 'Half of a reply ' }
      half++
      yield { wait: gate }
      yield { text: `to question ${question}.` }
    } finally {
      running.set(question, (running.get(question) ?? 0) - 1)
    }
  }
  ollama.script(({ messages }) => write(/Question (\d+)\?/.exec(JSON.stringify(messages))?.[1] ?? 'unknown'))
  return { halfDone: () => half, open: gate.open, atTheSameTime: () => twice }
}
