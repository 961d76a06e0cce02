import { Hono } from 'hono'
import type { Parts } from '../core/context.ts'
import { TimeLimit, within } from '../core/time-limit.ts'
import { writeFault } from '../core/write-probe.ts'
import type { Rates } from '../door/rate-limit.ts'
import type { Env } from '../door/request.ts'
import { examineParts, type Live } from './health-parts.ts'
import { metricsText } from './metrics.ts'
import { admitOperator } from './operator.ts'

const answerMs = 5_000

/** Whether the server does its work: for everybody in one word, for its operator part by part. */
export function healthRoutes(parts: Parts, rates: Rates, live: Live): Hono<Env> {
  const routes = new Hono<Env>()
  const check = sharedCheck(parts)

  routes.get('/healthz', async (c) => {
    const clock = parts.clock.fault?.()
    const down = parts.stopping.aborted ? 'The server is stopping.' : (clock ?? (await check()))
    const status = down === undefined ? 200 : 503
    const headers = { 'cache-control': 'no-store' }
    if (c.req.query('deep') === undefined)
      return c.json({ status: down === undefined ? 'ok' : 'down', ...(clock && { detail: clock }) }, status, headers)
    await admitOperator(parts, rates, c)
    return c.json(await examineParts(parts, live, down), status, headers)
  })
  routes.get('/metrics', async (c) => {
    await admitOperator(parts, rates, c)
    const text = await metricsText(parts, live, await check())
    return c.text(text, 200, {
      'content-type': 'text/plain; version=0.0.4; charset=utf-8',
      'cache-control': 'no-store',
    })
  })
  return routes
}

/** Asks the database how it is, and whether it can write; whoever asks meanwhile gets the same answer, so that a flood asks it once at a time. */
function sharedCheck(parts: Parts): () => Promise<string | undefined> {
  const late = `The database did not answer within ${answerMs / 1000} s.`
  const ask = async () => (await parts.database.check()) ?? (await writeFault(parts))
  let asked: Promise<string | undefined> | undefined
  return () => {
    if (asked) return asked
    const answer = within(ask(), answerMs)
      .catch((error) => (error instanceof TimeLimit ? late : (error as Error).message))
      .finally(() => {
        asked = undefined
      })
    asked = answer
    return answer
  }
}
