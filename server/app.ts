import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { Hono } from 'hono'
import type { Parts } from './core/context.ts'
import { watchEventLoop } from './core/event-loop.ts'
import * as sessions from './features/accounts/sessions.ts'
import { assistantHealth } from './features/assistant/state.ts'
import { closeChats } from './features/conversations/closing.ts'
import * as chats from './features/conversations/visitor-chat.ts'
import { authRoutes } from './http/auth.ts'
import { chatRoutes } from './http/chat.ts'
import { healthRoutes } from './http/health.ts'
import { metered } from './http/metered.ts'
import { openApiDocument } from './http/openapi.ts'
import { createRates } from './http/rate.ts'
import type { Env } from './http/request.ts'
import { restRoutes } from './http/rest.ts'
import { pageRoutes } from './http/site.ts'
import { jobHandlers } from './jobs.ts'
import { operations } from './operations.ts'
import { trpcRoutes } from './realtime/http.ts'
import { createSocket } from './realtime/socket.ts'
import { createRouter } from './realtime/trpc.ts'
import { version } from './version.ts'

/** Milliseconds that running replies have to end when the server stops. */
const grace = 9_000

export type App = {
  /** `bindings` is what @hono/node-server hands on: the socket's request, for the client's address. */
  fetch(request: Request, bindings?: unknown): Response | Promise<Response>
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
  /** Begins what runs in the background: the log's reader and the queue. */
  start(): Promise<void>
  /** Lets clients go and running work end; the database stays open. */
  close(): Promise<void>
}

/** The whole product over its parts; main and the tests both use it. */
export function createApp(parts: Parts): App {
  const rates = createRates(parts.clock)
  const router = createRouter(parts, rates, operations)
  const socket = createSocket(parts, router)
  const document = () => openApiDocument(operations, { version, baseUrl: parts.config.baseUrl })
  const app = new Hono<Env>()
  app.use(metered(parts))
  app.route('/', healthRoutes(parts, rates, { sockets: socket.count, assistant: () => assistantHealth(parts) }))
  app.route('/', authRoutes(parts, rates, sessions))
  app.route('/', trpcRoutes(parts, router))
  app.route('/chat', chatRoutes(parts, rates, chats))
  app.route('/api/v1', restRoutes(parts, rates, operations, document))
  app.route('/', pageRoutes(parts))
  let stopWatching = () => {}
  return {
    fetch: (request, bindings) => app.fetch(request, bindings as Env['Bindings']),
    upgrade: socket.upgrade,
    async start() {
      stopWatching = watchEventLoop(parts.meter.loopDelay)
      await parts.events.start()
      await parts.queue.start(jobHandlers(parts))
    },
    async close() {
      parts.stop()
      stopWatching()
      // Told before the last replies are waited for: screens go on at the next server with the last event that they saw.
      socket.close()
      await closeChats(parts, grace)
      await parts.queue.close()
      await parts.events.close()
      socket.terminate()
    },
  }
}
