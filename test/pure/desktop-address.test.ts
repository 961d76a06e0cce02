import { describe, expect, test } from 'vitest'
import { findLink, isSameServer, readAddress, readLink } from '../../desktop/main/address.ts'
import { examineHealth, examineServer, type Fetch } from '../../desktop/main/examine.ts'
import { findUpdate, isNewer } from '../../desktop/main/updates.ts'

describe('the address of a server, as a person types it', () => {
  test.each([
    ['https://desk.example.com', 'https://desk.example.com', 'https'],
    ['  desk.example.com ', 'https://desk.example.com', 'https'],
    ['DESK.example.com:8443/dashboard', 'https://desk.example.com:8443', 'https'],
    ['localhost:8787', 'http://localhost:8787', 'loopback'],
    ['127.0.0.1:8787', 'http://127.0.0.1:8787', 'loopback'],
    ['http://[::1]:8787/', 'http://[::1]:8787', 'loopback'],
    ['192.168.1.20:8787', 'http://192.168.1.20:8787', 'private'],
    ['http://10.0.0.4', 'http://10.0.0.4', 'private'],
    ['http://[fd00::5]:8787', 'http://[fd00::5]:8787', 'private'],
    ['http://2130706433', 'http://127.0.0.1', 'loopback'],
    ['https://10.0.0.4', 'https://10.0.0.4', 'https'],
  ])('%s is %s, over %s', (typed, origin, way) => {
    expect(readAddress(typed)).toEqual({ origin, way, path: '/dashboard' })
  })

  test('a one-time sign-in link is the server, and the page to begin with', () => {
    const link = 'https://desk.example.com/dashboard/link#abc123'
    expect(readAddress(link)).toMatchObject({ origin: 'https://desk.example.com', path: '/dashboard/link#abc123' })
  })

  test.each(['', ' ', 'no address', 'ftp://x.example', 'file:///etc/passwd', 'javascript:alert(1)'])(
    '%o is none',
    (typed) => expect(readAddress(typed)).toBe('address'),
  )

  test.each(['https://me:secret@x.example', 'https://x.example\\@y.example', `https://${'x'.repeat(2000)}.example`])(
    '%s is refused',
    (typed) => expect(readAddress(typed)).toBe('address'),
  )

  test.each([
    'http://desk.example.com',
    'http://8.8.8.8',
    'http://169.254.169.254',
    'http://printer.local',
    'http://0.0.0.0',
  ])('%s: no http but to this machine and to private networks by number', (typed) =>
    expect(readAddress(typed)).toBe('insecure'),
  )

  test('localhost and 127.0.0.1 are one machine where the port is the same, and no other', () => {
    expect(isSameServer('http://localhost:8787', 'http://127.0.0.1:8787')).toBe(true)
    expect(isSameServer('http://localhost:8787', 'http://127.0.0.1:8788')).toBe(false)
    expect(isSameServer('http://localhost:8787', 'http://10.0.0.1:8787')).toBe(false)
    expect(isSameServer('https://localhost:8787', 'http://127.0.0.1:8787')).toBe(false)
  })
})

const origin = 'https://desk.example.com'
const described = { info: { title: 'Frontdesk API', version: '1.2.3' }, servers: [{ url: `${origin}/api/v1` }] }

/** A server that answers these paths with this JSON, or with text as it is. */
const serve =
  (answers: Record<string, unknown>, status = 200): Fetch =>
  async (url) => {
    const answer = answers[new URL(url).pathname]
    if (answer instanceof Error) throw answer
    return new Response(typeof answer === 'string' ? answer : JSON.stringify(answer ?? {}), { status })
  }

describe('whether a Frontdesk is there', () => {
  test('one that works and goes by this address is', async () => {
    const fetch = serve({ '/healthz': { status: 'ok' }, '/api/v1/openapi.json': described })
    expect(await examineServer(fetch, origin)).toEqual({ version: '1.2.3' })
  })

  test('one that goes by another address says which', async () => {
    const servers = [{ url: 'https://other.example/api/v1' }]
    const fetch = serve({ '/healthz': { status: 'ok' }, '/api/v1/openapi.json': { ...described, servers } })
    expect(await examineServer(fetch, origin)).toEqual({ fault: { renamed: 'https://other.example' } })
  })

  test.each([
    ['down', { status: 'down' }],
    ['other', { hello: 'world' }],
    ['other', '<html>'],
    ['other', ' '.repeat(9_000_000)],
    ['unreachable', new Error('net::ERR_CONNECTION_REFUSED')],
    ['certificate', new Error('net::ERR_CERT_AUTHORITY_INVALID')],
  ])('%s: %#', async (fault, health) => {
    expect(await examineHealth(serve({ '/healthz': health }), origin)).toBe(fault)
  })

  test.each([{ ...described, info: { title: 'Pets', version: '1' } }, { ...described, servers: [] }, '[[[['])(
    'what describes itself otherwise is something else: %#',
    async (description) => {
      const fetch = serve({ '/healthz': { status: 'ok' }, '/api/v1/openapi.json': description })
      expect(await examineServer(fetch, origin)).toEqual({ fault: 'other' })
    },
  )

  test('it is asked without cookies, follows no redirect, and not without end', async () => {
    const asked: RequestInit[] = []
    await examineHealth(async (_url, init) => {
      asked.push(init)
      return new Response('{"status":"ok"}')
    }, origin)
    expect(asked[0]).toMatchObject({ redirect: 'error', credentials: 'omit' })
    expect(asked[0]?.signal).toBeInstanceOf(AbortSignal)
  })
})

describe('a link into the app', () => {
  const id = 'conv_0VbQ1234abcdEFGH5678'

  test('names a conversation', () => {
    expect(readLink(`frontdesk://conversation/${id}`)).toBe(id)
    expect(readLink(`frontdesk://conversation/${id}/`)).toBe(id)
    expect(findLink(['frontdesk', '--flag', `frontdesk://conversation/${id}`])).toBe(id)
    expect(findLink(['frontdesk', '--flag', id])).toBeUndefined()
  })

  test.each([
    `https://conversation/${id}`,
    `frontdesk://conversations/${id}`,
    `frontdesk://conversation/${id}/../x`,
    `frontdesk://conversation/${id}?x=1`,
    `frontdesk://conversation/${id}#x`,
    `frontdesk://conversation//${id}`,
    `frontdesk://me@conversation/${id}`,
    `frontdesk://conversation/${id.toUpperCase()}`,
    `frontdesk://conversation/${id}\n--gpu-launcher=x`,
    `frontdesk://conversation/${id}" --inspect`,
    ` frontdesk://conversation/${id}`,
    'frontdesk://conversation/',
    `frontdesk://conversation/conv_${'x'.repeat(100_000)}`,
  ])('[threat 21] %s names none', (link) => {
    expect(readLink(link)).toBeUndefined()
  })
})

describe('a newer app', () => {
  test.each([
    ['1.10.0', '1.9.9', true],
    ['1.2.3', '1.2.3', false],
    ['1.2', '1.2.1', false],
    ['2', '1.9', true],
    ['nonsense', '0.1.0', false],
  ])('%s after %s: %s', (one, other, newer) => expect(isNewer(one, other)).toBe(newer))

  const feed = 'https://files.example/app.json'
  const ask = (release: unknown) => findUpdate(serve({ '/app.json': release }), { own: '0.1.0', feed, server: origin })

  test('is told by the update address, with the place to get it from when that is https', async () => {
    const url = 'https://files.example/app'
    expect(await ask({ version: '0.2.0', url })).toEqual({ version: '0.2.0', url })
    expect(await ask({ version: '0.2.0', url: 'http://files.example/app' })).toEqual({
      version: '0.2.0',
      url: undefined,
    })
    expect(await ask({ version: '0.1.0', url })).toBeUndefined()
    expect(await ask('<html>')).toBeUndefined()
  })

  test('without one, by the server, which comes from the same release', async () => {
    const fetch = serve({ '/healthz': { status: 'ok' }, '/api/v1/openapi.json': described })
    const found = (own: string, server: string | null) => findUpdate(fetch, { own, feed: undefined, server })
    expect(await found('0.1.0', origin)).toEqual({ version: '1.2.3', url: undefined })
    expect(await found('1.2.3', origin)).toBeUndefined()
    expect(await found('0.1.0', null)).toBeUndefined()
  })
})
