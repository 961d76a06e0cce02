import { z } from 'zod'
import {
  Appointment,
  AppointmentCancelled,
  AppointmentList,
  AppointmentSync,
  AppointmentsQuery,
  CancelAppointment,
  NewAppointment,
  PatchAppointment,
} from '../../../shared/appointment.ts'
import {
  Bookings,
  BookingTest,
  BookingTested,
  CalendarFeed,
  FeedQuery,
  Slots,
  SlotsQuery,
} from '../../../shared/booking.ts'
import { exact } from '../../../shared/text.ts'
import { del, get, patch, post } from '../../core/operation.ts'
import { describeBookings, listSlots, testBookings } from './bookings.ts'
import { syncNow } from './calendars/sync.ts'
import { cancelAppointment, patchAppointment } from './change.ts'
import { createAppointment } from './create.ts'
import { getFeed, renewFeed } from './feed.ts'
import { getAppointment, listAppointments } from './list.ts'

const id = exact(64, 1)

export const appointmentOperations = {
  list: get('/appointments', {
    summary: 'List appointments',
    description:
      'Returns up to 500 appointments in the order of their starts. Returns 400 unless `bookings.mode` is `picker`.',
    scope: 'jobs:read',
    input: AppointmentsQuery,
    output: AppointmentList,
    run: listAppointments,
  }),
  create: post('/appointments', {
    summary: 'Book an appointment',
    description:
      'The synced calendar is written first; if it fails, nothing is stored (502). The appointment is put on `jobId`, else on the ' +
      'open job of its contact, else on a new job. Returns 409 (`time_taken`) for a time that is taken, with `conflicts` and the ' +
      '`next` free times beside `error`, unless `force` is set. With a calendar that has its own event types, these decide the ' +
      'length and the times. Without `leads:read`, the appointment shows what you sent about a stored contact instead of its ' +
      'details.',
    scope: 'jobs:write',
    status: 201,
    errors: [409, 502],
    resumes: true,
    input: NewAppointment,
    output: Appointment,
    run: createAppointment,
  }),
  get: get('/appointments/:id', {
    summary: 'Retrieve an appointment',
    scope: 'jobs:read',
    input: z.object({ id }),
    output: Appointment,
    run: getAppointment,
  }),
  update: patch('/appointments/:id', {
    summary: 'Update an appointment',
    description:
      'The synced calendar is written first; if it fails, nothing changes (502). Returns 409 (`time_taken`) as on creation. ' +
      '`confirmed` and `pending` interchange, and lead to `completed`, `no_show` and `cancelled`; a cancelled one can be confirmed ' +
      'again if its time is free. Busy time changes in the calendar only.',
    scope: 'jobs:write',
    errors: [409, 502],
    input: PatchAppointment.safeExtend({ id }),
    output: Appointment,
    run: patchAppointment,
  }),
  cancel: del('/appointments/:id', {
    summary: 'Cancel an appointment',
    description:
      'Cancels it in the synced calendar first. The record stays, with the status `cancelled`. Repeating it changes nothing. ' +
      'Returns 409 for busy time and for appointments that are over.',
    scope: 'jobs:write',
    errors: [409, 502],
    input: CancelAppointment,
    output: AppointmentCancelled,
    run: cancelAppointment,
  }),
  sync: post('/appointments/sync', {
    summary: 'Read the synced calendar now',
    description: 'Returns 400 if no calendar is synced.',
    scope: 'jobs:write',
    errors: [502],
    input: z.object({}),
    output: AppointmentSync,
    run: syncNow,
  }),
}

export const bookingOperations = {
  get: get('/bookings', {
    summary: 'Retrieve how visitors book',
    description: '`effective` is what the owner chose, or follows from the booking link that was found on the website.',
    scope: 'settings:read',
    input: z.object({}),
    output: Bookings,
    run: describeBookings,
  }),
  slots: get('/bookings/slots', {
    summary: 'List free times',
    description:
      'Returns the free times of up to 14 days. Nothing is booked. Returns 400 unless `bookings.mode` is `picker`.',
    scope: 'settings:read',
    errors: [502],
    input: SlotsQuery,
    output: Slots,
    run: listSlots,
  }),
  test: post('/bookings/test', {
    summary: 'Test the calendar',
    description: 'Reads the calendar and lists its event types. Nothing is booked.',
    scope: 'settings:read',
    reads: true,
    input: BookingTest,
    output: BookingTested,
    run: testBookings,
  }),
  feed: get('/bookings/feed', {
    summary: 'Retrieve the address of a calendar feed',
    description:
      'Calendars subscribe to it. It has the titles, times and places of appointments from 30 days ago to 180 days ahead, ' +
      'without notes and attendees. The address does not expire. Returns 400 unless `bookings.mode` is `picker`.',
    scope: 'jobs:read',
    input: FeedQuery,
    output: CalendarFeed,
    run: getFeed,
  }),
  renewFeed: post('/bookings/feed/renew', {
    summary: 'Renew the address of a calendar feed',
    description: 'The address so far stops working. Returns 400 unless `bookings.mode` is `picker`.',
    scope: 'jobs:write',
    secrets: ['url'],
    input: FeedQuery,
    output: CalendarFeed,
    run: renewFeed,
  }),
}
