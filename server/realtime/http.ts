import type { AnyRouter } from '@trpc/server'
import { fetchRequestHandler } from '@trpc/server/adapters/fetch'
import { Hono, type MiddlewareHandler } from 'hono'
import type { Parts } from '../core/context.ts'
import { tooLarge } from '../core/error.ts'
import { checkJson, JsonLimitError } from '../core/json.ts'
import { ownSession, tokenIn } from '../door/caller.ts'
import { addressOf, type Env, queryOf, readBytes, refuseLarge } from '../door/request.ts'

const mostInOneBatch = 50
/** As for a message of the socket. */
const maxBodyBytes = 1 << 20
const maxDepth = 70

/** tRPC over HTTP, batched. A bearer token, or the session cookie with an Origin that is the product's own. */
export function trpcRoutes(parts: Parts, router: AnyRouter): Hono<Env> {
  const routes = new Hono<Env>()
  routes.use('/trpc/*', secureHeaders)
  routes.all('/trpc/*', async (c) => {
    const req = await readBounded(c.req.raw)
    return await fetchRequestHandler({
      endpoint: '/trpc',
      req,
      router,
      maxBatchSize: mostInOneBatch,
      createContext: () => ({
        token: tokenOf(parts, c.req.raw.headers),
        address: addressOf(parts, c),
      }),
    })
  })
  return routes
}

/** As the answers of REST: they hold personal data. */
const secureHeaders: MiddlewareHandler<Env> = async (c, next) => {
  await next()
  c.header('cache-control', 'no-store')
  c.header('x-content-type-options', 'nosniff')
}

/** The same request, once its JSON is known to be within the limits; tRPC parses it without any. */
async function readBounded(request: Request): Promise<Request> {
  const { url, method, headers, signal } = request
  const hasBody = !['GET', 'HEAD'].includes(method)
  try {
    const body = hasBody
      ? await readBytes(request, maxBodyBytes, () => tooLarge('The body is over 1 MiB.', { bytes: maxBodyBytes }))
      : null
    checkJson(Buffer.from(queryOf(url).get('input') ?? ''), { maxDepth })
    if (body) checkJson(body, { maxDepth })
    return new Request(url, { method, headers, body: body && new Uint8Array(body), signal })
  } catch (error) {
    throw error instanceof JsonLimitError ? refuseLarge(error) : error
  }
}

function tokenOf(parts: Parts, headers: Headers): string {
  return tokenIn(headers.get('authorization') ?? undefined) ?? ownSession(parts, headers) ?? ''
}
