import type { MiddlewareHandler } from 'hono'
import { routePath } from 'hono/route'
import type { Parts } from '../core/context.ts'
import type { Env } from '../door/request.ts'

/** Counts every request by what it asked for: an operation's name, a chat route's pattern, or the area of its address. */
export const metered =
  ({ meter }: Pick<Parts, 'meter'>): MiddlewareHandler<Env> =>
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
