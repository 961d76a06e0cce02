import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { silentLog } from '../server/core/log.ts'
import type { Operation } from '../server/core/operation.ts'
import { hashKey } from '../server/features/keys.ts'
import { createOutside } from '../server/outside/outside.ts'
import { createServices } from '../server/services.ts'
import { allScopes, covers, type Scope, scopes } from '../shared/scope.ts'
import type { Body } from './support/chat.ts'
import { everyOperation, send } from './support/every-operation.ts'
import { type FakeServer, sendJson, startFakeServer } from './support/fake-server.ts'
import { hurryTask } from './support/tasks.ts'
import { createWorld, type World } from './support/world.ts'

let world: World
let releases: FakeServer
let release: { status: number; body: unknown } = { status: 200, body: { version: '99.0.0', notes: 'Much new.' } }

beforeAll(async () => {
  releases = await startFakeServer((_, response) => sendJson(response, release.status, release.body))
  const updates = { url: `${releases.url}/latest.json` }
  world = await createWorld({ file: { updates, outbound: { allow: [`127.0.0.1:${releases.port}`] } } })
})
afterAll(async () => {
  await world.close()
  await releases.close()
})
beforeEach(() => world.clock.move(60_000))

const day = 86_400_000
const sql = () => world.services.database.sql
const make = (body: Record<string, unknown>, key?: string) =>
  world.api('POST', '/keys', { body: { name: 'x', preset: 'chat', ...body }, ...(key ? { key } : {}) })
const me = (key: string) => world.api('GET', '/me', { key })

describe('a key', () => {
  test('[R93] that was revoked is refused by a server that missed the event, within 30 seconds', async () => {
    const key = await world.key(['chat'])
    const { config, database, clock } = world.services
    const outside = createOutside(config, clock, silentLog)
    const deaf = createServices({ config, database, clock, log: silentLog, secret: 'the secret of the tests', outside })
    expect(await deaf.identify(key)).toBeDefined()
    await world.api('DELETE', `/keys/${key.slice(9, 21)}?site=demo`)
    world.clock.move(29_999)
    expect(await deaf.identify(key)).toBeUndefined()
  })

  test('[U44] has its id in the twelve characters after svc_live_, and a secret that may contain underscores', async () => {
    const [{ id }] = [(await make({ site: 'demo' })).body]
    const key = `svc_live_${id}_se_cr_et_${'x'.repeat(32)}_`
    await sql()`update api_keys set secret_hash = ${hashKey(world.services.seal, key)} where id = ${id}`
    expect((await me(key)).body.key).toMatchObject({ id })
    for (const wrong of [key.slice(0, -1), key.replace('svc_live_', 'svc_test_'), key.replace(`${id}_`, id), `${key}_`])
      expect((await me(wrong)).status, wrong).toBe(401)
  })

  test('[R199] behind a proxy of TRUST_PROXY is used from the address that the proxy reports [threat 12]', async () => {
    const proxied = await createWorld({ environment: { TRUST_PROXY: '127.0.0.1, 10.0.0.0/8' } })
    try {
      const key = await proxied.key(['chat'], { allowIps: ['203.0.113.7'] })
      const from = async (forwarded: string) =>
        (await proxied.api('GET', '/me', { key, headers: { 'x-forwarded-for': forwarded } })).status
      expect(await from('203.0.113.7')).toBe(200)
      expect(await from('198.51.100.1, 203.0.113.7, 10.1.2.3')).toBe(200)
      // Addresses sent by the client precede those added by the proxy.
      for (const spoofed of ['203.0.113.7, 198.51.100.1', '203.0.113.7, nonsense', ''])
        expect(await from(spoofed), spoofed).toBe(403)
    } finally {
      await proxied.close()
    }
  })

  test('[U71] creates keys only within its own limits, which are also the default', async () => {
    const maker = await world.key(['keys:write', 'chat'], { expiresInDays: 1, allowIps: ['127.0.0.0/8'] })
    const { status, body } = await make({}, maker)
    expect([status, body.allowIps, body.ratePerMinute]).toEqual([201, ['127.0.0.0/8'], 120])
    expect(body.expiresAt).toBeLessThanOrEqual(world.clock.now() + 86_400_000)
    expect(body.createdBy).toBe(`key:${maker.slice(9, 21)}`)
    for (const wider of [{ ratePerMinute: 10_000 }, { expiresInDays: null }, { allowIps: [] }])
      expect((await make(wider, maker)).status, JSON.stringify(wider)).toBe(403)
  })

  test('[U75] without a rate of its own shows the setting’s, and follows it', async () => {
    const { body } = await make({ site: 'demo' })
    expect(body.ratePerMinute).toBe(120)
    const settings = { security: { limits: { apiRequestsPerKeyPerMinute: 77 } } }
    await world.api('PUT', '/settings', { body: { settings, site: 'demo' } })
    const shown = async () =>
      (await world.api('GET', '/keys?site=demo')).body.keys.find(({ id }: Body) => id === body.id).ratePerMinute
    await expect.poll(shown).toBe(77)
    const [row] = await sql()`select rate_per_minute from api_keys where id = ${body.id}`
    expect(row?.rate_per_minute).toBeNull()
  })

  test.each([1, 3650, null])('[R177] is valid for %j days', async (expiresInDays) => {
    const { body } = await make({ site: 'demo', expiresInDays })
    expect(body.expiresAt).toEqual(expiresInDays === null ? null : world.clock.now() + expiresInDays * day)
  })

  test('[R7] [R99] [R100] works only on its own site, and says so', async () => {
    const key = await world.key(undefined, { site: 'other' })
    const { key: own, sites } = (await me(key)).body
    expect([own.site, sites.map(({ id }: Body) => id)]).toEqual(['other', ['other']])
    const started = await world.api('POST', '/conversations', { key, body: {} })
    expect((await world.api('GET', `/conversations/${started.body.id}?site=other`, { key })).status).toBe(200)
    for (const [path, body] of [
      ['/conversations', { site: 'demo' }],
      ['/conversations?site=demo', {}],
      ['/conversations?site=demo', { site: 'other' }],
    ] as const)
      expect((await world.api('POST', path, { key, body })).status, path).toBe(403)
    const two = await world.api('POST', '/conversations?site=other', { body: { site: 'demo' } })
    expect([two.status, two.body.error.message]).toEqual([400, expect.stringMatching(/^site: /)])
  })

  test('[R203] [R212] [R213] [R214] [R215] [R216] GET /keys says what each scope lets it do', async () => {
    const listed = (await world.api('GET', '/keys?site=demo')).body.scopes
    expect(Object.fromEntries(listed.map(({ scope, description }: Body) => [scope, description]))).toEqual(scopes)
    for (const scope of ['team:write', 'keys:write'] as const) expect(scopes[scope]).toContain('dashboard access')
    expect(scopes['jobs:read']).toMatch(/jobs and appointments/)
    expect(scopes['knowledge:write']).toMatch(/crawl.*upload.*knowledge.*facts/i)
    expect(scopes['prompt:read']).toMatch(/prompt.*versions.*tools.*agent/i)
    expect(scopes['webhooks:read']).toMatch(/webhook endpoints and the email service/)
    expect(scopes['settings:write']).toMatch(/settings, labels, contact tags, integrations and the live chat channel/)
  })

  // One each, because a site has few keys, and there are many operations.
  const keys = new Map<Scope, string>()
  const keyWithout = async (wanted: Scope) => {
    const key = keys.get(wanted) ?? (await world.key(allScopes.filter((scope) => !covers([scope], wanted))))
    keys.set(wanted, key)
    return key
  }

  /** It stores what it finds, but the contract asks for the scope of reading. */
  const onlyChecks = new Set(['/integrations/:kind/test'])

  test.each(everyOperation.filter(({ operation }) => areaOf(operation)))(
    '[R212] [R213] [R214] [R215] [R216] [R217] $name needs exactly its scope',
    async ({ operation }) => {
      const area = areaOf(operation)
      const wanted = typeof area === 'string' ? area : area?.[operation.reads || onlyChecks.has(operation.path) ? 0 : 1]
      expect(operation.scope).toBe(wanted)
      // Enforced by the server, not only documented: a caller with all other scopes is refused.
      const without = await keyWithout(operation.scope as Scope)
      const refused = await send(world, operation, { id: 'x', version: '1', email: 'x' }, { key: without })
      expect([refused.status, refused.body.error.message]).toEqual([403, expect.stringContaining(operation.scope)])
    },
  )

  test.each([['/knowledge'], ['/prompt'], ['/labels'], ['/settings'], ['/live/telegram'], ['/usage'], ['/version']])(
    'the areas above contain routes under %s',
    (path) => {
      expect(everyOperation.some(({ operation }) => operation.path.startsWith(path) && areaOf(operation))).toBe(true)
    },
  )
})

/** The scopes for reading and writing below a path, or one for both. The longest matching path counts. */
const areas: Record<string, Scope | [Scope, Scope]> = {
  '/jobs': ['jobs:read', 'jobs:write'],
  '/appointments': ['jobs:read', 'jobs:write'],
  '/knowledge': ['knowledge:read', 'knowledge:write'],
  '/prompt': ['prompt:read', 'prompt:write'],
  '/tools': ['prompt:read', 'prompt:write'],
  '/agent': ['prompt:read', 'prompt:write'],
  '/webhooks': ['webhooks:read', 'webhooks:write'],
  '/notifications/email': ['webhooks:read', 'webhooks:write'],
  '/settings': ['settings:read', 'settings:write'],
  '/integrations': ['settings:read', 'settings:write'],
  '/labels': ['conversations:read', 'settings:write'],
  '/contact-tags': ['leads:read', 'settings:write'],
  '/live/telegram': ['settings:read', 'settings:write'],
  '/overview': 'analytics:read',
  '/usage': 'analytics:read',
  '/version': 'analytics:read',
}

function areaOf({ path }: Operation): Scope | [Scope, Scope] | undefined {
  const fits = Object.keys(areas).filter((area) => path === area || path.startsWith(`${area}/`))
  return areas[fits.sort((one, other) => other.length - one.length)[0] ?? '']
}

describe('an account', () => {
  const add = (body: Record<string, unknown>) => world.api('POST', '/admins', { body })

  test.each<[Record<string, unknown>, string]>([
    [{ email: 'a@team.example', role: 'owner' }, 'role'],
    [{ email: 'a@team.example', name: 'x'.repeat(101) }, 'name'],
    [{ email: 'nobody' }, 'email'],
    [{ email: 'a@team.example', password: 'too short' }, 'password'],
    [{}, 'email'],
  ])('[R54] [R55] [R208] of %j is refused: %s', async (body, field) => {
    const refused = await add(body)
    expect([refused.status, refused.body.error.message]).toEqual([400, expect.stringMatching(`^${field}: `)])
  })

  test('[U73] [R55] is changed by name and role; an unknown one is 404', async () => {
    await add({ email: 'b@team.example', name: 'x'.repeat(100) })
    const changed = await world.api('PATCH', '/admins/B@team.example', { body: { role: 'member', name: '' } })
    expect(changed.body).toMatchObject({ email: 'b@team.example', role: 'member', name: null })
    expect((await world.api('PATCH', '/admins/b@team.example', { body: { role: 'owner' } })).status).toBe(400)
    for (const [method, path] of [
      ['PATCH', '/admins/no@team.example'],
      ['DELETE', '/admins/no@team.example'],
      ['POST', '/admins/no@team.example/sign-in-link'],
    ] as const)
      expect((await world.api(method, path, { body: {} })).status, path).toBe(404)
  })
})

describe('every response', () => {
  const raw = (path: string, init: RequestInit = {}) =>
    fetch(`${world.url}/api/v1${path}`, { ...init, headers: { authorization: `Bearer ${world.adminKey}` } })

  test('[R1] [R97] is JSON below /api/v1; a body that is not UTF-8 is refused', async () => {
    expect((await raw('/me')).headers.get('content-type')).toMatch(/^application\/json/)
    const latin = new Uint8Array([...Buffer.from('{"name":"'), 0xe4, ...Buffer.from('","site":"demo"}')])
    const refused = await raw('/keys', { method: 'POST', body: latin })
    expect([refused.status, ((await refused.json()) as Body).error.code]).toEqual([400, 'bad_request'])
    expect((await fetch(`${world.url}/me`)).status).toBe(404)
  })

  test('[R232] [R223] to an internal error is 500 internal, and reveals nothing', async () => {
    await sql()`alter table usage_days rename to usage_days_away`
    const { status, body } = await world.api('GET', '/usage?site=demo')
    await sql()`alter table usage_days_away rename to usage_days`
    const message = 'An internal error occurred.'
    expect([status, body]).toEqual([500, { error: { code: 'internal', reason: 'internal', message } }])
  })

  test('[U16] to the admin key counts against 600 requests a minute', async () => {
    expect((await raw('/me')).headers.get('x-ratelimit-limit')).toBe('600')
  })

  test('[R103] of a list has at most 500 items', async () => {
    await sql()`
      insert into api_keys (id, site, name, secret_hash, scopes, created_by, created_at)
      select 'many' || lpad(number::text, 8, '0'), 'other', 'x', 'x', '[]', 'x', number from generate_series(1, 501) number`
    await sql()`
      insert into accounts (email, role, created_at)
      select 'many' || number || '@team.example', 'member', number from generate_series(1, 501) number`
    expect((await world.api('GET', '/keys?site=other')).body.keys).toHaveLength(500)
    expect((await world.api('GET', '/admins')).body.admins).toHaveLength(500)
    await sql()`delete from api_keys where id like 'many%'`
    await sql()`delete from accounts where email like 'many%'`
  })
})

test('[R195] an entry of the audit log is kept for 90 days', async () => {
  await make({ site: 'demo' })
  const ids = async () => (await world.api('GET', '/audit?site=demo&limit=200')).body.items.map(({ id }: Body) => id)
  const [id] = await ids()
  const clean = async () => {
    await hurryTask(world.services, 'retention.removeOld', 'demo')
    await expect
      .poll(
        async () =>
          (
            await sql()`
              select from queue
              where type = 'retention.removeOld' and (lease is not null or run_at <= ${world.clock.now()})`
          ).length,
      )
      .toBe(0)
  }
  world.clock.move(90 * day - 60_000)
  await clean()
  expect(await ids()).toContain(id)
  world.clock.move(120_000)
  await clean()
  await expect.poll(ids).not.toContain(id)
})

describe('GET /version', () => {
  const version = async () => (await world.api('GET', '/version')).body

  test('[R194] [R217] needs analytics:read', async () => {
    const reader = await world.key(['analytics:read'])
    const others = await world.key(['audit:read', 'settings:write'])
    for (const path of ['/version', '/usage']) {
      expect((await world.api('GET', path, { key: reader })).status).toBe(200)
      expect((await world.api('GET', path, { key: others })).status).toBe(403)
    }
  })

  test('[R243] returns the running release, the latest, and the state of the schema', async () => {
    const answer = await version()
    expect(answer).toMatchObject({ latest: '99.0.0', upgradeAvailable: true, releaseNotes: 'Much new.' })
    expect(answer.schema.applied).toBe(answer.schema.expected)
    expect(answer.schema.applied).toBeGreaterThan(0)
    expect(answer.current).toMatch(/^\d+\.\d+\.\d+$/)
  })

  test.each([
    ['an older release', { status: 200, body: { version: '0.0.1' } }],
    ['nonsense', { status: 200, body: { latest: 1 } }],
    ['a failure', { status: 503, body: {} }],
  ])('offers no upgrade if the update address answers %s', async (_, answer) => {
    release = answer
    expect((await version()).upgradeAvailable).toBe(false)
  })
})
