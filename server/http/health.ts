import { Hono } from 'hono'
import { shareRunning, TimeLimit, within } from '../core/async.ts'
import type { Services } from '../core/context.ts'
import { writeFault } from '../core/write-probe.ts'
import type { Rates } from '../door/rate-limit.ts'
import type { Env } from '../door/request.ts'
import { examineParts, type Live } from './health-parts.ts'
import { metricsText } from './metrics.ts'
import { admitOperator } from './operator.ts'

const answerMs = 5_000

/** The health of the server: one word for the public, all parts for its operator. */
export function healthRoutes(services: Services, rates: Rates, live: Live): Hono<Env> {
  const routes = new Hono<Env>()
  const check = sharedCheck(services)

  routes.get('/healthz', async (c) => {
    const clock = services.clock.fault?.()
    const down = services.stopping.aborted ? 'The server is shutting down.' : (clock ?? (await check()))
    const status = down === undefined ? 200 : 503
    const headers = { 'cache-control': 'no-store' }
    if (c.req.query('deep') === undefined)
      return c.json({ status: down === undefined ? 'ok' : 'down', ...(clock && { detail: clock }) }, status, headers)
    await admitOperator(services, rates, c)
    const parts = await examineParts(services, live, down)
    return c.json(parts, parts.status === 'down' ? 503 : 200, headers)
  })
  routes.get('/metrics', async (c) => {
    await admitOperator(services, rates, c)
    const text = await metricsText(services, live, await check())
    return c.text(text, 200, {
      'content-type': 'text/plain; version=0.0.4; charset=utf-8',
      'cache-control': 'no-store',
    })
  })
  return routes
}

/**
 * Checks whether the database responds and can write. Concurrent callers share one check, so that a flood checks only
 * once at a time.
 */
function sharedCheck(services: Services): () => Promise<string | undefined> {
  const late = `The database did not respond within ${answerMs / 1000} s.`
  const ask = async () => (await services.database.check()) ?? (await writeFault(services))?.message
  return shareRunning(() =>
    within(ask(), answerMs).catch((error) => (error instanceof TimeLimit ? late : (error as Error).message)),
  )
}
