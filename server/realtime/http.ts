import type { AnyRouter } from '@trpc/server'
import { fetchRequestHandler } from '@trpc/server/adapters/fetch'
import { Hono, type MiddlewareHandler } from 'hono'
import type { Services } from '../core/context.ts'
import { tooLarge } from '../core/error.ts'
import { checkJson, JsonLimitError } from '../core/json.ts'
import { ownSession, tokenIn } from '../door/caller.ts'
import { addressOf, type Env, queryOf, readBytes, refuseLarge } from '../door/request.ts'

const maxInOneBatch = 50
/** The same limit as for messages of a socket. */
const maxBodyBytes = 1 << 20
const maxDepth = 70

/** tRPC over HTTP, batched. Needs a bearer token, or the session cookie with the product's own Origin. */
export function trpcRoutes(services: Services, router: AnyRouter): Hono<Env> {
  const routes = new Hono<Env>()
  routes.use('/trpc/*', secureHeaders)
  routes.all('/trpc/*', async (c) => {
    const req = await readBounded(c.req.raw)
    return await fetchRequestHandler({
      endpoint: '/trpc',
      req,
      router,
      maxBatchSize: maxInOneBatch,
      createContext: () => ({
        token: tokenOf(services, c.req.raw.headers),
        address: addressOf(services, c),
      }),
    })
  })
  return routes
}

/** Like REST responses, these contain personal data. */
const secureHeaders: MiddlewareHandler<Env> = async (c, next) => {
  await next()
  c.header('cache-control', 'no-store')
  c.header('x-content-type-options', 'nosniff')
}

/** The same request, once its JSON is within the limits, because tRPC parses without limits. */
async function readBounded(request: Request): Promise<Request> {
  const { url, method, headers, signal } = request
  const hasBody = !['GET', 'HEAD'].includes(method)
  try {
    const body = hasBody
      ? await readBytes(request, maxBodyBytes, () =>
          tooLarge('The body is larger than 1 MiB.', { bytes: maxBodyBytes }),
        )
      : null
    checkJson(Buffer.from(queryOf(url).get('input') ?? ''), { maxDepth })
    if (body) checkJson(body, { maxDepth })
    return new Request(url, { method, headers, body: body && new Uint8Array(body), signal })
  } catch (error) {
    throw error instanceof JsonLimitError ? refuseLarge(error) : error
  }
}

function tokenOf(services: Services, headers: Headers): string {
  return tokenIn(headers.get('authorization') ?? undefined) ?? ownSession(services, headers) ?? ''
}
