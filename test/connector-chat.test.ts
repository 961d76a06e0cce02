import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { command as siteSecret } from '../server/commands/site-secret.ts'
import { type Body, type ChatWorld, createChatWorld, until } from './support/chat.ts'
import { createDatabase, type TestDatabase } from './support/database.ts'
import { type FakeConnector, isSigned, send, startFakeConnector } from './support/fake-connector.ts'

let backend: FakeConnector
let world: ChatWorld
let file: Record<string, unknown>
let dropDatabase: () => Promise<void>

beforeAll(async () => {
  backend = await startFakeConnector()
  const connector = { kind: 'http', url: `${backend.url}/chat`, headers: {} }
  const sites = [{ id: 'demo', connector, allowedOrigins: ['https://demo.example'] }]
  file = { sites, outbound: { allow: [`127.0.0.1:${backend.port}`] } }
  const database = await createDatabase()
  dropDatabase = database.drop
  world = await createChatWorld({ file, database: { ...database, drop: async () => {} } })
})
afterAll(async () => {
  await world.close()
  await dropDatabase()
  await backend.close()
})
beforeEach(() => answering('All is well.'))

const answering = (text: string, more: Body = {}) =>
  backend.script(() => [send('done', { messages: [{ type: 'text', text }], ...more })])
const failing = () => backend.script(() => [{ status: 500, body: '' }])
const count = async (table: string) =>
  (await world.services.database.sql`select count(*)::int as count from ${world.services.database.sql(table)}`)[0]
    ?.count

describe('a start without a message', () => {
  test('[R111] requests the greeting from the backend, and the first message is then not a start', async () => {
    answering('Welcome to our own backend.', { usage: { input: 150, output: 50 } })
    const body = {
      user: { id: 'u-1' },
      contact: { name: 'Ada' },
      context: { locale: 'de', utm: 'a=b' },
      metadata: { a: 'b' },
    }
    const { id, messages } = await world.start(body)
    expect(messages).toMatchObject([{ role: 'agent', type: 'text', text: 'Welcome to our own backend.' }])
    expect(await world.stored(id)).toMatchObject(messages)
    expect(backend.seen.at(-1)?.json).toEqual({
      type: 'start',
      conversation: { id, channel: 'api' },
      message: null,
      history: [],
      user: { id: 'u-1' },
      context: { pageUrl: null, pageTitle: null, referrer: null, utm: 'a=b', locale: 'de', timezone: null },
      contact: { name: 'Ada', email: null, phone: null },
    })
    expect((await world.emitted(id)).map(({ type }) => type)).toEqual([
      'conversation.started',
      'lead.captured',
      'message.sent',
    ])
    expect((await world.get('/usage')).body.today).toMatchObject({ neurons: 2, messages: 0 })
    await world.say(id, { text: 'Hello' })
    expect(backend.seen.at(-1)?.json).toMatchObject({ type: 'message', history: messages })
  })

  test('[R111] counts as the only start even if the backend greets with nothing', async () => {
    backend.script(() => [{ status: 204, body: '' }])
    const { id, messages } = await world.start({})
    expect(messages).toEqual([])
    failing()
    await world.post(`/conversations/${id}/messages`, { text: 'Hello', clientMessageId: 'a' })
    answering('Here I am.')
    await world.say(id, { text: 'Hello', clientMessageId: 'a' })
    expect(backend.seen.slice(-3).map(({ json }) => json.type)).toEqual(['start', 'message', 'message'])
    expect(backend.seen.at(-1)?.json).toMatchObject({ message: { text: 'Hello' }, history: [] })
  })

  test('[R126] is 502 and stores nothing if the backend fails, also from a page', async () => {
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

  test('[R80] notifies the backend once, signed with what `site secret` shows', async () => {
    const { id } = await world.start({ message: 'Hello', user: { id: 7 } })
    expect((await world.post(`/conversations/${id}/end`)).body).toEqual({ id, ended: true })
    await until(() => ends(id).length > 0)
    await world.post(`/conversations/${id}/end`)
    await until(async () => (await untold()) === 0)
    expect(ends(id)).toHaveLength(1)
    expect(ends(id)[0]?.json).toMatchObject({ message: null, history: [], user: { id: 7 }, contact: null })
    const shown: string[] = []
    const out = { line: (text: string) => shown.push(text), note: () => {}, data: async () => {} }
    await siteSecret.task.run(world.services, { site: 'demo' }, out)
    expect(isSigned(ends(id)[0]!, shown[0]!)).toBe(true)
    await expect(siteSecret.task.run(world.services, { site: 'nowhere' }, out)).rejects.toThrow('No such site: nowhere')
  })

  /** The number of ends that the backend has not been notified of. */
  const untold = async () =>
    (await world.services.database.sql`select from queue where type = 'conversation.tellEnd'`).length

  /** The number of failed notifications, and whether another attempt is scheduled. */
  const failures = async (id: string) => {
    const [job] = await world.services.database.sql`
      select failures from queue where name = ${id} and last_error is not null and lease is null`
    return job?.failures
  }

  test('is retried if the backend fails, without the caller knowing, and finally given up', async () => {
    const { id } = await world.start({ message: 'Hello' })
    failing()
    expect((await world.post(`/conversations/${id}/end`)).status).toBe(200)
    for (const [tries, minutes] of [1, 5, 30].entries()) {
      await until(async () => (await failures(id)) === tries + 1)
      world.clock.move(minutes * 60_000)
    }
    await until(async () => (await untold()) === 0)
    expect(ends(id)).toHaveLength(4)
  })

  test('survives a restart: the next server notifies the backend', async () => {
    const { database } = world.services
    const { id } = await world.start({ message: 'Hello' })
    failing()
    await world.post(`/conversations/${id}/end`)
    await until(async () => (await failures(id)) === 1)
    await world.close()
    answering('Thank you.')
    world = await createChatWorld({ file, database: database as TestDatabase, clock: world.clock })
    world.clock.move(60_000)
    await until(async () => (await untold()) === 0)
    expect(ends(id)).toHaveLength(2)
  })
})
