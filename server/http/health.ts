import { Hono, type Context as HonoContext } from 'hono'
import type { Parts } from '../core/context.ts'
import { TimeLimit, within } from '../core/time-limit.ts'
import { writeFault } from '../core/write-probe.ts'
import { countAddress, type Rates } from '../door/rate-limit.ts'
import { addressOf, type Env } from '../door/request.ts'
import { examineParts, type Live } from './health-parts.ts'
import { metricsText } from './metrics.ts'
import { admitOperator } from './operator.ts'
import { refused } from './rest.ts'

const answerMs = 5_000

/** Whether the server does its work: for everybody in one word, for its operator part by part. */
export function healthRoutes(parts: Parts, rates: Rates, live: Live): Hono<Env> {
  const routes = new Hono<Env>()
  const check = sharedCheck(parts)
  const forOperator = async (c: HonoContext<Env>, answer: () => Promise<Response>): Promise<Response> => {
    try {
      await admitOperator(parts, rates, c)
      return await answer()
    } catch (error) {
      return refused(parts, error, countAddress(rates, addressOf(parts, c)))
    }
  }

  routes.get('/healthz', async (c) => {
    const clock = parts.clock.fault?.()
    const down = parts.stopping.aborted ? 'The server is stopping.' : (clock ?? (await check()))
    const status = down === undefined ? 200 : 503
    const headers = { 'cache-control': 'no-store' }
    if (c.req.query('deep') === undefined)
      return c.json({ status: down === undefined ? 'ok' : 'down', ...(clock && { detail: clock }) }, status, headers)
    return await forOperator(c, async () => c.json(await examineParts(parts, live, down), status, headers))
  })
  routes.get('/metrics', (c) =>
    forOperator(c, async () => {
      const text = await metricsText(parts, live, await check())
      return c.text(text, 200, {
        'content-type': 'text/plain; version=0.0.4; charset=utf-8',
        'cache-control': 'no-store',
      })
    }),
  )
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
