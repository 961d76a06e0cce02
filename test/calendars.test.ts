import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Calendar, NewEvent } from '../server/features/bookings/calendars/calendar.ts'
import { calendarOf, latestEvent, type Sync } from '../server/features/bookings/calendars/of-site.ts'
import { testCalendar } from '../server/features/bookings/calendars/test-calendar.ts'
import { type CalendarWorld, createCalendarWorld } from './support/calendar-world.ts'
import { eventType } from './support/fake-calcom.ts'
import { calendlyType } from './support/fake-calendly.ts'
import { addEntry } from './support/fake-composio.ts'

let world: CalendarWorld

beforeAll(async () => {
  world = await createCalendarWorld()
})
beforeEach(() => world.reset())
afterAll(() => world.close())

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const kinds = { calcom: 'calcom', calendly: 'calendly', google: 'composio', outlook: 'composio' } as const

async function calendar(sync: Sync): Promise<Calendar> {
  await world.connect(kinds[sync])
  const found = await calendarOf(await world.context('demo'), sync)
  if (!found) throw new Error('no calendar')
  return found
}

/** Ten o'clock UTC, some days on. */
const at = (days: number, hours = 10) => Math.floor(world.clock.now() / day) * day + days * day + hours * hour

const newEvent = (start: number, more: Partial<NewEvent> = {}): NewEvent => ({
  ...{ start, end: start + 30 * minute, appointmentId: 'apt_1', title: 'Repair', timezone: 'Europe/Berlin' },
  ...{ location: null, notes: 'A flat tyre', answers: {}, meetingLink: false },
  attendee: { name: 'Ada', email: 'ada@example.org', phone: null, timezone: 'Europe/London', locale: 'en' },
  ...more,
})
const all: Sync[] = ['calcom', 'calendly', 'google', 'outlook']
const creations = {
  calcom: 'POST /v2/bookings',
  calendly: 'POST /invitees',
  google: 'POST /tools/execute/GOOGLECALENDAR_CREATE_EVENT',
  outlook: 'POST /tools/execute/OUTLOOK_CALENDAR_CREATE_EVENT',
}

describe.each(all)('%s', (sync) => {
  test('creates an event, finds it again, lists and cancels it', async () => {
    const own = await calendar(sync)
    const event = newEvent(at(3))
    const made = await own.create(event)
    expect(made).toMatchObject({ ...{ start: event.start, end: event.end, status: 'confirmed' }, replacedBy: null })
    expect((await own.get(made.id))?.appointmentId).toBe('apt_1')
    expect(await own.findCreated(event)).toMatchObject({ id: made.id })
    expect(await own.findCreated(newEvent(at(3), { appointmentId: 'apt_2' }))).toBeUndefined()
    const { events } = await own.list({ start: at(2), end: at(4) }, null)
    expect(events.map(({ id }) => id)).toEqual([made.id])
    expect(events[0]?.attendee).toMatchObject({ email: 'ada@example.org' })
    await own.cancel(made.id, 'Not needed')
    await own.cancel(made.id, 'Not needed')
    const after = await own.get(made.id)
    expect(after === undefined || after.status === 'cancelled').toBe(true)
    expect(await own.findCreated(event)).toBeUndefined()
  })

  test('[U112] a lost answer leaves the result unknown, and the event is found', async () => {
    const own = await calendar(sync)
    world[kinds[sync]].trouble(creations[sync], 'lost')
    await expect(own.create(newEvent(at(3)))).rejects.toMatchObject({ name: 'CalendarError', unknown: true })
    expect(await own.findCreated(newEvent(at(3)))).toMatchObject({ start: at(3), appointmentId: 'apt_1' })
  })

  test.each([
    ['401', { status: 401, body: { message: 'no' } }, { reason: 'connect', unknown: false }],
    ['429', { status: 429, body: {}, headers: { 'retry-after': '7' } }, { reason: 'busy', retryAfter: 7000 }],
    ['500', { status: 500, body: {} }, { reason: 'failed', unknown: true }],
    ['no JSON', { raw: 'oops' }, { reason: 'failed', unknown: true }],
    ['10 MB', { raw: Buffer.alloc(10_000_000, '[') }, { reason: 'failed', unknown: true }],
    [
      'another shape',
      { status: 201, body: { status: 'success', data: 7, resource: [], successful: true } },
      { reason: 'failed' },
    ],
  ])('a creation that answers %s', async (what, trouble, expected) => {
    const own = await calendar(sync)
    world[kinds[sync]].trouble(creations[sync], trouble)
    // With a page to book at, the visitor goes there.
    const wanted = sync === 'calendly' && what === '429' ? { reason: 'elsewhere' } : expected
    await expect(own.create(newEvent(at(3)))).rejects.toMatchObject({ name: 'CalendarError', ...wanted })
  })

  test('an event that does not exist is undefined', async () => {
    const own = await calendar(sync)
    expect(await own.get(sync === 'calendly' ? 'NONE/NONE' : 'none')).toBeUndefined()
    await own.cancel(sync === 'calendly' ? 'NONE/NONE' : 'none', null)
  })

  test('can be tested', async () => {
    await world.connect(kinds[sync])
    const result = await testCalendar(await world.context('demo'), sync)
    expect(result.ok).toBe(true)
    expect(result.eventTypes.length).toBe(sync === 'calcom' || sync === 'calendly' ? 1 : 0)
  })
})

describe('Cal.com', () => {
  test('[R358] offers the slots of the event type, with its questions', async () => {
    const type = world.calcom.types[0] as { bookingFields: unknown[] }
    const own = await calendar('calcom')
    const fields = type.bookingFields
    type.bookingFields = [
      ...fields,
      { type: 'select', slug: 'device', label: 'Which device?', required: true, options: ['Bike', 'Scooter'] },
      { type: 'text', slug: 'secret', label: 'Secret', required: true, hidden: true },
    ]
    const found = await own.availability({ start: at(1, 0), end: at(3, 0) })
    type.bookingFields = fields
    if (found.kind !== 'slots') throw new Error('no slots')
    expect([found.title, found.duration, found.slots.length]).toEqual(['Repair', 30, 32])
    expect(found.questions).toEqual([
      { id: 'device', label: 'Which device?', required: true, kind: 'choice', choices: ['Bike', 'Scooter'] },
    ])
    const taken = await own.create(newEvent(found.slots[0]?.start ?? 0))
    const again = await own.availability({ start: at(1, 0), end: at(3, 0) })
    const moving = await own.availability({ start: at(1, 0), end: at(3, 0) }, taken.id)
    expect([again, moving].map((one) => (one.kind === 'slots' ? one.slots.length : 0))).toEqual([31, 32])
  })

  test('[U112] a taken time is told by the documented text', async () => {
    const own = await calendar('calcom')
    world.calcom.busy.push({ start: at(3), end: at(3) + hour })
    await expect(own.create(newEvent(at(3)))).rejects.toMatchObject({ reason: 'taken', unknown: false })
    const made = await own.create(newEvent(at(4)))
    await expect(own.move(made.id, newEvent(at(3)))).rejects.toMatchObject({ reason: 'taken' })
  })

  test('[U114] moving makes a new booking; the chain leads to it', async () => {
    const own = await calendar('calcom')
    const made = await own.create(newEvent(at(3)))
    const moved = await own.move(made.id, newEvent(at(4)))
    expect(moved).toMatchObject({ start: at(4), replaces: made.id, status: 'confirmed', appointmentId: 'apt_1' })
    const last = world.calcom.owner.move(moved.id, at(5))
    expect(await own.get(made.id)).toMatchObject({ status: 'cancelled', replacedBy: moved.id })
    expect(await latestEvent(own, made.id)).toMatchObject({ id: last, start: at(5) })
    world.calcom.owner.set(last, { status: 'cancelled', rescheduledToUid: made.id })
    await expect(latestEvent(own, made.id)).rejects.toMatchObject({ name: 'CalendarError' })
  })

  test('[U115] statuses', async () => {
    const own = await calendar('calcom')
    world.calcom.needsConfirmation = true
    const { id, status } = await own.create(newEvent(at(3)))
    expect(status).toBe('pending')
    world.calcom.owner.set(id, { status: 'rejected' })
    expect(await own.get(id)).toMatchObject({ status: 'cancelled', reason: 'The booking was declined.' })
    world.calcom.owner.set(id, { status: 'accepted', absentHost: true })
    expect((await own.get(id))?.status).toBe('no_show')
  })

  test('an event type that is missing, or must be chosen, is said', async () => {
    world.calcom.types.push(eventType(8, 'Advice', 'advice', 60))
    const own = await calendar('calcom')
    const span = { start: at(1), end: at(2) }
    await expect(own.availability(span)).rejects.toMatchObject({ reason: 'setup' })
    for (const [wanted, title] of [
      ['8', 'Advice'],
      ['advice', 'Advice'],
      ['Repair', 'Repair'],
    ] as const) {
      await world.set({ bookings: { eventType: wanted } })
      const found = await (await calendar('calcom')).availability(span)
      expect(found.kind === 'slots' && found.title).toBe(title)
    }
    await world.set({ bookings: { eventType: '99' } })
    await expect((await calendar('calcom')).availability(span)).rejects.toMatchObject({ reason: 'setup' })
    await world.set({ bookings: { eventType: '' } })
  })

  test('pages of a list are followed, and a list that never ends does', async () => {
    const own = await calendar('calcom')
    for (let place = 0; place < 130; place++)
      world.calcom.owner.book(at(2) + place * minute, { name: 'A', email: 'a@example.org' })
    const first = await own.list({ start: at(1), end: at(4) }, null)
    const second = await own.list({ start: at(1), end: at(4) }, first.next)
    expect([first.events.length, first.next, second.events.length, second.next]).toEqual([100, '100', 30, null])
    expect((await own.list({ start: at(1), end: at(4) }, '5000')).next).toBeNull()
  })

  test('the sync leaves a share of the rate limit to bookings', async () => {
    const own = await calendar('calcom')
    world.calcom.remaining = 30
    await own.get('none')
    await expect(own.list({ start: at(1), end: at(4) }, null)).rejects.toMatchObject({ reason: 'busy' })
    expect(await own.create(newEvent(at(3)))).toMatchObject({ status: 'confirmed' })
    world.calcom.remaining = 0
    const seen = world.calcom.seen.length
    await expect(own.get('none')).rejects.toMatchObject({ reason: 'busy', retryAfter: 60_000 })
    await expect(own.get('none')).rejects.toMatchObject({ reason: 'busy' })
    expect(world.calcom.seen.length - seen).toBe(1)
  })
})

describe('Calendly', () => {
  test('[U111, R360] a refused booking leads to the page of the provider, with our id', async () => {
    const own = await calendar('calendly')
    world.calendly.refusesBookings = { status: 403, body: { title: 'Permission Denied', message: 'Please upgrade.' } }
    const failed = await own.create(newEvent(at(3))).catch((error) => error)
    expect(failed).toMatchObject({ reason: 'elsewhere', unknown: false })
    const url = new URL(failed.url)
    expect([url.host, url.searchParams.get('utm_content'), url.searchParams.get('email')]).toEqual([
      ...['calendly.com', 'apt_1', 'ada@example.org'],
    ])
    const missing = { title: 'Insufficient scope', message: 'x', required_scopes: ['scheduled_events:write'] }
    world.calendly.refusesBookings = { status: 403, body: missing }
    await expect(own.create(newEvent(at(3)))).rejects.toMatchObject({
      ...{ reason: 'setup', message: 'The token of Calendly lacks these scopes: scheduled_events:write.' },
    })
  })

  test('a taken time is told by the times that are left', async () => {
    const own = await calendar('calendly')
    await own.create(newEvent(at(3)))
    await expect(own.create(newEvent(at(3), { appointmentId: 'apt_2' }))).rejects.toMatchObject({ reason: 'taken' })
    const attendee = { ...newEvent(at(4)).attendee, email: null }
    await expect(own.create(newEvent(at(4), { attendee }))).rejects.toMatchObject({ reason: 'setup' })
  })

  test('[U114, R340] the visitor moves it by a link; the chain leads to the new event', async () => {
    const own = await calendar('calendly')
    const made = await own.create(newEvent(at(3)))
    expect([own.canMove, made.rescheduleUrl]).toEqual([false, expect.stringMatching(/^https:\/\/calendly\.com\//)])
    await expect(own.move(made.id, newEvent(at(4)))).rejects.toMatchObject({ reason: 'setup' })
    const next = world.calendly.owner.move(made.id, at(5))
    expect(await latestEvent(own, made.id)).toMatchObject({ id: next, start: at(5), replaces: made.id })
    world.calendly.owner.noShow(next)
    expect((await own.get(next))?.status).toBe('no_show')
    world.calendly.owner.cancel(next, 'Ill')
    expect(await own.get(next)).toMatchObject({ status: 'cancelled', reason: 'Ill' })
  })

  test('offers times for more than a month, beginning in the future, with questions and places', async () => {
    const question = {
      name: 'Which device?',
      type: 'single_select',
      position: 0,
      enabled: true,
      required: true,
      answer_choices: ['Bike'],
    }
    world.calendly.types[0] = calendlyType('ET1', 'Repair visit', 30, {
      custom_questions: [question],
      locations: [{ kind: 'outbound_call', location: null }],
    })
    const own = await calendar('calendly')
    const found = await own.availability({ start: world.clock.now() - day, end: world.clock.now() + 60 * day })
    if (found.kind !== 'slots') throw new Error('no slots')
    expect(found.slots.length).toBeGreaterThan(800)
    expect(found.questions.map(({ id, kind }) => [id, kind])).toEqual([
      ['location', 'phone'],
      ['0', 'choice'],
    ])
    await own.create(newEvent(at(3), { answers: { 0: 'Bike', location: '+44 20 7946 0000' } }))
    const sent = world.calendly.seen.find(({ path }) => path === '/invitees')?.json
    expect(sent).toMatchObject({ location: { kind: 'outbound_call', location: '+44 20 7946 0000' } })
    world.calendly.types[0] = calendlyType('ET1', 'Repair visit', 30)
  })

  test('an event with other people is not cancelled', async () => {
    const own = await calendar('calendly')
    const made = await own.create(newEvent(at(3)))
    for (const event of world.calendly.events.values()) event.invitees_counter = { total: 2, active: 2, limit: 5 }
    await expect(own.cancel(made.id, null)).rejects.toMatchObject({ reason: 'setup' })
  })
})

describe.each(['google', 'outlook'] as const)('%s over Composio', (sync) => {
  const entries = () => world.composio[sync]

  test.each([
    ['Europe/Berlin', Date.UTC(2030, 2, 31, 0, 30)],
    ['Europe/Berlin', Date.UTC(2030, 9, 27, 0, 30)],
    ['Europe/Berlin', Date.UTC(2030, 9, 27, 1, 30)],
    ['Asia/Kathmandu', Date.UTC(2030, 5, 1, 4, 15)],
    ['Australia/Lord_Howe', Date.UTC(2030, 3, 6, 15, 15)],
    ['America/New_York', Date.UTC(2030, 10, 3, 5, 30)],
  ])('[U116] times around clock changes arrive as asked: %s %d', async (timezone, start) => {
    const own = await calendar(sync)
    const made = await own.create(newEvent(start, { timezone }))
    expect([made.start, made.end]).toEqual([start, start + 30 * minute])
    const moved = await own.move(made.id, newEvent(start + 45 * minute, { timezone }))
    expect(moved).toMatchObject({ id: made.id, start: start + 45 * minute, end: start + 75 * minute })
  })

  test('[U116] an event that was stored at another time is removed again', async () => {
    const own = await calendar(sync)
    world.composio.shiftsBy = -hour
    await expect(own.create(newEvent(at(3)))).rejects.toMatchObject({ reason: 'failed', unknown: false })
    expect([...entries().values()].every(({ isCancelled }) => isCancelled)).toBe(true)
  })

  test('[R358] busy time leaves out what is free, declined, cancelled or being moved', async () => {
    const own = await calendar(sync)
    const free = sync === 'google' ? { transparency: 'transparent' } : { showAs: 'free' }
    const declined =
      sync === 'google'
        ? { attendees: [{ email: 'anna@shop.example', self: true, responseStatus: 'declined' }] }
        : { responseStatus: { response: 'declined' } }
    addEntry(entries(), at(1), at(1) + hour)
    for (const more of [free, declined]) addEntry(entries(), at(2), at(2) + hour, more)
    const moving = addEntry(entries(), at(3), at(3) + hour, {}, { zone: 'Europe/Berlin' })
    const span = { start: at(0), end: at(9) }
    expect(await own.availability(span, moving)).toEqual({ kind: 'busy', busy: [{ start: at(1), end: at(1) + hour }] })
    expect((await own.availability(span)).kind === 'busy' && (await own.list(span, null)).events.length).toBe(2)
  })

  test('many events are read in parts', async () => {
    const own = await calendar(sync)
    for (let place = 0; place < 600; place++)
      addEntry(entries(), at(1) + place * hour, at(1) + place * hour + 30 * minute)
    const found = await own.availability({ start: at(1), end: at(40) })
    expect(found.kind === 'busy' && found.busy.length).toBe(600)
    const ids = new Set<string>()
    let page: string | null = null
    do {
      const read: Awaited<ReturnType<Calendar['list']>> = await own.list({ start: at(1), end: at(40) }, page)
      for (const { id } of read.events) ids.add(id)
      page = read.next
    } while (page)
    expect(ids.size).toBe(600)
  })

  test.each(['plain', 'response_data', 'text'] as const)('results may be wrapped: %s', async (wraps) => {
    world.composio.wraps = wraps
    expect((await (await calendar(sync)).create(newEvent(at(3)))).start).toBe(at(3))
  })

  test('the notes of an event have what the visitor wrote and answered', async () => {
    await (await calendar(sync)).create(newEvent(at(3), { answers: { Colour: 'Red' } }))
    expect(JSON.stringify([...entries().values()])).toMatch(/A flat tyre\\n.*ada@example.org\\nColour: Red\\n/)
  })

  test('[U116] a result with `successful: false` is a failure', async () => {
    const own = await calendar(sync)
    const slug = sync === 'google' ? 'GOOGLECALENDAR_CREATE_EVENT' : 'OUTLOOK_CALENDAR_CREATE_EVENT'
    for (const [status_code, reason] of [
      [403, 'setup'],
      [429, 'busy'],
      [401, 'connect'],
      [503, 'failed'],
    ] as const) {
      world.composio.fails(slug, { status_code, message: 'No' })
      await expect(own.create(newEvent(at(3)))).rejects.toMatchObject({ reason, unknown: status_code === 503 })
    }
  })

  test('a created event that cannot be read again is found later', async () => {
    const own = await calendar(sync)
    const slug = sync === 'google' ? 'GOOGLECALENDAR_EVENTS_GET' : 'OUTLOOK_GET_EVENT'
    world.composio.trouble(`POST /tools/execute/${slug}`, { status: 500, body: {} })
    await expect(own.create(newEvent(at(3)))).rejects.toMatchObject({ reason: 'failed', unknown: true })
    expect(await own.findCreated(newEvent(at(3)))).toMatchObject({ start: at(3), appointmentId: 'apt_1' })
    // One that is found at another time is removed.
    for (const entry of entries().values()) entry.start += hour
    for (const entry of entries().values()) entry.end += hour
    expect(await own.findCreated(newEvent(at(3)))).toBeUndefined()
    expect([...entries().values()].every(({ isCancelled }) => isCancelled)).toBe(true)
  })

  test('an expired account must be connected again', async () => {
    for (const one of world.composio.accounts) one.status = 'EXPIRED'
    await expect((await calendar(sync)).availability({ start: at(1), end: at(2) })).rejects.toMatchObject({
      ...{ reason: 'connect', message: expect.stringContaining('expired') },
    })
  })
})

test('a tool that has only its older name is found by it', async () => {
  const { tools } = world.composio
  const names = tools.get('OUTLOOK_GET_EVENT') as string[]
  tools.delete('OUTLOOK_GET_EVENT')
  tools.set('OUTLOOK_OUTLOOK_GET_EVENT', names)
  world.clock.move(2 * hour)
  expect((await (await calendar('outlook')).create(newEvent(at(3)))).start).toBe(at(3))
  tools.delete('OUTLOOK_OUTLOOK_GET_EVENT')
  tools.set('OUTLOOK_GET_EVENT', names)
})

test('a site without a key has no calendar', async () => {
  const ctx = await world.context('demo')
  for (const sync of all) expect(await calendarOf(ctx, sync)).toBeUndefined()
  expect(await calendarOf(ctx, 'none')).toBeUndefined()
  await expect(testCalendar(ctx, 'google')).rejects.toMatchObject({ status: 400, reason: 'not_connected' })
})
