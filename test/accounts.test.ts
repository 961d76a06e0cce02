import { scryptSync } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { lastId } from './support/emit.ts'
import { createWorld, type Reply, type World } from './support/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())
// Attempts are limited per window, so each test begins a new one.
beforeEach(() => world.clock.move(15 * minute + 1))

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const password = 'correct horse battery'

const auth = async (path: string, body: unknown, headers: Record<string, string> = {}): Promise<Reply> => {
  const response = await fetch(`${world.url}/auth/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  return { status: response.status, headers: response.headers, body: await response.json() }
}
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const add = (body: Record<string, unknown>) => world.api('POST', '/admins', { body })
const me = (token: string) => world.api('GET', '/me', { key: token })

let count = 0
const newEmail = () => `person${++count}@example.com`

/** Gives an account the password, with a hash of the same form that takes a thousandth of the time to compare. */
async function setCheapPassword(email: string): Promise<void> {
  const hash = scryptSync(password, '', 32, { N: 16, r: 8, p: 1 }).toString('base64url')
  await world.services.database.sql`update accounts set password = ${`scrypt$16$8$1$$${hash}`} where email = ${email}`
}

async function signedIn(role: 'admin' | 'member' = 'admin'): Promise<{ email: string; token: string }> {
  const email = newEmail()
  const { body } = await add({ email, role })
  const session = await auth('link', { token: body.signInLink.split('#')[1] })
  return { email, token: session.body.token }
}

describe('an account', () => {
  test('is an admin unless said otherwise, and with a password can sign in at once [R181, R182]', async () => {
    const email = newEmail()
    const { status, body } = await add({ email: ` ${email.toUpperCase()} `, password, name: 'Ann Other' })
    expect(status).toBe(201)
    expect(body).toEqual({
      email,
      name: 'Ann Other',
      role: 'admin',
      createdAt: world.clock.now(),
      signInLink: null,
      signInLinkExpiresAt: null,
    })
    const [stored] = await world.services.database.sql`select password from accounts where email = ${email}`
    expect(stored?.password).toMatch(/^scrypt\$32768\$8\$3\$[\w-]{22}\$[\w-]{43}$/)
    const session = await auth('sign-in', { email, password })
    expect(session.body).toMatchObject({
      token: expect.stringMatching(/^svc_sess_/),
      account: { email, role: 'admin' },
    })
  })

  test('without a password gets a link for seven days that works once [R96, R180]', async () => {
    const email = newEmail()
    const { body } = await add({ email, role: 'member' })
    expect(body.signInLink).toMatch(new RegExp(`^${world.url}/dashboard/link#[0-9A-Za-z]{32}$`))
    expect(body.signInLinkExpiresAt).toEqual(world.clock.now() + 7 * day)
    world.clock.move(7 * day - minute)
    const token = body.signInLink.split('#')[1]
    expect((await auth('link', { token })).status).toBe(200)
    expect((await auth('link', { token })).status).toBe(401)
  })

  test('is refused if its email is known, also while an invitation is pending [R183, R229, U72]', async () => {
    const email = newEmail()
    await add({ email })
    const again = await add({ email, password })
    expect([again.status, again.body.error]).toMatchObject([409, { code: 'conflict', id: email }])
  })

  test('of the owner cannot be removed and keeps full access whatever its role [R184, R207, U73]', async () => {
    const owner = 'owner@localhost'
    expect((await world.api('DELETE', `/admins/${owner}`)).status).toBe(400)
    const changed = await world.api('PATCH', `/admins/${owner}`, { body: { role: 'member' } })
    expect(changed.body.role).toBe('member')
    const link = await world.api('POST', `/admins/${owner}/sign-in-link`, { body: {} })
    const { body } = await auth('link', { token: link.body.url.split('#')[1] })
    expect((await world.api('GET', '/keys?site=demo', { key: body.token })).status).toBe(200)
    expect((await me(body.token)).body.admin).toMatchObject({ owner: true, via: 'session', email: owner })
  })

  test('that is removed is refused at its next request [R185]', async () => {
    const { email, token } = await signedIn()
    expect((await me(token)).status).toBe(200)
    expect((await world.api('DELETE', `/admins/${email}`)).body).toEqual({ email, deleted: true, keys: 0 })
    expect((await me(token)).status).toBe(401)
    expect((await world.api('DELETE', `/admins/${email}`)).status).toBe(404)
  })

  test('as a member reaches chats, contacts, callbacks and jobs, and nothing else [R206, U108]', async () => {
    const { email, token } = await signedIn('member')
    expect((await world.api('GET', '/conversations?site=demo', { key: token })).status).toBe(200)
    for (const path of ['/keys', '/settings', '/audit', '/usage', '/admins', '/version', '/knowledge/manual'])
      expect([path, (await world.api('GET', `${path}?site=demo`, { key: token })).status]).toEqual([path, 403])
    await world.api('PATCH', `/admins/${email}`, { body: { role: 'admin' } })
    expect((await world.api('GET', '/keys?site=demo', { key: token })).status).toBe(200)
  })
})

describe('a person’s own name', () => {
  const rename = (key: string, name: unknown, more = {}) => world.api('PATCH', '/me', { key, body: { name, ...more } })

  test('can be changed by themselves, members included, but nothing else of the account [U108, threat 10]', async () => {
    const { email, token } = await signedIn('member')
    const before = await lastId(world)
    const changed = await rename(token, ' Ann Other ', { role: 'admin', email: 'owner@localhost' })
    expect(changed).toMatchObject({ status: 200, body: { email, name: 'Ann Other', role: 'member' } })
    expect((await me(token)).body.admin).toMatchObject({ email, name: 'Ann Other', role: 'member' })
    await rename(token, 'Ann Other')
    const emitted = await world.services.database.sql`
      select type, data from events where seq > ${Number(before.slice(4))} and site = 'demo'`
    expect([...emitted]).toEqual([{ type: 'account.changed', data: { email } }])
    const { items } = (await world.api('GET', '/audit?site=demo&limit=1')).body
    expect(items[0]).toMatchObject({ actor: email, action: 'PATCH /me', target: email, status: 200 })
    expect((await rename(token, '')).body.name).toBeNull()
  })

  test('is one line of at most 100 characters, and a key cannot set one', async () => {
    const { token } = await signedIn('member')
    for (const name of ['x'.repeat(101), 'a\0', 7, undefined, null])
      expect((await rename(token, name)).status, String(name)).toBe(400)
    expect((await rename(world.adminKey, 'Ann')).status).toBe(400)
    expect((await rename(await world.key(), 'Ann')).status).toBe(400)
    expect((await me(token)).body.admin.name).toBeNull()
  })
})

describe('signing in', () => {
  test('says the same for a wrong password and an unknown email [R208, threat 11]', async () => {
    const { email } = await signedIn()
    const wrong = await auth('sign-in', { email, password: 'not the password' })
    const unknown = await auth('sign-in', { email: newEmail(), password: 'not the password' })
    expect([wrong.status, wrong.body]).toEqual([401, unknown.body])
  })

  test('is limited to five attempts per account, over all addresses and servers, even concurrent ones [R210, threat 11]', async () => {
    const { email } = await signedIn()
    await setCheapPassword(email)
    const tries = await Promise.all(
      Array.from({ length: 8 }, () => auth('sign-in', { email, password: 'wrong wrong' })),
    )
    expect(tries.map((reply) => reply.status).sort()).toEqual([401, 401, 401, 401, 401, 429, 429, 429])
    const refused = tries.find((reply) => reply.status === 429) as Reply
    expect(refused.body.error).toMatchObject({ code: 'rate_limited', retryAfter: 15 * 60 })
    expect(refused.headers.get('retry-after')).toBe('900')
    expect((await auth('sign-in', { email, password })).status).toBe(429)
    world.clock.move(15 * minute + 1)
    expect((await auth('sign-in', { email, password })).status).toBe(200)
  })

  test('is limited to ten passwords and ten links per address, counted separately [R210]', async () => {
    const tries = async (guess: () => Promise<Reply>) => {
      const statuses: number[] = []
      for (let at = 0; at < 12; at++) statuses.push((await guess()).status)
      return statuses
    }
    const limited = [...Array(10).fill(401), 429, 429]
    expect(await tries(() => auth('sign-in', { email: newEmail(), password: 'x' }))).toEqual(limited)
    expect(await tries(() => auth('link', { token: 'guess' }))).toEqual(limited)
  })

  test('counts an IPv6 address by its /64, and its connection by the /56 with four times the limit [R210, threat 12]', async () => {
    const proxied = await createWorld({ environment: { TRUST_PROXY: '127.0.0.1' } })
    try {
      // Links, because checking a password takes half a second of processor time.
      const link = async (address: string) => {
        const headers = { 'x-forwarded-for': address }
        const init = { method: 'POST', headers, body: JSON.stringify({ token: 'guess' }) }
        return (await fetch(`${proxied.url}/auth/link`, init)).status
      }
      const statuses: number[] = []
      for (let at = 1; at <= 11; at++) statuses.push(await link(`2001:db8:0:1::${at}`))
      expect(statuses).toEqual([...Array(10).fill(401), 429])
      expect(await link('2001:db8:0:2::1')).toBe(401)
      const links: number[] = []
      for (let at = 1; at <= 41; at++) links.push(await link(`2001:db8:0:a0${at % 8}::1`))
      expect(links).toEqual([...Array(40).fill(401), 429])
      expect([await link('2001:db8:0:a09::1'), await link('2001:db8:0:b01::1')]).toEqual([429, 401])
    } finally {
      await proxied.close()
    }
  })

  test('is not limited by failing API calls from the same address', async () => {
    const { email } = await signedIn()
    await setCheapPassword(email)
    for (let at = 0; at < 60; at++) await me('svc_live_unknown')
    expect((await me('svc_live_unknown')).status).toBe(429)
    expect((await auth('sign-in', { email, password })).status).toBe(200)
  })

  test.each([
    ['its origin', { origin: 'https://evil.example' }],
    ['its browser', { 'sec-fetch-site': 'cross-site' }],
  ])('is not limited by a foreign page, known by %s', async (_, headers) => {
    const { email } = await signedIn()
    await setCheapPassword(email)
    const statuses = new Set<number>()
    for (let at = 0; at < 61; at++) statuses.add((await auth('link', { token: 'guess' }, headers)).status)
    expect([...statuses]).toEqual([403])
    expect((await auth('sign-in', { email, password })).status).toBe(200)
  })

  test('by a link that two people use at the same moment lets one of them in [R96]', async () => {
    const { email } = await signedIn()
    const link = await world.api('POST', `/admins/${email}/sign-in-link`, { body: {} })
    const token = link.body.url.split('#')[1]
    const both = await Promise.all([auth('link', { token }), auth('link', { token })])
    expect(both.map((reply) => reply.status).sort()).toEqual([200, 401])
  })

  test('by a link on demand is possible for 15 minutes [R96]', async () => {
    const { email } = await signedIn()
    const link = await world.api('POST', `/admins/${email}/sign-in-link`, { body: {} })
    expect(link.body).toEqual({ email, url: expect.any(String), expiresAt: world.clock.now() + 15 * minute })
    world.clock.move(15 * minute)
    expect((await auth('link', { token: link.body.url.split('#')[1] })).status).toBe(401)
  })

  test('builds its links from BASE_URL, whatever the Host header says [threat 11]', async () => {
    const { email } = await signedIn()
    const reply = await fetch(`${world.url}/api/v1/admins/${email}/sign-in-link`, {
      method: 'POST',
      headers: { ...bearer(world.adminKey), 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' },
    })
    expect(((await reply.json()) as { url: string }).url).toMatch(new RegExp(`^${world.url}/`))
  })

  test('sets a cookie that scripts cannot read, and refuses pages of other origins', async () => {
    const { email } = await signedIn()
    await setCheapPassword(email)
    const session = await auth('sign-in', { email, password }, { origin: world.url })
    const cookie = session.headers.get('set-cookie') as string
    expect(cookie).toMatch(/^svc_session=svc_sess_\w+;/)
    expect(cookie).toContain('HttpOnly')
    expect(cookie).toContain('SameSite=Lax')
    const foreign = await auth('sign-in', { email, password }, { origin: 'https://evil.example' })
    expect(foreign.status).toBe(403)
    const noOrigin = await auth('sign-out', {}, { cookie: cookie.split(';')[0] as string })
    expect(noOrigin.status).toBe(403)
  })
})

describe('a browser that signed in before', () => {
  const cookiesOf = ({ headers }: Reply) => headers.getSetCookie().map((cookie) => cookie.split(';')[0] as string)
  const deviceOf = (reply: Reply) => cookiesOf(reply).find((cookie) => cookie.startsWith('svc_device=')) as string
  const own = (cookie: string) => ({ origin: world.url, cookie })
  const wrong = (email: string, headers = {}) => auth('sign-in', { email, password: 'wrong wrong' }, headers)

  async function accountWithDevice() {
    const { email } = await signedIn()
    await setCheapPassword(email)
    return { email, device: deviceOf(await auth('sign-in', { email, password })) }
  }

  test('can sign in with the right password while strangers have locked the account [R210, threat 11]', async () => {
    const { email, device } = await accountWithDevice()
    const statuses = []
    for (let at = 0; at < 6; at++) statuses.push((await wrong(email)).status)
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
    expect((await auth('sign-in', { email, password })).status).toBe(429)
    expect((await auth('sign-in', { email, password }, own(device))).status).toBe(200)
    expect((await auth('sign-in', { email, password })).status).toBe(429)
  })

  test('has five attempts of its own, which lock out nobody else [R210]', async () => {
    const { email, device } = await accountWithDevice()
    const statuses = []
    for (let at = 0; at < 6; at++) statuses.push((await wrong(email, own(device))).status)
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
    expect((await auth('sign-in', { email, password }, own(device))).status).toBe(429)
    expect((await auth('sign-in', { email, password })).status).toBe(200)
  })

  test.each([
    ['is of another account', async () => (await accountWithDevice()).device],
    ['is invented', async () => 'svc_device=AAAAAAAAAAAAAAAAAAAAAA.0000'],
    ['is empty', async () => 'svc_device='],
    ['is half', async () => 'svc_device=AAAAAAAAAAAAAAAAAAAAAA'],
  ])('is not recognised if its token %s', async (_, foreign) => {
    const { email } = await accountWithDevice()
    const device = await foreign()
    for (let at = 0; at < 5; at++) await wrong(email)
    expect((await auth('sign-in', { email, password }, own(device))).status).toBe(429)
  })

  test('keeps its device token for sign-in routes only, and keeps it after signing out', async () => {
    const { email } = await signedIn()
    await setCheapPassword(email)
    const reply = await auth('sign-in', { email, password }, { origin: world.url })
    const [cookie] = reply.headers.getSetCookie().filter((one) => one.startsWith('svc_device='))
    expect(cookie).toMatch(/; Path=\/auth; HttpOnly; SameSite=Lax$/)
    expect(reply.body).not.toHaveProperty('device')
    const out = await auth('sign-out', {}, own(cookiesOf(reply).join('; ')))
    expect(out.headers.getSetCookie().map((one) => one.split('=')[0])).toEqual(['svc_session'])
  })
})

describe('a sign-in link', () => {
  const linkFor = async (email: string) => {
    const { body } = await world.api('POST', `/admins/${email}/sign-in-link`, { body: {} })
    return body.url.split('#')[1] as string
  }

  test('is void once a password is set, so whoever found it stays out [R208]', async () => {
    const { email, token } = await signedIn()
    const leaked = await linkFor(email)
    expect((await auth('password', { password }, bearer(token))).status).toBe(200)
    expect((await auth('link', { token: leaked })).status).toBe(401)
  })

  test('is void once another one of the account was used [R96]', async () => {
    const { email } = await signedIn()
    const [first, second] = [await linkFor(email), await linkFor(email)]
    expect((await auth('link', { token: first })).status).toBe(200)
    expect((await auth('link', { token: second })).status).toBe(401)
  })

  test('is void once the account signed in by password [R208]', async () => {
    const { email } = await signedIn()
    await setCheapPassword(email)
    const leaked = await linkFor(email)
    const others = await signedIn()
    const kept = await linkFor(others.email)
    expect((await auth('sign-in', { email, password })).status).toBe(200)
    expect((await auth('link', { token: leaked })).status).toBe(401)
    expect((await auth('link', { token: kept })).status).toBe(200)
  })

  test('for the owner can only be created by the owner: no admin becomes the owner [R207]', async () => {
    const owner = '/admins/owner@localhost/sign-in-link'
    const { token } = await signedIn('admin')
    expect((await world.api('POST', owner, { body: {}, key: token })).status).toBe(403)
    const link = await world.api('POST', owner, { body: {} })
    const session = await auth('link', { token: link.body.url.split('#')[1] })
    expect((await world.api('POST', owner, { body: {}, key: session.body.token })).status).toBe(201)
  })
})

describe('a session', () => {
  test('lasts sessionTtlHours, 24 by default [R209]', async () => {
    const { token } = await signedIn()
    world.clock.move(24 * hour - 1_000)
    expect((await me(token)).status).toBe(200)
    world.clock.move(1_000)
    expect((await me(token)).status).toBe(401)
  })

  test('has a limit of 600 requests a minute [U16]', async () => {
    const { token } = await signedIn()
    expect((await me(token)).headers.get('x-ratelimit-limit')).toBe('600')
  })

  test('ends when its person signs out, and all others end when the password changes', async () => {
    const { email, token } = await signedIn()
    await auth('password', { password }, bearer(token))
    const { body: other } = await auth('sign-in', { email, password })
    await setCheapPassword(email)
    const wrong = await auth('password', { current: 'nonsense', password: 'a new password' }, bearer(token))
    expect([wrong.status, wrong.body.error.message]).toEqual([400, expect.stringContaining('current')])
    expect((await auth('password', { password: 'a new password' }, bearer(token))).status).toBe(400)
    expect((await auth('password', { current: password, password: 'short' }, bearer(token))).status).toBe(400)
    const changed = await auth('password', { current: password, password: 'a new password' }, bearer(token))
    expect(changed.status).toBe(200)
    expect([(await me(token)).status, (await me(other.token)).status]).toEqual([200, 401])
    expect((await auth('sign-in', { email, password: 'a new password' })).status).toBe(200)
    expect((await auth('sign-out', {}, bearer(token))).status).toBe(200)
    expect((await me(token)).status).toBe(401)
  })

  test('cannot be a token of another kind, and is stored only as a hash', async () => {
    const { token } = await signedIn()
    expect((await me(`${token}x`)).status).toBe(401)
    expect((await me('svc_sess_')).status).toBe(401)
    const rows = await world.services.database.sql`select * from sessions`
    expect(JSON.stringify(rows)).not.toContain(token)
  })
})
