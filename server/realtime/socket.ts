import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Parts } from '../core/context.ts'
import { ownOrigin, sessionCookie } from '../door/caller.ts'
import { addressOfSocket } from '../door/request.ts'
import { createAdmission } from './admission.ts'
import { Connection, type Ground, mostBuffered } from './connection.ts'
import { createOutgoing } from './outgoing.ts'

const path = '/trpc'
const largestMessage = 1 << 20
const mostSockets = 20_000
const sweepEvery = 250
const pingAfter = 20_000
const pongWithin = 10_000
/** A server that stops tells its clients to come back elsewhere, slice by slice: not all of them in one moment. */
const slices = 20
const smallestSlice = 100
const sliceEvery = 100

const reconnect = JSON.stringify({ id: null, method: 'reconnect' })

/**
 * tRPC over WebSocket. With the session cookie the Origin must be the product's own, or the upgrade is refused; without
 * it the token comes in `connectionParams`, and nothing is sent before it was checked.
 */
export function createSocket(parts: Parts, given: Omit<Ground, 'hold'>) {
  const ground = { ...given, hold: createOutgoing() }
  const server = new WebSocketServer({ noServer: true, maxPayload: largestMessage, perMessageDeflate: false })
  const connections = new Set<Connection>()
  const admission = createAdmission(parts)
  const sweep = setInterval(() => sweepAll(connections), sweepEvery)
  sweep.unref()
  let stopping = false

  const open = (client: WebSocket, stream: Duplex, { address, token }: Visitor) => {
    const connection = new Connection(ground, client, stream, address, token)
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
      // A client that breaks off would otherwise end the process.
      stream.on('error', () => stream.destroy())
      const url = addressed(request)
      const address = addressOfSocket(parts, request)
      if (!url) refuse(stream, '400 Bad Request')
      else if (url.pathname !== path) refuse(stream, '404 Not Found')
      else if (!originAllowed(parts, request)) refuse(stream, '403 Forbidden')
      else if (stopping || parts.clock.fault?.() || connections.size >= mostSockets)
        refuse(stream, '503 Service Unavailable')
      else if (!admission.hasRoom(address)) refuse(stream, '429 Too Many Requests')
      else {
        // tRPC's client says so where its first message brings the token.
        const isToCome = url.searchParams.get('connectionParams') === '1'
        const token = isToCome ? undefined : (sessionCookie(request.headers.cookie) ?? '')
        server.handleUpgrade(request, stream, head, (client) => open(client, stream, { address, token }))
      }
    },
    /** Tells every client to come back to another server, spread over two seconds at most, then ends the sockets. */
    async close(): Promise<void> {
      stopping = true
      clearInterval(sweep)
      const examined = admission.close()
      const all = [...connections]
      const size = Math.max(smallestSlice, Math.ceil(all.length / slices))
      for (let first = 0; first < all.length; first += size) {
        if (first > 0) await delay(sliceEvery)
        for (const connection of all.slice(first, first + size)) letGo(connection)
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

function letGo(connection: Connection): void {
  connection.send(reconnect)
  connection.end('restarting')
}

/** Lets go whoever does not read, and whoever is not there any more. */
function sweepAll(connections: Set<Connection>): void {
  const now = performance.now()
  for (const connection of connections) {
    const { heardAt, pingedAt, socket } = connection
    if (connection.buffered() > mostBuffered) socket.terminate()
    else if (heardAt > pingedAt && now - heardAt > pingAfter) {
      connection.pingedAt = now
      connection.send('PING')
    } else if (pingedAt > heardAt && now - pingedAt > pongWithin) socket.terminate()
  }
}

/** The address that was asked for; undefined where path or Host cannot be read. */
function addressed({ url = '', headers }: IncomingMessage): URL | undefined {
  const base = `http://${headers.host ?? 'localhost'}`
  return URL.canParse(url, base) ? new URL(url, base) : undefined
}

function originAllowed(parts: Parts, request: IncomingMessage): boolean {
  const { origin, cookie } = request.headers
  if (sessionCookie(cookie) !== undefined) return origin === ownOrigin(parts)
  return origin === undefined || origin === ownOrigin(parts)
}

function refuse(stream: Duplex, status: string): void {
  stream.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}
