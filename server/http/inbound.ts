import { Hono, type Context as HonoContext } from 'hono'
import { asRefusal } from '../core/call.ts'
import type { Parts } from '../core/context.ts'
import { notFound, Refusal, unauthorized } from '../core/error.ts'
import { newId } from '../core/ids.ts'
import { countAddress, type Rates, refuseOverRate } from '../door/rate-limit.ts'
import { addressOf, type Env, readJson } from '../door/request.ts'

/** Where an address of ours leads that a provider was told. */
type Hook = { site: string; hook: string }

/** What the features do for these routes. */
export type Receivers = {
  telegram: {
    knowsSecret(parts: Parts, site: string, hook: string, secret: string): boolean
    /** Carries out an update, and answers the call that the provider is to make, if any. */
    receive(parts: Parts, to: Hook, body: unknown): Promise<Record<string, unknown> | undefined>
  }
}

/**
 * What providers call, below /inbound. Each shows the secret that it was told with the address; whoever does not know it is
 * refused before anything is read. An answer of 200 says that the call is taken; anything else has it told again.
 * `receivers` is what the features do for these routes; handed in, as routes name no feature.
 */
export function inboundRoutes(parts: Parts, rates: Rates, { telegram }: Receivers): Hono<Env> {
  const routes = new Hono<Env>()
  routes.post('/telegram/:site/:hook', (c) =>
    answer(parts, async () => {
      const { site, hook } = c.req.param()
      const secret = c.req.header('x-telegram-bot-api-secret-token') ?? ''
      if (!telegram.knowsSecret(parts, site, hook, secret)) throw refuseStranger(parts, rates, c)
      const body = await readJson(c.req.raw)
      return (await telegram.receive(parts, { site, hook }, body)) ?? {}
    }),
  )
  routes.all('/telegram/:site/:hook', (c) =>
    answer(parts, async () => Promise.reject(wrongMethod(c.req.method)), { allow: 'POST' }),
  )
  routes.all('*', () => answer(parts, async () => Promise.reject(notFound('route'))))
  return routes
}

const wrongMethod = (method: string) => new Refusal(405, 'bad_request', `${method} is not possible here; POST is.`)

function refuseStranger(parts: Parts, rates: Rates, c: HonoContext<Env>): Refusal {
  refuseOverRate(countAddress(rates, addressOf(parts, c)))
  return unauthorized('This address is for a provider that knows its secret.')
}

async function answer(
  parts: Parts,
  work: () => Promise<Record<string, unknown>>,
  more: Record<string, string> = {},
): Promise<Response> {
  const headers: Record<string, string> = { 'x-request-id': newId('req'), 'cache-control': 'no-store', ...more }
  try {
    return Response.json(await work(), { status: 200, headers })
  } catch (error) {
    const refusal = asRefusal(parts, error)
    if (refusal.retryAfter !== undefined) headers['retry-after'] = String(refusal.retryAfter)
    return Response.json(refusal.body(), { status: refusal.status, headers })
  }
}
