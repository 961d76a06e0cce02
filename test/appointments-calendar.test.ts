import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CalendarEvent } from '../server/features/bookings/calendars/calendar.ts'
import { setCalendarSource } from '../server/features/bookings/calendars/of-site.ts'
import { type Body, type ChatWorld, createChatWorld } from './support/chat.ts'
import { type Caller, emittedBy, program } from './support/desk.ts'
import { createFakeCalendar, type FakeCalendar, failing } from './support/fake-calendar.ts'
import { idle } from './support/idle.ts'

let calendar: FakeCalendar | undefined

let world: ChatWorld
let key: Caller

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

beforeAll(async () => {
  world = await createChatWorld()
  key = await program(world)
  setCalendarSource(world.services, () => calendar)
  await world.set({ bookings: { mode: 'picker', sync: 'google', title: 'Visit' } })
})
afterAll(() => world.close())
beforeEach(() => {
  world.clock.move(minute)
  calendar = createFakeCalendar()
})

const fake = () => calendar as FakeCalendar
let at = Date.UTC(2032, 0, 5, 9)
const nextTime = () => {
  at += day
  return at
}
const book = (body: Body = {}) => key.post('/appointments', { start: nextTime(), ...body })
const booked = async (body: Body = {}): Promise<Body> => {
  const reply = await book(body)
  expect([reply.status, reply.body.error]).toEqual([201, undefined])
  return reply.body
}
const get = async (id: string): Promise<Body> => (await key.get(`/appointments/${id}`)).body
const listed = async (start: number): Promise<Body[]> =>
  (await key.get(`/appointments?status=all&from=${start}&to=${start + hour}`)).body.items
const rows = async (start: number) =>
  (await world.services.database.sql`select id from appointments where starts_at = ${start}`).length
/** Lets the tasks run that look for what a server left behind. */
const later = async () => {
  world.clock.move(3 * minute)
  await idle(world)
}
/** The last of the tries, which are spread over days. */
async function lastTry(type: string): Promise<void> {
  const { sql } = world.services.database
  await sql`update queue set failures = 23 where type = ${type}`
  await later()
  expect(await sql`select from queue where type = ${type}`).toEqual([])
}
const types = async (work: () => Promise<unknown>) =>
  (await emittedBy(world, work)).map(({ type }) => type).filter((type) => type.startsWith('appointment.'))

describe('a booking with a calendar', () => {
  test('[R337] is written there first, and knows its event', async () => {
    const seen: number[] = []
    const start = nextTime()
    fake().before = async () => void seen.push((await listed(start)).length)
    const made = await booked({ start, contact: { name: 'Ann', email: 'ann.cal@mail.example' } })
    expect(seen).toEqual([0])
    expect(made).toMatchObject({
      provider: 'google',
      externalId: expect.stringMatching(/^event/),
      status: 'confirmed',
      syncedAt: expect.any(Number),
    })
    expect(fake().events.get(made.externalId)).toMatchObject({
      appointmentId: made.id,
      start: made.start,
      end: made.end,
    })
  })

  test('[R337, U90] is not stored if the calendar fails: 502', async () => {
    const start = nextTime()
    fake().before = failing('failed')
    const emitted = await types(async () => {
      const reply = await book({ start })
      expect([reply.status, reply.body.error.code, reply.body.error.reason]).toEqual([
        502,
        'connector_error',
        'calendar_failed',
      ])
    })
    expect([emitted, await rows(start)]).toEqual([[], 0])
    fake().before = () => {}
    await booked({ start })
  })

  test('[U112] is refused like any taken time if the calendar says so, or has busy time', async () => {
    const start = nextTime()
    fake().before = failing('taken')
    const taken = await book({ start })
    expect([taken.status, taken.body.error.reason, taken.body.conflicts, await rows(start)]).toEqual([
      409,
      'time_taken',
      [],
      0,
    ])
    fake().before = () => {}
    fake().busy = [{ start, end: start + hour }]
    expect((await book({ start })).status).toBe(409)
    expect((await book({ start, force: true })).status).toBe(201)
  })

  test('[U112] whose answer was lost is looked up before anything else', async () => {
    fake().after = failing('failed', true)
    const made = await booked()
    expect([made.externalId, fake().calls]).toEqual([[...fake().events.keys()][0], ['create', 'findCreated']])
  })

  test('is refused for a taken time although the next free times cannot be read', async () => {
    const start = Math.ceil(world.clock.now() / day) * day + 9 * day
    fake().before = () => {
      fake().availability = failing('failed')
      failing('taken')()
    }
    const { status, body } = await book({ start })
    expect([status, body.error.reason, body.next, await rows(start)]).toEqual([409, 'time_taken', [], 0])
  })

  test('whose event cannot be looked for in days is given up, and its time is free again', async () => {
    const start = nextTime()
    Object.assign(fake(), { before: failing('failed', true), findCreated: failing('failed') })
    expect((await book({ start })).status).toBe(502)
    expect((await book({ start })).status).toBe(409)
    await lastTry('appointment.settle')
    expect(await rows(start)).toBe(0)
  })

  test('whose event appears only after the refusal is cancelled there', async () => {
    const start = nextTime()
    const { findCreated } = fake()
    fake().findCreated = async () => undefined
    fake().after = failing('failed', true)
    expect((await book({ start })).status).toBe(502)
    // Until it is known what became of it, the time stays taken.
    expect((await book({ start })).status).toBe(409)
    Object.assign(fake(), { findCreated, after: () => {} })
    expect(await types(later)).toEqual([])
    expect([fake().events.size, await rows(start)]).toEqual([0, 0])
  })

  test('is completed by a task if its server died after the calendar was written', async () => {
    const start = nextTime()
    fake().after = () => {
      throw new Error('the server dies here')
    }
    expect((await book({ start, contact: { name: 'Ann', email: 'died@mail.example' } })).status).toBe(500)
    expect([await listed(start), await rows(start)]).toEqual([[], 1])
    fake().after = () => {}
    expect(await types(later)).toEqual(['appointment.created'])
    const [made] = await listed(start)
    expect(made).toMatchObject({
      status: 'confirmed',
      externalId: expect.stringMatching(/^event/),
      createdBy: key.id,
      contact: { email: 'died@mail.example' },
    })
    expect(made?.job).not.toBeNull()
    expect(await types(later)).toEqual([])
  })

  test('leaves nothing if its server died before the calendar was written', async () => {
    const start = nextTime()
    fake().before = () => {
      throw new Error('the server dies here')
    }
    expect((await book({ start })).status).toBe(500)
    fake().before = () => {}
    expect(await types(later)).toEqual([])
    expect([await rows(start), fake().events.size]).toEqual([0, 0])
  })

  test('is made once if the request is repeated with its key', async () => {
    const start = nextTime()
    const send = () =>
      world.api('POST', '/appointments?site=demo', { body: { start }, headers: { 'idempotency-key': 'once-apt' } })
    fake().after = () => {
      throw new Error('the server dies here')
    }
    expect((await send()).status).toBe(500)
    const { findCreated } = fake()
    Object.assign(fake(), { after: () => {}, findCreated: failing('failed') })
    const failed = await send()
    expect([failed.status, failed.body.error.reason]).toEqual([502, 'calendar_failed'])
    fake().findCreated = findCreated
    expect((await send()).status).toBe(201)
    expect([fake().events.size, (await listed(start)).length]).toEqual([1, 1])
  })

  test('[U113] with its own event types keeps their length and times, and needs an email', async () => {
    const start = nextTime()
    calendar = createFakeCalendar({
      ...{ provider: 'calcom', ownTypes: true },
      availability: async () => ({
        ...{ kind: 'slots', slots: [{ start, end: start + hour }], title: 'Call', duration: 60, questions: [] },
      }),
    })
    const contact = { email: 'own@mail.example' }
    const refused = async (body: Body) => {
      const { status, body: answer } = await book({ start, contact, ...body })
      return [status, answer.faults?.[0]?.field]
    }
    expect(await refused({ duration: 30 })).toEqual([400, 'duration'])
    expect(await refused({ end: start + 30 * minute })).toEqual([400, 'end'])
    expect(await refused({ force: true })).toEqual([400, 'force'])
    expect(await refused({ contact: { name: 'Ann' } })).toEqual([400, 'contact.email'])
    expect((await book({ start: start + minute, contact })).status).toBe(409)
    const made = await booked({ start, contact })
    expect([made.title, made.end]).toEqual(['Call', start + hour])
    await key.del(`/appointments/${made.id}`)
    const again = await key.patch(`/appointments/${made.id}`, { status: 'confirmed' })
    expect([again.status, again.body.faults[0].field]).toEqual([400, 'status'])
  })
})

describe('a change with a calendar', () => {
  test('[U30] moves the event first, and changes nothing if that fails', async () => {
    const made = await booked()
    const start = nextTime()
    fake().before = failing('failed')
    expect((await key.patch(`/appointments/${made.id}`, { start })).status).toBe(502)
    expect([(await get(made.id)).start, await rows(start)]).toEqual([made.start, 0])
    fake().before = () => {}
    const moved = await key.patch(`/appointments/${made.id}`, { start })
    expect([moved.status, moved.body.start, fake().events.get(made.externalId)?.start]).toEqual([200, start, start])
    expect(await rows(start)).toBe(1)
  })

  test('is completed by a task if its server died after the event was moved', async () => {
    const made = await booked()
    const start = made.start + 10 * minute
    fake().after = () => {
      throw new Error('the server dies here')
    }
    expect((await key.patch(`/appointments/${made.id}`, { start })).status).toBe(500)
    expect((await get(made.id)).start).toBe(made.start)
    fake().after = () => {}
    expect(await types(later)).toEqual(['appointment.updated'])
    expect((await get(made.id)).start).toBe(start)
  })

  test('is completed by a task if its answer was lost and the moved event has a new id', async () => {
    const made = await booked()
    const start = made.start + 10 * minute
    const old = fake().events.get(made.externalId) as CalendarEvent
    fake().move = async (_, event) => {
      const { id } = await fake().create(event)
      fake().events.set(old.id, { ...old, status: 'cancelled', replacedBy: id })
      return failing('failed', true)()
    }
    expect((await key.patch(`/appointments/${made.id}`, { start })).status).toBe(502)
    expect(await types(later)).toEqual(['appointment.updated'])
    expect(await get(made.id)).toMatchObject({
      start,
      status: 'confirmed',
      externalId: expect.not.stringMatching(old.id),
    })
    expect(await rows(start)).toBe(1)
  })

  test('whose event cannot be read in days is given up, and the new time is free again', async () => {
    const made = await booked()
    const start = nextTime()
    const { get: read } = fake()
    Object.assign(fake(), { before: failing('failed', true), get: failing('failed') })
    expect((await key.patch(`/appointments/${made.id}`, { start })).status).toBe(502)
    expect(await rows(start)).toBe(1)
    await lastTry('appointment.settleMove')
    expect([await rows(start), (await get(made.id)).start]).toEqual([0, made.start])
    Object.assign(fake(), { before: () => {}, get: read })
  })

  test.each(['answered', 'lost'])('counts although an event at the new time was read since: %s', async (answer) => {
    const start = Math.ceil(world.clock.now() / day) * day + (answer === 'lost' ? 5 : 2) * day
    const made = await booked({ start })
    const moved = { start: start + day, end: start + day + hour }
    const theirs = fake().events.get(made.externalId)
    fake().after = async () => {
      fake().after = () => {}
      fake().events.set('theirs', { ...theirs, ...moved, id: 'theirs', appointmentId: null } as CalendarEvent)
      await key.post('/appointments/sync')
      if (answer === 'lost') throw new Error('the server dies here')
    }
    const { status } = await key.patch(`/appointments/${made.id}`, { start: moved.start })
    expect(status).toBe(answer === 'lost' ? 500 : 200)
    await later()
    expect(await get(made.id)).toMatchObject({ start: moved.start, status: 'confirmed' })
    expect((await listed(moved.start)).length).toBe(2)
  })

  test('[R340] of the time is refused if only the page of the calendar can move it, naming the link', async () => {
    const { create } = createFakeCalendar()
    calendar = createFakeCalendar({
      ...{ provider: 'calendly', canMove: false },
      create: async (event) => ({
        ...(await create(event)),
        id: 'cly1',
        rescheduleUrl: 'https://calendly.example/r/1',
      }),
    })
    const made = await booked()
    expect(made.rescheduleUrl).toBe('https://calendly.example/r/1')
    const refused = await key.patch(`/appointments/${made.id}`, { start: nextTime() })
    expect([refused.status, refused.body.error.reason]).toEqual([400, 'moved_by_link'])
    expect(refused.body.error.message).toContain('https://calendly.example/r/1')
    expect((await key.patch(`/appointments/${made.id}`, { notes: 'Ours' })).status).toBe(200)
  })

  test('[R353] cancels there first', async () => {
    const made = await booked()
    fake().before = failing('failed')
    expect((await key.del(`/appointments/${made.id}`)).status).toBe(502)
    expect((await get(made.id)).status).toBe('confirmed')
    fake().before = () => {}
    expect(await types(() => key.del(`/appointments/${made.id}`))).toEqual(['appointment.cancelled'])
    expect(fake().events.size).toBe(0)
  })

  test.each(['calcom', 'calendly'] as const)('changes the event that replaced it at %s since', async (provider) => {
    const start = nextTime()
    const later = start + 2 * day
    const slots = [start, later].map((start) => ({ start, end: start + hour }))
    calendar = createFakeCalendar({
      ...{ provider, ownTypes: true },
      availability: async () => ({ kind: 'slots', slots, title: 'Call', duration: 60, questions: [] }),
    })
    const made = await booked({ start, contact: { email: `${provider}@mail.example` } })
    const old = fake().events.get(made.externalId) as CalendarEvent
    fake().events.set('next', { ...old, id: 'next', start: start + day, end: start + day + hour, replaces: old.id })
    fake().events.set(old.id, { ...old, status: 'cancelled', replacedBy: 'next' })
    expect((await key.patch(`/appointments/${made.id}`, { start: later })).body).toMatchObject({ start: later })
    expect(fake().events.get('next')?.start).toBe(later)
    expect((await key.del(`/appointments/${made.id}`)).status).toBe(200)
    expect([fake().events.has('next'), (await get(made.id)).status]).toEqual([false, 'cancelled'])
  })
})
