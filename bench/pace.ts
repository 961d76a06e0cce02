import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import type { Target } from './load.ts'

const connections = 32

/**
 * Sends a request at a steady rate, whether or not earlier ones were answered. Returns the milliseconds of each, from
 * the moment it was due. Implements just enough HTTP to use little CPU.
 */
export async function pace(target: Target, rate: number, seconds: number): Promise<number[]> {
  const free = await Promise.all(Array.from({ length: connections }, () => openConnection(target)))
  const all = [...free]
  const waiting: number[] = []
  const times: number[] = []
  const begun = performance.now()
  const next = () => {
    while (free.length > 0 && waiting.length > 0) {
      const connection = free.pop() as Connection
      const due = waiting.shift() as number
      connection.ask(() => {
        times.push(performance.now() - begun - due)
        free.push(connection)
        next()
      })
    }
  }
  const count = Math.floor(rate * seconds)
  for (let place = 0; place < count; ) {
    // A timer is late by at most a millisecond, for the baseline as for ours.
    await setTimeout(1)
    for (; place < count && (place * 1000) / rate <= performance.now() - begun; place++)
      waiting.push((place * 1000) / rate)
    next()
  }
  while (times.length < count) await setTimeout(1)
  for (const { close } of all) close()
  return times
}

type Connection = { ask(answered: () => void): void; close(): void }

async function openConnection({ url, method = 'GET', headers = {}, body }: Target): Promise<Connection> {
  const { hostname, port, host, pathname } = new URL(url)
  const text = body === undefined ? '' : JSON.stringify(body)
  const ofBody = text && { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) }
  const lines = Object.entries({ host, ...headers, ...ofBody }).map(([name, value]) => `${name}: ${value}\r\n`)
  const request = `${method} ${pathname} HTTP/1.1\r\n${lines.join('')}\r\n${text}`
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  let answered = () => {}
  let head = ''
  let missing = 0
  socket.on('data', (chunk: Buffer) => {
    if (missing === 0) {
      head += chunk.toString('latin1')
      const [, status, length] = /^HTTP\/1.1 (\d+).*?content-length: (\d+).*?\r\n\r\n/is.exec(head) ?? []
      if (length === undefined) return
      if (!status?.startsWith('2')) throw new Error(`${url}: ${status}`)
      missing = head.indexOf('\r\n\r\n') + 4 + Number(length) - head.length
      head = ''
    } else missing -= chunk.length
    if (missing === 0) answered()
  })
  return {
    ask(then) {
      answered = then
      socket.write(request)
    },
    close: () => socket.destroy(),
  }
}
