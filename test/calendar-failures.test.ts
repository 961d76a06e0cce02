import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Sync } from '../server/features/bookings/calendars/of-site.ts'
import { type CalendarWorld, createCalendarWorld } from './support/calendar-world.ts'
import type { Body } from './support/chat.ts'
import { calcomError } from './support/fake-calcom.ts'
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

const wishes = "I'd like to book an appointment"

test('a visitor who asks for an appointment while the calendar fails can leave their number', async () => {
  await use('calcom')
  expect((await world.start({ message: wishes })).messages).toMatchObject([{ type: 'card', picker: true }])
  trouble('calcom', 'free', calcomError(500, 'INTERNAL', 'Down for a moment'))
  expect((await world.start({ message: wishes })).messages).toMatchObject([
    { type: 'text', text: expect.stringMatching(/^There is no free time at the moment/) },
    { type: 'form', purpose: 'callback' },
  ])
})
