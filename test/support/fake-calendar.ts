import {
  type Calendar,
  CalendarError,
  type CalendarEvent,
  type NewEvent,
} from '../../server/features/bookings/calendars/calendar.ts'

/** A calendar in memory. Tests let its calls fail, take long, or lose their answers after the work was done. */
export type FakeCalendar = Calendar & {
  events: Map<string, CalendarEvent>
  calls: string[]
  /** Called before and after each write, with its name. */
  before: (call: string) => Promise<void> | void
  after: (call: string) => Promise<void> | void
  busy: { start: number; end: number }[]
}

// A site never sees two events with the same id.
let made = 0

export function createFakeCalendar(given: Partial<Calendar> = {}): FakeCalendar {
  const events = new Map<string, CalendarEvent>()
  const eventOf = (id: string, { start, end, title, location, attendee, appointmentId }: NewEvent): CalendarEvent => ({
    ...{ id, start, end, title, location, appointmentId, replaces: null, replacedBy: null, status: 'confirmed' },
    ...{ reason: null, attendees: [], rescheduleUrl: null, updatedAt: null },
    attendee: { name: attendee.name, email: attendee.email, phone: attendee.phone },
  })
  const write = async <T>(call: string, work: () => T): Promise<T> => {
    fake.calls.push(call)
    await fake.before(call)
    const result = work()
    await fake.after(call)
    return result
  }
  const fake: FakeCalendar = {
    ...{ provider: 'google', ownTypes: false, canMove: true, listsCancelled: true },
    ...{ events, calls: [], busy: [], before: () => {}, after: () => {} },
    availability: async () => ({ kind: 'busy', busy: fake.busy }),
    create: (event) =>
      write('create', () => {
        const created = eventOf(`event${++made}`, event)
        events.set(created.id, created)
        return created
      }),
    async findCreated({ appointmentId, start }) {
      fake.calls.push('findCreated')
      return [...events.values()].find((one) => one.appointmentId === appointmentId && one.start === start)
    },
    get: async (id) => events.get(id),
    move: (id, event) =>
      write('move', () => {
        if (!events.has(id)) throw new CalendarError('failed', 'There is no such event.')
        const moved = eventOf(id, event)
        events.set(id, moved)
        return moved
      }),
    update: (id, event) => write('update', () => void events.set(id, eventOf(id, event))),
    cancel: (id) => write('cancel', () => void events.delete(id)),
    list: async () => ({ events: [...events.values()], next: null }),
    ...given,
  }
  return fake
}

export const failing =
  (reason: CalendarError['reason'], unknown = false) =>
  () => {
    throw new CalendarError(reason, 'The calendar of the test fails.', { unknown })
  }
