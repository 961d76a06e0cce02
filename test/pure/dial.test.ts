import { createServer, type Server } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { describe, expect, test, vi } from 'vitest'
import { createDial, type DialInit } from '../../server/outside/dial.ts'
import type { Lookup } from '../../server/outside/dial-target.ts'
import { certificate, certificateKey } from '../support/certificate.ts'
import { call, dialWith, failing, init, leadingTo, setUpDial, there } from '../support/dial-client.ts'

setUpDial()

test('the checked address is the one that is called: a name is resolved once', async () => {
  const addresses = ['127.0.0.1', '127.0.0.2']
  const lookup = vi.fn<Lookup>(async () => [{ address: addresses.shift()!, family: 4 }])
  const dial = dialWith({ allow: ['127.0.0.1/32'], lookup })
  expect(await (await dial.fetch(`http://Shop.Example.:${there.fake.port}/`, init())).text()).toBe('hello')
  expect(lookup.mock.calls).toEqual([['shop.example']])
  expect(there.fake.seen[0]?.headers.host).toBe(`shop.example:${there.fake.port}`)
  await expect(dial.fetch(`http://shop.example:${there.fake.port}/`, init())).rejects.toMatchObject(failing('refused'))
})

test('if the first address does not respond, the next checked one is used', async () => {
  const addresses = ['127.0.0.9', '127.0.0.1'].map((address) => ({ address, family: 4 }))
  const dial = dialWith({ allow: ['shop.example'], lookup: async () => addresses })
  expect((await dial.fetch(`http://shop.example:${there.fake.port}/`, init())).status).toBe(200)
})

test('a certificate is checked against the name, and by the authorities', async () => {
  const server: Server = createServer({ cert: certificate, key: certificateKey }, (_request, response) =>
    response.end('safe'),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const allow = ['127.0.0.1']
  expect(await (await dialWith({ allow }).fetch(`https://shop.example.:${port}/`, init())).text()).toBe('safe')
  const other = dialWith({ allow }).fetch(`https://other.example:${port}/`, init())
  await expect(other).rejects.toMatchObject(failing('insecure'))
  const untrusting = createDial({
    allow,
    lookup: leadingTo('127.0.0.1'),
    clock: there.clock,
    ownOrigin: () => there.fake.url,
  })
  const untrusted = untrusting.fetch(`https://shop.example:${port}/`, init())
  await expect(untrusted).rejects.toMatchObject(failing('insecure'))
  await new Promise((resolve) => server.close(resolve))
})

test('sends method, headers and body as given, but never another host', async () => {
  await call('/', {
    method: 'POST',
    body: 'Grüße',
    headers: { Host: 'evil.example', 'Content-Length': '1', 'X-Key': 'k' },
  })
  expect(there.fake.seen[0]).toMatchObject({ method: 'POST', body: 'Grüße' })
  expect(there.fake.seen[0]?.headers).toMatchObject({
    host: `127.0.0.1:${there.fake.port}`,
    'x-key': 'k',
    'content-length': '7',
  })
  const split = call('/', { headers: { 'X-Key': 'a\r\nX-Admin: 1' } })
  await expect(split).rejects.toMatchObject(failing('refused'))
})

test('a server that does not respond, and a body that stops, are given up after the time limit', async () => {
  there.answer = ({ path }, response) => void (path === '/slow' && response.write('a'))
  const asked = there.fake.next()
  const silent = call('/silent')
  await asked
  there.clock.move(8_000)
  await expect(silent).rejects.toMatchObject(failing('slow'))
  const seen = there.fake.next()
  const reader = (await call('/slow')).body!.getReader()
  await reader.read()
  const next = reader.read()
  there.clock.move(8_000)
  await expect(next).rejects.toMatchObject(failing('slow'))
  await (await seen).left
})

test('a name server that does not respond is given up after the time limit', async () => {
  const asked = there.clock.nextTimer()
  const dialled = dialWith({ lookup: () => new Promise(() => {}) }).fetch('https://shop.example/', init())
  await asked
  there.clock.move(8_000)
  await expect(dialled).rejects.toMatchObject(failing('slow'))
})

test('a caller who disconnects ends the call, before the response and during it', async () => {
  there.answer = ({ path }, response) => void (path === '/slow' && response.write('a'))
  const caller = new AbortController()
  const asked = [there.fake.next('/silent'), there.fake.next('/slow')]
  const silent = call('/silent', { signal: caller.signal })
  const reader = (await call('/slow', { signal: caller.signal })).body!.getReader()
  await reader.read()
  const next = reader.read()
  await asked[0]
  caller.abort()
  await expect(silent).rejects.toMatchObject(failing('aborted'))
  await expect(next).rejects.toMatchObject(failing('aborted'))
  await Promise.all((await Promise.all(asked)).map(({ left }) => left))
  expect(there.clock.timers()).toBe(0)
})

test('says why a call failed, without its path', async () => {
  const away = there.fake.port
  await there.fake.close()
  const dial = dialWith({
    allow: ['127.0.0.1'],
    lookup: (host) => Promise.reject(Object.assign(new Error(`no ${host}`), { code: 'ENOTFOUND' })),
  })
  const refused = dial.fetch(`http://127.0.0.1:${away}/secret?key=1`, init())
  await expect(refused).rejects.toMatchObject({
    ...failing('unreachable'),
    message: `127.0.0.1:${away} cannot be reached (ECONNREFUSED).`,
    ...{ reason: 'host_unreachable', params: { host: `127.0.0.1:${away}` } },
  })
  const unknown = dial.fetch('https://nobody.example/secret?key=1', init())
  await expect(unknown).rejects.toMatchObject({
    ...failing('unresolved'),
    message: 'There is no host nobody.example (ENOTFOUND).',
    ...{ reason: 'host_unresolved', params: { host: 'nobody.example' } },
  })
})

test('keeps the last two hundred calls for health', async () => {
  const dial = dialWith({ allow: ['127.0.0.1'] })
  await (await dial.fetch(`${there.fake.url}/secret?key=1`, init({ purpose: 'webhook' }))).text()
  await dial.fetch('https://10.0.0.1/', init()).catch(() => undefined)
  const host = `127.0.0.1:${there.fake.port}`
  expect(dial.ledger()).toEqual([
    { at: there.clock.now(), purpose: 'webhook', host, status: 200, ms: 0, fault: null },
    { at: there.clock.now(), purpose: 'tool', host: '10.0.0.1', status: null, ms: 0, fault: 'refused' },
  ])
  for (let count = 0; count < 300; count++) await dial.fetch('file:///', init()).catch(() => undefined)
  expect(dial.ledger()).toHaveLength(200)
})

describe('a kept connection', () => {
  const kept = (parts: Partial<DialInit> = {}) => init({ keepAlive: true, purpose: 'webhook', ...parts })
  const portsOf = () => there.fake.seen.map(({ clientPort }) => clientPort)

  test('is used again for the same addresses and purpose only, and only if that was asked for', async () => {
    let address = '127.0.0.1'
    const dial = dialWith({ allow: ['127.0.0.1', '127.0.0.9'], lookup: async () => [{ address, family: 4 }] })
    const url = `http://shop.example:${there.fake.port}/`
    for (const parts of [kept(), kept(), kept({ purpose: 'tool' }), init()]) await (await dial.fetch(url, parts)).text()
    const [one, two, other, alone] = portsOf()
    expect(two).toBe(one)
    expect(new Set([one, other, alone]).size).toBe(3)
    // Nothing listens there.
    address = '127.0.0.9'
    await expect(dial.fetch(url, kept())).rejects.toMatchObject(failing('unreachable'))
  })

  test('with encryption, too, is not shared by purposes', async () => {
    const ports: (number | undefined)[] = []
    const server = createServer({ cert: certificate, key: certificateKey }, ({ socket }, response) => {
      ports.push(socket.remotePort)
      response.end('safe')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const dial = dialWith({ allow: ['127.0.0.1'] })
    const url = `https://shop.example:${(server.address() as AddressInfo).port}/`
    for (const parts of [kept(), kept(), kept({ purpose: 'tool' })]) await (await dial.fetch(url, parts)).text()
    expect(ports.map((port) => ports.indexOf(port))).toEqual([0, 0, 2])
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })

  test('that the server closed is replaced, once', async () => {
    const dial = dialWith({ allow: ['127.0.0.1'] })
    await (await dial.fetch(there.fake.url, kept())).text()
    let closed = 0
    there.answer = (_, response) => {
      if (closed++ === 0) response.socket?.destroy()
      else response.end('hello')
    }
    expect(await (await dial.fetch(there.fake.url, kept({ method: 'POST', body: 'a' }))).text()).toBe('hello')
    expect(there.fake.seen.map(({ body }) => body)).toEqual(['', 'a', 'a'])
    there.answer = (_, response) => void response.socket?.destroy()
    await expect(dial.fetch(there.fake.url, kept())).rejects.toMatchObject(failing('broken'))
    expect(there.clock.timers()).toBe(0)
  })

  test('of a server that sends more than it said is not used again', async () => {
    const dial = dialWith({ allow: ['127.0.0.1'] })
    let socket: Socket | null = null
    there.answer = (_, response) => {
      socket = response.socket
      response.writeHead(204)
      response.socket?.write('HTTP/1.1 204 No Content\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\nevil')
    }
    expect((await dial.fetch(there.fake.url, kept())).status).toBe(204)
    there.answer = (_, response) => void response.end('hello')
    await expect.poll(() => socket?.destroyed).toBe(true)
    expect(await (await dial.fetch(there.fake.url, kept())).text()).toBe('hello')
    expect(new Set(portsOf()).size).toBe(2)
  })
})
