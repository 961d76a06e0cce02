import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Body, type ChatWorld, createChatWorld } from './support/chat.ts'
import { type Caller, emittedBy, person, program } from './support/desk.ts'
import { idle } from './support/idle.ts'
import { openSecond, type Second } from './support/second.ts'

let world: ChatWorld
let second: Second
let key: Caller
let anna: Caller

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const picker = { mode: 'picker', buffer: 0, notice: 120, timezone: 'UTC', title: 'Visit' } as const

beforeAll(async () => {
  world = await createChatWorld()
  second = await openSecond(world)
  key = await program(world)
  anna = await person(world, 'member')
  await world.set({ bookings: picker })
})
afterAll(async () => {
  await second.close()
  await world.close()
})
beforeEach(() => world.clock.move(minute))

/** A time that no other test uses. */
let at = Date.UTC(2032, 0, 5, 9)
const nextTime = () => {
  at += day
  return at
}
const book = async (body: Body = {}, caller = key): Promise<Body> => {
  const reply = await caller.post('/appointments', { start: nextTime(), ...body })
  expect([reply.status, reply.body.error]).toEqual([201, undefined])
  return reply.body
}
const get = async (id: string): Promise<Body> => (await key.get(`/appointments/${id}`)).body
const job = async (id: string): Promise<Body> => (await key.get(`/jobs/${id}`)).body

describe('a booking by the team', () => {
  test('[R346, R349, R338] is put on a new job, with the default length and title, and sends both events', async () => {
    let made: Body
    const start = nextTime()
    const emitted = await emittedBy(world, async () => {
      made = await book({ start: new Date(start).toISOString() })
    })
    made = made!
    const iso = (time: number) => new Date(time).toISOString()
    expect(made).toEqual({
      ...{ id: expect.stringMatching(/^apt_/), title: 'Visit', start, end: start + 30 * minute },
      ...{ startIso: iso(start), endIso: iso(start + 30 * minute), timezone: 'UTC', status: 'confirmed' },
      ...{ source: 'api', provider: null, externalId: null, location: null, notes: null, attendee: null },
      job: { id: expect.stringMatching(/^job_/), number: expect.any(Number), title: expect.any(String) },
      ...{ contact: null, conversationId: null, rescheduleUrl: null, createdBy: key.id, syncedAt: null },
      ...{ createdAt: expect.any(Number), updatedAt: expect.any(Number) },
    })
    expect(emitted.map(({ type }) => type).filter((type) => type !== 'job.changed')).toEqual([
      'job.created',
      'appointment.created',
    ])
    expect(emitted.at(-1)?.data).toEqual({ appointment: made })
    expect(await get(made.id)).toEqual(made)
    const { history } = await job(made.job.id)
    expect(history.at(-1)).toMatchObject({
      kind: 'appointment_added',
      data: { appointmentId: made.id, title: 'Visit' },
    })
  })

  test('[R347] takes the attendee from the job, and finds the open job of a contact', async () => {
    const contact = { name: 'Ann', email: 'ann.apt@mail.example', phone: '+44 20 7946 0000' }
    const { body: roof } = await key.post('/jobs', { title: 'Roof', contact })
    const first = await book({ jobId: roof.id })
    expect([first.job.id, first.attendee, first.contact.id]).toEqual([roof.id, contact, roof.contact.id])
    const other = await book({ contact: { email: contact.email } })
    expect([other.job.id, other.contact]).toEqual([roof.id, { id: roof.contact.id, name: 'Ann', email: contact.email }])
    expect((await book({ contactId: roof.contact.id })).job.id).toBe(roof.id)
  })

  test('does not show the stored details of a contact to a key that may not read contacts', async () => {
    await key.post('/leads', { name: 'Secret Name', email: 'secret.apt@mail.example', phone: '+44 20 7946 1111' })
    const blind = await program(world, ['jobs:read', 'jobs:write'])
    const made = await book({ contact: { email: 'secret.apt@mail.example' } }, blind)
    expect([made.attendee, made.contact]).toEqual([
      { name: null, email: 'secret.apt@mail.example', phone: null },
      { id: expect.any(String), name: null, email: 'secret.apt@mail.example' },
    ])
    const named = await book({ contactId: made.contact.id }, blind)
    expect([named.attendee, named.contact.name, named.contact.email]).toEqual([null, null, null])
  })

  test.each<[string, Body]>([
    ['duration', { end: 2_000_000_000_000, duration: 30 }],
    ['end', { start: 2_000_000_000_000, end: 2_000_000_000_000 }],
    ['end', { start: 2_000_000_000_000, end: 2_900_000_000_000 }],
    ['start', { start: 'tomorrow' }],
    ['start', { start: '2032-01-01' }],
    ['start', { start: 9e15 }],
    ['start', { start: -1 }],
    ['notes', { notes: 'x'.repeat(4_001) }],
    ['timezone', { timezone: 'Mars/Phobos' }],
    ['jobId', { jobId: 'job_nobody' }],
    ['contactId', { contactId: 'lead_nobody' }],
    ['contact.email', { contact: { email: 'nobody' } }],
  ])('[R350, U89] is refused for %s (%#)', async (field, body) => {
    const reply = await key.post('/appointments', { start: nextTime(), ...body })
    expect([reply.status, reply.body.faults?.[0]?.field]).toEqual([400, field])
  })

  test('[R348, U34] is refused if the time is taken, naming times and the next free ones, unless it is forced', async () => {
    // A Monday, within hours and the days that can be booked.
    const start = Date.UTC(2030, 0, 14, 10)
    const first = await book({ start, duration: 60 })
    const reply = await key.post('/appointments', { start: start + 30 * minute })
    expect([reply.status, reply.body.error.code, reply.body.error.reason]).toEqual([409, 'conflict', 'time_taken'])
    expect(reply.body.error.message).toContain('2030-01-14T10:30')
    expect(reply.body.conflicts).toEqual([{ id: first.id, start, end: start + hour }])
    expect(reply.body.next[0]).toEqual({ start: start + hour, end: start + 90 * minute })
    expect((await key.post('/appointments', { start: start + hour })).status).toBe(201)
    expect((await key.post('/appointments', { start: start - 30 * minute })).status).toBe(201)
    const forced = await book({ start, force: true })
    expect(forced.status).toBe('confirmed')
    // Others stay as they are, and can still be changed.
    expect((await key.patch(`/appointments/${first.id}`, { title: 'Still' })).status).toBe(200)
  })

  test('[R335] 64 at once on two servers take a time once', async () => {
    const start = nextTime()
    const contexts = await Promise.all([world.context(), second.context()])
    const { createAppointment } = await import('../server/features/bookings/create.ts')
    const results = await Promise.allSettled(
      Array.from({ length: 64 }, (_, place) =>
        createAppointment(contexts[place % 2]!, { start: start + (place % 3) * 10 * minute, force: false }),
      ),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ status: 409, reason: 'time_taken' })
    const { items } = (await key.get(`/appointments?from=${start}&to=${start + hour}`)).body
    expect(items).toHaveLength(1)
  })

  test('[U88] is refused while appointments are off; those left over can be read and cancelled', async () => {
    const { id } = await book()
    await world.set({ bookings: { mode: 'link' } })
    for (const reply of [
      await key.get('/appointments'),
      await key.get('/bookings/slots'),
      await key.post('/appointments', { start: nextTime() }),
      await key.patch(`/appointments/${id}`, { title: 'x' }),
    ])
      expect([reply.status, reply.body.error.reason]).toEqual([400, 'bookings_off'])
    expect((await get(id)).id).toBe(id)
    expect((await key.del(`/appointments/${id}`)).status).toBe(200)
    await world.set({ bookings: picker })
  })
})

describe('a change', () => {
  test('[R352, U30] of the time keeps the length and sends the previous one', async () => {
    const made = await book({ duration: 45 })
    const start = nextTime()
    let moved: Body
    const emitted = await emittedBy(world, async () => {
      moved = (await anna.patch(`/appointments/${made.id}`, { start })).body
    })
    expect([moved!.start, moved!.end]).toEqual([start, start + 45 * minute])
    const { start: from, end, startIso, endIso } = made
    expect(emitted.filter(({ type }) => type !== 'job.changed')).toEqual([
      { type: 'appointment.updated', data: { appointment: moved!, previous: { start: from, end, startIso, endIso } } },
    ])
    expect((await job(made.job.id)).history.at(-1)).toMatchObject({
      kind: 'appointment_moved',
      data: { from, to: start },
    })
  })

  test('to a time that it overlaps with itself is allowed, to a taken one not', async () => {
    const [one, other] = [await book(), await book()]
    expect((await key.patch(`/appointments/${one.id}`, { start: one.start + 10 * minute })).status).toBe(200)
    const refused = await key.patch(`/appointments/${one.id}`, { start: other.start + 10 * minute })
    expect([refused.status, refused.body.conflicts.map(({ id }: Body) => id)]).toEqual([409, [other.id]])
    expect((await key.patch(`/appointments/${one.id}`, { start: other.start, force: true })).status).toBe(200)
  })

  test('[U32] of the status follows the table', async () => {
    const { id } = await book()
    const becomes = async (status: string) => (await key.patch(`/appointments/${id}`, { status })).status
    const steps = ['pending', 'confirmed', 'completed', 'no_show', 'completed']
    for (const status of steps) expect(await becomes(status), status).toBe(200)
    for (const status of ['confirmed', 'pending', 'cancelled', 'busy']) expect(await becomes(status), status).toBe(400)
    expect((await key.del(`/appointments/${id}`)).status).toBe(409)
  })

  test('[U32] confirms a cancelled one only while its time is free', async () => {
    const made = await book()
    await key.del(`/appointments/${made.id}`)
    const other = await book({ start: made.start })
    const confirm = (force = false) => key.patch(`/appointments/${made.id}`, { status: 'confirmed', force })
    expect((await confirm()).status).toBe(409)
    await key.del(`/appointments/${other.id}`)
    expect((await confirm()).status).toBe(200)
  })

  test('without a change sends nothing', async () => {
    const made = await book({ notes: 'Ring' })
    const emitted = await emittedBy(world, () =>
      key.patch(`/appointments/${made.id}`, { notes: 'Ring', start: made.start }),
    )
    expect(emitted).toEqual([])
  })
})

describe('a cancellation', () => {
  test('[R353, U31] sends its event once, with the reason, and keeps the record', async () => {
    const made = await book()
    const cancel = () => key.del(`/appointments/${made.id}?reason=Snow`)
    const emitted = await emittedBy(world, async () => {
      for (const reply of [await cancel(), await cancel()])
        expect([reply.status, reply.body]).toEqual([200, { id: made.id, deleted: true, status: 'cancelled' }])
    })
    expect(emitted.filter(({ type }) => type !== 'job.changed')).toEqual([
      { type: 'appointment.cancelled', data: { appointment: await get(made.id), reason: 'Snow' } },
    ])
    expect((await get(made.id)).status).toBe('cancelled')
  })

  test('of busy time is refused, and it discloses its times alone', async () => {
    const start = nextTime()
    const { sql } = world.services.database
    await sql`
      insert into appointments (id, site, title, starts_at, ends_at, free_at, timezone, status, source, created_at, updated_at)
      values ('apt_busy', 'demo', 'Dentist', ${start}, ${start + hour}, ${start + hour}, 'UTC', 'busy', 'calendar', 1, 1)`
    const reply = await key.post('/appointments', { start })
    expect(reply.body.conflicts).toEqual([{ id: 'apt_busy', start, end: start + hour }])
    expect(JSON.stringify(reply.body)).not.toContain('Dentist')
    expect((await key.del('/appointments/apt_busy')).body.error.reason).toBe('busy_time')
    expect((await key.patch('/appointments/apt_busy', { title: 'x' })).status).toBe(409)
    const listed = async (status: string) =>
      (await key.get(`/appointments?from=${start}&to=${start + 1}&status=${status}`)).body.items.length
    expect([await listed('active'), await listed('appointments'), await listed('busy')]).toEqual([1, 0, 1])
  })
})

test('[R344, R345] the list is in time order and filtered by time, status, job and contact', async () => {
  const start = nextTime()
  const late = await book({ start: start + 2 * hour })
  const early = await book({ start, contact: { email: 'list.apt@mail.example' } })
  await key.del(`/appointments/${late.id}`)
  const ids = async (query: string) => (await key.get(`/appointments?${query}`)).body.items.map(({ id }: Body) => id)
  const span = `from=${new Date(start).toISOString()}&to=${start + day / 2}`
  expect(await ids(`${span}&status=all`)).toEqual([early.id, late.id])
  expect(await ids(span)).toEqual([early.id])
  expect(await ids(`${span}&status=cancelled`)).toEqual([late.id])
  expect(await ids(`from=${start + 30 * minute}&to=${start + hour}`)).toEqual([])
  expect(await ids(`from=${start + 30 * minute - 1}&to=${start + hour}`)).toEqual([early.id])
  expect(await ids(`job=${early.job.id}`)).toEqual([early.id])
  expect(await ids(`contact=${early.contact.id}`)).toEqual([early.id])
})

test('[R351] the reminder is sent once, a day before, and not soon after a booking', async () => {
  const now = world.clock.now()
  const reminders = async (work: () => Promise<unknown>) =>
    (
      await emittedBy(world, async () => {
        await work()
        await idle(world)
      })
    ).filter(({ type }) => type === 'appointment.reminder').length
  const soon = await book({ start: now + 20 * hour, force: true })
  const made = await book({ start: now + 3 * day, force: true })
  const gone = await book({ start: now + 3 * day, force: true })
  await key.del(`/appointments/${gone.id}`)
  await key.patch(`/appointments/${made.id}`, { start: now + 4 * day, force: true })
  const pass = async (time: number) => world.clock.move(time)
  expect(await reminders(() => pass(2 * day + hour))).toBe(0)
  expect(await reminders(() => pass(day))).toBe(1)
  expect(await reminders(() => pass(day))).toBe(0)
  expect([soon.status, made.status]).toEqual(['confirmed', 'confirmed'])
})

test('deleting its contact, job or conversation leaves an appointment', async () => {
  const made = await book({ contact: { name: 'Gone', email: 'gone.apt@mail.example' } })
  await key.del(`/jobs/${made.job.id}`)
  await key.del(`/leads/${made.contact.id}`)
  expect(await get(made.id)).toMatchObject({ job: null, contact: null, status: 'confirmed' })
})

test('erasing a person removes the details of the attendee, from the log too', async () => {
  const made = await book({ contact: { name: 'Erased Person', email: 'erased.apt@mail.example' }, notes: 'Secret' })
  expect((await key.post(`/leads/${made.contact.id}/erase`)).status).toBe(200)
  expect(await get(made.id)).toMatchObject({ attendee: null, contact: null, notes: null, start: made.start })
  const { sql } = world.services.database
  const left = await sql`select from events where strpos(data::text, 'erased.apt@mail.example') > 0`
  expect(left.length).toBe(0)
})
