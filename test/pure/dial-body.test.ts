import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { createRequests } from '../../server/outside/requests.ts'
import { call, dialWith, failing, setUpDial, there } from '../support/dial-client.ts'

setUpDial()

test.each([
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
])('decompresses what it accepts, but no bomb: %s', async (coding, compress) => {
  const encoded = (body: Buffer) => {
    there.answer = (_seen, response) => void response.writeHead(200, { 'content-encoding': coding }).end(compress(body))
  }
  encoded(Buffer.from('hello'))
  const response = await call('/')
  expect([await response.text(), response.headers.get('content-encoding')]).toEqual(['hello', null])
  encoded(Buffer.alloc(20_000_000))
  await expect((await call('/', { maxBytes: 100_000 })).text()).rejects.toMatchObject(failing('large'))
})

test.each([
  ['a coding that was not asked for', { 'content-encoding': 'zstd' }, 'x'],
  ['two codings', { 'content-encoding': 'gzip, gzip' }, 'x'],
  ['what is not compressed at all', { 'content-encoding': 'gzip' }, 'plain text'],
  ['half of it', { 'content-encoding': 'gzip' }, gzipSync('hello '.repeat(100)).subarray(0, 20)],
  ['less than was promised', { 'content-length': '100' }, 'x'],
])('an unreadable body is broken, and no timer stays: %s', async (_name, headers, body) => {
  there.answer = (_seen, response) => {
    response.writeHead(200, headers)
    if ('content-length' in headers) response.write(body, () => response.destroy())
    else response.end(body)
  }
  const read = async () => (await call('/')).text()
  await expect(read()).rejects.toMatchObject(failing('broken'))
  expect(there.clock.timers()).toBe(0)
})

test.each([
  ['text', 'hello\r\n\r\n'],
  ['another protocol', 'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'],
  ['headers without end', `HTTP/1.1 200 OK\r\n${'a: b\r\n'.repeat(10_000)}`],
  ['two lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab'],
  ['a status that is none', 'HTTP/1.1 799 Strange\r\ncontent-length: 1\r\n\r\na'],
])('a response that is not HTTP is broken: %s', async (_name, text) => {
  there.answer = (_seen, response) => {
    response.socket?.write(text)
  }
  await expect(call('/')).rejects.toMatchObject(failing('broken'))
  expect(there.clock.timers()).toBe(0)
})

test('an endless body is cut off, and the server notices', async () => {
  there.answer = (_seen, response) => {
    const more = () => {
      while (!response.destroyed && response.write('x'.repeat(10_000)));
    }
    response.on('drain', more)
    more()
  }
  const asked = there.fake.next()
  await expect((await call('/')).text()).rejects.toMatchObject(failing('large'))
  await (await asked).left
  expect(there.clock.timers()).toBe(0)
})

test('a slow reader slows the server down: no body is buffered', async () => {
  let written = 0
  const stopped = new Promise<void>((resolve) => {
    there.answer = (_seen, response) => {
      while (response.write(Buffer.alloc(64_000)) && written < 100_000_000) written += 64_000
      resolve()
    }
  })
  const response = await call('/', { maxBytes: 200_000_000 })
  await stopped
  expect(written).toBeLessThan(20_000_000)
  await response.body?.cancel()
})

test('passes each piece on before the server writes the next', async () => {
  let write = (_text: string) => {}
  const compressed = { 'content-type': 'text/event-stream' }
  there.answer = (_seen, response) => {
    response.writeHead(200, compressed)
    write = (text) => response.write(text)
    write('one')
  }
  const reader = (await call('/')).body!.getReader()
  for (const text of ['one', 'two', 'three']) {
    expect(new TextDecoder().decode((await reader.read()).value)).toBe(text)
    write(text === 'one' ? 'two' : 'three')
  }
  await reader.cancel()
})

test.each([204, 304])('a response without a body has none: %i', async (status) => {
  there.answer = (_seen, response) => void response.writeHead(status).end()
  const response = await call('/')
  expect([response.status, response.body, there.clock.timers()]).toEqual([status, null, 0])
})

test.each([
  ['HEAD', 200, 'HTTP/1.1 200 OK\r\n\r\n'],
  ['GET', 204, 'HTTP/1.1 204 No Content\r\ntransfer-encoding: chunked\r\n\r\n'],
  ['GET', 205, 'HTTP/1.1 205 Reset Content\r\n\r\n'],
  ['GET', 304, 'HTTP/1.1 304 Not Modified\r\n\r\n'],
])('a body that a response to %s with %i must not have is not read [threat 13]', async (method, status, head) => {
  there.answer = (_seen, response) => {
    const { socket } = response
    const more = () => {
      while (!socket?.destroyed && socket?.write('x'.repeat(10_000)));
    }
    socket?.on('drain', more).write(head)
    more()
  }
  const asked = there.fake.next()
  const response = await call('/', { method })
  expect([response.status, await response.text(), there.clock.timers()]).toEqual([status, '', 0])
  await (await asked).left
})

test('a response to a configured request counts by its status, although its body breaks off', async () => {
  const requests = createRequests(dialWith({ allow: ['127.0.0.1'] }))
  there.answer = (_, response) => {
    response.writeHead(200, { 'content-length': '100' })
    response.write('half of it', () => response.destroy())
  }
  const request = { purpose: 'webhook', url: there.fake.url, method: 'POST', headers: {}, body: '{}' } as const
  const limits = { maxBytes: 1000, timeoutMs: 8000 }
  expect(await requests.send({ ...request, ...limits })).toMatchObject({
    ...{ kind: 'answered', status: 200, isCut: true },
    text: expect.stringMatching(/^(half of it)?$/),
  })
  const caller = new AbortController()
  const dial = dialWith({ allow: ['127.0.0.1'] })
  there.answer = (_, response) => void response.writeHead(200).write('half of it')
  const leaving = createRequests({
    ...dial,
    async fetch(...call) {
      const response = await dial.fetch(...call)
      caller.abort()
      return response
    },
  }).send({ ...request, ...limits, signal: caller.signal })
  await expect(leaving).rejects.toMatchObject(failing('aborted'))
})

test('HEAD has no body', async () => {
  const response = await call('/', { method: 'HEAD' })
  expect([response.status, await response.text(), there.clock.timers()]).toEqual([200, '', 0])
})

test('cancelling a body that has arrived completely has no side effects', async () => {
  there.answer = (_seen, response) => void response.end('all')
  for (let turns = 0; turns < 20; turns++) {
    const { body } = await call('/')
    const reader = body!.getReader()
    // However much of its end has arrived by then.
    for (let turn = 0; turn < turns; turn++) await new Promise(setImmediate)
    await reader.read()
    await reader.cancel()
  }
  await expect((await call('/')).text()).resolves.toBe('all')
})
