import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSeal } from '../server/core/seal.ts'
import { identityOperations } from '../server/features/accounts/me.ts'
import { hashKey } from '../server/features/keys.ts'
import { allScopes, type Scope } from '../shared/scope.ts'
import { createWorld, type World } from './support/world.ts'

/** The SVC_SECRET of the tests' servers. */
const svcSecret = 'the secret of the tests'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const day = 86_400_000
const create = (body: Record<string, unknown>, key?: string) =>
  world.api('POST', '/keys', { body, ...(key ? { key } : {}) })
const me = (key: string, headers = {}) => world.api('GET', '/me', { key, headers })

/** The tables that contain this text, as it is, as hex or in base64. */
async function tablesHolding(text: string): Promise<string[]> {
  const { sql } = world.services.database
  const tables = await sql<{ name: string }[]>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`
  const bytes = Buffer.from(text)
  // In base64 the last letters depend on what follows.
  const written = [text, bytes.toString('hex'), bytes.toString('base64').replace(/..?=*$/, '')]
  const holds = tables.map(
    ({ name }) => `
    select '${name}' as name where exists (
      select from ${name} entry, unnest($1::text[]) written where strpos(entry::text, written) > 0)`,
  )
  const found = await sql.unsafe<{ name: string }[]>(holds.join(' union all '), [written])
  return found.map(({ name }) => name)
}

describe('a key', () => {
  test('has an id of twelve characters, and a prefix with it [R51, R197]', async () => {
    const { status, body } = await create({ name: 'shop', preset: 'chat', site: 'demo' })
    expect(status).toBe(201)
    expect(body.id).toMatch(/^[0-9A-Za-z]{12}$/)
    expect(body.prefix).toBe(`svc_live_${body.id}`)
    expect(body.key).toMatch(new RegExp(`^${body.prefix}_.{43}$`))
    expect(body).toMatchObject({ site: 'demo', scopes: ['chat'], allowIps: [], revokedAt: null, lastUsedAt: null })
  })

  test('is shown completely only once, and stored only as a keyed hash [R53, R175, R201]', async () => {
    const again = { 'idempotency-key': 'once' }
    const made = { name: 'once', preset: 'read', site: 'demo' }
    const { body } = await world.api('POST', '/keys', { body: made, headers: again })
    // However it is used: repeated, in the URL, or sent to another route.
    await world.api('POST', '/keys', { body: made, headers: again })
    await world.api('GET', `/me?api_key=${body.key}`, { key: body.key })
    await world.api('POST', '/conversations', { key: body.key, body: {}, headers: again })
    await fetch(`${world.url}/auth/link`, { method: 'POST', body: JSON.stringify({ token: body.key }) })
    const list = await world.api('GET', '/keys?site=demo')
    expect(JSON.stringify(list.body)).not.toContain(body.key)
    expect(list.body.presets.map((preset: { id: string }) => preset.id)).toEqual(['chat', 'crm', 'read', 'full'])
    expect(list.body.scopes.map((entry: { scope: string }) => entry.scope)).toEqual(allScopes)
    const [row] = await world.services.database.sql`select * from api_keys where id = ${body.id}`
    expect(row?.secret_hash).toMatch(/^[0-9a-f]{64}$/)
    // With the database but without SVC_SECRET, keys cannot be guessed.
    const secret = body.key.slice(body.prefix.length + 1)
    const plain = [body.key, secret].map((text) => createHash('sha256').update(text).digest('hex'))
    expect([...plain, hashKey(createSeal('another secret'), body.key)]).not.toContain(row?.secret_hash)
    expect(hashKey(createSeal(svcSecret), body.key)).toBe(row?.secret_hash)
    for (const hidden of [secret, svcSecret]) expect(await tablesHolding(hidden)).toEqual([])
    expect(await tablesHolding(body.id)).toContain('api_keys')
  })

  test('has 120 requests a minute by default, and follows the setting [R52, R240]', async () => {
    const usual = await world.key(['chat'])
    const own = await world.key(['chat'], { ratePerMinute: 7 })
    expect((await me(usual)).headers.get('x-ratelimit-limit')).toBe('120')
    expect((await me(own)).headers.get('x-ratelimit-limit')).toBe('7')
    const settings = { security: { limits: { apiRequestsPerKeyPerMinute: 33 } } }
    expect((await world.api('PUT', '/settings', { body: { settings, site: 'demo' } })).status).toBe(200)
    await expect.poll(async () => (await me(usual)).headers.get('x-ratelimit-limit')).toBe('33')
    expect((await me(own)).headers.get('x-ratelimit-limit')).toBe('7')
    const back = { security: { limits: { apiRequestsPerKeyPerMinute: 120 } } }
    await world.api('PUT', '/settings', { body: { settings: back, site: 'demo' } })
  })

  test('cannot give scopes that it lacks, but x:write covers x:read [R178, R109]', async () => {
    const maker = await world.key(['keys:write', 'leads:write'])
    expect((await create({ name: 'a', scopes: ['leads:read'] }, maker)).status).toBe(201)
    const refused = await create({ name: 'b', scopes: ['settings:read'] }, maker)
    expect(refused.status).toBe(403)
    expect(refused.body.error).toMatchObject({ code: 'forbidden', message: expect.stringContaining('settings:read') })
  })

  describe('that a key creates', () => {
    const limits = { allowIps: ['127.0.0.0/8', '2001:db8::/32'], expiresInDays: 7, ratePerMinute: 30 }
    const limited = () => world.key(['keys:write', 'chat'], limits)
    const make = async (body: Record<string, unknown>) =>
      create({ name: 'a', scopes: ['chat'], ...body }, await limited())

    test('inherits the limits of its creator unless it is given narrower ones [R178]', async () => {
      const same = await make({})
      expect(same.body).toMatchObject({ allowIps: limits.allowIps, ratePerMinute: 30, site: 'demo' })
      expect(same.body.expiresAt).toBeLessThanOrEqual(world.clock.now() + 7 * day)
      const narrower = { allowIps: ['127.1.0.0/16', '2001:db8:5::7'], expiresInDays: 2, ratePerMinute: 5 }
      const { body } = await make(narrower)
      expect(body).toMatchObject({ allowIps: narrower.allowIps, ratePerMinute: 5 })
      expect(body.expiresAt).toBeLessThanOrEqual(world.clock.now() + 2 * day)
    })

    test.each([
      ['allowIps', { allowIps: [] }],
      ['allowIps', { allowIps: ['127.0.0.1', '10.0.0.1'] }],
      ['allowIps', { allowIps: ['0.0.0.0/0'] }],
      ['allowIps', { allowIps: ['::ffff:0.0.0.0/96'] }],
      ['expiresInDays', { expiresInDays: 8 }],
      ['expiresInDays', { expiresInDays: null }],
      ['ratePerMinute', { ratePerMinute: 31 }],
    ])('never gets more than its creator has: %s in %j [R178]', async (field, beyond) => {
      const { status, body } = await make(beyond)
      expect([status, body.error.code, body.error.message]).toEqual([403, 'forbidden', expect.stringContaining(field)])
    })

    test('may be without limits if its creator has none [R176]', async () => {
      const maker = await world.key(['keys:write', 'chat'])
      const { status, body } = await create({ name: 'a', scopes: ['chat'], allowIps: ['10.0.0.1'] }, maker)
      expect([status, body.allowIps, body.expiresAt]).toEqual([201, ['10.0.0.1'], null])
      const faster = await create({ name: 'a', scopes: ['chat'], ratePerMinute: 121 }, maker)
      expect(faster.status).toBe(403)
    })
  })

  test.each([
    [{ name: 'x', preset: 'chat', scopes: ['chat'] }, 'scopes'],
    [{ name: 'x' }, 'scopes'],
    [{ name: 'x', scopes: ['everything'] }, 'scopes'],
    [{ name: '', preset: 'chat' }, 'name'],
    [{ name: 'x', preset: 'chat', expiresInDays: 0 }, 'expiresInDays'],
    [{ name: 'x', preset: 'chat', expiresInDays: 3651 }, 'expiresInDays'],
    [{ name: 'x', preset: 'chat', allowIps: ['300.1.1.1'] }, 'allowIps'],
  ])('is not created from %j: the message names %s [R176, R177, R225]', async (body, field) => {
    const refused = await create({ ...body, site: 'demo' })
    expect(refused.status).toBe(400)
    expect(refused.body.error.message).toContain(field)
  })

  test('that was not found is looked up again by the next request', async () => {
    const { body } = await create({ name: 'late', preset: 'read', site: 'demo' })
    const { sql } = world.services.database
    await sql`update api_keys set id = 'elsewhere' where id = ${body.id}`
    expect((await me(body.key)).status).toBe(401)
    await sql`update api_keys set id = ${body.id} where id = 'elsewhere'`
    expect((await me(body.key)).status).toBe(200)
  })

  test('is refused everywhere after it expired [R95]', async () => {
    const key = await world.key(allScopes, { expiresInDays: 1 })
    expect((await me(key)).status).toBe(200)
    world.clock.move(day + 1)
    expect((await me(key)).status).toBe(401)
  })

  test('is revoked by id or prefix, once [R94, R179, U70]', async () => {
    for (const name of ['id', 'prefix'] as const) {
      const { body } = await create({ name, preset: 'full', site: 'demo' })
      expect((await me(body.key)).status).toBe(200)
      const first = await world.api('DELETE', `/keys/${body[name]}?site=demo`)
      expect(first.body).toMatchObject({ revoked: true, revokedAt: world.clock.now() })
      expect(first.body).not.toHaveProperty('key')
      world.clock.move(1000)
      const again = await world.api('DELETE', `/keys/${body[name]}?site=demo`)
      expect(again.body.revokedAt).toBe(first.body.revokedAt)
      await expect.poll(async () => (await me(body.key)).status).toBe(401)
    }
  })

  test('of another site cannot be seen or revoked [R6, R228]', async () => {
    const { body } = await create({ name: 'theirs', preset: 'chat', site: 'other' })
    const mine = await world.key(['keys:write', 'keys:read'])
    const random = await world.api('DELETE', '/keys/AAAAAAAAAAAA', { key: mine })
    const foreign = await world.api('DELETE', `/keys/${body.id}`, { key: mine })
    expect([foreign.status, foreign.body]).toEqual([404, random.body])
    const list = await world.api('GET', '/keys', { key: mine })
    expect(list.body.keys.map((key: { id: string }) => key.id)).not.toContain(body.id)
  })

  test('is limited to its addresses [R199, R200]', async () => {
    const here = await world.key(['chat'], { allowIps: ['127.0.0.0/8', '2001:db8::1'] })
    const elsewhere = await world.key(['chat'], { allowIps: ['203.0.113.7'] })
    expect((await me(here)).status).toBe(200)
    expect((await me(elsewhere)).status).toBe(403)
    const spoofed = await me(elsewhere, { 'x-forwarded-for': '203.0.113.7', 'x-real-ip': '203.0.113.7' })
    expect(spoofed.status).toBe(403)
  })

  test('a site has at most fifty active ones, even if two are created at once [R235]', async () => {
    const settings = { security: { limits: { apiKeysPerSite: 3 } } }
    await world.api('PUT', '/settings', { body: { settings, site: 'other' } })
    const { sql } = world.services.database
    await sql`update api_keys set revoked_at = 1 where site = 'other'`
    await expect
      .poll(async () => (await world.services.sites.find('other'))?.settings.security.limits.apiKeysPerSite)
      .toBe(3)
    const made = await Promise.all(
      Array.from({ length: 8 }, () => create({ name: 'x', preset: 'chat', site: 'other' })),
    )
    expect(made.map((reply) => reply.status).sort()).toEqual([201, 201, 201, 400, 400, 400, 400, 400])
    await sql`update api_keys set expires_at = ${world.clock.now() + 1_000} where site = 'other' and revoked_at is null`
    expect((await create({ name: 'x', preset: 'chat', site: 'other' })).status).toBe(400)
    world.clock.move(1_000)
    expect((await create({ name: 'in the place of an expired one', preset: 'chat', site: 'other' })).status).toBe(201)
  })
})

describe('the presets', () => {
  test('grant what their names say [U13]', async () => {
    const { body } = await world.api('GET', '/keys?site=demo')
    const scopes = Object.fromEntries(
      body.presets.map((preset: { id: string; scopes: Scope[] }) => [preset.id, preset.scopes]),
    )
    expect(scopes.chat).toEqual(['chat'])
    expect(scopes.full).toEqual(allScopes)
    expect(scopes.read).toEqual(allScopes.filter((scope) => scope.endsWith(':read')))
    expect([...scopes.crm].sort()).toEqual(
      ['conversations', 'leads', 'callbacks', 'jobs'].flatMap((area) => [`${area}:read`, `${area}:write`]).sort(),
    )
  })
})

describe('a key of one site', () => {
  const writes: [string, string, Record<string, unknown>][] = [
    ['POST', '/admins', { email: 'intruder@example.com' }],
    ['PATCH', '/admins/owner@localhost', { role: 'member' }],
    ['DELETE', '/admins/somebody@example.com', {}],
    ['POST', '/admins/owner@localhost/sign-in-link', {}],
  ]

  test.each(writes)(
    'cannot %s %s if there are several sites: accounts reach all of them [R6, R203]',
    async (...write) => {
      const [method, path, body] = write
      const key = await world.key()
      const refused = await world.api(method, path, { body, key })
      expect([refused.status, refused.body.error.code]).toEqual([403, 'forbidden'])
      expect((await world.api('GET', '/admins', { key })).status).toBe(200)
    },
  )

  test('creates accounts if it is the only site, but no link for the owner [R180, R203]', async () => {
    const single = await createWorld({ file: { sites: [{ id: 'demo', name: 'Demo' }] } })
    try {
      const key = await single.key()
      const made = await single.api('POST', '/admins', { body: { email: 'ann@example.com' }, key })
      expect(made.status).toBe(201)
      const link = await single.api('POST', '/admins/owner@localhost/sign-in-link', { body: {}, key })
      expect(link.status).toBe(403)
    } finally {
      await single.close()
    }
  })
})

test('the statement of GET /me is planned once for a connection, not at each call', async () => {
  const ctx = await world.context('demo', { site: 'demo' })
  const one = await world.services.database.sql.reserve()
  try {
    const again = { ...ctx, sql: one as unknown as typeof ctx.sql }
    for (let time = 0; time < 10; time++) await identityOperations.me.run(again, {})
    const plans = await one`
      select generic_plans >= 5 as kept from pg_prepared_statements where statement like '%as list (site)' and name <> ''`
    expect(plans).toEqual([{ kept: true }])
  } finally {
    one.release()
  }
})
