type Input = Record<string, unknown>

export type BookingRecords = {
  appointment(): Promise<string>
}

const minute = 60_000
/** Each appointment has its own time, far from what tests book by themselves. */
const first = Date.UTC(2040, 0, 2, 9)
let next = first

/** Restarts the times, so that they do not depend on other tests of the process. */
export function countBookingsAnew(): void {
  next = first
}

const nextStart = () => {
  next += 60 * minute
  return next
}

/** Inputs of the operations on bookings and appointments. */
export const bookingExamples = {
  'bookings.get': () => ({}),
  'bookings.slots': () => ({ tz: 'Europe/Berlin' }),
  'bookings.test': () => ({}),
  'bookings.feed': () => ({ of: 'site' }),
  'bookings.renewFeed': () => ({}),
  'appointments.list': () => ({ status: 'all', from: '2030-01-01T00:00:00Z' }),
  'appointments.create': () => ({
    ...{ start: nextStart(), duration: 45, title: 'Look at the roof', location: 'At home', notes: 'Ring twice.' },
    contact: { name: 'Ann Other' },
  }),
  'appointments.get': async ({ appointment }: BookingRecords) => ({ id: await appointment() }),
  'appointments.update': async ({ appointment }: BookingRecords) => ({ id: await appointment(), title: 'Gutter' }),
  'appointments.sync': () => ({}),
  'appointments.cancel': async ({ appointment }: BookingRecords) => ({ id: await appointment(), reason: 'Snow' }),
}

/** Books appointments. */
export const bookingRecords = (
  post: (path: string, body: Input) => Promise<{ id: string }>,
  mark: string,
): BookingRecords => ({
  async appointment() {
    return (await post('/appointments', { start: nextStart(), title: `Roof ${mark}` })).id
  },
})
