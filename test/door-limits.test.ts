import { request } from 'node:http'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createIdentify } from '../server/features/keys.ts'
import { allScopes } from '../shared/scope.ts'
import { idle } from './support/idle.ts'
import { addPerson } from './support/team.ts'
import { createWorld, type World } from './support/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())
// Rates are counted per minute, so each test begins a new one.
beforeEach(() => world.clock.move(60_000))

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${world.url}${path}`, { headers, redirect: 'manual' })

test('the API document is compressed, and refused to a flood', async () => {
  expect((await get('/api/v1/openapi.json', { 'accept-encoding': 'gzip' })).headers.get('content-encoding')).toBe(
    'gzip',
  )
  const statuses = []
  for (let at = 0; at < 61; at++) statuses.push((await get('/api/v1/openapi.json')).status)
  expect(statuses.slice(-2)).toEqual([429, 429])
})

test('an address that guesses keys causes no lookups once its rate is used up; keys in use still work', async () => {
  const [used, fresh] = [await world.key(), await world.key()]
  const me = async (key: string) => (await world.api('GET', '/me', { key })).status
  // The log tells of the new keys, which makes the server look them up again.
  await idle(world)
  expect(await me(used)).toBe(200)
  const guess = (at: number) => `svc_live_${String(at).padStart(12, '0')}_${'x'.repeat(43)}`
  for (let at = 0; at < 60; at++) expect(await me(guess(at))).toBe(401)
  // It is unknown here, and looking it up would find it.
  expect(await me(fresh)).toBe(429)
  expect(await me(used)).toBe(200)
  world.clock.move(15_000)
  expect(await me(used)).toBe(200)
  world.clock.move(60_000)
  expect(await me(fresh)).toBe(200)
})

test('an answer says how many requests are left, also if the database does not say whose request it was', async () => {
  const [own, ofSite] = [
    await world.key(allScopes, { ratePerMinute: 7 }),
    await world.key(allScopes, { ratePerMinute: null }),
  ]
  const { services } = world
  const lost = Object.assign(new Error('the connection was closed'), { code: 'CONNECTION_CLOSED' })
  const left = async (path: string, key: string) => {
    const { status, headers } = await world.api('GET', path, { key })
    return [status, headers.get('x-ratelimit-limit'), headers.get('x-ratelimit-remaining')]
  }
  for (const path of ['/keys/key_x', '/nowhere']) {
    vi.spyOn(services.sites, 'find').mockRejectedValueOnce(lost)
    expect(await left(path, ofSite)).toEqual([503, '60', '59'])
    vi.spyOn(services, 'identify').mockRejectedValueOnce(lost)
    expect(await left(path, own)).toEqual([503, '60', '58'])
    world.clock.move(60_000)
  }
  vi.spyOn(services.sites, 'find').mockRejectedValueOnce(lost)
  expect(await left('/nowhere', own)).toEqual([404, '7', '6'])
  vi.restoreAllMocks()
})

test('a body has at most 1,000 names in an object', async () => {
  const names = Object.fromEntries(Array.from({ length: 1_001 }, (_, at) => [`name${at}`, at]))
  const send = (path: string, body: unknown) => world.api('POST', path, { body })
  for (const path of ['/conversations', '/conversations?site=demo'])
    expect((await send(path, { site: 'demo', message: 'x', ...names })).status).toBe(400)
  expect((await send('/conversations', { site: 'demo', message: 'x', context: names })).status).toBe(400)
})

test('a version that no record can have is refused', async () => {
  const body = { site: 'demo', baseVersion: 0, version: 2_697_135_461_073 }
  expect((await world.api('POST', '/prompt/restore', { body })).status).toBe(400)
  const newer = { site: 'demo', baseVersion: 2_697_135_461_073, text: 'x' }
  expect((await world.api('POST', '/prompt', { body: newer })).status).toBe(400)
})

test('the page of the dashboard has its own policy under every name, and is not cached', async () => {
  for (const path of ['/dashboard/', '/dashboard/index.html', '/dashboard/%69ndex.html']) {
    const { status, headers } = await get(path)
    expect([path, status, headers.get('cache-control')]).toEqual([path, 200, 'no-cache'])
    expect(headers.get('content-security-policy')).toContain("require-trusted-types-for 'script'")
  }
})

test.each([
  ['the page of the dashboard', '/dashboard/', 'no-cache'],
  ['its scripts', '/dashboard/index-:.js', 'public, max-age=31536000, immutable'],
  ['the explorer of the API', '/docs/', 'no-cache'],
  ['the demo', '/demo/demo.css', 'no-cache'],
  ['the loader', '/loader.js', 'public, max-age=300, stale-while-revalidate=3600'],
])('%s is compressed, and not sent again', async (_, given, cacheControl) => {
  const [script = ''] = /index-[\w-]+\.js/.exec(await (await get('/dashboard/')).text()) ?? []
  const path = given.replace('index-:.js', script)
  const plain = await get(path, { 'accept-encoding': 'identity' })
  const body = await plain.text()
  expect([plain.status, plain.headers.get('content-encoding'), plain.headers.get('vary')]).toEqual([
    ...[200, null, 'accept-encoding'],
  ])
  const tags = new Set([plain.headers.get('etag')])
  for (const encoding of ['br', 'gzip']) {
    const accept = { 'accept-encoding': encoding }
    const { headers } = await get(path, accept)
    expect([headers.get('content-encoding'), headers.get('cache-control')]).toEqual([encoding, cacheControl])
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(await (await get(path, accept)).text()).toBe(body)
    const etag = headers.get('etag') as string
    tags.add(etag)
    expect((await get(path, { ...accept, 'if-none-match': etag })).status).toBe(304)
  }
  expect(tags.size).toBe(3)
})

test.each(['/docs/%0d%0aX', '/dashboard/%0d%0aX'])(
  'a redirect to the own name keeps %s as it was sent',
  async (path) => {
    const { port } = new URL(world.url)
    const host = world.url.includes('127.0.0.1') ? `localhost:${port}` : `127.0.0.1:${port}`
    const location = await new Promise((resolve, reject) =>
      request(`${world.url}${path}`, { headers: { host } }, (answer) => {
        answer.resume()
        resolve([answer.statusCode, answer.headers.location])
      })
        .on('error', reject)
        .end(),
    )
    expect(location).toEqual([302, `${world.url}${path}`])
  },
)

test.each(['/config.schema.json', '/chat/site?site=demo'])('browsers must not guess the type of %s', async (path) => {
  const { status, headers } = await get(path)
  expect([status, headers.get('x-content-type-options')]).toEqual([200, 'nosniff'])
})

test.each(['csv', 'xlsx'])('an export of contacts as %s is recorded in the audit log', async (format) => {
  const headers = { authorization: `Bearer ${world.adminKey}` }
  await (await get(`/api/v1/leads.${format}?site=demo`, headers)).arrayBuffer()
  const { items } = (await world.api('GET', '/audit?site=demo&limit=1')).body
  expect(items[0]).toMatchObject({ actor: 'key:admin', action: `GET /leads.${format}`, site: 'demo', status: 200 })
})

test('a session that is made up costs the database nothing in a flood, and one that is known still counts', async () => {
  const { token } = await addPerson(world, 'Anna Adler')
  let asked = 0
  const { database } = world.services
  const sql = new Proxy(database.sql, {
    apply(target, self, given) {
      asked++
      return Reflect.apply(target, self, given)
    },
  })
  const identify = createIdentify({ ...world.services, database: { ...database, sql } })
  const isFlooding = { isFlooding: true }
  expect(await identify(`svc_sess_${'x'.repeat(43)}`, isFlooding)).toBeUndefined()
  expect([await identify(token, isFlooding), asked]).toEqual([undefined, 0])
  expect(await identify(token)).toBeDefined()
  const before = asked
  expect(await identify(`svc_sess_${'y'.repeat(43)}`, isFlooding)).toBeUndefined()
  expect(asked).toBe(before)
  expect(await identify(token, isFlooding)).toBeDefined()
})

test('failed sign-ins are recorded with the address, once a minute', async () => {
  const post = (path: string, body: unknown) =>
    fetch(`${world.url}/auth/${path}`, { method: 'POST', body: JSON.stringify(body) })
  const failed = async () => {
    const { items } = (await world.api('GET', '/audit?site=demo&limit=50')).body
    return items.filter(({ status }: { status: number }) => status === 401)
  }
  for (let at = 0; at < 3; at++) await post('sign-in', { email: 'owner@localhost', password: 'wrong wrong' })
  await post('link', { token: 'guess' })
  expect(await failed()).toMatchObject([{ action: 'POST /auth/sign-in', target: '127.0.0.1', site: null }])
  world.clock.move(60_000)
  await post('link', { token: 'guess' })
  expect(await failed()).toMatchObject([{ action: 'POST /auth/link' }, { action: 'POST /auth/sign-in' }])
})

test('the deletion of an account names the keys that it leaves', async () => {
  const { body: account } = await world.api('POST', '/admins', { body: { email: 'leaver@example.com' } })
  const session = await fetch(`${world.url}/auth/link`, {
    method: 'POST',
    body: JSON.stringify({ token: account.signInLink.split('#')[1] }),
  })
  const { token: key } = (await session.json()) as { token: string }
  const made = []
  for (const name of ['one', 'two'])
    made.push((await world.api('POST', '/keys', { key, body: { name, preset: 'chat', site: 'demo' } })).body)
  await world.api('DELETE', `/keys/${made[0].id}?site=demo`)
  const deleted = await world.api('DELETE', '/admins/leaver@example.com')
  expect(deleted.body).toEqual({ email: 'leaver@example.com', deleted: true, keys: 1 })
})
