import type { MiddlewareHandler } from 'hono'
import { routePath } from 'hono/route'
import type { Services } from '../core/context.ts'
import { gauge } from '../core/metric.ts'
import { logState, queueState } from '../core/stats.ts'
import type { Env } from '../door/request.ts'
import type { Live } from './health-parts.ts'

/**
 * All metrics in Prometheus text format.
 * @param down why the database is not responding; its metrics are then omitted
 */
export async function metricsText(services: Services, live: Live, down: string | undefined): Promise<string> {
  const lines = [
    ...ofProcess(),
    ...services.meter.lines(),
    ...gauge('frontdesk_sockets', 'Open WebSockets.', live.sockets()),
    ...gauge('frontdesk_database_up', 'Whether the database is responding.', down === undefined ? 1 : 0),
    ...(down === undefined ? await ofDatabase(services, live) : []),
  ]
  return `${lines.join('\n')}\n`
}

function ofProcess(): string[] {
  const { rss, heapUsed } = process.memoryUsage()
  const { user, system } = process.cpuUsage()
  return [
    ...gauge('process_resident_memory_bytes', 'Memory of the process.', rss),
    ...gauge('process_heap_bytes', 'Memory of the JavaScript heap.', heapUsed),
    ...gauge('process_cpu_seconds', 'CPU time, user and system.', (user + system) / 1e6),
    ...gauge('process_uptime_seconds', 'Seconds since the server started.', process.uptime()),
  ]
}

async function ofDatabase(services: Services, { monitor }: Live): Promise<string[]> {
  const [log, queue, live] = await Promise.all([
    logState(services),
    queueState(services.database.sql, services.clock.now()),
    monitor.lines(),
  ])
  return [
    ...live,
    ...gauge('frontdesk_events_last', 'Position of the last event in the log.', log.last),
    ...gauge('frontdesk_events_behind', 'Events that this server has not read yet.', log.behind),
    ...gauge('frontdesk_queue_jobs', 'Jobs in the queue, including scheduled ones.', queue.waiting),
    ...gauge('frontdesk_queue_due', 'Jobs that are due.', queue.due),
    ...gauge('frontdesk_queue_oldest_seconds', 'How long the oldest due job has been due.', queue.oldestMs / 1000),
    ...gauge('frontdesk_queue_failing', 'Jobs that failed and will be retried.', queue.failing),
  ]
}

/** Counts each request by its operation, its chat route's pattern, or the area of its path. */
export const metered =
  ({ meter }: Pick<Services, 'meter'>): MiddlewareHandler<Env> =>
  async (c, next) => {
    const begun = performance.now()
    await next()
    const operation = c.get('operation') ?? areaOf(c.req.path, () => `${c.req.method} ${routePath(c, -1)}`)
    meter.request(operation, c.res.status, (performance.now() - begun) / 1000)
  }

function areaOf(path: string, route: () => string): string {
  const [, first = ''] = path.split('/', 2)
  if (first === 'chat') return route()
  return areas[first] ?? 'page'
}

const areas: Record<string, string> = {
  api: 'api',
  auth: 'auth',
  trpc: 'trpc',
  healthz: 'health',
  metrics: 'health',
  inbound: 'inbound',
}
