import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { siteSecretTask } from '../server/commands/site-secret.ts'
import { type Body, type ChatWorld, createChatWorld, until } from './support/chat.ts'
import { type FakeConnector, isSigned, send, startFakeConnector } from './support/fake-connector.ts'

let backend: FakeConnector
let world: ChatWorld

beforeAll(async () => {
  backend = await startFakeConnector()
  const connector = { kind: 'http', url: `${backend.url}/chat`, headers: {} }
  const sites = [{ id: 'demo', connector, allowedOrigins: ['https://demo.example'] }]
  world = await createChatWorld({ file: { sites, outbound: { allow: [`127.0.0.1:${backend.port}`] } } })
})
afterAll(async () => {
  await world.close()
  await backend.close()
})
beforeEach(() => answering('All is well.'))

const answering = (text: string, more: Body = {}) =>
  backend.script(() => [send('done', { messages: [{ type: 'text', text }], ...more })])
const failing = () => backend.script(() => [{ status: 500, body: '' }])
const count = async (table: string) =>
  (await world.parts.database.sql`select count(*)::int as count from ${world.parts.database.sql(table)}`)[0]?.count

describe('a start without a message', () => {
  test('[R111] asks the backend for the greeting, and the first message is then no start', async () => {
    answering('Welcome to our own backend.', { usage: { input: 150, output: 50 } })
    const body = { user: { id: 'u-1' }, contact: { name: 'Ada' }, context: { locale: 'de' }, metadata: { a: 'b' } }
    const { id, messages } = await world.start(body)
    expect(messages).toMatchObject([{ role: 'agent', type: 'text', text: 'Welcome to our own backend.' }])
    expect(await world.stored(id)).toMatchObject(messages)
    expect(backend.seen.at(-1)?.json).toEqual({
      type: 'start',
      conversation: { id, channel: 'api' },
      message: null,
      history: [],
      user: { id: 'u-1' },
      context: { pageUrl: null, pageTitle: null, locale: 'de', timezone: null },
      contact: { name: 'Ada', email: null, phone: null },
    })
    expect((await world.told(id)).map(({ type }) => type)).toEqual([
      'lead.captured',
      'conversation.started',
      'message.sent',
    ])
    expect((await world.get('/usage')).body.today).toMatchObject({ neurons: 2, messages: 0 })
    await world.say(id, { text: 'Hello' })
    expect(backend.seen.at(-1)?.json).toMatchObject({ type: 'message', history: messages })
  })

  test('[R126] that the backend fails is 502 and stores nothing, also from a page', async () => {
    failing()
    const before = [await count('conversations'), await count('leads'), await count('events')]
    const contact = { email: 'lost@mail.example' }
    expect(await world.post('/conversations', { contact })).toMatchObject({
      status: 502,
      body: { error: { code: 'connector_error' } },
    })
    const page = await fetch(`${world.url}/chat/conversations`, {
      method: 'POST',
      headers: { origin: 'https://demo.example', accept: 'text/event-stream' },
      body: JSON.stringify({ site: 'demo' }),
    })
    expect(page.status).toBe(502)
    expect([await count('conversations'), await count('leads'), await count('events')]).toEqual(before)
    const health = (await (await fetch(`${world.url}/healthz?deep=1`)).json()) as Body
    expect(health).toMatchObject({ status: 'degraded', parts: { assistant: { ok: false } } })
  })
})

describe('the end of a conversation', () => {
  const ends = (id: string) =>
    backend.seen.filter(({ json }) => json.type === 'end' && (json.conversation as Body).id === id)

  test('[R80] is told to the backend once, signed with what `site secret` shows', async () => {
    const { id } = await world.start({ message: 'Hello', user: { id: 7 } })
    expect((await world.post(`/conversations/${id}/end`)).body).toEqual({ id, ended: true })
    await until(() => ends(id).length > 0)
    await world.post(`/conversations/${id}/end`)
    await until(async () => (await count('queue')) === 0)
    expect(ends(id)).toHaveLength(1)
    expect(ends(id)[0]?.json).toMatchObject({ message: null, history: [], user: { id: 7 }, contact: null })
    const shown: string[] = []
    const out = { line: (text: string) => shown.push(text), note: () => {}, data: async () => {} }
    await siteSecretTask(world.parts, { site: 'demo' }, out)
    expect(isSigned(ends(id)[0]!, shown[0]!)).toBe(true)
    await expect(siteSecretTask(world.parts, { site: 'nowhere' }, out)).rejects.toThrow('no site nowhere')
  })

  test('is told again where the backend fails; the caller learns nothing of that, and in the end it is left', async () => {
    const { id } = await world.start({ message: 'Hello' })
    failing()
    expect((await world.post(`/conversations/${id}/end`)).status).toBe(200)
    const minutes = [0, 1, 5, 30]
    for (const [tries, pause] of minutes.entries()) {
      world.clock.move(pause * 60_000)
      await until(() => ends(id).length === tries + 1)
    }
    await until(async () => (await count('queue')) === 0)
  })

  test('survives a restart: the job is there for the next server', async () => {
    const { id } = await world.start({ message: 'Hello' })
    failing()
    await world.post(`/conversations/${id}/end`)
    await until(async () => {
      const [job] = await world.parts.database.sql`select last_error from queue where name = ${id}`
      return job?.last_error != null
    })
    answering('Thank you.')
    const database = { ...world.parts.database, drop: async () => {} }
    const { sites, outbound } = world.config
    const file = { sites, outbound, ai: { provider: 'none' } }
    const next = await createChatWorld({ database, clock: world.clock, file })
    try {
      const before = ends(id).length
      world.clock.move(60_000)
      await until(() => ends(id).length === before + 1)
    } finally {
      await next.close()
    }
  })
})
