import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Body, type ChatWorld, createChatWorld } from './support/chat.ts'
import { type FakeServer, sendJson, startFakeServer } from './support/fake-server.ts'

let provider: FakeServer
let world: ChatWorld
let verdict: { status: number; body: unknown }

beforeAll(async () => {
  provider = await startFakeServer((_, response) => sendJson(response, verdict.status, verdict.body))
  const file = {
    sites: [{ id: 'demo', allowedOrigins: ['https://demo.example'] }],
    turnstile: { siteKey: 'public-key', secretKey: 'private-key' },
    providers: { turnstile: `${provider.url}/turnstile/v0` },
    outbound: { allow: [`127.0.0.1:${provider.port}`] },
  }
  world = await createChatWorld({ file })
})
afterAll(async () => {
  await world.close()
  await provider.close()
})
beforeEach(() => {
  verdict = { status: 200, body: { success: true } }
  provider.seen.length = 0
  world.clock.move(60_000)
})

const page = async (method: string, path: string, body?: Body, token?: string) => {
  const headers = { origin: 'https://demo.example', ...(token ? { authorization: `Bearer ${token}` } : {}) }
  const sent = body === undefined ? null : JSON.stringify(body)
  const response = await fetch(`${world.url}/chat${path}`, { method, headers, body: sent })
  return { status: response.status, body: (await response.json()) as Body }
}
const begin = (body: Body) => page('POST', '/conversations', { site: 'demo', message: 'Hello', ...body })
const conversations = async () => (await world.get('/conversations?limit=100')).body.items.length

test('a page receives the public key, and never the secret one', async () => {
  const { body } = await page('GET', '/site?site=demo')
  expect(body.captcha).toBe('public-key')
  expect(JSON.stringify(body)).not.toContain('private-key')
  expect((await world.get('/settings')).body.captcha).toBe(true)
})

test('the frame of the challenge can only be embedded in the site’s pages, and connects only to the provider', async () => {
  const response = await fetch(`${world.url}/chat/challenge?site=demo`)
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=UTF-8'])
  const rules = Object.fromEntries(
    response.headers
      .get('content-security-policy')!
      .split('; ')
      .map((rule) => rule.split(/ (.*)/, 2) as [string, string]),
  )
  expect(rules).toMatchObject({
    'default-src': "'none'",
    'script-src': `'self' ${provider.url}`,
    'frame-src': provider.url,
    'frame-ancestors': expect.stringMatching(
      /^https:\/\/demo\.example http:\/\/127\.0\.0\.1:\d+ http:\/\/localhost:\d+$/,
    ),
  })
  expect(rules).not.toHaveProperty('connect-src')
  const text = await response.text()
  expect(text).toContain('data-key="public-key"')
  expect(text).not.toContain('private-key')
  for (const path of ['', '?site=', '?site=unknown', '/', '/index.html', '/..%2Fapi.ts', '/nothing.js'])
    expect((await fetch(`${world.url}/chat/challenge${path}`)).status).toBe(404)
  expect((await fetch(`${world.url}/chat/challenge/challenge.js`)).headers.get('content-type')).toMatch(/javascript/)
})

test('that of signing in can only be embedded in the dashboard', async () => {
  const response = await fetch(`${world.url}/auth/challenge`)
  expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store'])
  const policy = response.headers.get('content-security-policy')
  expect(policy).toContain("default-src 'none'")
  expect(policy).toMatch(/; frame-ancestors 'self'$/)
  const text = await response.text()
  expect(text).toContain('data-key="public-key"')
  expect(text).not.toContain('private-key')
  expect((await fetch(`${world.url}/auth/challenge/challenge.js`)).headers.get('content-type')).toMatch(/javascript/)
  for (const path of ['/auth/challenge/nothing.js', '/auth/challenge/..%2Fapi.ts', '/auth/challenge/'])
    expect((await fetch(`${world.url}${path}`)).status).toBe(404)
})

test('a start with a valid response is accepted; later requests need none', async () => {
  const started = await begin({ captcha: 'good' })
  expect(started.status).toBe(201)
  expect(provider.seen).toHaveLength(1)
  expect(provider.seen[0]).toMatchObject({
    path: '/turnstile/v0/siteverify',
    json: { secret: 'private-key', response: 'good', remoteip: '127.0.0.1' },
  })
  const { id, token } = started.body
  expect((await page('POST', `/conversations/${id}/messages`, { text: 'More' }, token)).status).toBe(200)
  expect(provider.seen).toHaveLength(1)
})

test.each<[string, Body, typeof verdict]>([
  ['without an answer', {}, { status: 200, body: { success: true } }],
  ['with an empty one', { captcha: '' }, { status: 200, body: { success: true } }],
  ['with one of another kind', { captcha: { a: 1 } }, { status: 200, body: { success: true } }],
  ['with one that is refused', { captcha: 'bad' }, { status: 200, body: { success: false } }],
  ['where the provider is down', { captcha: 'good' }, { status: 500, body: {} }],
  ['where the provider talks nonsense', { captcha: 'good' }, { status: 200, body: { success: 'yes' } }],
])('a start %s is refused and stores nothing', async (_, body, answer) => {
  verdict = answer
  const before = await conversations()
  expect(await begin(body)).toMatchObject({
    status: 400,
    body: { error: { code: 'bad_request', message: expect.stringMatching(/^captcha: /) } },
  })
  expect(await conversations()).toBe(before)
})

test('[R122] the API does not need one', async () => {
  expect((await world.post('/conversations', { message: 'Hello' })).status).toBe(201)
  expect(provider.seen).toEqual([])
})

test('a flood is rate limited before the provider is called', async () => {
  await world.set({ security: { limits: { messagesPerIpPerMinute: 2 } } })
  const statuses: number[] = []
  for (let at = 0; at < 5; at++) statuses.push((await begin({ captcha: 'good' })).status)
  expect(statuses).toEqual([201, 201, 429, 429, 429])
  expect(provider.seen).toHaveLength(2)
})

test('signing in needs one unless the settings say otherwise [R210]', async () => {
  const signIn = async (body: Body) =>
    (await fetch(`${world.url}/auth/sign-in`, { method: 'POST', body: JSON.stringify(body) })).status
  const account = { email: 'ada@team.example', password: 'a long password' }
  await world.api('POST', '/admins', { body: account })
  expect(await signIn(account)).toBe(400)
  expect(await signIn({ ...account, captcha: 'good' })).toBe(200)
  await world.set({ security: { signIn: { captcha: false } } })
  expect(await signIn(account)).toBe(200)
})
