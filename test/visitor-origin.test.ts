import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type ChatWorld, createChatWorld } from './support/chat.ts'
import { at, createPage, page } from './support/page.ts'

const sites = [
  { id: 'demo', allowedOrigins: [page, 'https://*.wild.example'] },
  { id: 'other', allowedOrigins: ['https://other.example'] },
]
const limits = { messagesPerIpPerMinute: 10_000, messagesPerSitePerDay: 100_000 }

let world: ChatWorld
const { send, read, start } = createPage(() => world)

beforeAll(async () => {
  world = await createChatWorld({ file: { sites } })
  await world.set({ security: { limits } })
})
afterAll(() => world.close())
// Each test has its own minute, so that requests of one do not count against the next.
afterEach(() => {
  world.says({ text: 'All is well.' })
  world.clock.move(60_000)
})

const corsOf = (response: Response) => [...response.headers.keys()].filter((name) => name.startsWith('access-control-'))

test('[R389] [threat 9] a page of an allowed origin is answered, any other is refused without CORS headers', async () => {
  for (const origin of [page, 'https://a.wild.example', 'https://a.b.wild.example', world.url]) {
    const response = await send('GET', '/site?site=demo', { headers: { origin } })
    expect(response.status, origin).toBe(200)
    expect(response.headers.get('access-control-allow-origin')).toBe(origin)
    expect(response.headers.get('access-control-allow-credentials')).toBeNull()
    expect(response.headers.get('vary')).toBe('origin, accept-encoding')
  }
  for (const origin of [
    'null',
    'https://evil.example',
    'http://demo.example',
    'https://demo.example:8443',
    'https://demo.example.evil.example',
    'https://evildemo.example',
    'https://demo.example@evil.example',
    'https://wild.example',
    'https://evilwild.example',
    'https://a.wild.example.evil.example',
    'http://a.wild.example',
    'https://other.example',
    `${world.url}1`,
  ]) {
    const site = await send('GET', '/site?site=demo', { headers: { origin } })
    const start = await send('POST', '/conversations', {
      headers: { origin },
      body: { site: 'demo', message: 'Hello' },
    })
    // Any page may read why it does not get the site.
    expect(corsOf(site)).toEqual(['access-control-allow-origin'])
    expect(site.headers.get('access-control-allow-origin')).toBe('*')
    expect(corsOf(start)).toEqual([])
    for (const response of [site, start]) {
      expect(response.status, origin).toBe(403)
      expect(await read(response)).toEqual({
        error: {
          code: 'forbidden',
          reason: 'origin_not_allowed',
          params: { origin, site: 'demo' },
          message: expect.stringContaining('is not allowed to show the chat of site "demo"'),
        },
      })
    }
  }
})

test('a page learns that the site does not exist, and which origin to allow', async () => {
  const asked = async (path: string) => {
    const response = await send('GET', path, { headers: { origin: 'https://new.example' } })
    return [response.status, response.headers.get('access-control-allow-origin'), (await read(response)).error.message]
  }
  expect(await asked('/site?site=demo')).toEqual([
    403,
    '*',
    'https://new.example is not allowed to show the chat of site "demo". Add its origin in the dashboard: Settings → Widget → Website.',
  ])
  expect(await asked('/site?site=nope')).toEqual([404, '*', 'No such site: "nope". Check data-site in the script tag.'])
})

test('a request without an origin comes from a program or our own page', async () => {
  const bare = (method: string, headers: Record<string, string> = {}) =>
    fetch(`${world.url}/chat/${method === 'GET' ? 'site?site=demo' : 'conversations?site=demo'}`, { method, headers })
  expect((await bare('POST')).status).toBe(403)
  expect((await bare('GET')).status).toBe(200)
  expect((await bare('GET', { 'sec-fetch-site': 'same-origin' })).status).toBe(200)
  expect((await bare('GET', { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
})

test('a preflight is answered for the origins of the named site, or of any', async () => {
  const ask = (origin: string, path: string) =>
    send('OPTIONS', path, { headers: { origin, 'access-control-request-method': 'POST' } })
  for (const path of ['/conversations?site=demo', '/conversations', '/conversations/conv_x/messages']) {
    const response = await ask(page, path)
    expect(response.status).toBe(204)
    expect(response.headers.get('access-control-allow-origin')).toBe(page)
    expect(response.headers.get('access-control-allow-headers')).toContain('authorization')
    expect((await ask('https://evil.example', path)).status).toBe(403)
    expect(corsOf(await ask('https://evil.example', path))).toEqual([])
  }
  expect((await ask('https://other.example', '/conversations?site=demo')).status).toBe(403)
})

test('a page receives what it renders, and nothing else', async () => {
  const body = await read(await send('GET', '/site?site=demo'))
  expect(body).toMatchObject({ id: 'demo', botName: 'Assistant', welcomeMessage: 'Hello! How can we help you?' })
  expect(JSON.stringify(body)).not.toMatch(/secret|allowIps|blockIps|allowedOrigins/i)
  expect((await send('GET', '/site?site=none')).status).toBe(404)
  expect((await send('GET', '/site')).status).toBe(400)
})

test('[threat 12] messagesPerIpPerMinute limits an address, whatever it sends about itself', async () => {
  await world.set({ security: { limits: { messagesPerIpPerMinute: 3 } } })
  const { id, token } = await start()
  const say = (forwarded: string) =>
    send('POST', at(id, 'messages'), { token, body: { text: 'Hi' }, headers: { 'x-forwarded-for': forwarded } })
  expect([(await say('198.51.100.1')).status, (await say('198.51.100.2')).status]).toEqual([200, 200])
  const refused = await say('198.51.100.3')
  expect(refused.status).toBe(429)
  expect(refused.headers.get('access-control-allow-origin')).toBe(page)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await read(refused)).toMatchObject({ error: { code: 'rate_limited' } })
  world.clock.move(60_000)
  expect((await say('198.51.100.3')).status).toBe(200)
  await world.set({ security: { limits } })
})

test('blockIps and allowIps decide which addresses may chat', async () => {
  const statusWith = async (security: { allowIps: string[]; blockIps: string[] }) => {
    await world.set({ security })
    return (await send('GET', '/site?site=demo')).status
  }
  expect(await statusWith({ allowIps: [], blockIps: ['127.0.0.0/8'] })).toBe(403)
  expect(await statusWith({ allowIps: ['203.0.113.0/24'], blockIps: [] })).toBe(403)
  expect(await statusWith({ allowIps: ['127.0.0.1'], blockIps: [] })).toBe(200)
  expect(await statusWith({ allowIps: [], blockIps: [] })).toBe(200)
})

test('an unknown route, method or body is refused in the error format', async () => {
  const chat = await start({})
  expect((await send('GET', '/nothing')).status).toBe(404)
  const wrong = await send('GET', '/conversations')
  expect(wrong.status).toBe(405)
  expect(wrong.headers.get('allow')).toBe('POST')
  const junk = await fetch(`${world.url}/chat/conversations`, { method: 'POST', headers: { origin: page }, body: '{' })
  expect(junk.status).toBe(400)
  for (const body of [
    {},
    { text: '' },
    { text: 'x'.repeat(1001) },
    { text: 1 },
    { action: { id: 'msg_none', value: 'x' } },
  ]) {
    const response = await send('POST', at(chat.id, 'messages'), { token: chat.token, body })
    expect(response.status, JSON.stringify(body)).toBe(400)
    expect(await read(response)).toMatchObject({ error: { code: 'bad_request' } })
  }
})
