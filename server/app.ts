import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { Hono } from 'hono'
import { wakeConsumers } from './core/consumers.ts'
import type { Services } from './core/context.ts'
import { watchEventLoop } from './core/meter.ts'
import { handlersOf } from './core/tasks.ts'
import { errorResponse } from './door/error-response.ts'
import { createRates, type Rates } from './door/rate-limit.ts'
import type { Env } from './door/request.ts'
import { ensureOwner } from './features/accounts/accounts.ts'
import { closeChats } from './features/conversations/visitor/events.ts'
import { learnDemo } from './features/demo/learn.ts'
import { embedAll } from './features/knowledge/embedding/tasks.ts'
import { reindexAll } from './features/knowledge/reindex.ts'
import { createMonitor } from './features/live/monitor.ts'
import { createPresence } from './features/live/presence/presence.ts'
import { renewOldHooks } from './features/live/telegram/hook.ts'
import { appointmentFileRoutes } from './http/appointment-file.ts'
import { authRoutes } from './http/auth.ts'
import { healthRoutes } from './http/health.ts'
import type { Live } from './http/health-parts.ts'
import { inboundRoutes } from './http/inbound.ts'
import { metered } from './http/metrics.ts'
import { openApiDocument } from './http/openapi.ts'
import { refuseByClock, restRoutes } from './http/rest.ts'
import { pageRoutes } from './http/site.ts'
import { unsubscribeRoutes } from './http/unsubscribe.ts'
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

/** How long running replies may finish when the server stops, in milliseconds. */
const grace = 9_000

export type App = {
  /** `bindings` comes from @hono/node-server: the socket's request, which has the client's address. */
  fetch(request: Request, bindings?: unknown): Response | Promise<Response>
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
  /** Starts background work: the reader of the event log and the queue. */
  start(): Promise<void>
  /** Disconnects clients and finishes running work. The database stays open. */
  close(): Promise<void>
}

/** The whole product, built from its parts. Used by main and by tests. */
export function createApp(services: Services): App {
  const rates = createRates(services.clock)
  const presence = createPresence(services)
  const monitor = createMonitor(services)
  const hub = createHub(services, presence.snapshot)
  const callers = createCallers(services)
  const subscriptions = createSubscriptions({ services, hub, callers, connect: presence.connect })
  const router = createRouter(services, rates, operations, subscriptions)
  const admit = (caller: Caller) => knownCaller(services, rates, caller)
  const failed = (err: unknown) => services.log.error({ err }, 'a socket call failed')
  const socket = createSocket(services, { router, subscriptions, admit, failed })
  const app = createRoutes(services, rates, router, { sockets: socket.count, monitor })
  let stopWatching = () => {}
  let stopConsumers = () => {}
  return {
    fetch: (request, bindings) => app.fetch(request, bindings as Env['Bindings']),
    upgrade: socket.upgrade,
    async start() {
      stopWatching = watchEventLoop(services.meter.loopDelay)
      await services.heartbeat.start()
      await services.events.start()
      await services.ephemeral.start()
      hub.start()
      callers.start()
      presence.start()
      monitor.start()
      await services.queue.start(handlersOf(services, tasks))
      stopConsumers = wakeConsumers(services, consumers)
      await renewOldHooks(services)
    },
    async close() {
      services.stop()
      stopWatching()
      stopConsumers()
      // Closed before waiting for the last replies, so that screens reconnect to another server from the last event
      // they saw.
      const socketsClosed = socket.close()
      await closeChats(services, grace)
      await socketsClosed
      await hub.close()
      await callers.close()
      await presence.close()
      await monitor.close()
      await services.reader.close()
      await services.queue.close()
      await services.events.close()
      await services.ephemeral.close()
      await services.heartbeat.close()
      socket.terminate()
    },
  }
}

function createRoutes(
  services: Services,
  rates: Rates,
  router: Parameters<typeof trpcRoutes>[1],
  live: Live,
): Hono<Env> {
  const document = () =>
    openApiDocument({ operations, uploads, downloads }, { version, baseUrl: services.config.baseUrl })
  const app = new Hono<Env>()
  app.onError(errorResponse(services))
  app.use(metered(services))
  app.route('/', healthRoutes(services, rates, live))
  app.use(refuseByClock(services, rates))
  app.route('/', authRoutes(services, rates))
  app.route('/', trpcRoutes(services, router))
  app.route('/chat', visitorRoutes(services, rates))
  app.route('/api/v1', restRoutes(services, rates, { operations, uploads, downloads }, document))
  app.route('/inbound', inboundRoutes(services, rates))
  app.route('/', unsubscribeRoutes(services, rates))
  app.route('/', appointmentFileRoutes(services, rates))
  app.route('/', widgetFileRoutes())
  app.route('/', pageRoutes(services))
  return app
}

/**
 * Prepares a server before it is ready: the owner's account, and knowledge that must be learned, recounted or embedded.
 */
export async function prepare(services: Services): Promise<void> {
  await ensureOwner(services)
  await learnDemo(services)
  await reindexAll(services)
  await embedAll(services)
}
