import { createHash } from 'node:crypto'
import { Hono } from 'hono'
import type { Services } from '../core/context.ts'
import { countAddress, type Rates, refuseOverRate } from '../door/rate-limit.ts'
import { addressOf, type Env } from '../door/request.ts'
import { readFeed } from '../features/bookings/feed.ts'
import { readFileLink } from '../features/bookings/file-link.ts'

/** Calendar files: an appointment by the link in its emails, and feeds that calendars subscribe to. */
export function appointmentFileRoutes(services: Services, rates: Rates): Hono<Env> {
  const routes = new Hono<Env>()
  routes.get('/appointment.ics', async (c) => {
    refuseOverRate(countAddress(rates, addressOf(services, c)))
    const file = await readFileLink(services, c.req.query('token') ?? '')
    if (file === undefined) return c.text('There is no such appointment.', 404, headers)
    return c.body(file, 200, {
      ...headers,
      'content-type': 'text/calendar; charset=utf-8; method=PUBLISH',
      'content-disposition': 'attachment; filename="appointment.ics"',
    })
  })
  routes.get('/feeds/:file', async (c) => {
    refuseOverRate(countAddress(rates, addressOf(services, c)))
    const name = c.req.param('file')
    const file = name.endsWith('.ics') ? await readFeed(services, name.slice(0, -suffix)) : undefined
    if (file === undefined) return c.text('There is no such calendar.', 404, headers)
    const etag = `"${createHash('sha256').update(file).digest('base64url')}"`
    // A calendar asks again each time, so that a renewed address ends at once.
    const kept = { ...headers, 'cache-control': 'private, no-cache', etag }
    if (names(c.req.header('if-none-match'), etag)) return c.body(null, 304, kept)
    return c.body(file, 200, { ...kept, 'content-type': 'text/calendar; charset=utf-8; method=PUBLISH' })
  })
  return routes
}

const suffix = '.ics'.length

/** Whether an If-None-Match names a file. Proxies that compress it make the tag a weak one. */
const names = (header = '', etag: string): boolean =>
  header.split(',').some((one) => one.trim().replace(/^W\//, '') === etag)

const headers = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}
