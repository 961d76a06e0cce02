import type { Context } from '../../../core/context.ts'
import { isoTime } from '../../../core/provider-answer.ts'
import { ProviderError } from '../../../core/provider-error.ts'
import type {
  CalendlyAccount,
  CalendlyEvent,
  CalendlyEventType,
  CalendlyInvitee,
  NewInvitee,
} from '../../../outside/calendly.ts'
import {
  type Calendar,
  CalendarError,
  type CalendarEvent,
  type EventPage,
  type NewEvent,
  type Question,
  type Span,
} from './calendar.ts'
import { afterWriting, callsOf, ifThere, maxPages, otherTime, partsOf, repeatedPage } from './provider-calls.ts'

const minute = 60_000
const day = 86_400_000
/** A little less than the provider allows, so that clocks may differ. */
const maxSpan = 31 * day - 10 * minute
/** Each event costs a call for its invitees, and a free plan allows 50 a minute. */
const eventsPerPage = 20

/** The calendar of an account of Calendly. An event's id is `<event>/<invitee>`, because invitees are rescheduled. */
export function calendlyCalendar(ctx: Context, account: CalendlyAccount): Calendar {
  const { reading, writing } = callsOf(ctx, 'calendly')
  const wanted = ctx.site.settings.bookings.eventType
  const byLink = () => new CalendarError('setup', 'Bookings of Calendly are moved with the link that the visitor has.')
  return {
    provider: 'calendly',
    ownTypes: true,
    canMove: false,
    listsCancelled: true,
    availability: (span) =>
      reading(async () => {
        const type = await eventTypeOf(account, wanted)
        const slots = await slotsOf(account, type, span, ctx.now())
        return { kind: 'slots', slots, title: type.name, duration: type.duration, questions: questionsOf(type) }
      }),
    create: (event) => writing(() => create(ctx, account, wanted, event)),
    findCreated: (event) => reading(() => findCreated(account, event)),
    get: (id) => reading(() => ifThere(() => read(account, id))),
    async move() {
      throw byLink()
    },
    // No `update`: Calendly keeps none of the fields that change.
    cancel: (id, reason) => writing(() => cancel(account, id, reason)),
    list: (span, page) => reading(() => list(account, span, page)),
  }
}

/** Lists the event types that can be booked. */
export async function calendlyEventTypes(account: CalendlyAccount) {
  const types = await account.eventTypes((await account.me()).uri)
  return types.map(({ uri, name, duration }) => ({ id: uri, name, duration: Math.round(duration) }))
}

/** The chosen event type, by its URI, name or the last part of its address; without a choice, the only one. */
async function eventTypeOf(account: CalendlyAccount, wanted: string): Promise<CalendlyEventType> {
  if (/\/event_types\/[\w-]+$/.test(wanted)) {
    const found = await ifThere(() => account.eventType(wanted))
    if (found) return found
    throw new CalendarError(
      'setup',
      'Calendly no longer has the chosen event type. Choose another one in the settings.',
    )
  }
  const types = await account.eventTypes((await account.me()).uri)
  const slug = wanted.split('/').pop()?.toLowerCase()
  const found = wanted ? types.find((one) => one.slug?.toLowerCase() === slug || one.name === wanted) : undefined
  if (found) return found
  const [only, other] = types
  if (!wanted && only && !other) return only
  throw new CalendarError(
    'setup',
    wanted ? `Calendly has no event type ${wanted}.` : 'Choose an event type of Calendly in the settings.',
  )
}

async function slotsOf(account: CalendlyAccount, type: CalendlyEventType, span: Span, now: number): Promise<Span[]> {
  const slots: Span[] = []
  // The provider refuses times that have begun.
  const future = { start: Math.max(span.start, now + 2 * minute), end: span.end }
  for (const { start, end } of partsOf(future, maxSpan)) {
    const times = await account.availableTimes(type.uri, start, end)
    const inside = times.filter((time) => time >= span.start && time < span.end)
    slots.push(...inside.map((time) => ({ start: time, end: time + type.duration * minute })))
  }
  return slots
}

const kinds: Record<string, Question['kind']> = {
  phone_number: 'phone',
  single_select: 'choice',
  multi_select: 'choice',
}
/** Places that the visitor gives. */
const places: Record<string, { label: string; kind: Question['kind'] }> = {
  ask_invitee: { label: 'Place', kind: 'text' },
  outbound_call: { label: 'Phone number', kind: 'phone' },
}
const placeQuestion = 'location'

function questionsOf(type: CalendlyEventType): Question[] {
  const own = (type.custom_questions ?? []).filter(({ enabled }) => enabled !== false)
  const questions = own.map((one): Question => {
    const choices = one.answer_choices ?? []
    const kind = kinds[one.type] ?? 'text'
    return {
      ...{ id: String(one.position), label: one.name, required: one.required ?? false },
      ...(kind === 'choice' && choices.length === 0 ? { kind: 'text' } : { kind }),
      ...(choices.length > 0 ? { choices } : {}),
    }
  })
  const place = places[placeOf(type)?.kind ?? '']
  return [...(place ? [{ id: placeQuestion, ...place, required: true }] : []), ...questions]
}

/** The place to send with a booking: none for round robin, where the host decides it. */
const placeOf = ({ pooling_type, locations }: CalendlyEventType) =>
  pooling_type === 'round_robin' ? undefined : (locations ?? [])[0]

async function create(ctx: Context, account: CalendlyAccount, wanted: string, event: NewEvent): Promise<CalendarEvent> {
  const type = await eventTypeOf(account, wanted)
  if (!event.attendee.email) throw new CalendarError('setup', 'Calendly needs the email of the visitor.')
  const invitee = await book(ctx, account, type, event)
  const [eventId, inviteeId] = [lastOf(invitee.event), lastOf(invitee.uri)]
  const stored = await readBooked(account, eventId)
  // It was booked as asked, although its event cannot be read now.
  if (!stored) return unread(event, invitee)
  if (stored.start_time !== event.start) {
    await afterWriting(() => cancel(account, `${eventId}/${inviteeId}`, null))
    throw otherTime('Calendly')
  }
  return toEvent(stored, invitee)
}

async function readBooked(account: CalendlyAccount, id: string): Promise<CalendlyEvent | undefined> {
  try {
    return await account.event(id)
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    return undefined
  }
}

async function book(
  ctx: Context,
  account: CalendlyAccount,
  type: CalendlyEventType,
  event: NewEvent,
): Promise<CalendlyInvitee> {
  try {
    return await account.book(inviteeOf(type, event))
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    // A plan that books on the provider's page only, or the day's limit of bookings.
    const isElsewhere = error.kind === 'limited' || (error.status === 403 && error.kind === 'refused')
    if (isElsewhere && type.scheduling_url) {
      const url = linkFor(type.scheduling_url, event)
      throw new CalendarError('elsewhere', 'The visitor books on the page of Calendly.', { url, cause: error })
    }
    // The code of a taken time is not documented, so its times are read again.
    if (error.status === 400 && !(await isOffered(ctx, account, type, event)))
      throw new CalendarError('taken', 'The time is no longer free at Calendly.', { cause: error })
    throw error
  }
}

async function isOffered({ now }: Context, account: CalendlyAccount, type: CalendlyEventType, event: NewEvent) {
  const slots = await slotsOf(account, type, { start: event.start, end: event.start + minute }, now())
  return slots.some(({ start }) => start === event.start)
}

/** The provider's page, with what is known filled in. Our id comes back with the booking. */
function linkFor(page: string, { appointmentId, attendee, start, timezone }: NewEvent): string {
  const url = new URL(page)
  const month = new Date(start).toLocaleDateString('sv', { timeZone: timezone })
  const filled = {
    utm_source: 'frontdesk',
    utm_content: appointmentId,
    name: attendee.name,
    email: attendee.email,
    date: month,
  }
  for (const [name, value] of Object.entries(filled)) if (value) url.searchParams.set(name, value)
  return url.href
}

function inviteeOf(type: CalendlyEventType, event: NewEvent): NewInvitee {
  const { attendee, answers } = event
  const place = placeOf(type)
  const given = answers[placeQuestion] ?? (place?.kind === 'outbound_call' ? attendee.phone : event.location)
  const isAsked = place !== undefined && place.kind in places
  return {
    event_type: type.uri,
    start_time: isoTime(event.start),
    invitee: {
      ...{
        name: attendee.name ?? attendee.email ?? 'Visitor',
        email: attendee.email ?? '',
        timezone: attendee.timezone,
      },
      ...(attendee.phone ? { text_reminder_number: attendee.phone } : {}),
    },
    ...(place ? { location: { kind: place.kind, ...(isAsked && given ? { location: given } : {}) } } : {}),
    questions_and_answers: (type.custom_questions ?? []).flatMap(({ name, position }) => {
      const answer = answers[String(position)]
      return answer ? [{ question: name, answer, position }] : []
    }),
    tracking: { utm_source: 'frontdesk', utm_content: event.appointmentId },
  }
}

/** Looks for a booking with our id, because a lost answer does not say whether it was made. */
async function findCreated(account: CalendlyAccount, event: NewEvent): Promise<CalendarEvent | undefined> {
  const { email } = event.attendee
  const { uri: user } = await account.me()
  const query = { user, from: event.start - minute, to: event.start + minute, count: 100, isBackground: false }
  let page: string | null = null
  for (let pages = 0; pages < maxPages; pages++) {
    const { items, next }: { items: CalendlyEvent[]; next: string | null } = await account.events({
      ...query,
      page,
      ...(email ? { email } : {}),
    })
    for (const one of items.filter(({ status }) => status === 'active')) {
      const invitees = await account.invitees(lastOf(one.uri), false)
      const own = invitees.find((invitee) => idIn(invitee) === event.appointmentId && invitee.status === 'active')
      if (own) return toEvent(one, own)
    }
    if (next === null) break
    if (next === page) throw repeatedPage('Calendly')
    page = next
  }
  return undefined
}

async function read(account: CalendlyAccount, id: string): Promise<CalendarEvent> {
  const [event = '', invitee = ''] = id.split('/')
  return toEvent(await account.event(event), invitee === '' ? undefined : await account.invitee(event, invitee))
}

async function cancel(account: CalendlyAccount, id: string, reason: string | null): Promise<void> {
  const [eventId = ''] = id.split('/')
  const event = await ifThere(() => account.event(eventId))
  if (event?.status !== 'active') return
  // Cancelling an event cancels all of its invitees.
  if ((event.invitees_counter?.active ?? 1) > 1)
    throw new CalendarError('setup', 'Other people are booked in the same event. Cancel this one at Calendly.')
  try {
    await account.cancel(eventId, reason)
  } catch (error) {
    if (!(error instanceof ProviderError) || !['missing', 'refused'].includes(error.kind)) throw error
    // It may have been cancelled since.
    const again = await ifThere(() => account.event(eventId))
    if (again?.status === 'active') throw error
  }
}

async function list(account: CalendlyAccount, span: Span, page: string | null): Promise<EventPage> {
  const { uri: user } = await account.me()
  const query = { user, from: span.start - day, to: span.end, count: eventsPerPage, isBackground: true }
  const { items, next } = await account.events({ ...query, page })
  if (next !== null && next === page) throw repeatedPage('Calendly')
  const events: CalendarEvent[] = []
  for (const event of items.filter(({ end_time, start_time }) => start_time < span.end && end_time > span.start)) {
    const invitees = await account.invitees(lastOf(event.uri), true)
    events.push(...(invitees.length > 0 ? invitees.map((one) => toEvent(event, one)) : [toEvent(event)]))
  }
  return { events, next }
}

/** The last part of a URI. */
const lastOf = (uri: string): string => uri.replace(/\/+$/, '').split('/').pop() ?? ''

/** The id of an invitee, from a URI that ends with `/scheduled_events/<event>/invitees/<invitee>`. */
function idOf(uri: string | null | undefined): string | null {
  const [, event, invitee] = /\/scheduled_events\/([\w-]+)\/invitees\/([\w-]+)\/?$/.exec(uri ?? '') ?? []
  return event && invitee ? `${event}/${invitee}` : null
}

function toEvent(event: CalendlyEvent, invitee?: CalendlyInvitee): CalendarEvent {
  const guests = (event.event_guests ?? []).flatMap(({ email }) => email ?? [])
  const isCancelled = event.status !== 'active' || (invitee !== undefined && invitee.status !== 'active')
  return {
    id: invitee ? (idOf(invitee.uri) ?? `${lastOf(event.uri)}/${lastOf(invitee.uri)}`) : lastOf(event.uri),
    ...{ start: event.start_time, end: event.end_time, title: event.name },
    ...{ replaces: idOf(invitee?.old_invitee), replacedBy: idOf(invitee?.new_invitee) },
    appointmentId: invitee ? idIn(invitee) : null,
    status: isCancelled ? 'cancelled' : invitee?.no_show ? 'no_show' : 'confirmed',
    reason: isCancelled ? (invitee?.cancellation?.reason ?? event.cancellation?.reason ?? null) : null,
    location: event.location?.location ?? event.location?.join_url ?? null,
    ...personOf(invitee),
    attendees: [...(invitee?.email ? [invitee.email] : []), ...guests],
    updatedAt: Math.max(event.updated_at ?? 0, invitee?.updated_at ?? 0) || null,
  }
}

const personOf = (invitee: CalendlyInvitee | undefined) => ({
  attendee: invitee ? { name: invitee.name, email: invitee.email, phone: invitee.text_reminder_number } : null,
  rescheduleUrl: invitee?.reschedule_url ?? null,
})

/** A booking whose event could not be read yet. */
function unread(event: NewEvent, invitee: CalendlyInvitee): CalendarEvent {
  const { start, end, title, location, appointmentId } = event
  return {
    ...{ id: `${lastOf(invitee.event)}/${lastOf(invitee.uri)}`, start, end, title, location, appointmentId },
    ...{ replaces: null, replacedBy: null, status: 'confirmed', reason: null, ...personOf(invitee) },
    ...{ attendees: invitee.email ? [invitee.email] : [], updatedAt: invitee.updated_at },
  }
}

const idIn = ({ tracking }: CalendlyInvitee): string | null => tracking?.utm_content?.slice(0, 100) ?? null
