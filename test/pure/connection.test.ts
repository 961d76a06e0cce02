import { beforeEach, expect, test, vi } from 'vitest'
import { connect } from '../../desktop/renderer/live/connection.ts'

/** The sockets that were opened, in order. */
let sockets: Socket[]

/** A browser's socket whose server answers when the test says so. */
class Socket extends EventTarget {
  static readonly OPEN = 1
  static readonly CLOSING = 2
  static readonly CLOSED = 3
  readyState = 0
  sent: string[] = []

  constructor() {
    super()
    sockets.push(this)
  }
  send(data: string) {
    this.sent.push(data)
  }
  close() {
    this.readyState = Socket.CLOSING
  }
  opens() {
    this.readyState = Socket.OPEN
    this.dispatchEvent(new Event('open'))
  }
  hasClosed() {
    this.readyState = Socket.CLOSED
    this.dispatchEvent(new Event('close'))
  }
  /** Answers every call that it was sent. */
  answers(data: string) {
    for (const { id } of this.sent.flatMap((calls) => JSON.parse(calls) as { id: number } | { id: number }[]))
      this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify({ id, result: { type: 'data', data } }) }))
  }
}

const hasOpened = (count: number) => vi.waitFor(() => expect(sockets).toHaveLength(count), { timeout: 5_000 })

beforeEach(() => {
  sockets = []
  vi.stubGlobal('WebSocket', Socket)
  vi.stubGlobal('location', { href: 'http://127.0.0.1/dashboard' })
  vi.stubGlobal('window', new EventTarget())
  return () => vi.unstubAllGlobals()
})

test('a call made while the socket closes or is about to open again is sent once, over the next socket', async () => {
  const connection = connect(() => {})
  await hasOpened(1)
  sockets[0]!.opens()
  expect(connection.online.get()).toBe(true)
  connection.reopen()
  expect(connection.online.get()).toBe(false)
  const whileClosing = connection.client.identity.me.query({})
  sockets[0]!.hasClosed()
  const whileWaiting = connection.client.identity.me.query({})
  await hasOpened(2)
  sockets[1]!.opens()
  await vi.waitFor(() => expect(sockets[1]!.sent).toHaveLength(1))
  sockets[1]!.answers('done')
  expect(await Promise.all([whileClosing, whileWaiting])).toEqual(['done', 'done'])
  expect([sockets.length, sockets[0]!.sent]).toEqual([2, []])
  connection.close()
})

test('the end of a socket that was replaced is not taken for that of its successor', async () => {
  const connection = connect(() => {})
  await hasOpened(1)
  sockets[0]!.opens()
  sockets[0]!.dispatchEvent(new Event('error'))
  await hasOpened(2)
  sockets[1]!.opens()
  const call = connection.client.identity.me.query({})
  await vi.waitFor(() => expect(sockets[1]!.sent).toHaveLength(1))
  sockets[0]!.close()
  sockets[0]!.hasClosed()
  expect(connection.online.get()).toBe(true)
  sockets[1]!.answers('done')
  expect(await call).toBe('done')
  expect(sockets).toHaveLength(2)
  connection.close()
})

test('a socket that is cut while it opens is replaced', async () => {
  const connection = connect(() => {})
  await hasOpened(1)
  connection.reopen()
  sockets[0]!.dispatchEvent(new Event('error'))
  sockets[0]!.hasClosed()
  await hasOpened(2)
  sockets[1]!.opens()
  expect(connection.online.get()).toBe(true)
  connection.close()
})

test('a call that is aborted before the socket opens is never sent', async () => {
  const connection = connect(() => {})
  const abort = new AbortController()
  const aborted = connection.client.identity.me.query({}, { signal: abort.signal })
  abort.abort()
  await expect(aborted).rejects.toThrow()
  const wanted = connection.client.identity.me.query({})
  await hasOpened(1)
  sockets[0]!.opens()
  await vi.waitFor(() => expect(sockets[0]!.sent).toHaveLength(1))
  expect(sockets[0]!.sent[0]).not.toContain('[')
  sockets[0]!.answers('done')
  expect(await wanted).toBe('done')
  connection.close()
})
