import type { ErrorHandler, Hono } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { asAppError } from '../core/call.ts'
import type { Services } from '../core/context.ts'
import { AppError, noRoute } from '../core/error.ts'
import { newId } from '../core/ids.ts'
import type { RateState } from './rate-limit.ts'
import type { Env, HttpContext } from './request.ts'

/** The headers of all API responses. Responses contain personal data, so they must not be cached. */
export const answerHeaders = (rate?: RateState): Record<string, string> => ({
  'x-request-id': newId('req'),
  ...(rate && { 'x-ratelimit-limit': String(rate.limit), 'x-ratelimit-remaining': String(rate.remaining) }),
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
})

/** Responds to failed requests, with the headers that were set before, such as those of CORS. */
export const errorResponse =
  (services: Pick<Services, 'log' | 'database'>): ErrorHandler<Env> =>
  (error, c) => {
    const appError = asAppError(services, error)
    return c.body(JSON.stringify(appError.body()), appError.status as ContentfulStatusCode, {
      'content-type': 'application/json',
      ...answerHeaders(c.get('rate')),
      ...(appError.retryAfter === undefined ? {} : { 'retry-after': String(appError.retryAfter) }),
      ...(appError.status === 401 ? { 'www-authenticate': 'Bearer' } : {}),
    })
  }

/**
 * Rejects other methods on the paths of these routes, and all other paths. Call it after the last route.
 * @param count called before the rejection
 */
export function refuseOthers(routes: Hono<Env>, count: (c: HttpContext) => unknown = () => {}): void {
  const methods = new Map<string, Set<string>>()
  for (const { method, path } of routes.routes)
    if (!['ALL', 'OPTIONS'].includes(method)) methods.set(path, (methods.get(path) ?? new Set()).add(method))
  // Paths with fewer parameters first, because /leads/:id matches /leads/change too.
  const parametersOf = ([path]: [string, unknown]) => path.split(':').length
  for (const [path, allowed] of [...methods].sort((a, b) => parametersOf(a) - parametersOf(b)))
    routes.all(path, async (c) => {
      await count(c)
      const allow = [...allowed].join(', ')
      c.header('allow', allow)
      throw new AppError(405, 'bad_request', `This path does not support ${c.req.method}. Use ${allow}.`, {
        reason: 'wrong_method',
        params: { method: c.req.method, allowed: allow },
      })
    })
  routes.all('*', async (c) => {
    await count(c)
    throw noRoute()
  })
}
