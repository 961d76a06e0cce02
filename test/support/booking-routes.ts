import type { CalendarEvent } from '../../server/features/bookings/calendars/calendar.ts'
import { syncOne } from '../../server/features/bookings/calendars/sync.ts'
import type { ChatWorld } from './chat.ts'
import type { EventRoute } from './event-route.ts'
import { createFakeCalendar } from './fake-calendar.ts'
import { idle } from './idle.ts'
import type { Reply } from './world.ts'

/** An event that nobody here knows. */
const cancelledEvent: CalendarEvent = {
  ...{ id: 'of nobody', start: 0, end: 1, title: '', location: null, appointmentId: null, rescheduleUrl: null },
  ...{ replaces: null, replacedBy: null, status: 'cancelled', reason: null, attendee: null, attendees: [] },
  updatedAt: null,
}

const hour = 3_600_000
const day = 24 * hour

/** The operations on appointments. They switch the picker on. */
export function bookingRoutes(world: () => ChatWorld): EventRoute[] {
  const send = async (method: string, path: string, body: unknown = {}): Promise<Reply> =>
    await world().api(method, `${path}?site=demo`, { body: method === 'DELETE' ? undefined : body })
  let days = 10
  const book = async (start = world().clock.now() + ++days * day): Promise<string> => {
    await world().set({ bookings: { mode: 'picker' } })
    const { body: job } = await send('POST', '/jobs', { title: 'Roof' })
    return (await send('POST', '/appointments', { start, jobId: job.id })).body.id
  }
  return [
    {
      route: 'POST /appointments',
      emits: ['job.created', 'job.changed', 'appointment.created'],
      prepare: () => book(),
      call: () => send('POST', '/appointments', { start: world().clock.now() + ++days * day }),
    },
    {
      route: 'PATCH /appointments/:id',
      emits: ['appointment.updated'],
      prepare: book,
      call: (id) => send('PATCH', `/appointments/${id}`, { notes: 'Ring twice.' }),
    },
    {
      route: 'PATCH /appointments/:id to what it is',
      emits: [],
      prepare: book,
      call: (id) => send('PATCH', `/appointments/${id}`, { status: 'confirmed' }),
    },
    {
      route: 'DELETE /appointments/:id',
      emits: ['job.changed', 'appointment.cancelled'],
      prepare: book,
      call: (id) => send('DELETE', `/appointments/${id}`),
    },
    {
      route: 'POST /bookings/feed/renew',
      emits: [],
      prepare: book,
      call: () => send('POST', '/bookings/feed/renew'),
    },
    {
      route: 'a booking in the synced calendar',
      emits: ['calendar.synced'],
      call: async () => {
        const calendar = createFakeCalendar()
        await syncOne(await world().context(), { ...calendar, get: async () => cancelledEvent }, cancelledEvent.id)
      },
    },
    {
      route: 'a day before an appointment',
      emits: ['appointment.reminder'],
      prepare: () => book(world().clock.now() + day + 2 * hour),
      async call() {
        world().clock.move(2 * hour)
        await idle(world())
      },
    },
  ]
}
