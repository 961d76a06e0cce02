import type { Context } from '../../../core/context.ts'
import { isoTime } from '../../../core/provider-answer.ts'
import { ProviderError } from '../../../core/provider-error.ts'
import type { CalcomAccount, CalcomBooking, CalcomEventType, NewCalcomBooking } from '../../../outside/calcom.ts'
import {
  type Calendar,
  CalendarError,
  type CalendarEvent,
  type EventPage,
  type NewEvent,
  type Question,
  type Span,
} from './calendar.ts'
import { afterWriting, callsOf, ifThere, maxPages, otherTime, partsOf } from './provider-calls.ts'

const day = 86_400_000
const minute = 60_000
/** Bookings beyond this number are not listed. */
const maxListed = 5_000
/** Under this name, our id is in the metadata of a booking. */
const ownId = 'appointmentId'
/** Fields that are filled from the attendee, or that only Cal.com's own page uses. */
const builtIn = new Set([
  'name',
  'email',
  'location',
  'rescheduleReason',
  'title',
  'notes',
  'guests',
  'attendeePhoneNumber',
])
/** Places that the attendee gives: how each is asked for and sent. */
const attendeePlaces: Record<string, { label: string; kind: Question['kind']; field: string }> = {
  attendeePhone: { label: 'Phone number', kind: 'phone', field: 'phone' },
  attendeeAddress: { label: 'Address', kind: 'text', field: 'address' },
  attendeeDefined: { label: 'Place', kind: 'text', field: 'location' },
}
/** The question about a place that the attendee gives. */
const placeQuestion = 'location'

/** The calendar of an account of Cal.com. */
export function calcomCalendar(ctx: Context, account: CalcomAccount): Calendar {
  const { reading, writing } = callsOf(ctx, 'calcom')
  const wanted = ctx.site.settings.bookings.eventType
  return {
    provider: 'calcom',
    ownTypes: true,
    canMove: true,
    listsCancelled: true,
    availability: (span, ignoring) =>
      reading(async () => {
        const type = await eventTypeOf(account, wanted)
        const parts = partsOf(span, 31 * day)
        const slots = []
        for (const { start, end } of parts) slots.push(...(await account.slots(type.id, start, end, ignoring)))
        const inside = slots.filter(({ start }) => start >= span.start && start < span.end)
        return {
          ...{ kind: 'slots', slots: inside, title: type.title, duration: type.lengthInMinutes },
          questions: questionsOf(type),
        }
      }),
    create: (event) => writing(() => create(account, wanted, event)),
    findCreated: (event) => reading(() => findCreated(account, event)),
    get: (id) =>
      reading(async () => {
        const booking = await ifThere(() => account.booking(id))
        return booking && toEvent(booking)
      }),
    move: (id, event) =>
      writing(async () => {
        const moved = await asked(() => account.reschedule(id, isoTime(event.start)))
        if (moved.start !== event.start)
          throw new CalendarError('failed', 'Cal.com moved the booking to another time.', { unknown: true })
        return toEvent(moved)
      }),
    // No `update`: Cal.com keeps neither title nor notes, and a changed place does not reach the owner's calendar.
    cancel: (id, reason) => writing(() => cancel(account, id, reason)),
    list: (span, page) => reading(() => list(account, span, page)),
  }
}

/** Lists the event types that can be booked. */
export const calcomEventTypes = async (account: CalcomAccount) =>
  (await account.eventTypes()).map(({ id, title, lengthInMinutes }) => ({
    ...{ id: String(id), name: title, duration: Math.round(lengthInMinutes) },
  }))

/** The chosen event type, by its id or the last part of its address; without a choice, the only one. */
async function eventTypeOf(account: CalcomAccount, wanted: string): Promise<CalcomEventType> {
  if (/^\d{1,15}$/.test(wanted)) {
    const found = await ifThere(() => account.eventType(Number(wanted)))
    if (found) return found
    throw new CalendarError('setup', `Cal.com has no event type ${wanted}. Choose another one in the settings.`)
  }
  const types = await account.eventTypes()
  const slug = wanted.split('/').pop()?.toLowerCase()
  const found = wanted ? types.find((one) => one.slug.toLowerCase() === slug || one.title === wanted) : undefined
  if (found) return found
  const [only, other] = types
  if (!wanted && only && !other) return only
  throw new CalendarError(
    'setup',
    wanted ? `Cal.com has no event type ${wanted}.` : 'Choose an event type of Cal.com in the settings.',
  )
}

const kinds: Record<string, Question['kind']> = {
  number: 'number',
  phone: 'phone',
  select: 'choice',
  radio: 'choice',
  multiselect: 'choice',
  checkbox: 'choice',
  boolean: 'yesNo',
}

/** What the event type asks beside name and email. */
function questionsOf({ bookingFields, locations }: CalcomEventType): Question[] {
  const own = (bookingFields ?? []).filter(({ slug, hidden }) => slug && !hidden && !builtIn.has(slug))
  const questions = own.map(({ slug, label, type, required, options }): Question => {
    const choices = options ?? []
    const kind = kinds[type] ?? 'text'
    return {
      ...{ id: slug as string, label: label ?? (slug as string), required: required ?? false },
      ...(kind === 'choice' ? (choices.length > 0 ? { kind, choices } : { kind: 'text' }) : { kind }),
    }
  })
  const phone = bookingFields?.find(({ slug, hidden }) => slug === 'attendeePhoneNumber' && !hidden)
  const place = attendeePlaces[placeTypeOf(locations) ?? '']
  return [
    ...(place ? [{ id: placeQuestion, label: place.label, kind: place.kind, required: true }] : []),
    ...(phone?.required && place?.kind !== 'phone'
      ? [{ id: 'attendeePhoneNumber', label: phone.label ?? 'Phone number', kind: 'phone' as const, required: true }]
      : []),
    ...questions,
  ]
}

/** The kind of place that only the attendee can give; undefined if the event type offers one of its own. */
function placeTypeOf(locations: CalcomEventType['locations']): string | undefined {
  const types = (locations ?? []).map(({ type }) => type)
  return types.every((type) => type in attendeePlaces) ? types[0] : undefined
}

async function create(account: CalcomAccount, wanted: string, event: NewEvent): Promise<CalendarEvent> {
  const type = await eventTypeOf(account, wanted)
  if (!event.attendee.email) throw new CalendarError('setup', 'Cal.com needs the email of the attendee.')
  const made = await asked(() => account.create(bookingOf(type, event)))
  if (made.start === event.start && made.end === event.end) return toEvent(made)
  await afterWriting(() => cancel(account, made.uid, null))
  throw otherTime('Cal.com')
}

function bookingOf(type: CalcomEventType, event: NewEvent): NewCalcomBooking {
  const { attendee } = event
  const phone = attendee.phone ?? event.answers.attendeePhoneNumber
  const minutes = Math.round((event.end - event.start) / minute)
  const answers = answersOf(type, event)
  const placeType = placeTypeOf(type.locations)
  const place = event.answers[placeQuestion] ?? (placeType === 'attendeePhone' ? attendee.phone : event.location)
  const field = attendeePlaces[placeType ?? '']?.field
  return {
    start: isoTime(event.start),
    eventTypeId: type.id,
    ...(minutes !== type.lengthInMinutes && type.lengthInMinutesOptions?.includes(minutes)
      ? { lengthInMinutes: minutes }
      : {}),
    attendee: {
      ...{ name: attendee.name ?? attendee.email ?? 'Visitor', email: attendee.email ?? '' },
      timeZone: attendee.timezone,
      ...(phone ? { phoneNumber: phone } : {}),
      ...(attendee.locale ? { language: attendee.locale.slice(0, 2).toLowerCase() } : {}),
    },
    ...(Object.keys(answers).length > 0 ? { bookingFieldsResponses: answers } : {}),
    ...(placeType && field && place ? { location: { type: placeType, [field]: place } } : {}),
    metadata: { [ownId]: event.appointmentId, source: 'frontdesk' },
  }
}

/** The answers that the event type has fields for, in the types of these. */
function answersOf({ bookingFields }: CalcomEventType, { answers, notes }: NewEvent): Record<string, unknown> {
  const fields = (bookingFields ?? []).filter(({ slug, hidden }) => slug && !hidden)
  const given = fields.flatMap(({ slug, type }): [string, unknown][] => {
    if (slug === 'notes') return notes ? [[slug, notes]] : []
    const answer = builtIn.has(slug as string) ? undefined : answers[slug as string]
    if (answer === undefined || answer === '') return []
    if (type === 'number') return [[slug as string, Number(answer)]]
    if (type === 'boolean') return [[slug as string, /^(true|yes|1)$/i.test(answer)]]
    return [[slug as string, ['multiselect', 'checkbox', 'multiemail'].includes(type) ? [answer] : answer]]
  })
  return Object.fromEntries(given)
}

/** A call that fails with a 400 if the time is taken. */
async function asked<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ProviderError) || error.kind !== 'taken') throw error
    throw new CalendarError('taken', 'The time is no longer free at Cal.com.', { cause: error })
  }
}

/** Looks for a booking with our id, because a lost answer does not say whether it was made. */
async function findCreated(account: CalcomAccount, event: NewEvent): Promise<CalendarEvent | undefined> {
  const { email } = event.attendee
  let skip: number | null = 0
  for (let page = 0; skip !== null && page < maxPages; page++) {
    const span = { from: event.start - day, to: event.end + day }
    const found: Awaited<ReturnType<CalcomAccount['bookings']>> = await account.bookings({
      ...{ ...span, skip, isBackground: false },
      ...(email ? { email } : {}),
    })
    const own = found.bookings.find((one) => idIn(one) === event.appointmentId && isActive(one))
    if (own) return toEvent(own)
    skip = found.next
  }
  return undefined
}

const isActive = ({ status }: CalcomBooking) => status === 'accepted' || status === 'pending'

async function cancel(account: CalcomAccount, id: string, reason: string | null): Promise<void> {
  try {
    await account.cancel(id, reason)
  } catch (error) {
    if (!(error instanceof ProviderError) || !['missing', 'refused'].includes(error.kind)) throw error
    // It may be gone already.
    const booking = await ifThere(() => account.booking(id))
    if (booking && isActive(booking)) throw error
  }
}

async function list(account: CalcomAccount, span: Span, page: string | null): Promise<EventPage> {
  const skip = page === null ? 0 : Number(page)
  // A booking overlaps the span if it begins before its end; bookings are shorter than a day.
  const found = await account.bookings({ from: span.start - day, to: span.end + day, skip, isBackground: true })
  const events = found.bookings.map(toEvent).filter(({ start, end }) => start < span.end && end > span.start)
  return { events, next: found.next === null || skip >= maxListed ? null : String(found.next) }
}

function toEvent(booking: CalcomBooking): CalendarEvent {
  const [attendee] = booking.attendees
  return {
    ...{ id: booking.uid, start: booking.start, end: booking.end, title: booking.title, location: booking.location },
    ...{ replaces: booking.rescheduledFromUid ?? null, replacedBy: booking.rescheduledToUid ?? null },
    appointmentId: idIn(booking),
    status: statusOf(booking),
    reason: reasonOf(booking),
    attendee: attendee ? { name: attendee.name, email: attendee.email, phone: attendee.phoneNumber } : null,
    attendees: booking.attendees.flatMap(({ email }) => email ?? []),
    rescheduleUrl: null,
    updatedAt: booking.updatedAt,
  }
}

function statusOf({ status, absentHost, attendees }: CalcomBooking): CalendarEvent['status'] {
  if (status === 'cancelled' || status === 'rejected') return 'cancelled'
  if (status === 'pending') return 'pending'
  const isAbsent = absentHost || (attendees.length > 0 && attendees.every(({ absent }) => absent))
  return isAbsent ? 'no_show' : 'confirmed'
}

function reasonOf({ status, cancellationReason }: CalcomBooking): string | null {
  if (status === 'rejected') return cancellationReason ?? 'The booking was declined.'
  return status === 'cancelled' ? cancellationReason : null
}

function idIn({ metadata }: CalcomBooking): string | null {
  const id = typeof metadata === 'object' && metadata !== null ? (metadata as Record<string, unknown>)[ownId] : null
  return typeof id === 'string' && id.length <= 100 ? id : null
}
