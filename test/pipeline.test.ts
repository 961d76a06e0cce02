import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { silentLog } from '../server/core/log.ts'
import { createOutside } from '../server/outside/outside.ts'
import { createServices } from '../server/services.ts'
import { allScopes } from '../shared/scope.ts'
import { createWorld, type World } from './support/world.ts'

let world: World
let key: string
beforeAll(async () => {
  world = await createWorld()
  key = await world.key()
})
afterAll(() => world.close())
beforeEach(() => world.clock.move(60_000))

const raw = (path: string, init: RequestInit = {}) => fetch(`${world.url}/api/v1${path}`, init)
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

describe('every response', () => {
  test('has a request id and the rate, errors included [R104, R105]', async () => {
    const answers = await Promise.all([
      raw('/me', { headers: bearer(key) }),
      raw('/me'),
      raw('/nowhere'),
      raw('/me', { method: 'DELETE', headers: bearer(key) }),
      raw('/keys', { method: 'POST', headers: bearer(key), body: '{' }),
      raw('/openapi.json'),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 401, 404, 405, 400, 200])
    for (const { headers } of answers) {
      expect(headers.get('x-request-id')).toMatch(/^req_/)
      expect(Number(headers.get('x-ratelimit-limit'))).toBeGreaterThan(0)
      expect(Number(headers.get('x-ratelimit-remaining'))).toBeGreaterThanOrEqual(0)
    }
    expect(new Set(answers.map(({ headers }) => headers.get('x-request-id'))).size).toBe(answers.length)
  })

  test('is not cached, and is read with its own type, also over tRPC', async () => {
    const trpc = (path: string) => fetch(`${world.url}/trpc/${path}`, { headers: bearer(key) })
    const answers = await Promise.all([
      raw('/me', { headers: bearer(key) }),
      raw('/me'),
      raw('/nowhere'),
      trpc('identity.me?input={}'),
      trpc('nowhere'),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 401, 404, 200, 404])
    for (const { headers } of answers) {
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
    }
  })

  test('has no CORS header, not even the preflight [R108]', async () => {
    const origin = { origin: 'https://demo.example', 'access-control-request-method': 'GET' }
    for (const method of ['OPTIONS', 'GET']) {
      const { headers } = await raw('/me', { method, headers: { ...bearer(key), ...origin } })
      expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
    }
  })

  test('that requires a key says how to send one; others do not', async () => {
    const unknown = await raw('/me')
    expect([unknown.status, unknown.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
    const known = await raw('/nowhere', { headers: bearer(key) })
    expect([known.status, known.headers.get('www-authenticate')]).toEqual([404, null])
  })

  test('that refuses names the invalid fields, also those that a schema cannot check [R225]', async () => {
    const ask = async (path: string) => (await world.api('GET', path)).body
    const after = await ask('/events?after=nothing&site=demo')
    expect(after).toMatchObject({ faults: [{ field: 'after', message: 'must be an event id.' }] })
    const zone = await ask('/overview?tz=100000&site=demo')
    expect(zone).toMatchObject({ faults: [{ field: 'tz', message: expect.stringMatching(/^Must be minutes/) }] })
    const tag = await ask('/leads?tag=vip&site=demo')
    expect(tag).toMatchObject({ faults: [{ field: 'tag', message: expect.stringContaining('ctag_') }] })
  })

  test('that refuses a taken value names the record that has it', async () => {
    const post = async (path: string, body: object) =>
      await world.api('POST', path, { body: { ...body, site: 'demo' } })
    for (const [path, body] of [
      ['/labels', { name: 'Twice' }],
      ['/contact-tags', { name: 'Twice' }],
      ['/canned-replies', { shortcut: 'twice', title: 'Twice', text: 'Twice' }],
      ['/leads', { email: 'twice@example.com' }],
      ['/attribute-definitions', { entity: 'contact', key: 'twice' }],
    ] as const) {
      const first = await post(path, body)
      expect([path, first.status]).toEqual([path, 201])
      const { status, body: refused } = await post(path, body)
      expect([path, status, refused.error.id]).toEqual([path, 409, first.body.id])
    }
  })

  test('to a new record accepts null for an optional field as if it were absent', async () => {
    const post = async (path: string, body: object) =>
      await world.api('POST', path, { body: { ...body, site: 'demo' } })
    const lead = { name: 'Nina Null', email: null, phone: null, company: null, notes: null, attributes: null }
    const made = await post('/leads', lead)
    expect(made).toMatchObject({ status: 201, body: { name: 'Nina Null', email: null, company: null } })
    expect(await post('/labels', { name: 'Null', color: null, description: null })).toMatchObject({
      status: 201,
      body: { description: '', color: expect.stringMatching(/^#/) },
    })
    const started = await post('/conversations', { message: null, contact: { name: 'Nina', email: null } })
    expect(started.status).toBe(201)
    expect((await post('/labels', { name: null })).status).toBe(400)
    const forever = await post('/keys', { name: 'x', preset: 'chat', expiresInDays: null })
    expect(forever.body).toMatchObject({ expiresAt: null })
  })

  test('that refuses has one form [R222, R223, R234]', async () => {
    const body = await (await raw('/nowhere')).json()
    expect(body).toEqual({ error: { code: 'not_found', reason: expect.any(String), message: expect.any(String) } })
    const method = await raw('/me', { method: 'PUT', headers: bearer(key) })
    expect([method.status, method.headers.get('allow')]).toEqual([405, 'GET, PATCH'])
    expect(await method.json()).toMatchObject({ error: { code: 'bad_request' } })
  })
})

describe('the caller', () => {
  test.each([
    ['nothing', {}],
    ['no bearer', { authorization: 'Basic abc' }],
    ['an unknown key', bearer('svc_live_AAAAAAAAAAAA_0123456789012345678901234567890123456789012')],
    ['a key without its secret', bearer('svc_live_AAAAAAAAAAAA_')],
    ['the key in a cookie', { cookie: 'svc_session=x' }],
  ])('that sends %s is unknown [R98, R226]', async (_, headers) => {
    const response = await raw('/me', { headers: headers as Record<string, string> })
    expect(response.status).toBe(401)
    expect(await response.json()).toMatchObject({ error: { code: 'unauthorized' } })
  })

  test('is refused with a key in the URL, even next to a valid header [R198, U45]', async () => {
    for (const path of ['/me?api_key=x', '/nowhere?api_key=x'])
      expect((await raw(path, { headers: bearer(key) })).status).toBe(401)
  })

  test('with a secret that differs in one letter is unknown [R201]', async () => {
    const last = key.at(-1) === 'A' ? 'B' : 'A'
    expect((await raw('/me', { headers: bearer(key.slice(0, -1) + last) })).status).toBe(401)
  })

  test('with a key can name no other site, in the query or the body [R99, R100, R227]', async () => {
    expect((await world.api('GET', '/settings?site=demo', { key })).status).toBe(200)
    expect((await world.api('GET', '/settings', { key })).status).toBe(200)
    expect((await world.api('GET', '/settings?site=other', { key })).status).toBe(403)
    expect((await world.api('GET', '/settings?site=nowhere', { key })).status).toBe(403)
    const body = { name: 'x', preset: 'chat', site: 'other' }
    expect((await world.api('POST', '/keys', { key, body })).status).toBe(403)
  })

  test('with the admin key has full access, and names the site if there are several [R204, U46, U47]', async () => {
    const me = await world.api('GET', '/me')
    expect(me.body).toMatchObject({ key: null, admin: { via: 'admin_key', owner: true } })
    expect(me.body.sites.map((site: { id: string }) => site.id)).toEqual(['demo', 'other'])
    const unnamed = await world.api('GET', '/settings')
    expect([unnamed.status, unnamed.body.error.message]).toEqual([400, expect.stringContaining('site')])
    expect((await world.api('GET', '/settings?site=nowhere')).status).toBe(404)
  })

  test('with a key or a session of another SVC_SECRET is unknown [R202]', async () => {
    const { config, database, clock } = world.services
    const outside = createOutside(config, clock, silentLog)
    const services = createServices({
      config,
      database,
      clock,
      log: silentLog,
      secret: 'another secret, later',
      outside,
    })
    const { body } = await world.api('POST', '/admins', { body: { email: 'signed-in@team.example' } })
    const link = JSON.stringify({ token: body.signInLink.split('#')[1] })
    const session = await fetch(`${world.url}/auth/link`, { method: 'POST', body: link })
    const { token } = (await session.json()) as { token: string }
    for (const known of [key, token]) {
      expect(await world.services.identify(known)).toBeDefined()
      expect(await services.identify(known)).toBeUndefined()
    }
  })
})

describe('the rate', () => {
  test('counts refused requests too, and answers 429 with the seconds to wait [R106, R107, R224, R230]', async () => {
    const slow = await world.key(['chat'], { ratePerMinute: 4 })
    const seen = []
    for (const path of ['/me', '/keys', '/nowhere', '/conversations/x', '/me', '/me'])
      seen.push(await raw(path, { headers: bearer(slow) }))
    expect(seen.map(({ status }) => status)).toEqual([200, 403, 404, 403, 429, 429])
    const remaining = seen.map(({ headers }) => headers.get('x-ratelimit-remaining'))
    expect(remaining).toEqual(['3', '2', '1', '0', '0', '0'])
    for (const { headers } of seen) expect(headers.get('x-ratelimit-limit')).toBe('4')
    const last = seen.at(-1) as Response
    const { error } = (await last.json()) as { error: { code: string; retryAfter: number } }
    expect(error.code).toBe('rate_limited')
    expect(last.headers.get('retry-after')).toBe(String(error.retryAfter))
    world.clock.move(error.retryAfter * 1000)
    expect((await raw('/me', { headers: bearer(slow) })).status).toBe(200)
  })

  test('counts unknown paths and wrong methods against the key, until it is used up [R105, R107]', async () => {
    const slow = await world.key(['chat'], { ratePerMinute: 3 })
    const ask = async (method: string, path: string) => {
      const { status, headers } = await raw(path, { method, headers: bearer(slow) })
      return [status, headers.get('x-ratelimit-limit'), headers.get('x-ratelimit-remaining')]
    }
    expect(await ask('GET', '/nowhere')).toEqual([404, '3', '2'])
    expect(await ask('PUT', '/me')).toEqual([405, '3', '1'])
    expect(await ask('GET', '/me')).toEqual([200, '3', '0'])
    expect(await ask('GET', '/nowhere')).toEqual([429, '3', '0'])
    const { headers } = await raw('/nowhere', { headers: bearer('svc_live_AAAAAAAAAAAA_nobody') })
    expect(headers.get('x-ratelimit-limit')).toBe('60')
  })

  test('of unknown callers is by address: 60 a minute, then 429 [U48]', async () => {
    const statuses: number[] = []
    for (let at = 0; at < 62; at++) statuses.push((await raw('/me')).status)
    expect(statuses.filter((status) => status === 401).length).toBe(60)
    expect(statuses.slice(60)).toEqual([429, 429])
  })

  test('of an address does not depend on what a client sends about itself', async () => {
    const limits: (string | null)[] = []
    for (const forwarded of ['203.0.113.1', '203.0.113.2', '203.0.113.3'])
      limits.push(
        (await raw('/me', { headers: { 'x-forwarded-for': forwarded } })).headers.get('x-ratelimit-remaining'),
      )
    expect(limits).toEqual(['59', '58', '57'])
  })
})

describe('the order of checks', () => {
  test('is key, rate, scope, body, record [U49]', async () => {
    const reads = await world.key(['keys:read'], { ratePerMinute: 100 })
    expect((await raw('/keys', { method: 'POST', headers: bearer('nobody'), body: '{' })).status).toBe(401)
    expect((await raw('/keys', { method: 'POST', headers: bearer(reads), body: '{' })).status).toBe(403)
    expect((await raw('/keys', { method: 'POST', headers: bearer(key), body: '{' })).status).toBe(400)
    expect((await world.api('POST', '/leads/lead_none/notes', { key, body: { text: 'x' } })).status).toBe(404)
  })

  test('a body is a JSON object of at most 1 MB [R236, U15]', async () => {
    const big = JSON.stringify({ name: 'x'.repeat(1_000_001) })
    const large = await raw('/keys', { method: 'POST', headers: bearer(key), body: big })
    expect([large.status, ((await large.json()) as { error: { code: string } }).error.code]).toEqual([
      413,
      'bad_request',
    ])
    for (const body of ['[1]', '"x"', 'null', '{"a":', '[[[['.repeat(10_000), '\u0000'])
      expect((await raw('/keys', { method: 'POST', headers: bearer(key), body })).status).toBe(400)
  })

  test('a body has at most 64 levels and 50,000 values, at every entry point [threat 13]', async () => {
    const list = (values: number) => JSON.stringify({ name: 'x', preset: 'chat', more: Array(values).fill(0) })
    const deep = (levels: number) =>
      `{"name":"x","preset":"chat","more":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`
    const send = async (path: string, body: string, headers: Record<string, string> = {}) => {
      const answer = await fetch(`${world.url}${path}`, { method: 'POST', headers, body })
      return [answer.status, ((await answer.json()) as { error?: { message: string } }).error?.message]
    }
    const known = { ...bearer(key), 'content-type': 'application/json' }
    for (const body of [list(49_990), deep(64)]) expect((await send('/api/v1/keys', body, known))[0]).toBe(201)
    const doors = ['/api/v1/keys', '/chat/conversations?site=demo', '/auth/sign-in', '/trpc/keys.create']
    for (const path of doors) {
      expect(await send(path, list(50_000), known)).toEqual([413, 'The body has more than 50000 values.'])
      const tooDeep = path.startsWith('/trpc') ? 70 : 64
      expect(await send(path, deep(tooDeep + 1), known)).toEqual([
        400,
        `The body has more than ${tooDeep} levels of nesting.`,
      ])
    }
    const input = encodeURIComponent(`{"a":${'['.repeat(100)}${']'.repeat(100)}}`)
    expect((await fetch(`${world.url}/trpc/identity.me?input=${input}`, { headers: known })).status).toBe(400)
  })

  test('unknown fields of a body are ignored, whatever they say [U15]', async () => {
    const more = { id: 'AAAAAAAAAAAA', createdBy: 'me', revokedAt: 1, secret_hash: 'x', status: 'x', role: 'admin' }
    const { status, body } = await world.api('POST', '/keys', { key, body: { name: 'x', preset: 'chat', ...more } })
    expect(status).toBe(201)
    expect(body.id).not.toBe(more.id)
    expect(body).toMatchObject({ createdBy: `key:${key.slice(9, 21)}`, revokedAt: null, scopes: ['chat'] })
  })
})

describe('the audit log', () => {
  const audit = async (query = '') => (await world.api('GET', `/audit?site=demo${query}`)).body

  test('has an entry for each change, with actor, action, target and result [R56, R57, R195, R211]', async () => {
    const { body } = await world.api('POST', '/keys', { key, body: { name: 'x', preset: 'chat' } })
    await world.api('DELETE', `/keys/${body.id}`, { key })
    await world.api('DELETE', '/keys/AAAAAAAAAAAA', { key })
    const limited = await world.key(['keys:read'])
    await world.api('POST', '/keys', { key: limited, body: { name: 'x', preset: 'chat' } })
    const { items } = await audit('&limit=5')
    const actor = `key:${key.slice(9, 21)}`
    expect(items.map(({ id: _, at: __, ...line }: Record<string, unknown>) => line)).toEqual([
      { actor: `key:${limited.slice(9, 21)}`, action: 'POST /keys', target: null, site: 'demo', status: 403 },
      { actor: 'key:admin', action: 'POST /keys', target: limited.slice(9, 21), site: 'demo', status: 201 },
      { actor, action: 'DELETE /keys/:id', target: 'AAAAAAAAAAAA', site: 'demo', status: 404 },
      { actor, action: 'DELETE /keys/:id', target: body.id, site: 'demo', status: 200 },
      { actor, action: 'POST /keys', target: body.id, site: 'demo', status: 201 },
    ])
  })

  const overRest = (token: string) => raw('/conversations', { method: 'POST', headers: bearer(token), body: '{}' })
  const overTrpc = (token: string) =>
    fetch(`${world.url}/trpc/conversations.start`, {
      method: 'POST',
      headers: { ...bearer(token), 'content-type': 'application/json' },
      body: '{}',
    })

  test.each([
    ['REST', overRest],
    ['tRPC', overTrpc],
  ])(
    'over %s has an entry for the first change of a minute over the rate, not for a flood [U74]',
    async (_, change) => {
      const slow = await world.key(['chat', 'conversations:read'], { ratePerMinute: 1 })
      const post = () => change(slow)
      const statuses: number[] = []
      for (let at = 0; at < 5; at++) statuses.push((await post()).status)
      expect([statuses[0]! < 300, ...statuses.slice(1)]).toEqual([true, 429, 429, 429, 429])
      const actor = `key:${slow.slice(9, 21)}`
      const lines = (await audit('&limit=10')).items.filter((line: { actor: string }) => line.actor === actor)
      expect(lines.map(({ action, status }: Record<string, unknown>) => [action, status])).toEqual([
        ['POST /conversations', 429],
        ['POST /conversations', 201],
      ])
    },
  )

  test('has no entry for reading or searching [U74]', async () => {
    const before = (await audit('&limit=1')).items[0].id
    await world.api('GET', '/keys', { key })
    await world.api('POST', '/knowledge/search', { key, body: { query: 'hours' } })
    expect((await audit('&limit=1')).items[0].id).toBe(before)
  })

  test('is paged, newest first, each entry once [R101, R102, R196]', async () => {
    const all: string[] = []
    let before = ''
    do {
      const page = await audit(`&limit=3${before && `&before=${before}`}`)
      expect(page.items.length).toBeLessThanOrEqual(3)
      all.push(...page.items.map((line: { id: string }) => line.id))
      before = page.next ?? ''
    } while (before)
    expect(new Set(all).size).toBe(all.length)
    const numbers = all.map((id) => Number(id.slice(4)))
    expect(numbers).toEqual([...numbers].sort((a, b) => b - a))
  })

  test.each(['limit=0', 'limit=201', 'limit=x', 'before=nonsense'])('refuses %s [U67]', async (query) => {
    const { status, body } = await world.api('GET', `/audit?site=demo&${query}`)
    expect([status, body.error.message]).toEqual([400, expect.stringContaining(query.split('=')[0] as string)])
  })

  test('of another site is not shown to a key', async () => {
    await world.key(allScopes, { site: 'other' })
    const { body } = await world.api('GET', '/audit?limit=200', { key })
    expect(body.items.every((line: { site: string }) => line.site === 'demo')).toBe(true)
  })
})
