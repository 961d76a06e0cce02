import type { AnyRouter } from '@trpc/server'
import { fetchRequestHandler } from '@trpc/server/adapters/fetch'
import { Hono, type MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { Parts } from '../core/context.ts'
import { type Refusal, tooLarge } from '../core/error.ts'
import { clientAddress, type Env } from '../http/request.ts'
import { ownSession } from '../http/session.ts'

const mostInOneBatch = 50
/** As for a message of the socket. */
const largestBody = 1 << 20

/** tRPC over HTTP, batched. A bearer token, or the session cookie with an Origin that is the product's own. */
export function trpcRoutes(parts: Parts, router: AnyRouter): Hono<Env> {
  const routes = new Hono<Env>()
  routes.use(
    '/trpc/*',
    secureHeaders,
    bodyLimit({ maxSize: largestBody, onError: () => refusal(tooLarge('The body is over 1 MiB.')) }),
  )
  routes.all('/trpc/*', (c) =>
    fetchRequestHandler({
      endpoint: '/trpc',
      req: c.req.raw,
      router,
      maxBatchSize: mostInOneBatch,
      createContext: () => ({
        token: tokenOf(parts, c.req.raw.headers),
        address: clientAddress(
          c.env?.incoming?.socket.remoteAddress,
          c.req.header('x-forwarded-for'),
          parts.config.trustProxy,
        ),
      }),
    }),
  )
  return routes
}

/** As the answers of REST: they hold personal data. */
const secureHeaders: MiddlewareHandler<Env> = async (c, next) => {
  await next()
  c.header('cache-control', 'no-store')
  c.header('x-content-type-options', 'nosniff')
}

const refusal = (given: Refusal): Response => Response.json(given.body(), { status: given.status })

function tokenOf(parts: Parts, headers: Headers): string {
  const bearer = /^Bearer +(\S+)$/i.exec(headers.get('authorization') ?? '')?.[1]
  return bearer ?? ownSession(parts, headers) ?? ''
}
