import { Hono } from 'hono'
import type { Parts } from '../core/context.ts'
import { type Refusal, unauthorized } from '../core/error.ts'
import { answerHeaders, refuseOthers } from '../door/error-response.ts'
import { countAddress, type Rates, refuseOverRate } from '../door/rate-limit.ts'
import { addressOf, type Env, type HttpContext, readJson } from '../door/request.ts'
import { knowsSecret } from '../features/live/telegram/hook.ts'
import { receiveUpdate } from '../features/live/telegram/updates/receive.ts'

/**
 * What providers call, below /inbound. Each shows the secret that it was told with the address; whoever does not know it is
 * refused before anything is read. An answer of 200 says that the call is taken; anything else has it told again.
 */
export function inboundRoutes(parts: Parts, rates: Rates): Hono<Env> {
  const routes = new Hono<Env>()
  routes.post('/telegram/:site/:hook', async (c) => {
    const to = c.req.param()
    const secret = c.req.header('x-telegram-bot-api-secret-token') ?? ''
    if (!knowsSecret(parts, to.site, to.hook, secret)) throw refuseStranger(parts, rates, c)
    const answer = await receiveUpdate(parts, to, await readJson(c.req.raw))
    return c.json(answer ?? {}, 200, answerHeaders())
  })
  refuseOthers(routes)
  return routes
}

function refuseStranger(parts: Parts, rates: Rates, c: HttpContext): Refusal {
  refuseOverRate(countAddress(rates, addressOf(parts, c)))
  return unauthorized('This address is for a provider that knows its secret.', 'token_unknown')
}
