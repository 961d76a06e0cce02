import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setCalendarSource } from '../server/features/bookings/calendars/of-site.ts'
import { countAppointments } from '../server/features/bookings/list.ts'
import { type Body, type ChatWorld, createChatWorld } from './support/chat.ts'
import { expectFrugal as expectFrugalOf } from './support/explain.ts'
import { createFakeCalendar, type FakeCalendar } from './support/fake-calendar.ts'
import { fillAtOnce } from './support/fill.ts'
import { fillAppointments, fillJobs } from './support/fill-jobs.ts'
import { createPage } from './support/page.ts'

const hour = 3_600_000
const day = 24 * hour
/** Appointments of a busy site: one begins each hour, and most of them are over. */
const many = 20_000
const upcoming = 2_400
/** Rows that a response may scan: up to 500 are shown, each with its job and contact. */
const few = 2_500
/** A question about a time reads the 32 days before it, because an appointment may be that long. */
const around = (days: number) => (32 + days) * 24 + few

let world: ChatWorld
let calendar: FakeCalendar
/** A full hour. The appointment with this number begins then. */
let now: number
const nowNumber = many - upcoming
/** An appointment that the last sync did not see. */
const unseen = nowNumber + 602
const startOf = (number: number) => now + (number - nowNumber) * hour
const page = createPage(() => world)

beforeAll(async () => {
  world = await createChatWorld()
  const { stages } = (await world.get('/jobs/pipeline')).body
  now = Math.ceil(world.clock.now() / hour) * hour
  calendar = createFakeCalendar()
  setCalendarSource(world.services, () => calendar)
  await world.set({ bookings: { mode: 'picker', notice: 0, title: 'Visit' } })
  const filled = { site: 'demo', count: many, stages, upcoming, now, unseen }
  await fillAtOnce(
    world.services.database.sql,
    (sql) => fillJobs(sql, filled),
    (sql) => fillAppointments(sql, filled),
  )
})
afterAll(() => world.close())

const large = ['appointments', 'jobs', 'leads', 'slot_offers', 'pages']

const expectFrugal = (work: () => Promise<unknown>, allowed = few) =>
  expectFrugalOf(world.services.database.sql, large, allowed, work)

const get = async (path: string): Promise<Body> => {
  const { status, body } = await world.get(path)
  expect([path, status]).toEqual([path, 200])
  return body
}

describe('the list reads little more than it shows', () => {
  test.each([
    '',
    'status=all',
    'status=appointments',
    'status=confirmed',
    'status=pending',
    'status=no_show',
    'status=cancelled',
    'status=busy',
    'job=job_20',
    'contact=lead_20&status=all',
    'conversation=conv_20',
    'job=job_x',
    'contact=lead_x',
    'conversation=conv_x',
  ])('GET /appointments?%s', async (query) => {
    await expectFrugal(() => get(`/appointments?${query}`))
  })

  test.each([
    '',
    '&status=all',
    '&status=pending',
    '&status=busy',
    '&job=job_20',
    '&contact=lead_20',
    '&conversation=conv_20',
  ])('GET /appointments of a week, long ago or soon %s', async (more) => {
    for (const number of [100, nowNumber - 5_000, nowNumber + 100]) {
      const [from, to] = [startOf(number), startOf(number) + 7 * day]
      await expectFrugal(() => get(`/appointments?from=${from}&to=${to}${more}`), around(7))
      await expectFrugal(() => get(`/appointments?from=${from}${more}`), around(7) + upcoming)
      await expectFrugal(() => get(`/appointments?to=${to}${more}`), around(7))
    }
  })

  test('all appointments are found by their status', async () => {
    const { items } = await get('/appointments?status=no_show')
    expect(items).toHaveLength(many / 2_000)
  })
})

test('GET /bookings counts what is to come, and finds the last sync, without reading the rest', async () => {
  let body: Body = {}
  await expectFrugal(async () => {
    body = await get('/bookings')
  }, upcoming + few)
  expect(body).toMatchObject({ syncedAt: now + day, upcoming: expect.any(Number) })
  const [{ count }] = await world.services.database.sql<[{ count: number }]>`
    select count(*)::int as count from appointments
    where status in ('confirmed', 'pending') and starts_at > ${world.clock.now()}`
  expect(body.upcoming).toBe(count)
})

test('the booking link of a website is found although all of its pages have one', async () => {
  const { sql } = world.services.database
  await sql`
    insert into pages (id, site, url, status, selected, source, created_at, booking_url, booking_provider)
    select 'page_' || n, 'demo', 'https://shop.example/' || n, 'indexed', true, 'link', 0, 'https://cal.com/shop/' || n, 'calcom'
    from generate_series(1, ${many}) n`
  await sql`analyze pages`
  await world.set({ bookings: { mode: null } })
  try {
    await expectFrugal(async () => {
      expect((await get('/me')).sites[0].bookings).toBe('link')
      expect((await get('/bookings')).effective.link).toBe('https://cal.com/shop/1')
    })
  } finally {
    await world.set({ bookings: { mode: 'picker' } })
  }
})

test('free times are found by the appointments around them', async () => {
  await expectFrugal(() => get('/bookings/slots'), around(33))
  const date = new Date(now + 20 * day).toISOString().slice(0, 10)
  await expectFrugal(() => get(`/bookings/slots?from=${date}&tz=Asia/Tokyo`), around(33))
})

test('[R334] a visitor’s times are offered, remembered and picked by index', async () => {
  const chat = await page.start({})
  const send = async (what: string, body: Body) => {
    const response = await page.send('POST', `/conversations/${chat.id}/${what}`, { token: chat.token, body })
    return { status: response.status, body: await page.read(response) }
  }
  let offered: Body = {}
  await expectFrugal(async () => {
    offered = (await send('slots', {})).body
  }, around(33))
  const [slot] = offered.days.flatMap(({ slots }: Body) => slots)
  const booking = { name: 'Ann', email: 'ann@mail.example', start: slot.start, bookingId: 'booking of the plans' }
  await expectFrugal(async () => expect((await send('booking', booking)).status).toBe(200))
})

test('one appointment is booked, refused, changed and cancelled by index', async () => {
  const start = startOf(nowNumber + 500) + hour / 2
  const book = () => world.post('/appointments', { start, duration: 15, contact: { phone: '0123456' } })
  let id = ''
  await expectFrugal(async () => {
    const { status, body } = await book()
    expect([status, body.error]).toEqual([201, undefined])
    id = body.id
  }, 20)
  await expectFrugal(async () => expect((await book()).status).toBe(409), around(16))
  await expectFrugal(async () => void (await get(`/appointments/${id}`)), 20)
  const patch = (body: Body) => world.api('PATCH', `/appointments/${id}?site=demo`, { body })
  await expectFrugal(async () => expect((await patch({ start: start + 16 * 60_000 })).status).toBe(409), around(16))
  await expectFrugal(async () => expect((await patch({ duration: 10 })).status).toBe(200), 20)
  await expectFrugal(async () => expect((await patch({ status: 'cancelled' })).status).toBe(200), 20)
})

test('the appointments of a time are counted by index', async () => {
  const context = await world.context()
  const span = { start: now - 30 * day, end: now }
  await expectFrugal(() => countAppointments(context, span), 30 * 24 + 20)
})

test('[R354–R356] a sync reads its own window, and what it did not see', async () => {
  await world.set({ bookings: { sync: 'google' } })
  const attendee = { name: null, email: 'visitor15@example.com', phone: null }
  const event = (id: string, start: number) => ({
    ...{ id, start, end: start + hour / 4, title: 'Visit', location: null, appointmentId: null, rescheduleUrl: null },
    ...{ replaces: null, replacedBy: null, status: 'confirmed' as const, reason: null, updatedAt: null },
    ...{ attendee, attendees: [attendee.email] },
  })
  const moved = `event_${nowNumber + 600}`
  calendar.events.set(moved, event(moved, startOf(nowNumber + 600)))
  calendar.events.set('theirs', event('theirs', startOf(nowNumber + 700) + hour / 2))
  const events = [...calendar.events.values()]
  calendar.list = async () => ({ events, next: null })
  const start = startOf(unseen)
  calendar.events.set(`event_${unseen}`, { ...event(`event_${unseen}`, start), end: start + hour / 2 })
  await expectFrugal(async () => {
    const { status, body } = await world.post('/appointments/sync')
    expect([status, body]).toMatchObject([200, { created: 1, updated: 1, cancelled: 0 }])
  }, around(120))
  await world.set({ bookings: { sync: 'none' } })
})

/** The query of the trigger, as the database prepares it: with parameters whose values the planner does not know. */
test('[R335] an overlap is looked for by index', async () => {
  const { sql } = world.services.database
  const [{ prosrc }] = await sql<[{ prosrc: string }]>`select prosrc from pg_proc where proname = 'refuse_overlap'`
  const [, query = ''] = /if exists \(([\s\S]+?)\n\s*\) then/.exec(prosrc) ?? []
  const types = { site: 'text', id: 'text', starts_at: 'bigint', free_at: 'bigint', moves: 'text' }
  const names = Object.keys(types)
  const prepared = query.replaceAll(/\bnew\.(\w+)/g, (_, name) => `$${names.indexOf(name) + 1}`)
  expect(prepared).toContain('from appointments')
  expect(prepared).not.toContain('$0')
  const plan = await sql.begin(async (tx) => {
    await tx.unsafe('set local plan_cache_mode = force_generic_plan')
    await tx.unsafe(`prepare find_overlap (${Object.values(types).join()}) as ${prepared}`)
    const start = startOf(nowNumber + 500) + hour / 2
    const [row] = await tx.unsafe<{ 'QUERY PLAN': [{ Plan: Body }] }[]>(
      `explain (analyze, timing off, format json) execute find_overlap ('demo', 'apt_x', ${start}, ${start + 1}, null)`,
    )
    await tx.unsafe('deallocate find_overlap')
    return row?.['QUERY PLAN'][0].Plan
  })
  expect(plan['Node Type']).toMatch(/^(?:Index Scan|Bitmap Heap Scan)$/)
  expect(plan['Rows Removed by Filter'] ?? 0).toBeLessThan(around(1))
})
