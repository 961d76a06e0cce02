import { z } from 'zod'
import type { Context } from '../../../core/context.ts'
import { InstantOrNull, isoTime, ProviderId, words, wordsOrNull } from '../../../core/provider-answer.ts'
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
import { afterWriting, callsOf, ifThere, otherTime } from './provider-calls.ts'
import { instantOf, wallTimes } from './wall-time.ts'

const When = z.object({ dateTime: words(40), timeZone: words(64) }).nullish()

const Event = z.object({
  id: ProviderId,
  subject: wordsOrNull(160),
  start: When,
  end: When,
  location: z.object({ displayName: wordsOrNull(500) }).nullish(),
  onlineMeeting: z.object({ joinUrl: wordsOrNull(500) }).nullish(),
  attendees: z
    .array(z.object({ emailAddress: z.object({ name: wordsOrNull(200), address: wordsOrNull(320) }).nullish() }))
    .max(1000)
    .nullish(),
  body: z.object({ content: wordsOrNull(20_000) }).nullish(),
  bodyPreview: wordsOrNull(1000),
  isCancelled: z.boolean().nullish(),
  isAllDay: z.boolean().nullish(),
  showAs: wordsOrNull(30),
  responseStatus: z.object({ response: wordsOrNull(30) }).nullish(),
  lastModifiedDateTime: InstantOrNull,
})
type Event = z.output<typeof Event>

const View = z.object({ value: z.array(Event).max(1000), '@odata.nextLink': z.unknown().optional() })

const minute = 60_000
const day = 1440 * minute
/** Events of this time are read in one call. A part with more events than one call returns is halved. */
const firstPart = 14 * day
const shortestPart = 30 * minute
const perCall = 200
const maxParts = 200

/** The default calendar of an Outlook account, over Composio. */
export function outlookCalendar(ctx: Context, project: ComposioProject): Calendar {
  const { reading, writing } = callsOf(ctx, 'composio')
  const tools = toolsOf(ctx, project, 'outlook')
  const { bookings, assistant } = ctx.site.settings
  const zone = bookings.timezone || assistant.timezone
  const get = async (id: string) => {
    const event = await ifThere(() => tools.run('outlookGet', { id }, Event))
    return event && toEvent(event, zone)
  }
  return {
    provider: 'outlook',
    ...{ ownTypes: false, canMove: true, listsCancelled: false },
    availability: (span, ignoring) =>
      reading(async () => {
        const events = (await readAll(tools, span)).filter(({ id }) => id !== ignoring).filter(isBusy)
        return { kind: 'busy', busy: events.flatMap((one) => toEvent(one, zone) ?? []).map(spanOf) }
      }),
    create: (event) => writing(() => create(tools, event, get)),
    findCreated: (event) => reading(() => findCreated(tools, event, zone)),
    get: (id) => reading(() => get(id)),
    move: (id, event) => writing(() => move(tools, id, event, get)),
    update: (id, event) => writing(() => update(tools, id, event)),
    cancel: (id) => writing(() => remove(tools, id)),
    list: (span, page) => reading(() => list(tools, span, page, zone)),
  }
}

type Get = (id: string) => Promise<CalendarEvent | undefined>

const spanOf = ({ start, end }: CalendarEvent): Span => ({ start, end })

/** The next part to read: where it begins and how long it is. Milliseconds. */
type Part = { at: number; length: number }

/** Reads a part of a span, or halves it. The provider's own links to further pages cannot be passed to the tool. */
async function readPart(tools: Tools, span: Span, { at, length }: Part, isBackground: boolean) {
  const to = Math.min(span.end, at + length)
  const input = { from: isoTime(at), to: isoTime(to), max: perCall }
  const view = await tools.run('outlookView', input, View, isBackground)
  const hasMore = view['@odata.nextLink'] !== undefined && view['@odata.nextLink'] !== null
  if (hasMore && length <= shortestPart)
    throw new CalendarError('failed', 'Outlook has too many events at the same time.')
  if (hasMore) return { events: [], next: { at, length: Math.max(shortestPart, Math.floor(length / 2)) } }
  return { events: view.value, next: to < span.end ? { at: to, length: Math.min(firstPart, 2 * length) } : null }
}

async function readAll(tools: Tools, span: Span): Promise<Event[]> {
  const found = new Map<string, Event>()
  let part: Part | null = { at: span.start, length: firstPart }
  for (let parts = 0; part && parts < maxParts; parts++) {
    const read: { events: Event[]; next: Part | null } = await readPart(tools, span, part, false)
    for (const one of read.events) found.set(one.id, one)
    part = read.next
  }
  // Free times from half a calendar would be wrong.
  if (part) throw new CalendarError('failed', 'Outlook has too many events.')
  return [...found.values()]
}

async function list(tools: Tools, span: Span, page: string | null, zone: string): Promise<EventPage> {
  const [at = span.start, length = firstPart] = (page ?? '').split('+').filter(Boolean).map(Number)
  const { events, next } = await readPart(tools, span, { at, length }, true)
  const shown = events.filter((one) => isBusy(one) || idIn(one) !== null)
  return { events: shown.flatMap((one) => toEvent(one, zone) ?? []), next: next && `${next.at}+${next.length}` }
}

/** Whether an event takes the owner's time. */
const isBusy = ({ isCancelled, showAs, responseStatus }: Event): boolean =>
  !isCancelled && !['free', 'workingElsewhere'].includes(showAs ?? '') && responseStatus?.response !== 'declined'

function fieldsOf(event: NewEvent) {
  const { start, end, zone } = wallTimes(event.start, event.end, event.timezone)
  return { start, end, timezone: zone }
}

async function create(tools: Tools, event: NewEvent, get: Get): Promise<CalendarEvent> {
  const { name, email } = event.attendee
  const input = {
    ...{ ...fieldsOf(event), subject: event.title, body: describe(event), is_html: false },
    location: event.location ?? undefined,
    attendees_info: email ? [{ email, name: name ?? email, type: 'required' }] : undefined,
  }
  const { id } = await tools.run('outlookCreate', input, Event)
  const stored = await afterWriting(() => get(id))
  if (stored && isAt(stored, event)) return stored
  await afterWriting(() => remove(tools, id))
  throw otherTime('Outlook')
}

const move = (tools: Tools, id: string, event: NewEvent, get: Get): Promise<CalendarEvent> =>
  moveOrPutBack('Outlook', event, {
    get: () => get(id),
    async set(span) {
      await tools.run('outlookUpdate', { id, ...fieldsOf({ ...event, ...span }) }, z.unknown())
    },
  })

/** A deleted event answers 404. */
async function update(tools: Tools, id: string, event: NewEvent): Promise<void> {
  const input = { id, subject: event.title, body: describe(event), location: event.location ?? '' }
  await tools.run('outlookUpdate', input, z.unknown())
}

/** An event that is gone already answers 404. */
async function remove(tools: Tools, id: string): Promise<void> {
  await ifThere(() => tools.run('outlookDelete', { id }, z.unknown()))
}

/** Looks for an event with our id, because a lost answer does not say whether it was made. */
async function findCreated(tools: Tools, event: NewEvent, zone: string): Promise<CalendarEvent | undefined> {
  const events = await readAll(tools, { start: event.start - day, end: event.end + day })
  const own = events.find((one) => idIn(one) === event.appointmentId && !one.isCancelled)
  const found = own && toEvent(own, zone)
  if (!found || isAt(found, event)) return found
  // Made at another time, which was not noticed before.
  await remove(tools, found.id)
  return undefined
}

const idIn = ({ body, bodyPreview }: Event): string | null => markIn(body?.content ?? null) ?? markIn(bodyPreview)

function toEvent(event: Event, zone: string): CalendarEvent | undefined {
  const [start, end] = [event.start, event.end].map((when) => timeOf(when, event.isAllDay ? zone : undefined))
  if (start === undefined || end === undefined || end < start) return undefined
  const people = (event.attendees ?? []).flatMap(({ emailAddress }) => emailAddress ?? [])
  const [first] = people
  return {
    ...{ id: event.id, start, end, title: event.subject ?? '' },
    location: event.location?.displayName ?? event.onlineMeeting?.joinUrl ?? null,
    ...{ replaces: null, replacedBy: null, appointmentId: idIn(event), rescheduleUrl: null, reason: null },
    status: event.isCancelled ? 'cancelled' : event.showAs === 'tentative' ? 'pending' : 'confirmed',
    attendee: first ? { name: first.name, email: first.address, phone: null } : null,
    attendees: people.flatMap(({ address }) => address ?? []),
    updatedAt: event.lastModifiedDateTime,
  }
}

/** Days of events that last all day are midnights of UTC, but mean those of the calendar. */
function timeOf(when: Event['start'], dayZone: string | undefined): number | undefined {
  if (!when) return undefined
  return instantOf({ local: when.dateTime.replace(/Z$/, ''), zone: dayZone ?? when.timeZone })
}

/** Arguments of the tools that are not optional, to be checked against their schemas. */
export const outlookArguments = ['start', 'end', 'timezone', 'subject', 'body']
