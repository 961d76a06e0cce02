import type { ErrorHandler, Hono } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { asRefusal } from '../core/call.ts'
import type { Parts } from '../core/context.ts'
import { noRoute, Refusal } from '../core/error.ts'
import { newId } from '../core/ids.ts'
import type { RateState } from './rate-limit.ts'
import type { Env, HttpContext } from './request.ts'

/** The headers of every answer of the API. Answers hold personal data, so nothing in between keeps them. */
export const answerHeaders = (rate?: RateState): Record<string, string> => ({
  'x-request-id': newId('req'),
  ...(rate && { 'x-ratelimit-limit': String(rate.limit), 'x-ratelimit-remaining': String(rate.remaining) }),
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
})

/** Answers every request that is refused or fails, with the headers that were set by then, such as those of CORS. */
export const errorResponse =
  (parts: Pick<Parts, 'log' | 'database'>): ErrorHandler<Env> =>
  (error, c) => {
    const refusal = asRefusal(parts, error)
    return c.body(JSON.stringify(refusal.body()), refusal.status as ContentfulStatusCode, {
      'content-type': 'application/json',
      ...answerHeaders(c.get('rate')),
      ...(refusal.retryAfter === undefined ? {} : { 'retry-after': String(refusal.retryAfter) }),
      ...(refusal.status === 401 ? { 'www-authenticate': 'Bearer' } : {}),
    })
  }

/**
 * Refuses every other method on the paths that these routes have, and every other path. Call it after the last route.
 * @param count called before the refusal
 */
export function refuseOthers(routes: Hono<Env>, count: (c: HttpContext) => unknown = () => {}): void {
  const methods = new Map<string, Set<string>>()
  for (const { method, path } of routes.routes)
    if (!['ALL', 'OPTIONS'].includes(method)) methods.set(path, (methods.get(path) ?? new Set()).add(method))
  for (const [path, allowed] of methods)
    routes.all(path, async (c) => {
      await count(c)
      const allow = [...allowed].join(', ')
      c.header('allow', allow)
      throw new Refusal(405, 'bad_request', `${c.req.method} is not possible here; ${allow} is.`, {
        reason: 'wrong_method',
        params: { method: c.req.method, allowed: allow },
      })
    })
  routes.all('*', async (c) => {
    await count(c)
    throw noRoute()
  })
}
