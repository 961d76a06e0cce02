import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { calendarOf, type Sync } from '../server/features/bookings/calendars/of-site.ts'
import { testCalendar } from '../server/features/bookings/calendars/test-calendar.ts'
import { type CalendarWorld, createCalendarWorld } from './support/calendar-world.ts'
import type { Body } from './support/chat.ts'
import { calcomError } from './support/fake-calcom.ts'
import { calendlyType } from './support/fake-calendly.ts'
import { addEntry } from './support/fake-composio.ts'
import type { FakeProvider, Given, Trouble } from './support/fake-provider.ts'
import { idle } from './support/idle.ts'

let world: CalendarWorld

const minute = 60_000
const day = 24 * 60 * minute

beforeAll(async () => {
  world = await createCalendarWorld()
})
beforeEach(async () => {
  await world.set({ bookings: { mode: 'none', sync: 'none' } })
  await world.reset()
  await idle(world)
  const { sql } = world.services.database
  await sql`delete from appointments`
  // No sync runs by itself: it would end the failure that a test expects.
  await sql`
    insert into calendar_syncs (site, provider, finished_at) values ('demo', 'none', ${Number.MAX_SAFE_INTEGER})
    on conflict (site) do update set provider = 'none', started_at = null, page = null, failing_since = null,
      error = null, finished_at = excluded.finished_at`
})
afterAll(() => world.close())

const all: Sync[] = ['calcom', 'calendly', 'google', 'outlook']
const kinds = { calcom: 'calcom', calendly: 'calendly', google: 'composio', outlook: 'composio' } as const
/** The calls that read free times, that book, and that list events. */
const calls = {
  calcom: { free: 'GET /v2/slots', create: 'POST /v2/bookings', list: 'GET /v2/bookings' },
  calendly: { free: 'GET /event_type_available_times', create: 'POST /invitees', list: 'GET /scheduled_events' },
  google: {
    free: 'POST /tools/execute/GOOGLECALENDAR_EVENTS_LIST',
    create: 'POST /tools/execute/GOOGLECALENDAR_CREATE_EVENT',
    list: 'POST /tools/execute/GOOGLECALENDAR_EVENTS_LIST',
  },
  outlook: {
    free: 'POST /tools/execute/OUTLOOK_GET_CALENDAR_VIEW',
    create: 'POST /tools/execute/OUTLOOK_CALENDAR_CREATE_EVENT',
    list: 'POST /tools/execute/OUTLOOK_GET_CALENDAR_VIEW',
  },
}

const providerOf = (sync: Sync): FakeProvider => world[kinds[sync]]
const use = async (sync: Sync) => {
  await world.connect(kinds[sync])
  await world.set({ bookings: { mode: 'picker', sync } })
}
const trouble = (sync: Sync, call: keyof (typeof calls)[Sync], what: Trouble) =>
  providerOf(sync).trouble(calls[sync][call], what, Number.POSITIVE_INFINITY)

/** Ten o'clock UTC, three days on. */
const start = () => Math.floor(world.clock.now() / day) * day + 3 * day + 10 * 60 * minute
const book = (at = start()) =>
  world.post('/appointments', { start: at, duration: 30, contact: { name: 'Ada', email: 'ada@example.org' } })
const change = (id: string, body: Body) => world.api('PATCH', `/appointments/${id}?site=demo`, { body })
const cancel = (id: string) => world.api('DELETE', `/appointments/${id}?site=demo`)
const runSync = () => world.post('/appointments/sync')

/** What a request answers while calls of the calendar run into their time limits. Others take as long as they take. */
async function afterWaiting<T>(work: Promise<T>): Promise<T> {
  const isHanging = () => [world.calcom, world.calendly, world.composio].some((one) => one.hanging() > 0)
  const over = work.then(
    () => true,
    () => true,
  )
  while (!(await Promise.race([over, pause(20, false)]))) if (isHanging()) world.clock.move(5_000)
  return await work
}

const problems = async (): Promise<string[]> =>
  (await world.get('/overview')).body.health
    .map(({ kind }: Body) => kind)
    .filter((kind: string) => ['integration_failing', 'calendar_sync_failing'].includes(kind))
    .sort()
const appointments = async (): Promise<Body[]> => (await world.get('/appointments?status=all')).body.items
const holds = async () =>
  (await world.services.database.sql`select from appointments where held_until is not null`).length

/** The events that take time at the provider. */
function events(sync: Sync): unknown[] {
  const { calcom, calendly, composio } = world
  if (sync === 'calcom') return [...calcom.bookings.values()].filter(({ status }) => status === 'accepted')
  if (sync === 'calendly') return [...calendly.events.values()].filter(({ status }) => status === 'active')
  return [...composio[sync].values()].filter(({ isCancelled }) => !isCancelled)
}

async function expectNothing(sync: Sync): Promise<void> {
  expect([await appointments(), await holds(), events(sync)]).toEqual([[], 0, []])
}

async function expectWorking(sync: Sync): Promise<void> {
  providerOf(sync).well()
  // The limits of the providers are per minute.
  world.clock.move(minute)
  world.calendly.used = 0
  const { status, body } = await book()
  expect([status, body.error]).toEqual([201, undefined])
  expect([(await appointments()).length, await holds(), events(sync).length]).toEqual([1, 0, 1])
  expect((await runSync()).body).toMatchObject({ ok: true, created: 0, cancelled: 0 })
  expect(await problems()).toEqual([])
}

/** A 502 that says why. */
function expectFailed({ status, body }: { status: number; body: Body }, why: RegExp): void {
  expect([status, body.error]).toMatchObject([502, { code: 'connector_error', reason: 'calendar_failed' }])
  expect(body.error.message).toMatch(why)
}

describe.each(all)('%s', (sync) => {
  test.each([
    ['hang', /cannot be reached/],
    ['half', /cannot be reached|not the documented one/],
    ['lost', /cannot be reached/],
  ] as const)('free times that do not arrive (%s) book nothing', async (what, why) => {
    await use(sync)
    trouble(sync, 'free', what)
    expectFailed(await afterWaiting(book()), why)
    expect(await problems()).toEqual(['integration_failing'])
    await expectNothing(sync)
    await expectWorking(sync)
  })

  test('[U112] a booking that the calendar never answers keeps the time until it is known not to be there', async () => {
    await use(sync)
    trouble(sync, 'create', 'hang')
    expectFailed(await afterWaiting(book()), /cannot be reached/)
    expect([await appointments(), await holds(), events(sync)]).toEqual([[], 1, []])
    expect((await book()).body.error.reason).toBe('time_taken')
    // Reading works, so nothing but a booking shows that booking does again.
    expect(await problems()).toEqual(['integration_failing'])
    world.clock.move(3 * minute)
    await idle(world)
    await expectNothing(sync)
    expect(await problems()).toEqual(['integration_failing'])
    await expectWorking(sync)
  })

  test.each(['late', 'half'] as const)('[U112] a booking whose answer is %s is found, and made once', async (what) => {
    await use(sync)
    trouble(sync, 'create', what)
    const { status, body } = await afterWaiting(book())
    expect([status, body.error]).toEqual([201, undefined])
    expect([(await appointments()).length, await holds(), events(sync).length]).toEqual([1, 0, 1])
    world.clock.move(3 * minute)
    await idle(world)
    expect([(await appointments()).length, events(sync).length]).toEqual([1, 1])
  })

  test.each(['hang', 'half'] as const)('a list of events that does not arrive (%s) changes nothing', async (what) => {
    await use(sync)
    await book()
    const [before] = await appointments()
    trouble(sync, 'list', what)
    expectFailed(await afterWaiting(runSync()), /cannot be reached|not the documented one/)
    expect(await problems()).toEqual(['calendar_sync_failing', 'integration_failing'])
    expect(await appointments()).toMatchObject([{ id: before?.id, status: 'confirmed', updatedAt: before?.updatedAt }])
    providerOf(sync).well()
    expect((await runSync()).body).toMatchObject({ ok: true, created: 0, updated: 0, cancelled: 0 })
    expect(await problems()).toEqual([])
  })
})

describe('a Cal.com that does not know the version of the API', () => {
  const unknown = (path: string) => calcomError(404, 'NotFoundException', `Cannot GET ${path}`)

  test('books nothing, and is reported', async () => {
    await use('calcom')
    trouble('calcom', 'free', unknown('/v2/slots'))
    expectFailed(await book(), /Cal\.com failed: Cannot GET \/v2\/slots/)
    expect(await problems()).toEqual(['integration_failing'])
    await expectNothing('calcom')
    await expectWorking('calcom')
  })

  test('changes nothing in a sync, and is reported', async () => {
    await use('calcom')
    await book()
    trouble('calcom', 'list', unknown('/v2/bookings'))
    expectFailed(await runSync(), /Cal\.com failed: Cannot GET \/v2\/bookings/)
    expect(await problems()).toEqual(['calendar_sync_failing', 'integration_failing'])
    expect(await appointments()).toMatchObject([{ status: 'confirmed' }])
    world.calcom.well()
    expect((await runSync()).body).toMatchObject({ ok: true, created: 0, updated: 0, cancelled: 0 })
    expect(await problems()).toEqual([])
  })

  test('does not take a booking that is gone for it', async () => {
    await use('calcom')
    const { body } = await book()
    world.calcom.bookings.clear()
    expect((await runSync()).body).toMatchObject({ ok: true, cancelled: 1 })
    expect((await world.get(`/appointments/${body.id}`)).body.status).toBe('cancelled')
    expect(await problems()).toEqual([])
  })
})

describe('a list that names a page again', () => {
  const pages: [Sync, Given][] = [
    ['google', { status: 200, body: { successful: true, data: { items: [], nextPageToken: 'again' } } }],
    [
      'calendly',
      {
        status: 200,
        body: { collection: [], pagination: { count: 0, next_page: null, next_page_token: 'again' } },
      },
    ],
  ]

  test.each(pages)('%s: changes nothing in a sync, and is reported', async (sync, page) => {
    await use(sync)
    await book()
    trouble(sync, 'list', page)
    expectFailed(await runSync(), /not the documented one: the next page/)
    expect(await problems()).toEqual(['calendar_sync_failing', 'integration_failing'])
    expect(await appointments()).toMatchObject([{ status: 'confirmed' }])
    providerOf(sync).well()
    expect((await runSync()).body).toMatchObject({ ok: true, created: 0, updated: 0, cancelled: 0 })
    expect(await problems()).toEqual([])
  })

  test('Google: offers and books no times from half a calendar', async () => {
    await use('google')
    trouble('google', 'free', (pages[0] as [Sync, Given])[1])
    expectFailed(await book(), /not the documented one: the next page/)
    expect(await problems()).toEqual(['integration_failing'])
    expect((await world.get('/bookings/slots')).status).toBe(502)
    await expectNothing('google')
    await expectWorking('google')
  })
})

describe.each(['google', 'outlook'] as const)('%s over Composio', (sync) => {
  const entry = () => [...world.composio[sync].values()][0]

  test.each([
    ['is put back', 1, /so it was put back/, 0],
    ['and cannot be put back is reported', 2, /Check it there/, -60 * minute],
  ])('a moved event that is stored at another time %s, and the appointment stays', async (_, shifts, why, offset) => {
    await use(sync)
    const { id } = (await book()).body
    Object.assign(world.composio, { shiftsBy: -60 * minute, shifts })
    expectFailed(await change(id, { start: start() + day }), why)
    expect(entry()).toMatchObject({ start: start() + offset, end: start() + 30 * minute + offset })
    world.clock.move(3 * minute)
    await idle(world)
    expect([(await appointments()).map((one) => one.start), await holds()]).toEqual([[start()], 0])
  })

  test('new texts reach the event, and stay unchanged here if it is gone', async () => {
    await use(sync)
    const { id } = (await book()).body
    const title = (sync === 'google' ? 'summary' : 'subject') as string
    expect((await change(id, { title: 'Tandem', location: 'Yard' })).status).toBe(200)
    expect([entry()?.more[title], JSON.stringify(entry()?.more.location)]).toEqual([
      'Tandem',
      expect.stringContaining('Yard'),
    ])
    if (sync === 'outlook') world.composio.outlook.clear()
    else {
      Object.assign(entry() as object, { isCancelled: true })
      // Google changes an event that was deleted, and it stays deleted.
      const changed = { status: 200, body: { successful: true, data: {} } }
      world.composio.trouble('POST /tools/execute/GOOGLECALENDAR_PATCH_EVENT', changed)
    }
    expectFailed(await change(id, { title: 'Other' }), /no longer exists|Not Found/)
    expect(await appointments()).toMatchObject([{ id, title: 'Tandem' }])
  })

  test('an event that lasts all day takes the day of the calendar', async () => {
    await use(sync)
    await world.set({ bookings: { timezone: 'Europe/Berlin' } })
    const [from, to] = [Date.UTC(2035, 5, 10), Date.UTC(2035, 5, 11)]
    addEntry(world.composio[sync], from, to, {}, { isAllDay: true })
    const found = await (await calendarOf(await world.context('demo')))?.availability({ start: from - day, end: to })
    await world.set({ bookings: { timezone: '' } })
    expect(found).toEqual({ kind: 'busy', busy: [{ start: from - 120 * minute, end: to - 120 * minute }] })
  })

  test('its test names the arguments that the tools no longer have, and why the calendar cannot be read', async () => {
    await use(sync)
    const ctx = await world.context('demo')
    trouble(sync, 'free', { status: 401, body: { error: { message: 'Invalid API key' } } })
    expect(await testCalendar(ctx, sync)).toMatchObject({ ok: false, detail: expect.stringMatching(/key/) })
    world.clock.move(120 * minute)
    const slug = sync === 'google' ? 'GOOGLECALENDAR_CREATE_EVENT' : 'OUTLOOK_CALENDAR_CREATE_EVENT'
    const before = world.composio.tools.get(slug) as string[]
    world.composio.tools.set(
      slug,
      before.filter((name) => !['timezone', 'time_zone'].includes(name)),
    )
    const { ok, detail } = await testCalendar(ctx, sync)
    world.composio.tools.set(slug, before)
    expect([ok, detail]).toEqual([false, expect.stringMatching(/arguments are missing: time_?zone\.$/)])
  })
})

test.each(['calcom', 'calendly'] as const)(
  '%s: a booking that is stored at another time is cancelled',
  async (sync) => {
    await use(sync)
    const { calcom, calendly } = world
    const attendee = { name: 'Ada', email: 'ada@example.org' }
    const later = start() + 60 * minute
    const body =
      sync === 'calcom'
        ? { status: 'success', data: calcom.bookings.get(calcom.owner.book(later, attendee)) }
        : { resource: calendly.invitees.get(calendly.owner.book(later, attendee).split('/')[1] as string) }
    providerOf(sync).trouble(calls[sync].create, { status: 201, body })
    expectFailed(await book(), /stored the event at another time, so it was removed again/)
    await expectNothing(sync)
  },
)

describe('Calendly', () => {
  const read = async () => await calendarOf(await world.context('demo'))
  const booked = async (): Promise<Body> => {
    await use('calendly')
    const { body } = await book()
    return body
  }

  test.each([
    ['https://api.calendly.com/event_types/ET2', 'Advice'],
    ['https://calendly.com/anna/repair-visit', 'Repair visit'],
    ['Repair-Visit', 'Repair visit'],
    ['Advice', 'Advice'],
    ['https://api.calendly.com/event_types/ET9', undefined],
    ['Tandems', undefined],
    ['', undefined],
  ])('with two event types, "%s" is %s', async (eventType, title) => {
    world.calendly.types.push(calendlyType('ET2', 'Advice', 60))
    await use('calendly')
    await world.set({ bookings: { eventType } })
    const found = await (await read())?.availability({ start: start(), end: start() + day }).catch((error) => error)
    await world.set({ bookings: { eventType: '' } })
    expect(found).toMatchObject(title ? { kind: 'slots', title } : { name: 'CalendarError', reason: 'setup' })
  })

  test('a booking whose event cannot be read yet counts', async () => {
    await use('calendly')
    world.calendly.trouble('GET /scheduled_events', { status: 500, body: {} })
    const { status, body } = await book()
    const [id] = [...world.calendly.invitees.keys()]
    expect([status, body]).toMatchObject([
      201,
      { start: start(), status: 'confirmed', externalId: expect.stringContaining(`/${id}`) },
    ])
    expect(body.rescheduleUrl).toMatch(/^https:\/\/calendly\.com/)
    expect([(await runSync()).body, events('calendly').length]).toMatchObject([{ created: 0, cancelled: 0 }, 1])
  })

  test('a booking that is refused although its time is free is a failure, not a taken time', async () => {
    await use('calendly')
    world.calendly.refusesBookings = { status: 400, body: { title: 'Invalid Argument', message: 'No such guest.' } }
    expectFailed(await book(), /No such guest/)
    await expectNothing('calendly')
  })

  test('a cancellation that is refused counts if the event was cancelled since', async () => {
    const { id, externalId } = await booked()
    const active = structuredClone([...world.calendly.events.values()][0])
    const refused = { status: 403, body: { title: 'Permission Denied', message: 'Not yours.' } }
    world.calendly.trouble('POST /scheduled_events', refused)
    expectFailed(await cancel(id), /Not yours/)
    expect(await appointments()).toMatchObject([{ id, status: 'confirmed' }])
    world.calendly.owner.cancel(externalId)
    world.calendly.trouble('GET /scheduled_events', { status: 200, body: { resource: active } })
    expect((await cancel(id)).status).toBe(200)
    expect(await appointments()).toMatchObject([{ id, status: 'cancelled' }])
  })

  test('guests attend an event, and it is cancelled for a person who left it', async () => {
    const { externalId } = await booked()
    Object.assign([...world.calendly.events.values()][0] as object, {
      event_guests: [{ email: 'bob@example.org' }, { email: null }],
    })
    const calendar = await read()
    expect(await calendar?.get(externalId)).toMatchObject({
      ...{ status: 'confirmed', attendees: ['ada@example.org', 'bob@example.org'] },
    })
    Object.assign([...world.calendly.invitees.values()][0] as object, { status: 'canceled' })
    expect((await calendar?.get(externalId))?.status).toBe('cancelled')
  })
})
