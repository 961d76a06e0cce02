import { z } from 'zod'
import type { Context } from '../../../core/context.ts'
import { Instant, InstantOrNull, isoTime, ProviderId, words, wordsOrNull } from '../../../core/provider-answer.ts'
import type { ComposioProject } from '../../../outside/composio.ts'
import {
  type Calendar,
  CalendarError,
  type CalendarEvent,
  type EventPage,
  type NewEvent,
  type Span,
} from './calendar.ts'
import { describe, isAt, markIn, moveOrPutBack, type Tools, toolsOf } from './composio.ts'
import { afterWriting, callsOf, ifThere, maxPages, otherTime, repeatedPage } from './provider-calls.ts'
import { dayStart, wallTimes } from './wall-time.ts'

const When = z
  .object({
    dateTime: Instant.optional(),
    date: z
      .string()
      .regex(/^\d{4}-\d\d-\d\d$/)
      .optional(),
    timeZone: wordsOrNull(64),
  })
  .optional()

const Event = z.object({
  id: ProviderId,
  status: words(20).default('confirmed'),
  summary: wordsOrNull(160),
  description: wordsOrNull(8000),
  location: wordsOrNull(500),
  hangoutLink: wordsOrNull(500),
  start: When,
  end: When,
  transparency: wordsOrNull(20),
  updated: InstantOrNull,
  attendees: z
    .array(
      z.object({
        email: wordsOrNull(320),
        displayName: wordsOrNull(200),
        self: z.boolean().nullish(),
        responseStatus: wordsOrNull(30),
      }),
    )
    .max(1000)
    .nullish(),
})
type Event = z.output<typeof Event>

const Events = z.object({
  items: z.array(Event).max(2500),
  timeZone: wordsOrNull(64),
  nextPageToken: z.string().max(2000).nullish(),
})

const primary = { calendarId: 'primary' }
const perPage = 250

/** The primary calendar of a Google account, over Composio. */
export function googleCalendar(ctx: Context, project: ComposioProject): Calendar {
  const { reading, writing } = callsOf(ctx, 'composio')
  const tools = toolsOf(ctx, project, 'google')
  const { bookings, assistant } = ctx.site.settings
  const zone = bookings.timezone || assistant.timezone
  const get = async (id: string) => {
    const event = await ifThere(() => tools.run('googleGet', { ...primary, id }, Event))
    return event && toEvent(event, zone)
  }
  return {
    provider: 'google',
    ...{ ownTypes: false, canMove: true, listsCancelled: false },
    availability: (span, ignoring) =>
      reading(async () => ({ kind: 'busy', busy: await busyIn(tools, span, zone, ignoring) })),
    create: (event) => writing(() => create(tools, event, get)),
    findCreated: (event) => reading(() => findCreated(tools, event, zone)),
    get: (id) => reading(() => get(id)),
    move: (id, event) => writing(() => move(tools, id, event, get)),
    update: (id, event) => writing(() => update(tools, id, event, get)),
    cancel: (id) => writing(() => remove(tools, id)),
    list: (span, page) => reading(() => list(tools, { span, page, zone, isBackground: true })),
  }
}

type Get = (id: string) => Promise<CalendarEvent | undefined>
type Asked = { span: Span; page: string | null; zone: string; isBackground: boolean }

async function readPage(tools: Tools, { span, page, zone, isBackground }: Asked) {
  const input = {
    ...{ calendarId: 'primary', from: isoTime(span.start), to: isoTime(span.end), max: perPage, single: true },
    ...{ order: 'startTime', page: page ?? undefined },
  }
  const { items, timeZone, nextPageToken } = await tools.run('googleList', input, Events, isBackground)
  if (nextPageToken && nextPageToken === page) throw repeatedPage('Google Calendar')
  return { items, zone: timeZone ?? zone, next: nextPageToken || null }
}

async function list(tools: Tools, asked: Asked): Promise<EventPage> {
  const { items, zone, next } = await readPage(tools, asked)
  // Events marked as free do not block, unless they are our own.
  const shown = items.filter((one) => isBusy(one) || markIn(one.description) !== null)
  return { events: shown.flatMap((one) => toEvent(one, zone) ?? []), next }
}

async function busyIn(tools: Tools, span: Span, zone: string, ignoring?: string): Promise<Span[]> {
  const busy: Span[] = []
  let page: string | null = null
  for (let pages = 0; pages < maxPages; pages++) {
    const read: Awaited<ReturnType<typeof readPage>> = await readPage(tools, { span, page, zone, isBackground: false })
    for (const one of read.items.filter(({ id }) => id !== ignoring).filter(isBusy)) {
      const event = toEvent(one, read.zone)
      if (event) busy.push({ start: event.start, end: event.end })
    }
    page = read.next
    if (page === null) return busy
  }
  // Free times from half a calendar would be wrong.
  throw new CalendarError('failed', 'Google Calendar sends its events on too many pages.')
}

/** Whether an event takes the owner's time. */
const isBusy = ({ status, transparency, attendees }: Event): boolean =>
  status !== 'cancelled' &&
  transparency !== 'transparent' &&
  !(attendees ?? []).some(({ self, responseStatus }) => self && responseStatus === 'declined')

async function create(tools: Tools, event: NewEvent, get: Get): Promise<CalendarEvent> {
  const { start, end, zone } = wallTimes(event.start, event.end, event.timezone)
  const input = {
    ...{ ...primary, start, end, timezone: zone, summary: event.title, description: describe(event) },
    location: event.location ?? undefined,
    attendees: event.attendee.email ? [event.attendee.email] : undefined,
    // Defaults have changed between versions. The confirmation is ours.
    ...{ meetingRoom: event.meetingLink && !event.location, send_updates: false },
  }
  const { id } = await tools.run('googleCreate', input, Event)
  const stored = await afterWriting(() => get(id))
  if (stored && isAt(stored, event)) return stored
  await afterWriting(() => remove(tools, id))
  throw otherTime('Google Calendar')
}

const move = (tools: Tools, id: string, event: NewEvent, get: Get): Promise<CalendarEvent> =>
  moveOrPutBack('Google Calendar', event, {
    get: () => get(id),
    async set(span) {
      const { start, end, zone } = wallTimes(span.start, span.end, event.timezone)
      await tools.run('googlePatch', { ...primary, id, start, end, timezone: zone, send_updates: false }, z.unknown())
    },
  })

/** Google changes a deleted event without an error, so it is read afterwards. */
async function update(tools: Tools, id: string, event: NewEvent, get: Get): Promise<void> {
  const input = { ...primary, id, summary: event.title, description: describe(event), location: event.location ?? '' }
  await tools.run('googlePatch', { ...input, send_updates: false }, z.unknown())
  if (!(await get(id))) throw new CalendarError('failed', 'The event no longer exists in Google Calendar.')
}

/** An event that is gone already answers 404 or 410. */
async function remove(tools: Tools, id: string): Promise<void> {
  await ifThere(() => tools.run('googleDelete', { ...primary, id }, z.unknown()))
}

/** Looks for an event with our id, because a lost answer does not say whether it was made. */
async function findCreated(tools: Tools, event: NewEvent, zone: string): Promise<CalendarEvent | undefined> {
  const day = 86_400_000
  const span = { start: event.start - day, end: event.end + day }
  let page: string | null = null
  for (let pages = 0; pages < maxPages; pages++) {
    const found: EventPage = await list(tools, { span, page, zone, isBackground: false })
    const own = found.events.find(({ appointmentId }) => appointmentId === event.appointmentId)
    if (own) {
      if (isAt(own, event)) return own
      // Made at another time, which was not noticed before.
      await remove(tools, own.id)
      return undefined
    }
    page = found.next
    if (page === null) return undefined
  }
  return undefined
}

/** Undefined for what was deleted: of these events only their ids are left. */
function toEvent(event: Event, zone: string): CalendarEvent | undefined {
  const [start, end] = [timeOf(event.start, zone), timeOf(event.end, zone)]
  if (event.status === 'cancelled' || start === undefined || end === undefined || end < start) return undefined
  const people = (event.attendees ?? []).filter(({ self }) => !self)
  const [first] = people
  return {
    ...{ id: event.id, start, end, title: event.summary ?? '', location: event.location ?? event.hangoutLink },
    ...{ replaces: null, replacedBy: null, appointmentId: markIn(event.description) },
    ...{ status: event.status === 'tentative' ? 'pending' : 'confirmed', reason: null, rescheduleUrl: null },
    attendee: first ? { name: first.displayName, email: first.email, phone: null } : null,
    attendees: people.flatMap(({ email }) => email ?? []),
    updatedAt: event.updated,
  }
}

/** Days of events that last all day begin in the calendar's own zone; the last day is not included. */
function timeOf(when: Event['start'], zone: string): number | undefined {
  if (when?.dateTime !== undefined) return when.dateTime
  return when?.date === undefined ? undefined : dayStart(when.date, when.timeZone ?? zone)
}

/** Arguments of the tools that are not optional, to be checked against their schemas. */
export const googleArguments = ['calendarId', 'start', 'end', 'timezone', 'summary', 'description']
