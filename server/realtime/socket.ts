import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { AnyRouter } from '@trpc/server'
import { applyWSSHandler } from '@trpc/server/adapters/ws'
import { WebSocketServer } from 'ws'
import type { Parts } from '../core/context.ts'
import { clientAddress } from '../http/request.ts'
import { ownOrigin, sessionCookie } from '../http/session.ts'
import type { Caller } from './trpc.ts'

const path = '/trpc'
const largestMessage = 1 << 20
/** What may wait for a reader that does not read, in bytes; a socket above it is ended and comes back. */
const mostBuffered = 1 << 20
const sweepEvery = 250

/**
 * tRPC over WebSocket. With the session cookie the Origin must be the product's own, or the upgrade is refused; without
 * it the token comes in `connectionParams`, and nothing is sent before it was checked.
 */
export function createSocket(parts: Parts, router: AnyRouter) {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: largestMessage, perMessageDeflate: false })
  const handler = applyWSSHandler({
    wss: sockets,
    router,
    createContext: ({ req, info }): Caller => ({
      token: info.connectionParams?.token ?? sessionCookie(req.headers.cookie) ?? '',
      address: addressOf(parts, req),
    }),
    keepAlive: { enabled: true, pingMs: 20_000, pongWaitMs: 10_000 },
    onError: ({ error }) => {
      if (error.code === 'INTERNAL_SERVER_ERROR') parts.log.error({ err: error }, 'a socket call failed')
    },
  })
  // tRPC's adapter has no backpressure of its own: a reader that stops would fill the memory.
  const sweep = setInterval(() => {
    for (const socket of sockets.clients) if (socket.bufferedAmount > mostBuffered) socket.terminate()
  }, sweepEvery)
  sweep.unref()

  return {
    upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
      // A client that breaks off would otherwise end the process.
      socket.on('error', () => socket.destroy())
      const url = addressed(request)
      if (!url) refuse(socket, '400 Bad Request')
      else if (url.pathname !== path) refuse(socket, '404 Not Found')
      else if (!originAllowed(parts, request)) refuse(socket, '403 Forbidden')
      else sockets.handleUpgrade(request, socket, head, (client) => sockets.emit('connection', client, request))
    },
    /** Tells every client to come back to another server, then ends the sockets. */
    close(): void {
      clearInterval(sweep)
      handler.broadcastReconnectNotification()
      for (const socket of sockets.clients) socket.close(1012, 'restarting')
      sockets.close()
    },
    terminate(): void {
      for (const socket of sockets.clients) socket.terminate()
    },
    count: () => sockets.clients.size,
  }
}

/** The address that was asked for; undefined where path or Host cannot be read, which the adapter would throw at. */
function addressed({ url = '', headers }: IncomingMessage): URL | undefined {
  const base = `http://${headers.host ?? 'localhost'}`
  return URL.canParse(url, base) ? new URL(url, base) : undefined
}

function originAllowed(parts: Parts, request: IncomingMessage): boolean {
  const { origin, cookie } = request.headers
  if (sessionCookie(cookie) !== undefined) return origin === ownOrigin(parts)
  return origin === undefined || origin === ownOrigin(parts)
}

const addressOf = (parts: Parts, request: IncomingMessage): string => {
  const forwarded = request.headers['x-forwarded-for']
  const text = Array.isArray(forwarded) ? forwarded.join(',') : forwarded
  return clientAddress(request.socket.remoteAddress, text, parts.config.trustProxy)
}

function refuse(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}
