import { once } from 'node:events'
import { request } from 'node:http'
import { connect, type Socket as TcpSocket } from 'node:net'
import { createTRPCUntypedClient, httpBatchLink } from '@trpc/client'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { emitEvent, lastId } from './support/emit.ts'
import { openBare, patience } from './support/live.ts'
import { createLiveWorld, type LiveWorld } from './support/live-world.ts'
import { signIn } from './support/sign-in.ts'

let world: LiveWorld

beforeAll(async () => {
  world = await createLiveWorld()
})
afterAll(() => world.close())
beforeEach(() => world.clock.move(60_000))
afterEach(() => world.closeSockets())

describe('a socket', () => {
  test('is admitted by a token in connectionParams, of a key or a person', async () => {
    const { email, token } = await signIn(world)
    const id = `key:${world.allKey.slice(9, 21)}`
    expect(await world.open().query('identity.me')).toMatchObject({ admin: { email: id, via: 'key' } })
    expect(await world.open({ token }).query('identity.me')).toMatchObject({ admin: { email, via: 'session' } })
    const headers = { origin: world.url }
    expect(await world.open({ token, headers }).query('identity.me')).toMatchObject({ admin: { email } })
  })

  test('is admitted by the cookie, with the product’s own Origin', async () => {
    const { email, token } = await signIn(world)
    const socket = world.open({ headers: { cookie: `svc_session=${token}`, origin: world.url } })
    expect(await socket.query('identity.me')).toMatchObject({ admin: { email } })
    const made = await socket.mutation('keys.create', { name: 'x', preset: 'chat', site: 'demo' })
    expect(made).toMatchObject({ site: 'demo', createdBy: email })
  })

  test('with a token that is unknown, revoked or expired gets an error, and nothing else', async () => {
    const expiring = await world.key(['chat'], { expiresInDays: 1 })
    const revoked = await world.key(['chat'])
    await world.api('DELETE', `/keys/${revoked.slice(9, 21)}?site=demo`)
    world.clock.move(86_400_000)
    for (const token of [expiring, revoked, 'svc_sess_none', `${world.allKey}x`, '']) {
      const socket = world.open({ token })
      await expect(socket.query('identity.me')).rejects.toMatchObject({
        data: { code: 'UNAUTHORIZED', refusal: { error: { code: 'unauthorized' } } },
      })
      const following = socket.follow({ site: 'demo' })
      await emitEvent(world, 'a secret')
      expect((await following.ended)?.data).toMatchObject({ code: 'UNAUTHORIZED' })
      expect(following.items).toEqual([])
    }
  })

  test('reveals nothing internal when it refuses [R223]', async () => {
    for (const path of ['keys.create', 'nothing.here', 'conversations.get']) {
      const socket = world.open()
      const { shape } = await socket.mutation(path, { id: 'x' }).then(Promise.reject, (reason) => reason)
      expect(JSON.stringify(shape)).not.toMatch(/node_modules|\.ts:|stack/)
    }
  })
})

/** Requests an upgrade with these headers. Returns the status of the refusal, or 101. */
function knock(path: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const upgrade = { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' }
    const options = { headers: { ...upgrade, 'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==', ...headers } }
    const knocking = request(`${world.url}${path}`, options)
    knocking.on('response', (response) => resolve(response.statusCode as number))
    knocking.on('upgrade', (_, socket) => {
      socket.destroy()
      resolve(101)
    })
    knocking.on('error', reject)
    knocking.end()
  })
}

describe('the upgrade', () => {
  const cookie = 'svc_session=svc_sess_0'
  const own = () => new URL(world.url)

  test.each<[string, () => Record<string, string>]>([
    ['no Origin', () => ({})],
    ['a null one', () => ({ origin: 'null' })],
    ['a foreign one', () => ({ origin: 'https://evil.example' })],
    ['one that begins as ours', () => ({ origin: `${world.url}.evil.example` })],
    ['one that ends as ours', () => ({ origin: `http://evil-${own().host}` })],
    ['another port', () => ({ origin: `http://${own().hostname}:1` })],
    ['no port', () => ({ origin: `http://${own().hostname}` })],
    ['another scheme', () => ({ origin: `https://${own().host}` })],
    ['another name of this machine', () => ({ origin: `http://localhost:${own().port}` })],
    ['a slash at its end', () => ({ origin: `${world.url}/` })],
    ['an allowed page of a site', () => ({ origin: 'https://demo.example' })],
    ['two', () => ({ origin: `${world.url}, https://evil.example` })],
  ])('is refused with the cookie and %s [threat 9]', async (_, headers) => {
    expect(await knock('/trpc', { cookie, ...headers() })).toBe(403)
  })

  test('is refused whatever other headers say', async () => {
    const claims = {
      host: own().host,
      'x-forwarded-host': own().host,
      referer: world.url,
      'sec-fetch-site': 'same-origin',
    }
    expect(await knock('/trpc', { cookie, ...claims })).toBe(403)
    expect(await knock('/trpc', { cookie, origin: 'http://evil.example', host: 'evil.example' })).toBe(403)
    expect(await knock('/trpc', { cookie: `a=b; ${cookie}; c=d` })).toBe(403)
    expect(await knock('/trpc', { cookie: 'svc_session=' })).toBe(403)
  })

  test('is accepted with the cookie and our Origin, and without both', async () => {
    expect(await knock('/trpc', { cookie, origin: world.url })).toBe(101)
    expect(await knock('/trpc', {})).toBe(101)
    expect(await knock('/trpc?connectionParams=1', { origin: world.url })).toBe(101)
    expect(await knock('/trpc', { origin: 'https://evil.example' })).toBe(403)
  })

  test.each(['/', '/trpc/', '/trpc/events', '/api/v1/me', '/trpcx', '/chat'])('is refused at %s', async (path) => {
    expect(await knock(path, {})).toBe(404)
  })

  test.each(['//', '///', '//[', 'http://[', '/\\', '*', '/%', '/trpc?%'])(
    'with the address %s leaves the server as it was [threat 13]',
    async (target) => {
      const raw = await rawUpgrade(target)
      raw.resetAndDestroy()
      expect((await world.api('GET', '/me')).status).toBe(200)
    },
  )

  test.each(['[', 'a b', '%', '', 'http://x', '\u00ff', 'x'.repeat(5000)])(
    'with the Host %j leaves the server as it was [threat 13]',
    async (host) => {
      for (const target of ['/trpc', '/']) (await rawUpgrade(target, { host })).resetAndDestroy()
      expect((await world.api('GET', '/me')).status).toBe(200)
    },
  )

  test('whose client disconnects before it is refused leaves the server as it was', async () => {
    for (const target of ['/', '/trpc', '//']) {
      for (let count = 0; count < 20; count++) (await rawUpgrade(target, { atOnce: true })).resetAndDestroy()
    }
    expect((await world.api('GET', '/me')).status).toBe(200)
  })
})

/** Sends an upgrade with an unchanged URL. Resolves once the server responded or closed. */
async function rawUpgrade(target: string, { host = 'localhost', atOnce = false } = {}): Promise<TcpSocket> {
  const { port, hostname } = new URL(world.url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  await once(socket, 'connect')
  const headers = [`GET ${target} HTTP/1.1`, `Host: ${host}`, 'Connection: Upgrade', 'Upgrade: websocket']
  const more = ['Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==', 'Cookie: svc_session=x']
  socket.write(`${[...headers, ...more].join('\r\n')}\r\n\r\n`)
  if (!atOnce) await Promise.race([once(socket, 'data'), once(socket, 'close')])
  return socket
}

describe('a bare socket', () => {
  const ask = (id: number, path = 'identity.me', input: unknown = {}) =>
    JSON.stringify({ id, method: 'query', params: { path, input } })

  test('receives nothing before its token was checked [threat 9]', async () => {
    const silent = await openBare(world, '?connectionParams=1')
    const nobody = await openBare(world)
    await emitEvent(world, 'nobody hears this')
    const listening = world.open().follow({ site: 'demo', lastEventId: await lastId(world) })
    await emitEvent(world, 'the key hears this')
    await listening.has(({ data }) => data.message === 'the key hears this')
    nobody.socket.send(ask(1))
    expect(JSON.parse(await nobody.answer())).toMatchObject({ id: 1, error: { data: { code: 'UNAUTHORIZED' } } })
    expect([silent.messages, nobody.messages]).toEqual([[], []])
    for (const { socket } of [silent, nobody]) socket.terminate()
  })

  test.each(['{', '[]', 'null', '1', '"x"', '{}', '{"data":{"token":1}}', '{"data":[]}'])(
    'that sends %s for its connectionParams is closed with 1008, and the others continue [threat 13]',
    async (message) => {
      const { socket, closed, messages } = await openBare(world, '?connectionParams=1')
      socket.send(message)
      socket.send(ask(1))
      expect(await closed).toBe(1008)
      expect(messages).toEqual([])
      expect(await world.open().query('identity.me')).toBeDefined()
    },
  )

  test.each<[string | Buffer, number]>([
    ['{', 1008],
    ['null', 1008],
    ['1', 1008],
    ['[]', 1008],
    ['[[]]', 1008],
    ['{"id":1}', 1008],
    ['{"id":null,"method":"query","params":{"path":"identity.me"}}', 1008],
    ['{"id":{},"method":"query","params":{"path":"identity.me"}}', 1008],
    ['{"id":1,"method":"x","params":{"path":"identity.me"}}', 1008],
    ['{"id":1,"method":"query","params":{"path":1}}', 1008],
    [Buffer.from([0xff, 0xfe, 0x00]), 1003],
  ])(
    'that sends %s is closed with a code that says why, and the others continue [threat 13]',
    async (message, code) => {
      const other = world.open()
      await other.query('identity.me')
      const { socket, closed, messages, answer } = await openBare(world, '?connectionParams=1')
      socket.send(JSON.stringify({ data: { token: world.allKey } }))
      socket.send(ask(7))
      expect(JSON.parse(await answer()).result.data.admin.via).toBe('key')
      socket.send(message)
      socket.send(ask(8))
      expect(await closed).toBe(code)
      expect(messages).toEqual([])
      expect(await other.query('identity.me')).toBeDefined()
      expect(other.opened()).toBe(1)
    },
  )

  test('may send 1 MiB, and is closed above', async () => {
    const fits = await openBare(world, '?connectionParams=1')
    fits.socket.send(JSON.stringify({ data: { token: world.allKey } }))
    const padding = (length: number) => ask(1).replace('"input":{}', `"input":{"x":"${'x'.repeat(length)}"}`)
    fits.socket.send(padding((1 << 20) - padding(0).length))
    expect(JSON.parse(await fits.answer())).toMatchObject({ id: 1, result: { type: 'data' } })
    fits.socket.send(padding((1 << 20) - padding(0).length + 1))
    expect(await fits.closed).toBe(1009)
    expect((await world.api('GET', '/me')).status).toBe(200)
  })

  test('with a thousand concurrent calls gets each answer, or a rate limit error', async () => {
    const slow = await world.key(['chat'], { ratePerMinute: 20 })
    const { socket, messages } = await openBare(world, '?connectionParams=1')
    socket.send(JSON.stringify({ data: { token: slow } }))
    socket.send(`[${Array.from({ length: 1000 }, (_, id) => ask(id)).join(',')}]`)
    await expect.poll(() => messages.length, patience).toBe(1000)
    const codes = messages.map((text) => JSON.parse(text).error?.data.code ?? 'OK')
    expect(codes.filter((code) => code === 'OK')).toHaveLength(20)
    expect(codes.filter((code) => code === 'TOO_MANY_REQUESTS')).toHaveLength(980)
    socket.terminate()
  })

  test('that guesses keys is rate limited by its address [U48]', async () => {
    const { socket, messages } = await openBare(world)
    socket.send(`[${Array.from({ length: 100 }, (_, id) => ask(id)).join(',')}]`)
    await expect.poll(() => messages.length, patience).toBe(100)
    const codes = messages.map((text) => JSON.parse(text).error.data.code)
    expect(codes.filter((code) => code === 'UNAUTHORIZED')).toHaveLength(60)
    expect(codes.filter((code) => code === 'TOO_MANY_REQUESTS')).toHaveLength(40)
    socket.terminate()
  })
})

describe('over HTTP', () => {
  const client = (headers: Record<string, string>) =>
    createTRPCUntypedClient({ links: [httpBatchLink({ url: `${world.url}/trpc`, headers })] })

  test('calls that are made together are sent as one batch', async () => {
    const trpc = client({ authorization: `Bearer ${world.allKey}` })
    const [me, list, refused] = await Promise.allSettled([
      trpc.query('identity.me'),
      trpc.query('keys.list'),
      trpc.query('conversations.get', { id: 'conv_none' }),
    ])
    expect(me).toMatchObject({ status: 'fulfilled', value: { admin: { via: 'key' } } })
    expect(list).toMatchObject({ status: 'fulfilled', value: { keys: expect.any(Array) } })
    expect(refused).toMatchObject({ status: 'rejected', reason: { data: { code: 'NOT_FOUND', httpStatus: 404 } } })
  })

  test.each([[null], [['label']], ['label'], [7]])('an input that is not an object is refused: %j', async (input) => {
    const trpc = client({ authorization: `Bearer ${world.allKey}` })
    const refused = { data: { code: 'BAD_REQUEST' }, message: 'The input must be an object.' }
    await expect(trpc.query('labels.list', input)).rejects.toMatchObject(refused)
  })

  test('a batch holds 50 calls at most, and a body 1 MiB', async () => {
    const headers = { authorization: `Bearer ${world.allKey}`, 'content-type': 'application/json' }
    const many = Array.from({ length: 51 }, () => 'identity.me').join(',')
    expect((await fetch(`${world.url}/trpc/${many}?batch=1`, { headers })).status).toBe(400)
    const send = (length: number, more: Record<string, string> = {}) =>
      new Promise((resolve, reject) => {
        const options = { method: 'POST', headers: { ...headers, ...more }, agent: false }
        const sent = request(`${world.url}/trpc/knowledge.search`, options)
        sent.on('response', (response) => resolve(response.resume().statusCode))
        sent.on('error', reject)
        sent.end(JSON.stringify({ query: 'x', filler: 'x'.repeat(length) }))
      })
    expect(await send(900_000)).toBe(200)
    expect(await send(1 << 20)).toBe(413)
    expect(await send(1 << 20, { 'transfer-encoding': 'chunked' })).toBe(413)
  })

  test('the cookie counts only with our Origin [threat 9]', async () => {
    const { email, token } = await signIn(world)
    const cookie = `svc_session=${token}`
    expect(await client({ cookie, origin: world.url }).query('identity.me')).toMatchObject({ admin: { email } })
    for (const origin of [undefined, 'null', 'https://evil.example', `${world.url}.evil.example`]) {
      const foreign = client({ cookie, ...(origin ? { origin } : {}) })
      await expect(foreign.query('identity.me')).rejects.toMatchObject({ data: { code: 'UNAUTHORIZED' } })
    }
    const { headers } = await fetch(`${world.url}/trpc/identity.me`, { headers: { origin: 'https://demo.example' } })
    expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
  })
})
