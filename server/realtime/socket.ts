import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Services } from '../core/context.ts'
import { ownOrigin, sessionCookie } from '../door/caller.ts'
import { addressOfSocket } from '../door/request.ts'
import { createAdmission } from './admission.ts'
import { Connection, createOutgoing, maxBuffered, type Options } from './connection.ts'

const path = '/trpc'
const maxMessageBytes = 1 << 20
const maxSockets = 20_000
const sweepEvery = 250
const pingAfter = 20_000
const pongWithin = 10_000
/** On shutdown, clients are asked to reconnect in slices instead of all at once. */
const slices = 20
const minSlice = 100
const sliceEvery = 100

const reconnect = JSON.stringify({ id: null, method: 'reconnect' })

/**
 * tRPC over WebSocket. With the session cookie, the Origin must be the product's own, or the upgrade is rejected.
 * Without it, the token comes in `connectionParams`, and nothing is sent before it is verified.
 */
export function createSocket(services: Services, given: Omit<Options, 'hold'>) {
  const options = { ...given, hold: createOutgoing() }
  const server = new WebSocketServer({ noServer: true, maxPayload: maxMessageBytes, perMessageDeflate: false })
  const connections = new Set<Connection>()
  const admission = createAdmission(services)
  const sweep = setInterval(() => sweepAll(connections), sweepEvery)
  sweep.unref()
  let stopping = false

  const open = (client: WebSocket, stream: Duplex, { address, token }: Visitor) => {
    const connection = new Connection(options, client, stream, address, token)
    connections.add(connection)
    admission.add(connection)
    client.on('close', () => {
      connections.delete(connection)
      admission.remove(connection)
      connection.closed()
    })
  }

  return {
    upgrade(request: IncomingMessage, stream: Duplex, head: Buffer): void {
      // An unhandled error of a disconnecting client would end the process.
      stream.on('error', () => stream.destroy())
      const url = addressed(request)
      const address = addressOfSocket(services, request)
      if (!url) refuse(stream, '400 Bad Request')
      else if (url.pathname !== path) refuse(stream, '404 Not Found')
      else if (!originAllowed(services, request)) refuse(stream, '403 Forbidden')
      else if (stopping || services.clock.fault?.() || connections.size >= maxSockets)
        refuse(stream, '503 Service Unavailable')
      else if (!admission.hasRoom(address)) refuse(stream, '429 Too Many Requests')
      else {
        // tRPC's client announces that its first message contains the token.
        const isToCome = url.searchParams.get('connectionParams') === '1'
        const token = isToCome ? undefined : (sessionCookie(request.headers.cookie) ?? '')
        server.handleUpgrade(request, stream, head, (client) => open(client, stream, { address, token }))
      }
    },
    /** Tells every client to reconnect to another server, spread over at most two seconds, then closes the sockets. */
    async close(): Promise<void> {
      stopping = true
      clearInterval(sweep)
      const examined = admission.close()
      const all = [...connections]
      const size = Math.max(minSlice, Math.ceil(all.length / slices))
      for (let first = 0; first < all.length; first += size) {
        if (first > 0) await delay(sliceEvery)
        for (const connection of all.slice(first, first + size)) disconnect(connection)
      }
      server.close()
      await examined
    },
    terminate(): void {
      for (const { socket } of connections) socket.terminate()
    },
    count: () => connections.size,
  }
}

type Visitor = { address: string; token: string | undefined }

function disconnect(connection: Connection): void {
  connection.send(reconnect)
  connection.end('restarting')
}

/** Disconnects clients that do not read or do not respond. */
function sweepAll(connections: Set<Connection>): void {
  const now = performance.now()
  for (const connection of connections) {
    const { heardAt, pingedAt, socket } = connection
    if (connection.buffered() > maxBuffered) socket.terminate()
    else if (heardAt > pingedAt && now - heardAt > pingAfter) {
      connection.pingedAt = now
      connection.send('PING')
    } else if (pingedAt > heardAt && now - pingedAt > pongWithin) socket.terminate()
  }
}

/** The requested URL; undefined if path or Host are invalid. */
function addressed({ url = '', headers }: IncomingMessage): URL | undefined {
  const base = `http://${headers.host ?? 'localhost'}`
  return URL.canParse(url, base) ? new URL(url, base) : undefined
}

function originAllowed(services: Services, request: IncomingMessage): boolean {
  const { origin, cookie } = request.headers
  if (sessionCookie(cookie) !== undefined) return origin === ownOrigin(services)
  return origin === undefined || origin === ownOrigin(services)
}

function refuse(stream: Duplex, status: string): void {
  stream.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}
