import { Hono } from 'hono'
import type { Services } from '../core/context.ts'
import { type AppError, tooLarge, unauthorized } from '../core/error.ts'
import { answerHeaders, refuseOthers } from '../door/error-response.ts'
import { countAddress, type Rates, refuseOverRate } from '../door/rate-limit.ts'
import { addressOf, type Env, type HttpContext, readBytes, readJson, readJsonValue } from '../door/request.ts'
import { isSignedByCalcom, receiveFromCalcom } from '../features/integrations/calcom-webhook.ts'
import { hasHookSecret } from '../features/live/telegram/hook.ts'
import { receiveUpdate } from '../features/live/telegram/updates/receive.ts'
import { hasBounceSecret, receiveBounces } from '../features/notifications/visitor/bounces.ts'

/** The largest body of a hint from a calendar. Bytes. */
const maxHint = 500_000

/**
 * Webhooks of providers, below /inbound. Each sends the secret that it was given with the URL; requests without it are
 * rejected before anything is read, or after the body where the provider signs it. A 200 means accepted; otherwise the provider retries.
 */
export function inboundRoutes(services: Services, rates: Rates): Hono<Env> {
  const routes = new Hono<Env>()
  routes.post('/telegram/:site/:hook', async (c) => {
    const to = c.req.param()
    const secret = c.req.header('x-telegram-bot-api-secret-token') ?? ''
    if (!hasHookSecret(services, to.site, to.hook, secret)) throw refuseStranger(services, rates, c)
    const answer = await receiveUpdate(services, to, await readJson(c.req.raw))
    return c.json(answer ?? {}, 200, answerHeaders())
  })
  routes.post('/email/:site/:secret', async (c) => {
    const { site, secret } = c.req.param()
    if (!hasBounceSecret(services, site, secret)) throw refuseStranger(services, rates, c)
    await receiveBounces(services, site, await readJsonValue(c.req.raw))
    return c.json({}, 200, answerHeaders())
  })
  routes.post('/calcom/:site', async (c) => {
    const { site } = c.req.param()
    const signature = c.req.header('x-cal-signature-256') ?? ''
    // Not a signature: it would be computed over a body that nobody signed.
    if (!/^[0-9a-f]{64}$/i.test(signature.trim())) throw refuseStranger(services, rates, c)
    const body = await readBytes(c.req.raw, maxHint, () =>
      tooLarge('The body is larger than 500 kB.', { bytes: maxHint }),
    )
    if (!isSignedByCalcom(services, site, body, signature)) throw refuseStranger(services, rates, c)
    await receiveFromCalcom(services, site, body)
    return c.json({}, 200, answerHeaders())
  })
  refuseOthers(routes)
  return routes
}

function refuseStranger(services: Services, rates: Rates, c: HttpContext): AppError {
  refuseOverRate(countAddress(rates, addressOf(services, c)))
  return unauthorized('Only a provider that knows the secret may call this URL.', 'token_unknown')
}
