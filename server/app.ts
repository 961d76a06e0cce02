import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { Hono } from 'hono'
import { wakeConsumers } from './core/consumers.ts'
import type { Parts } from './core/context.ts'
import { watchEventLoop } from './core/event-loop.ts'
import { handlersOf } from './core/tasks.ts'
import { errorResponse } from './door/error-response.ts'
import { createRates, type Rates } from './door/rate-limit.ts'
import type { Env } from './door/request.ts'
import { closeChats } from './features/conversations/visitor/events.ts'
import { createMonitor } from './features/live/monitor.ts'
import { createPresence } from './features/live/presence/presence.ts'
import { renewOldHooks } from './features/live/telegram/hook.ts'
import { authRoutes } from './http/auth.ts'
import { healthRoutes } from './http/health.ts'
import type { Live } from './http/health-parts.ts'
import { inboundRoutes } from './http/inbound.ts'
import { metered } from './http/metered.ts'
import { openApiDocument } from './http/openapi.ts'
import { refuseByClock, restRoutes } from './http/rest.ts'
import { pageRoutes } from './http/site.ts'
import { visitorRoutes } from './http/visitor.ts'
import { widgetFileRoutes } from './http/widget-files.ts'
import { downloads, operations, uploads } from './operations.ts'
import { createCallers } from './realtime/callers.ts'
import { trpcRoutes } from './realtime/http.ts'
import { createHub } from './realtime/hub.ts'
import { createSocket } from './realtime/socket.ts'
import { createSubscriptions } from './realtime/subscriptions.ts'
import { type Caller, createRouter, knownCaller } from './realtime/trpc.ts'
import { consumers, tasks } from './tasks.ts'
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
  const presence = createPresence(parts)
  const monitor = createMonitor(parts)
  const hub = createHub(parts, presence.snapshot)
  const callers = createCallers(parts)
  const subscriptions = createSubscriptions({ parts, hub, callers, connect: presence.connect })
  const router = createRouter(parts, rates, operations, subscriptions)
  const admit = (caller: Caller) => knownCaller(parts, rates, caller)
  const failed = (err: unknown) => parts.log.error({ err }, 'a socket call failed')
  const socket = createSocket(parts, { router, subscriptions, admit, failed })
  const app = createRoutes(parts, rates, router, { sockets: socket.count, monitor })
  let stopWatching = () => {}
  let stopConsumers = () => {}
  return {
    fetch: (request, bindings) => app.fetch(request, bindings as Env['Bindings']),
    upgrade: socket.upgrade,
    async start() {
      stopWatching = watchEventLoop(parts.meter.loopDelay)
      await parts.events.start()
      await parts.moments.start()
      hub.start()
      callers.start()
      presence.start()
      monitor.start()
      await parts.queue.start(handlersOf(parts, tasks))
      stopConsumers = wakeConsumers(parts, consumers)
      await renewOldHooks(parts)
    },
    async close() {
      parts.stop()
      stopWatching()
      stopConsumers()
      // Told before the last replies are waited for: screens go on at the next server with the last event that they saw.
      const told = socket.close()
      await closeChats(parts, grace)
      await told
      await hub.close()
      await callers.close()
      await presence.close()
      await monitor.close()
      await parts.reader.close()
      await parts.queue.close()
      await parts.events.close()
      await parts.moments.close()
      socket.terminate()
    },
  }
}

function createRoutes(parts: Parts, rates: Rates, router: Parameters<typeof trpcRoutes>[1], live: Live): Hono<Env> {
  const document = () => openApiDocument({ operations, uploads, downloads }, { version, baseUrl: parts.config.baseUrl })
  const app = new Hono<Env>()
  app.onError(errorResponse(parts))
  app.use(metered(parts))
  app.route('/', healthRoutes(parts, rates, live))
  app.use(refuseByClock(parts, rates))
  app.route('/', authRoutes(parts, rates))
  app.route('/', trpcRoutes(parts, router))
  app.route('/chat', visitorRoutes(parts, rates))
  app.route('/api/v1', restRoutes(parts, rates, { operations, uploads, downloads }, document))
  app.route('/inbound', inboundRoutes(parts, rates))
  app.route('/', widgetFileRoutes())
  app.route('/', pageRoutes(parts))
  return app
}
