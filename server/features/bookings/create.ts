import type { z } from 'zod'
import type { Appointment, NewAppointment } from '../../../shared/appointment.ts'
import type { Context } from '../../core/context.ts'
import { invalidField } from '../../core/error.ts'
import { requirePicker, toAppointment, zoneOf } from './appointment.ts'
import { type Booking, bookAppointment, settleRepeat } from './book.ts'
import type { Calendar } from './calendars/calendar.ts'
import { calendarOf } from './calendars/of-site.ts'
import { checkLength } from './change.ts'
import { callingCalendar, refuseUnavailable } from './free.ts'
import { attendeeFor } from './parties.ts'

const minute = 60_000

type Given = z.output<typeof NewAppointment>

/**
 * Books an appointment for the team. A repeat of the request continues what an earlier attempt began: a calendar may
 * have the event already.
 */
export async function createAppointment(ctx: Context, given: Given): Promise<Appointment> {
  requirePicker(ctx)
  const earlier = ctx.earlierRecord === null ? undefined : await settleRepeat(ctx, ctx.earlierRecord)
  if (earlier) return toAppointment(earlier)
  const calendar = await calendarOf(ctx)
  const { title, duration } = await lengthOf(ctx, calendar, given)
  const start = given.start
  const end = given.end ?? start + (given.duration ?? duration) * minute
  checkLength(start, end)
  if (calendar?.ownTypes) refuseOwnTimes(given, { start, end }, duration)
  const { jobId, contactId, contact } = given
  const who = { jobId, contactId, contact }
  const attendee = await attendeeFor(ctx, who)
  if (calendar?.ownTypes && !attendee.email)
    throw invalidField('contact.email', { error: 'The calendar needs an email.', params: { reason: 'required' } })
  await refuseUnavailable(ctx, calendar, { start, end }, { force: given.force })
  const booking: Booking = {
    ...{ id: ctx.earlierRecord ?? undefined, start, end, title: given.title || title, who, requestId: null },
    ...{ timezone: given.timezone ?? zoneOf(ctx), notes: given.notes || null, force: given.force, answers: {} },
    location: given.location || ctx.site.settings.bookings.location || null,
    source: ctx.actor.kind === 'person' ? 'manual' : 'api',
    attendee: { ...attendee, timezone: null, locale: null },
  }
  return toAppointment(await bookAppointment(ctx, calendar, booking))
}

/** The title and the minutes of an appointment for which the caller names none. */
async function lengthOf(ctx: Context, calendar: Calendar | undefined, { start }: Given) {
  const { title, duration } = ctx.site.settings.bookings
  if (!calendar?.ownTypes) return { title, duration }
  const found = await callingCalendar(() => calendar.availability({ start, end: start + duration * minute }))
  return found.kind === 'slots' ? { title: found.title || title, duration: found.duration } : { title, duration }
}

/** The event type of the calendar decides length and times. */
function refuseOwnTimes(
  { force, duration: given }: Given,
  { start, end }: { start: number; end: number },
  duration: number,
) {
  const why = "The calendar's event type decides"
  if (force)
    throw invalidField('force', { error: `${why} which times can be booked.`, params: { reason: 'not_valid' } })
  if (end - start !== duration * minute)
    throw invalidField(given === undefined ? 'end' : 'duration', {
      error: `${why} the length: ${duration} minutes.`,
      params: { reason: 'not_valid' },
    })
}
