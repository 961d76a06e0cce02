import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { CalendarEvent } from '../server/features/bookings/calendars/calendar.ts'
import { setCalendarSource } from '../server/features/bookings/calendars/of-site.ts'
import { syncOne } from '../server/features/bookings/calendars/sync.ts'
import { type Body, type ChatWorld, createChatWorld } from './support/chat.ts'
import { type Caller, emittedBy, program } from './support/desk.ts'
import { createFakeCalendar, type FakeCalendar, failing } from './support/fake-calendar.ts'
import { idle } from './support/idle.ts'
import { addTask } from './support/tasks.ts'

let calendar: FakeCalendar

let world: ChatWorld
let key: Caller

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const known = 'known@mail.example'

beforeAll(async () => {
  world = await createChatWorld()
  key = await program(world)
  setCalendarSource(world.services, () => calendar)
  await world.set({ bookings: { mode: 'picker', sync: 'google', title: 'Visit' } })
  await key.post('/leads', { email: known, name: 'Kim' })
})
afterAll(() => world.close())
beforeEach(async () => {
  // A sync of the test before would read its calendar, and one that is due by now what the test changes.
  await idle(world)
  start()
  await idle(world)
})

/** Another calendar, so that a test finds nothing of the others. */
function start(given?: Parameters<typeof createFakeCalendar>[0]) {
  world.clock.move(200 * day)
  calendar = createFakeCalendar(given)
}

const soon = (hours: number) => Math.ceil(world.clock.now() / hour) * hour + hours * hour
const sync = async () => {
  world.clock.move(1_000)
  return await key.post('/appointments/sync')
}
const listed = async (): Promise<Body[]> => {
  const now = world.clock.now()
  return (await key.get(`/appointments?status=all&from=${now - 40 * day}&to=${now + 100 * day}`)).body.items
}
const get = async (id: string): Promise<Body> => (await key.get(`/appointments/${id}`)).body
const types = async (work: () => Promise<unknown>) =>
  (await emittedBy(world, work)).map(({ type }) => type).filter((type) => type.startsWith('appointment.'))

/** Lets time pass, and the server look which calendars are due. */
async function later(by: number) {
  world.clock.move(by)
  await addTask(world.services, 'bookings.sync.plan')
  await idle(world)
}

let made = 0
/** An event that somebody makes in the calendar. */
function makeEvent(given: Partial<CalendarEvent> & { start: number }): CalendarEvent {
  const event: CalendarEvent = {
    ...{ id: `theirs${++made}`, end: given.start + hour, title: 'Lunch', location: null, appointmentId: null },
    ...{ replaces: null, replacedBy: null, status: 'confirmed', reason: null, attendee: null, attendees: [] },
    ...{ rescheduleUrl: null, updatedAt: null },
    ...given,
  }
  calendar.events.set(event.id, event)
  return event
}
const book = async (start: number): Promise<Body> => {
  const { status, body } = await key.post('/appointments', { start, duration: 60, contact: { email: known } })
  expect([status, body.error]).toEqual([201, undefined])
  return body
}
function change(id: string, with_: Partial<CalendarEvent>) {
  calendar.events.set(id, { ...(calendar.events.get(id) as CalendarEvent), ...with_ })
}

describe('a sync', () => {
  test('[R354] moves an appointment that was moved in the calendar, keeps its notes, and sends one event', async () => {
    const { id, externalId, start } = await book(soon(30))
    await key.patch(`/appointments/${id}`, { notes: 'Bring the key.' })
    const moved = { start: start + hour, end: start + 3 * hour, rescheduleUrl: 'https://cal.example/move' }
    change(externalId, moved)
    const seen = await types(async () => {
      expect((await sync()).body).toMatchObject({ ok: true, sync: 'google', created: 0, updated: 1, cancelled: 0 })
    })
    expect(seen).toEqual(['appointment.updated'])
    expect(await get(id)).toMatchObject({ ...moved, notes: 'Bring the key.' })
    expect(await types(sync)).toEqual([])
  })

  test('[R355] cancels an appointment whose event was cancelled or deleted', async () => {
    const [one, other] = [await book(soon(30)), await book(soon(32))]
    change(one.externalId, { status: 'cancelled', reason: 'Ill' })
    calendar.events.delete(other.externalId)
    const seen = await emittedBy(world, sync)
    const cancelled = seen.filter(({ type }) => type === 'appointment.cancelled').map(({ data }) => data)
    expect(cancelled.map(({ appointment }: Body) => appointment.id).sort()).toEqual([one.id, other.id].sort())
    expect(cancelled.map(({ reason }: Body) => reason)).toEqual(expect.arrayContaining(['Ill', null]))
    expect(await types(sync)).toEqual([])
  })

  test('[R356] makes an appointment on a job of an event with a known contact, and busy time of others', async () => {
    makeEvent({ start: soon(30), title: 'Fitting', attendees: ['KNOWN@mail.example'] })
    makeEvent({ start: soon(40), title: 'Dentist', attendees: ['stranger@mail.example'] })
    expect(await types(sync)).toEqual(['appointment.created'])
    const [fitting, busy] = await listed()
    expect(fitting).toMatchObject({ title: 'Fitting', status: 'confirmed', contact: { email: known } })
    expect(fitting?.job).not.toBeNull()
    expect(busy).toMatchObject({ status: 'busy', title: '', attendee: null, contact: null, job: null })
    // The stranger becomes a contact.
    await key.post('/leads', { email: 'stranger@mail.example' })
    expect(await types(sync)).toEqual(['appointment.created'])
    expect(await get(busy?.id)).toMatchObject({ title: 'Dentist', status: 'confirmed' })
    expect(await types(sync)).toEqual([])
  })

  test('removes busy time that ended, without an event', async () => {
    const { id } = makeEvent({ start: soon(30) })
    await sync()
    calendar.events.delete(id)
    expect(await types(sync)).toEqual([])
    expect(await listed()).toEqual([])
  })

  test('[U114] follows a booking that was rescheduled under a new id', async () => {
    start({ provider: 'calcom', ownTypes: false, listsCancelled: true })
    await world.set({ bookings: { sync: 'calcom' } })
    const { id, externalId, start: at } = await book(soon(30))
    const before = calendar.events.get(externalId) as CalendarEvent
    change(externalId, { status: 'cancelled', replacedBy: 'again' })
    calendar.events.set('again', { ...before, id: 'again', replaces: externalId, start: at + hour, end: at + 2 * hour })
    expect(await types(sync)).toEqual(['appointment.updated'])
    expect(await get(id)).toMatchObject({ externalId: 'again', start: at + hour, status: 'confirmed' })
    expect(await types(sync)).toEqual([])
    await world.set({ bookings: { sync: 'google' } })
  })

  test('cancels nothing that half an answer leaves out, and goes on where it was interrupted', async () => {
    const all = [await book(soon(30)), await book(soon(32)), await book(soon(34))]
    let fails = true
    calendar.list = async (_, page) => {
      const events = [...calendar.events.values()]
      if (page === null) return { events: events.slice(0, 1), next: 'more' }
      if (fails) return failing('failed')()
      return { events: events.slice(1), next: null }
    }
    const seen = await types(async () => expect((await sync()).status).toBe(502))
    expect(seen).toEqual([])
    expect((await listed()).map(({ status }) => status)).toEqual(all.map(() => 'confirmed'))
    fails = false
    const asked: (string | null)[] = []
    const list = calendar.list
    calendar.list = (span, page) => {
      asked.push(page)
      return list(span, page)
    }
    expect((await sync()).body).toMatchObject({ ok: true, updated: 0, cancelled: 0 })
    expect(asked).toEqual(['more'])
  })

  test('reads a calendar to its end whose rate limit allows one page in two minutes', async () => {
    const { id } = await book(soon(30))
    const pages = 12
    const asked: string[] = []
    let isLimited = false
    calendar.list = async (_, page) => {
      isLimited = !isLimited
      if (isLimited) return failing('busy')()
      asked.push(page ?? '0')
      const next = Number(page ?? 0) + 1
      return { events: next === pages ? [...calendar.events.values()] : [], next: next === pages ? null : `${next}` }
    }
    for (let minutes = 0; minutes < 3 * pages && asked.length < pages; minutes++) await later(minute)
    expect(asked).toEqual(Array.from({ length: pages }, (_, page) => `${page}`))
    expect(await get(id)).toMatchObject({ status: 'confirmed' })
  })

  test('fails, and is reported, if the pages of the calendar lead back to each other, until they end', async () => {
    const { id } = await book(soon(30))
    const { list } = calendar
    calendar.list = async (_, page) => ({ events: [], next: page === 'one' ? 'other' : 'one' })
    const kinds = async () => (await world.get('/overview')).body.health.map(({ kind }: Body) => kind)
    const seen = await types(async () => expect((await sync()).body.error?.reason).toBe('calendar_failed'))
    expect([seen, await kinds()]).toEqual([[], expect.arrayContaining(['calendar_sync_failing'])])
    calendar.list = list
    expect((await sync()).body).toMatchObject({ ok: true, updated: 0, cancelled: 0 })
    expect(await kinds()).not.toContain('calendar_sync_failing')
    expect(await get(id)).toMatchObject({ status: 'confirmed' })
  })

  test('does not take back what was changed here after the calendar was read', async () => {
    const { id, start: at } = await book(soon(30))
    const { list } = calendar
    calendar.list = async (span, page) => {
      const old = await list(span, page)
      calendar.list = list
      await key.patch(`/appointments/${id}`, { start: at + 5 * hour })
      return { ...old, events: structuredClone(old.events).map((one) => ({ ...one, start: at, end: at + hour })) }
    }
    const seen = await types(sync)
    expect(seen).toEqual(['appointment.updated'])
    expect(await get(id)).toMatchObject({ start: at + 5 * hour })
  })

  test('leaves a booking alone that was begun after it read what is stored', async () => {
    const gate = Promise.withResolvers<void>()
    const { list } = calendar
    calendar.after = () => gate.promise
    let booking: Promise<Body> | undefined
    calendar.list = async (span, page) => {
      booking ??= book(soon(30))
      await vi.waitFor(() => expect(calendar.events.size).toBe(1))
      return list(span, page)
    }
    expect(await types(sync)).toEqual([])
    gate.resolve()
    const { id } = (await booking) as Body
    expect((await listed()).map((one) => one.id)).toEqual([id])
  })

  test('leaves a booking alone whose answer was lost, until that is settled', async () => {
    const at = soon(30)
    calendar.after = failing('failed', true)
    const { findCreated } = calendar
    calendar.findCreated = failing('failed')
    expect((await key.post('/appointments', { start: at, contact: { email: known } })).status).toBe(502)
    Object.assign(calendar, { after: () => {}, findCreated })
    expect(await types(sync)).toEqual([])
    expect(await listed()).toEqual([])
  })

  test('[R359] runs every syncMinutes, and its failure is reported until it works again', async () => {
    const { externalId, id, start: at } = await book(soon(40))
    await sync()
    change(externalId, { start: at + hour, end: at + 2 * hour })
    await later(14 * minute)
    expect(await get(id)).toMatchObject({ start: at })
    await later(2 * minute)
    expect(await get(id)).toMatchObject({ start: at + hour })
    const { list } = calendar
    calendar.list = failing('failed')
    await later(16 * minute)
    const kinds = async () => (await world.get('/overview')).body.health.map(({ kind }: Body) => kind)
    expect(await kinds()).toContain('calendar_sync_failing')
    calendar.list = list
    await sync()
    expect(await kinds()).not.toContain('calendar_sync_failing')
  })

  test('is refused without a calendar', async () => {
    await world.set({ bookings: { sync: 'none' } })
    expect((await sync()).status).toBe(400)
    await world.set({ bookings: { sync: 'google' } })
  })
})

type Step =
  | { does: 'book' | 'import' | 'block'; at: number }
  | {
      does:
        | 'move'
        | 'moveThere'
        | 'cancel'
        | 'cancelThere'
        | 'deleteThere'
        | 'rename'
        | 'renameThere'
        | 'reopen'
        | 'hint'
      which: number
      at: number
    }
  | { does: 'sync' | 'wait' }
  | { does: 'lose' | 'fail' }

const at = fc.integer({ min: 1, max: 60 })
const which = fc.nat(5)
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ does: fc.constantFrom('book', 'book', 'import', 'block'), at }),
  fc.record({
    does: fc.constantFrom(
      'move',
      'moveThere',
      'cancel',
      'cancelThere',
      'deleteThere',
      'rename',
      'renameThere',
      'reopen',
      'hint',
    ),
    which,
    at,
  }),
  fc.record({ does: fc.constantFrom('sync', 'wait', 'lose', 'fail') }),
) as fc.Arbitrary<Step>

/** Carries out a step, here or in the calendar. */
async function take(step: Step): Promise<void> {
  switch (step.does) {
    case 'lose':
      calendar.after = once(failing('failed', true))
      return loseFind()
    case 'fail':
      calendar.before = once(failing('failed'))
      return
    case 'sync':
      return void (await sync())
    case 'wait':
      world.clock.move(3 * minute)
      return void (await idle(world))
    case 'book':
      return void (await key.post('/appointments', { start: soon(step.at), duration: 60, contact: { email: known } }))
    case 'import':
      return void makeEvent({ start: soon(step.at), attendees: [known] })
    case 'block':
      return void makeEvent({ start: soon(step.at) })
    default:
      return await takeOn(step)
  }
}

/** The next search for a lost booking fails, too. */
function loseFind() {
  const { findCreated } = calendar
  calendar.findCreated = async () => {
    calendar.findCreated = findCreated
    return failing('failed')()
  }
}

function once(work: () => void) {
  return () => {
    calendar.before = () => {}
    calendar.after = () => {}
    work()
  }
}

async function takeOn({ does, which, at }: Extract<Step, { which: number }>): Promise<void> {
  const ours = (await listed()).filter(({ status }) => status !== 'busy')
  const one = ours[which % Math.max(1, ours.length)]
  const event = [...calendar.events.values()][which % Math.max(1, calendar.events.size)]
  if (does === 'move' && one) await key.patch(`/appointments/${one.id}`, { start: soon(at) })
  if (does === 'rename' && one) await key.patch(`/appointments/${one.id}`, { title: `Ours ${at}` })
  if (does === 'cancel' && one) await key.del(`/appointments/${one.id}`)
  if (does === 'reopen' && one) await key.patch(`/appointments/${one.id}`, { status: 'confirmed' })
  if (!event) return
  if (does === 'hint') await syncOne(await world.context(), calendar, event.id)
  if (does === 'moveThere') change(event.id, { start: soon(at), end: soon(at) + hour })
  if (does === 'renameThere') change(event.id, { title: `Theirs ${at}` })
  if (does === 'cancelThere') change(event.id, { status: 'cancelled' })
  if (does === 'deleteThere') calendar.events.delete(event.id)
}

const time = ({ start, end }: { start: number; end: number }) => `${start}-${end}`

/** What events of one appointment tell: two in a row never say the same. */
const partsOf = (appointment: Body | undefined) =>
  appointment && ['start', 'end', 'status', 'title', 'location', 'externalId', 'job'].map((name) => appointment[name])

const runs = Number(process.env.HISTORIES ?? 8)

test('[R337, R354–R356] after any history, both calendars agree after one sync, and no event is sent twice', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
      start()
      const { findCreated } = calendar
      const seen = await emittedBy(world, async () => {
        for (const one of steps) await take(one)
        Object.assign(calendar, { before: () => {}, after: () => {}, findCreated })
        // What was lost is settled first.
        for (let tries = 0; tries < 3; tries++) {
          world.clock.move(31 * minute)
          await idle(world)
        }
        await sync()
      })
      const active = [...calendar.events.values()].filter(({ status }) => status !== 'cancelled')
      const stored = (await listed()).filter(({ status }) => status !== 'cancelled')
      expect(stored.map(time).sort()).toEqual(active.map(time).sort())
      for (const event of active)
        expect(stored.find(({ externalId }) => externalId === event.id)).toMatchObject({ start: event.start })
      const sent = seen
        .filter(({ type }) => /^appointment\.(created|updated|cancelled)$/.test(type))
        .map(({ data }) => data.appointment)
      for (const states of Map.groupBy(sent, ({ id }: Body) => id).values())
        for (const [at, state] of states.entries()) expect(partsOf(state)).not.toEqual(partsOf(states[at - 1]))
      expect(await types(sync)).toEqual([])
    }),
    { numRuns: runs },
  )
})
