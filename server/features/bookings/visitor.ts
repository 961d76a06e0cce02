import type { z } from 'zod'
import type {
  BookSlot,
  CancelBooking,
  ChangeBooking,
  OfferedSlots,
  VisitorAppointment,
  VisitorSlots,
} from '../../../shared/booking.ts'
import { rule } from '../../../shared/fault.ts'
import { TimeZone } from '../../../shared/time.ts'
import type { Context, Tx } from '../../core/context.ts'
import { conflict, invalidField, notFound } from '../../core/error.ts'
import type { ConversationRow } from '../conversations/conversation.ts'
import { findAppointment, requirePicker, toVisitor, type WholeAppointment, zoneOf } from './appointment.ts'
import { bookAppointment, findRequested, otherRequest, settleRepeat } from './book.ts'
import { readSlots } from './bookings.ts'
import type { Calendar } from './calendars/calendar.ts'
import { calendarOf } from './calendars/of-site.ts'
import { cancelAppointment, changeAppointment } from './change.ts'
import { refuseUnavailable, timeTaken } from './free.ts'

const minute = 60_000
/** How long an offered time can be picked. */
const offeredFor = 60 * minute
/** The lookups of one conversation whose times can be picked. */
const maxLookups = 20

type Talk = Pick<ConversationRow, 'id' | 'timezone' | 'locale' | 'ended_at'>

/** The free times for a visitor, by days of their zone. They can be picked in this conversation for an hour. */
export async function offerSlots(ctx: Context, talk: Talk, { from, tz }: VisitorSlots): Promise<OfferedSlots> {
  requirePicker(ctx)
  const { slots, offer } = await readSlots(ctx, { from, tz: tz ?? zoneOfVisitor(talk) })
  const calendar = await calendarOf(ctx)
  const starts = offer.slots.map(({ start }) => start)
  if (starts.length > 0) await ctx.tx((tx) => rememberOffer(tx, talk.id, starts, offer))
  return { ...slots, email: calendar?.ownTypes ? 'required' : 'optional', questions: offer.questions }
}

const zoneOfVisitor = ({ timezone }: Talk): string | undefined => TimeZone.safeParse(timezone).data

async function rememberOffer(
  { sql, now }: Tx,
  conversationId: string,
  starts: number[],
  { title, duration }: { title: string; duration: number },
): Promise<void> {
  await sql`delete from slot_offers where at < ${now() - offeredFor}`
  await sql`
    insert into slot_offers (conversation_id, at, starts, title, minutes)
    values (${conversationId}, ${now()}, ${starts}::bigint[], ${title}, ${duration})`
  await sql`
    delete from slot_offers where conversation_id = ${conversationId} and id not in (
      select id from slot_offers where conversation_id = ${conversationId} order by id desc limit ${maxLookups})`
}

type Offer = { title: string; minutes: number }

async function findOffer({ sql, now }: Context, conversationId: string, start: number): Promise<Offer | undefined> {
  const [offer] = await sql<Offer[]>`
    select title, minutes from slot_offers
    where conversation_id = ${conversationId} and at >= ${now() - offeredFor} and starts @> array[${start}::bigint]
    order by id desc limit 1`
  return offer
}

/**
 * Books the time that a visitor picked. It must have been offered in this conversation and still be free. A repeated
 * request with the same `bookingId` books once.
 */
export async function bookSlot(
  ctx: Context,
  talk: Talk,
  given: z.output<typeof BookSlot>,
): Promise<VisitorAppointment> {
  requirePicker(ctx)
  if (talk.ended_at !== null) throw conflict('This conversation has ended. Start a new one.', 'conversation_ended')
  const { start, bookingId } = given
  const repeated = await findRequested(ctx, talk.id, bookingId)
  if (repeated && repeated.start !== start) throw otherRequest()
  const made = repeated && (await settleRepeat(ctx, repeated.id))
  if (made) return toVisitor(ctx, made)
  const calendar = await calendarOf(ctx)
  const { title, end } = await requireOffered(ctx, calendar, talk.id, start)
  const attendee = attendeeOf(ctx, calendar, given)
  await refuseUnavailable(ctx, calendar, { start, end }, { force: false })
  const { location } = ctx.site.settings.bookings
  const booking = {
    ...{ start, end, title, timezone: zoneOf(ctx), location: location || null, notes: given.notes || null },
    ...{ force: false, source: 'chat' as const, who: { conversationId: talk.id }, requestId: bookingId },
    attendee: { ...attendee, timezone: given.timezone ?? zoneOfVisitor(talk) ?? null, locale: talk.locale },
    answers: given.answers ?? {},
  }
  try {
    return toVisitor(ctx, await bookAppointment(ctx, calendar, booking))
  } catch (error) {
    // The same request was faster.
    const isRepeat = (error as { constraint_name?: string } | null)?.constraint_name === 'appointments_by_request'
    const first = isRepeat || isTaken(error) ? await findRequested(ctx, talk.id, bookingId) : undefined
    const same = first && (await settleRepeat(ctx, first.id))
    if (!same) throw error
    return toVisitor(ctx, same)
  }
}

const isTaken = (error: unknown) => (error as { reason?: unknown } | null)?.reason === 'time_taken'

async function requireOffered(ctx: Context, calendar: Calendar | undefined, conversationId: string, start: number) {
  const offer = await findOffer(ctx, conversationId, start)
  if (!offer || start <= ctx.now()) {
    const { extra } = await timeTaken(ctx, calendar, { start, end: start + minute })
    throw conflict('This time was not offered here, or too long ago. Choose another one.', 'time_not_offered', {
      extra: { next: extra.next },
    })
  }
  return { title: offer.title, end: start + offer.minutes * minute }
}

function attendeeOf(ctx: Context, calendar: Calendar | undefined, given: z.output<typeof BookSlot>) {
  const { phone: wanted } = ctx.site.settings.bookings
  const phone = wanted === 'no' ? null : given.phone || null
  const email = given.email || null
  if (wanted === 'required' && phone === null) throw invalidField('phone', rule('required', 'Is required.'))
  if (calendar?.ownTypes && email === null) throw invalidField('email', rule('required', 'Is required.'))
  if (email === null && phone === null)
    throw invalidField('email', rule('phone_or_email', 'Leave a phone number or an email address.'))
  return { name: given.name, email, phone }
}

/** The appointment, if it was booked in this conversation. 404 otherwise. */
async function ownAppointment(ctx: Context, talk: Talk, id: string): Promise<WholeAppointment> {
  const row = await findAppointment(ctx, id)
  if (!row || row.conversation_id !== talk.id || row.source !== 'chat') throw notFound('appointment')
  return row
}

/** Moves an appointment to a time that was offered in the conversation in which it was booked. */
export async function changeBooking(
  ctx: Context,
  talk: Talk,
  { id, start }: ChangeBooking,
): Promise<VisitorAppointment> {
  requirePicker(ctx)
  const row = await ownAppointment(ctx, talk, id)
  if (row.starts_at === start && row.status !== 'cancelled') return toVisitor(ctx, row)
  refuseOver(ctx, row)
  const calendar = await calendarOf(ctx)
  // Such a calendar names its own page, which matters more than whether the time was offered.
  if (!calendar || calendar.canMove) await requireOffered(ctx, calendar, talk.id, start)
  return toVisitor(ctx, await changeAppointment(ctx, id, { start, force: false }))
}

/** Cancels an appointment from the conversation in which it was booked. */
export async function cancelBooking(
  ctx: Context,
  talk: Talk,
  { id, reason }: CancelBooking,
): Promise<VisitorAppointment> {
  const row = await ownAppointment(ctx, talk, id)
  if (row.status !== 'cancelled') refuseOver(ctx, row)
  await cancelAppointment(ctx, { id, reason })
  return toVisitor(ctx, await ownAppointment(ctx, talk, id))
}

function refuseOver(ctx: Context, { status, starts_at }: WholeAppointment): void {
  if ((status !== 'confirmed' && status !== 'pending') || starts_at <= ctx.now())
    throw conflict('The appointment has taken place already, or was cancelled.', 'appointment_over')
}
