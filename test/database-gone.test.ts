import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { silentLog } from '../server/core/log.ts'
import { enqueue } from '../server/core/queue.ts'
import { openEmbedded } from '../server/database/embedded/embedded.ts'
import { migrate } from '../server/database/migrate.ts'
import { openServer } from '../server/database/server/server.ts'
import { allScopes } from '../shared/scope.ts'
import { allEvents, type ChatWorld, createChatWorld } from './support/chat.ts'
import { embeddedTemplate, type TestDatabase } from './support/database.ts'
import { emitEvent } from './support/emit.ts'
import { openSocket, patience } from './support/live.ts'
import { type PostgresServer, startPostgres } from './support/postgres.ts'
import { createGate, stepped } from './support/steps.ts'
import type { Reply } from './support/world.ts'

const migrations = new URL('../migrations/', import.meta.url)
const isServer = process.env.TEST_DATABASE === 'server'

let world: ChatWorld
let key: string
let server: PostgresServer | undefined

beforeAll(async () => {
  world = await createChatWorld({ database: await (isServer ? onServer() : embedded()) })
  await world.set({ security: { limits: { messagesPerSitePerDay: 100_000 } } })
  key = await world.key(allScopes, { ratePerMinute: 100_000 })
})
afterAll(async () => {
  await world.close()
  await server?.stop()
})
// Each test has its own minute, without anything cached for seconds.
beforeEach(() => world.clock.move(60_000))
afterEach(() => world.says({ text: 'All is well.' }))

const connections = { all: 30, kept: 3 }

async function onServer(): Promise<TestDatabase> {
  const { all, kept } = connections
  const settings = { max_connections: String(all), superuser_reserved_connections: String(kept) }
  server = await startPostgres({ fsync: true, settings })
  const admin = postgres(server.url, { max: 1, onnotice: () => {} })
  await admin`create role desk login superuser password 'desk'`.catch(() => {})
  await admin`alter role desk nosuperuser createdb`
  await admin`create database desk owner desk`
  await admin.end()
  const url = Object.assign(new URL(server.url), { username: 'desk', password: 'desk', pathname: '/desk' }).href
  const database = await openServer({ url, log: silentLog, everyMs: 100, answerMs: 1500 })
  await migrate(database.sql, migrations)
  return { ...database, drop: database.close }
}

async function embedded(): Promise<TestDatabase> {
  const dataDir = mkdtempSync(join(tmpdir(), 'gone-'))
  const database = await openEmbedded({ dataDir, log: silentLog, load: await embeddedTemplate() })
  const drop = async () => {
    await database.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
  return { ...database, drop }
}

/** Breaks the database: the server is ended abruptly, the embedded engine by a statement that makes its code throw. */
async function breakIt(): Promise<void> {
  if (server) await server.crash()
  else await world.services.database.sql`copy queue from '/dev/blob'`.catch(() => {})
}

async function bringBack(): Promise<void> {
  await server?.start()
  await vi.waitFor(async () => expect(await world.services.database.check()).toBeUndefined(), { timeout: 30_000 })
}

const get = (path: string) => world.api('GET', path, { key })
const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  world.api('POST', path, { key, body, headers })
const health = async (query = '') => {
  const response = await fetch(`${world.url}/healthz${query}`)
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

const isUnavailable = ({ status, headers, body }: Reply) => {
  expect([status, body.error?.code]).toEqual([503, 'unavailable'])
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  expect(JSON.stringify(body)).not.toMatch(/127\.0\.0\.1|ECONN|postgres|select/i)
}

describe('a database that fails in the middle of requests', () => {
  test('answers each of them or gives 503; acknowledged changes are stored, once and completely [threats 5, 18]', async () => {
    const acknowledged: { title: string; id: string }[] = []
    let count = 0
    let over = false
    const statuses = new Set<number>()
    const writer = async () => {
      while (!over) {
        const title = `Entry ${++count}`
        const body = { title, content: 'We open at nine.' }
        const headers = { 'idempotency-key': title }
        const reply = await post('/knowledge/manual', body, headers)
        statuses.add(reply.status)
        if (reply.status === 201) acknowledged.push({ title, id: reply.body.id })
        else isUnavailable(reply)
      }
    }
    const writers = Array.from({ length: 8 }, writer)
    for (let round = 0; round < 2; round++) {
      const before = acknowledged.length
      await expect.poll(() => acknowledged.length, { ...patience, timeout: 30_000 }).toBeGreaterThan(before + 10)
      await breakIt()
      await bringBack()
    }
    over = true
    await Promise.all(writers)
    expect([...statuses].every((status) => [201, 503].includes(status))).toBe(true)
    const { sql } = world.services.database
    const rows = await sql<{ id: string; title: string }[]>`select id, title from documents`
    expect(acknowledged.filter(({ id, title }) => !rows.some((row) => row.id === id && row.title === title))).toEqual(
      [],
    )
    // Callers that lost the answer got 503, and so does the audit log say.
    const audited = await sql<{ target: string }[]>`select target from audit where action = 'POST /knowledge/manual'`
    const lines = new Set(audited.map(({ target }) => target))
    expect(rows.filter(({ id }) => !lines.has(id))).toEqual([])
  })

  test('keeps the following socket, which continues by itself, and so does the queue', async () => {
    const socket = openSocket(world, { token: key })
    const following = socket.follow({ site: 'demo' })
    await following.started
    await emitEvent(world, 'before')
    await following.has(({ data }) => data.message === 'before')
    await breakIt()
    await bringBack()
    await emitEvent(world, 'after')
    world.clock.move(1_000)
    await following.has(({ data }) => data.message === 'after')
    const seen = following.items.flatMap(({ data }) => data.message ?? [])
    expect(seen).toEqual(['before', 'after'])
    await socket.close()
    const { sql } = world.services.database
    await enqueue(sql, { type: 'retention.run', site: '', data: {}, at: world.clock.now() })
    const left = async () => {
      world.clock.move(1_000)
      return (await sql`select from queue where run_at <= ${world.clock.now()}`).length
    }
    await expect.poll(left, patience).toBe(0)
  })

  test('leaves no chat stuck: its stream ends with an error, and its message can be sent again', async () => {
    const { id } = await world.start({})
    const gate = createGate()
    world.says(...stepped(gate, ['One, ', 'two.']))
    const message = { text: 'Count', clientMessageId: 'count' }
    const opening = world.stream(`/conversations/${id}/messages`, message)
    gate.step()
    const stream = await opening
    await breakIt()
    if (server) {
      gate.open()
      const last = (await allEvents(stream)).at(-1)
      expect([last?.event, last?.data.error?.code]).toEqual(['error', 'unavailable'])
    }
    await bringBack()
    gate.open()
    await stream.body?.cancel().catch(() => {})
    let isAsked = false
    world.model.script(() => {
      isAsked = true
      return [{ text: 'One, two.' }]
    })
    let answer: Reply | undefined
    void world.say(id, message).then((reply) => {
      answer = reply
    })
    // The lost reply returns to the queue after some seconds. The steps are small, so that a model that was just called
    // does not count as hanging.
    const later = () => {
      if (!isAsked) world.clock.move(500)
      return answer?.status
    }
    await expect.poll(later, { ...patience, interval: 20, timeout: 20_000 }).toBe(200)
    expect(answer?.body.messages).toMatchObject([{ text: 'One, two.' }])
    expect((await world.stored(id)).filter(({ text }) => text === 'Count')).toHaveLength(1)
  })
})

if (isServer) {
  describe('a database server that stays down', () => {
    /** All entry points that need the database. */
    const asked: [string, () => Promise<Reply>][] = [
      ['a key that was just used', () => get('/keys')],
      ['the admin key', () => world.api('GET', '/keys?site=demo')],
      [
        'a key that nobody knows yet',
        () => world.api('GET', '/me', { key: `svc_live_AAAAAAAAAAAA_${'0'.repeat(43)}` }),
      ],
      ['a session', () => world.api('GET', '/me', { key: 'svc_sess_0' })],
      ['a change', () => post('/knowledge/manual', { title: 'x', content: 'y' })],
      [
        'a change that may be repeated',
        () => post('/knowledge/manual', { title: 'x', content: 'y' }, { 'idempotency-key': 'x' }),
      ],
      ['a chat', () => post('/conversations', { message: 'Hello' })],
      ['the log', () => get('/events')],
      ['the log, waited for', () => get('/events?wait=25')],
    ]

    beforeAll(async () => {
      await get('/me')
      await server?.crash()
    })
    afterAll(bringBackAgain)

    test.each(asked)('is 503 for %s, soon, in the standard form [threat 18]', async (_, ask) => {
      const begun = performance.now()
      isUnavailable(await ask())
      expect(performance.now() - begun).toBeLessThan(5_000)
    })

    test('is 503 for signing in and for a page’s chat, and an error over tRPC', async () => {
      const sent = { method: 'POST', headers: { origin: 'https://demo.example' } }
      const body = JSON.stringify({ email: 'ann@example.com', password: 'a password of ten' })
      const signIn = await fetch(`${world.url}/auth/sign-in`, { method: 'POST', body })
      const chat = await fetch(`${world.url}/chat/conversations`, { ...sent, body: JSON.stringify({ site: 'demo' }) })
      for (const response of [signIn, chat]) {
        expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5'])
        expect(await response.json()).toMatchObject({ error: { code: 'unavailable', retryAfter: 5 } })
      }
      const socket = openSocket(world, { token: key })
      await expect(socket.query('keys.list')).rejects.toMatchObject({ data: { code: 'SERVICE_UNAVAILABLE' } })
      expect((await socket.follow({ site: 'demo' }).ended)?.data).toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
      await socket.close()
    })

    test('is reported by /healthz and /metrics, and routes without the database work', async () => {
      expect(await health()).toEqual({ status: 503, body: { status: 'down' } })
      const deep = await health('?deep=1')
      expect(deep).toMatchObject({ status: 503, body: { status: 'down', parts: { database: { ok: false } } } })
      expect(await (await fetch(`${world.url}/metrics`)).text()).toContain('frontdesk_database_up 0')
      expect((await world.api('GET', '/openapi.json', { key: null })).status).toBe(200)
    })
  })

  /** As after an hour of outage. */
  async function bringBackAgain(): Promise<void> {
    for (let count = 0; count < 60; count++) world.clock.move(60_000)
    await bringBack()
  }

  test('needs no restart once it is back', async () => {
    expect(await health()).toEqual({ status: 200, body: { status: 'ok' } })
    const made = await post('/knowledge/manual', { title: 'x', content: 'y' }, { 'idempotency-key': 'x' })
    expect(made.status).toBe(201)
    expect((await post('/conversations', { message: 'Hello' })).body.messages).toMatchObject([{ text: 'All is well.' }])
    const socket = openSocket(world, { token: key })
    const following = socket.follow({ site: 'demo' })
    await following.started
    await emitEvent(world, 'again')
    await following.has(({ data }) => data.message === 'again')
    await socket.close()
  })

  test('that hangs is 503 within seconds, and recovers when it continues', async () => {
    server?.pause()
    const begun = performance.now()
    try {
      const replies = await Promise.all(Array.from({ length: 30 }, () => get('/keys')))
      for (const reply of replies) isUnavailable(reply)
      expect((await health()).status).toBe(503)
      expect(performance.now() - begun).toBeLessThan(15_000)
    } finally {
      server?.resume()
    }
    await expect.poll(async () => (await get('/keys')).status, patience).toBe(200)
    await expect.poll(async () => (await health()).status, patience).toBe(200)
  })

  test('without a free connection is 503, and recovers when there is one again', async () => {
    const url = Object.assign(new URL(server!.url), { username: 'desk', password: 'desk', pathname: '/desk' }).href
    const admin = postgres(server!.url, { max: 1 })
    const greedy = postgres(url, { max: 40, fetch_types: false, onnotice: () => {} })
    let over = false
    const hold = async () => {
      while (!over) await greedy`select pg_sleep(60)`.catch(() => {})
    }
    const held = Array.from({ length: 40 }, hold)
    const greedyOnes = () => admin<{ count: number }[]>`
      select count(*)::int as count from pg_stat_activity where usename = 'desk' and query like '%pg_sleep%'`
    // Our connections are ended until the greedy ones have all places except those reserved for administrators or used
    // by this one.
    const places = connections.all - connections.kept - 1
    await expect
      .poll(async () => {
        await admin`
          select pg_terminate_backend(pid) from pg_stat_activity where usename = 'desk' and query not like '%pg_sleep%'`
        return (await greedyOnes())[0]?.count
      }, patience)
      .toBe(places)
    await expect.poll(async () => (await get('/keys')).status, patience).toBe(503)
    isUnavailable(await get('/keys'))
    isUnavailable(await post('/knowledge/manual', { title: 'z', content: 'y' }))
    expect((await health()).status).toBe(503)
    over = true
    await admin`select pg_terminate_backend(pid) from pg_stat_activity where query like '%pg_sleep%' and pid <> pg_backend_pid()`
    await greedy.end({ timeout: 0 })
    await Promise.all(held)
    await admin.end()
    await expect.poll(async () => (await get('/keys')).status, patience).toBe(200)
    await expect.poll(async () => (await health()).status, patience).toBe(200)
  })

  test('does not prevent the product from stopping', async () => {
    await server?.crash()
    const begun = performance.now()
    const socket = openSocket(world, { token: key })
    await expect(socket.query('keys.list')).rejects.toMatchObject({ data: { code: 'SERVICE_UNAVAILABLE' } })
    await socket.close()
    await world.close()
    expect(performance.now() - begun).toBeLessThan(10_000)
  })
}
