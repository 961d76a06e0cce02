import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { enqueue } from '../server/core/queue.ts'
import { createWorld, type World } from './support/world.ts'

let world: World

beforeAll(async () => {
  world = await createWorld()
})

afterAll(() => world.close())

type Answer = { status: number; type: string | undefined; body: string }

/** A GET whose Host can be set, which `fetch` does not allow. */
function get(path: string, headers: Record<string, string> = {}, on = world): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(`${on.url}${path}`, { headers, agent: false }, async (response) => {
      const body = await text(response)
      resolve({ status: response.statusCode ?? 0, type: response.headers['content-type'], body })
    })
    sent.on('error', reject).end()
  })
}

const bearer = (key: string) => ({ authorization: `Bearer ${key}` })

describe('GET /healthz', () => {
  test('returns one word to the public', async () => {
    expect(await get('/healthz')).toMatchObject({ status: 200, body: '{"status":"ok"}' })
    expect(await get('/healthz', { 'x-forwarded-for': '203.0.113.9' })).toMatchObject({ status: 200 })
  })

  test('asks the database once for many concurrent requests', async () => {
    const { database } = world.services
    const { check } = database
    let asked = 0
    // Slow enough for all requests to arrive during one check.
    database.check = async () => {
      asked++
      await new Promise((resolve) => setTimeout(resolve, 200))
      return check()
    }
    const answers = await Promise.all(Array.from({ length: 100 }, () => get('/healthz')))
    database.check = check
    expect(answers.every(({ status }) => status === 200)).toBe(true)
    expect(asked).toBeLessThan(50)
  })

  test('is 503 while the database answers but cannot write, and tries a write every few seconds at most', async () => {
    const { sql } = world.services.database
    await sql.unsafe(`
      create function refuse() returns trigger language plpgsql as $$ begin
        raise exception 'could not extend file' using errcode = '53100';
      end $$;
      create trigger refusing before insert on write_probe for each statement execute function refuse()`)
    try {
      world.clock.move(5_000)
      expect(await get('/healthz')).toMatchObject({ status: 503, body: '{"status":"down"}' })
      const { status, body } = await get('/healthz?deep=1')
      expect([status, JSON.parse(body).parts.database.detail]).toEqual([
        503,
        'The database cannot write: its disk is full (53100).',
      ])
    } finally {
      await sql`drop function refuse() cascade`
    }
    expect((await get('/healthz')).status).toBe(503)
    world.clock.move(5_000)
    expect((await get('/healthz')).status).toBe(200)
    expect(await sql`select from write_probe`).toHaveLength(0)
  })

  test('is 200 while a backup reads every table', async () => {
    const { kind, sql } = world.services.database
    // The embedded database does one thing at a time.
    if (kind === 'embedded') return
    await sql.begin(async (tx) => {
      await tx`select from write_probe`
      world.clock.move(5_000)
      expect((await get('/healthz')).status).toBe(200)
    })
  })

  test('lists the parts for this machine', async () => {
    const { status, body } = await get('/healthz?deep=1')
    expect(status).toBe(200)
    const health = JSON.parse(body)
    expect(health).toMatchObject({
      status: 'ok',
      version: expect.any(String),
      runtime: expect.stringMatching(/^node /),
    })
    const { database, migrations, events, queue, model, disk, sockets, replies, outside } = health.parts
    expect(database).toMatchObject({
      ok: true,
      kind: world.services.database.kind,
      version: world.services.database.version,
    })
    expect(database.pgvector).toBe(world.services.database.vectors)
    expect(migrations.applied).toBe(migrations.expected)
    expect(events).toMatchObject({ ok: true, behind: 0 })
    expect(queue).toMatchObject({ ok: true, failing: 0 })
    expect(model).toMatchObject({ ok: true, detail: expect.stringContaining('quotes the best passages') })
    expect(disk.freeBytes).toBeGreaterThan(0)
    expect([sockets.open, replies.running, replies.waiting, outside.failed]).toEqual([0, 0, 0, 0])
  })

  test('reports a late or failing job as degraded, because the product still works', async () => {
    const { sql } = world.services.database
    const now = world.clock.now()
    await enqueue(sql, { type: 'none.such', site: '', data: {}, at: now - 600_000 })
    await sql`update queue set last_error = 'it broke' where type = 'none.such'`
    const { status, body } = await get('/healthz?deep=1')
    await sql`delete from queue where type = 'none.such'`
    expect(status).toBe(200)
    const health = JSON.parse(body)
    expect(health.status).toBe('degraded')
    expect(health.parts.queue).toMatchObject({ ok: false, failing: 1, lastError: 'it broke' })
    expect(health.parts.queue.oldestMs).toBeGreaterThanOrEqual(600_000)
  })
})

describe.each(['/healthz?deep=1', '/metrics'])('GET %s is for the operator', (path) => {
  test.each([
    ['X-Forwarded-For of a proxy on this machine', { 'x-forwarded-for': '203.0.113.9' }],
    ['X-Forwarded-For that claims this machine', { 'x-forwarded-for': '127.0.0.1' }],
    ['Forwarded', { forwarded: 'for=203.0.113.9' }],
    ['Via', { via: '1.1 proxy' }],
    ['X-Real-IP', { 'x-real-ip': '127.0.0.1' }],
    ['any X-Forwarded-…', { 'x-forwarded-proto': 'https' }],
    ['another host: a name that somebody points here', { host: 'attacker.example' }],
    ['the public host, as a proxy passes it on', { host: 'desk.example.com' }],
  ])('is refused from another machine: %s', async (_, headers) => {
    const { status, body } = await get(path, headers)
    expect(status).toBe(401)
    expect(body).not.toContain('database')
  })

  test('is allowed with the admin key and a key with analytics:read, also through a proxy, but with no other', async () => {
    const proxied = { 'x-forwarded-for': '203.0.113.9' }
    expect((await get(path, { ...proxied, ...bearer(world.adminKey) })).status).toBe(200)
    expect((await get(path, { ...proxied, ...bearer(await world.key(['analytics:read'])) })).status).toBe(200)
    expect((await get(path, { ...proxied, ...bearer(await world.key(['conversations:read'])) })).status).toBe(403)
    expect((await get(path, { ...proxied, ...bearer('svc_live_none') })).status).toBe(401)
    const elsewhere = await world.key(['analytics:read'], { allowIps: ['198.51.100.0/24'] })
    expect((await get(path, bearer(elsewhere))).status).toBe(403)
    expect((await get(`${path}${path.includes('?') ? '&' : '?'}api_key=${world.adminKey}`)).status).toBe(401)
  })
})

describe('behind a proxy on the same machine', () => {
  test('without its headers, no caller counts as local unless TRUST_PROXY says so', async () => {
    const environment = { BASE_URL: 'https://desk.example.com' }
    const bare = await createWorld({ environment })
    bare.config.baseUrl = environment.BASE_URL
    expect((await get('/metrics', {}, bare)).status).toBe(401)
    bare.config.trustProxy.push('127.0.0.1')
    expect((await get('/metrics', {}, bare)).status).toBe(200)
    expect((await get('/metrics', { 'x-forwarded-for': '203.0.113.9' }, bare)).status).toBe(401)
    await bare.close()
  })
})

describe('GET /metrics', () => {
  const sample = /^[a-z_]+(\{[a-z]+="[^"]*"(,[a-z]+="[^"]*")*\})? (\+Inf|-?\d+(\.\d+)?(e[+-]?\d+)?)$/

  test('has the Prometheus text format: each metric once, with help and type before its samples', async () => {
    const { type, body } = await get('/metrics')
    expect(type).toBe('text/plain; version=0.0.4; charset=utf-8')
    const lines = body.trimEnd().split('\n')
    const types = lines.filter((line) => line.startsWith('# TYPE ')).map((line) => line.split(' ')[2] as string)
    expect(new Set(types).size).toBe(types.length)
    for (const line of lines.filter((line) => !line.startsWith('#'))) {
      expect(line).toMatch(sample)
      const name = (/^[a-z_]+/.exec(line)?.[0] ?? '').replace(/_(bucket|sum|count)$/, '')
      expect(types.some((type) => name === type || line.startsWith(`${type}{`) || line.startsWith(`${type} `))).toBe(
        true,
      )
    }
    for (const name of [
      'process_resident_memory_bytes',
      'frontdesk_database_up',
      'frontdesk_queue_jobs',
      'frontdesk_sockets',
    ])
      expect(types).toContain(name)
  })

  test('counts requests by operation and class of status; unknown names create no new series', async () => {
    await world.api('GET', '/me')
    await world.api('GET', '/me', { key: null })
    for (const path of ['/api/v1/no/such/route', '/no/such/page', '/chat/conversations/x?site=demo']) await get(path)
    const before = (await get('/metrics')).body
    expect(before).toMatch(/frontdesk_http_requests_total\{operation="identity.me",status="2xx"\} \d+/)
    expect(before).toMatch(/frontdesk_http_requests_total\{operation="identity.me",status="4xx"\} \d+/)
    expect(before).toMatch(/frontdesk_http_request_seconds_count\{operation="identity.me"\} \d+/)
    for (let each = 0; each < 20; each++) {
      await get(`/api/v1/conversations/conv_${each}`)
      await get(`/random/${each}`)
      await get(`/chat/random/${each}`)
    }
    const series = (body: string) =>
      body.split('\n').filter((line) => line.startsWith('frontdesk_http_requests_total{'))
    expect(series((await get('/metrics')).body).length).toBeLessThanOrEqual(series(before).length + 2)
  })
})

test('without its database the server is down: 503, and the parts say why', async () => {
  const broken = await createWorld()
  const { database } = broken.services
  await database.close()
  expect(await get('/healthz', {}, broken)).toMatchObject({ status: 503, body: '{"status":"down"}' })
  const deep = await get('/healthz?deep=1', {}, broken)
  expect(deep.status).toBe(503)
  expect(JSON.parse(deep.body)).toMatchObject({
    status: 'down',
    parts: { database: { ok: false, detail: expect.any(String) } },
  })
  const { status, body } = await get('/metrics', {}, broken)
  expect(status).toBe(200)
  expect(body).toContain('frontdesk_database_up 0')
})

test('a database that responds but cannot be read makes the server down: 503, not an error', async () => {
  const broken = await createWorld()
  await broken.services.database.sql`alter table event_floor rename to lost`
  const deep = await get('/healthz?deep=1', {}, broken)
  expect(deep.status).toBe(503)
  expect(JSON.parse(deep.body)).toMatchObject({
    status: 'down',
    parts: { database: { ok: false, detail: expect.stringContaining('event_floor') } },
  })
  await broken.close()
})

test('a database whose files are damaged says so, and what to do', async () => {
  const broken = await createWorld()
  const { sql } = broken.services.database
  await sql.unsafe(`
    create function damage() returns bigint language plpgsql as
      $$ begin raise exception 'invalid page in block 3' using errcode = 'XX001'; end $$;
    alter table event_floor rename to whole;
    create view event_floor as select damage() as seq from whole`)
  const deep = await get('/healthz?deep=1', {}, broken)
  expect(deep.status).toBe(503)
  const { detail } = JSON.parse(deep.body).parts.database
  expect(detail).toMatch(/^The database is damaged: invalid page in block 3.* restore a backup\.$/)
  await broken.close()
})
