import { readFileSync } from 'node:fs'
import { Ajv2020 } from '@redocly/ajv/dist/2020.js'
import { type FakeProvider, type Given, startFakeProvider } from './fake-provider.ts'
import type { Seen } from './fake-server.ts'

type Json = Record<string, unknown>
type Parameter = { name: string; in: string; required?: boolean; schema: { type?: string; enum?: string[] } }
type Documented = {
  parameters?: Parameter[]
  requestBody?: { content: { 'application/json': { schema: { $ref: string } } } }
}

export type CalcomBookingState = Json & { uid: string; start: string; end: string; status: string; eventTypeId: number }

export type FakeCalcom = FakeProvider & {
  key: string
  types: Json[]
  bookings: Map<string, CalcomBookingState>
  /** Whether bookings wait for the owner. */
  needsConfirmation: boolean
  /** The key is valid, but the installation has no licence. */
  isUnlicensed: boolean
  /** Calls that the key may still make in a minute. */
  remaining: number
  /** The owner's own busy time. */
  busy: { start: number; end: number }[]
  /** What the owner does at Cal.com. */
  owner: {
    book(start: number, attendee: Json, more?: Json): string
    move(uid: string, start: number): string
    set(uid: string, change: Json): void
  }
}

const document = JSON.parse(readFileSync('test/fixtures/calcom-v2.json', 'utf8')) as {
  paths: Record<string, Record<string, Documented>>
}
const ajv = new Ajv2020({ strict: false, validateFormats: false, validateSchema: false })
ajv.addSchema(document, 'calcom')

const half = 30 * 60_000
const taken = 'User either already has booking at this time or is not available'
let made = 0

/** Cal.com's API v2. Every request is checked against the provider's own document; an unknown version gives 404. */
export async function startFakeCalcom(now: () => number): Promise<FakeCalcom> {
  const server = await startFakeProvider((seen) => answer(calcom, seen, now))
  const calcom: FakeCalcom = {
    ...server,
    key: 'cal_live_0123456789',
    types: [eventType(7, 'Repair', 'repair', 30)],
    bookings: new Map(),
    ...{ needsConfirmation: false, isUnlicensed: false, remaining: 120, busy: [] },
    owner: {
      book: (start, attendee, more = {}) => book(calcom, now(), { start, attendee, ...more }).uid,
      move: (uid, start) => move(calcom, now(), uid, start).uid,
      set: (uid, change) => void Object.assign(calcom.bookings.get(uid) ?? {}, change),
    },
  }
  return calcom
}

export const eventType = (id: number, title: string, slug: string, lengthInMinutes: number, more: Json = {}): Json => ({
  ...{ id, title, slug, lengthInMinutes, description: '', locations: [{ type: 'address', address: 'Here 1' }] },
  bookingFields: [
    { type: 'name', slug: 'name', isDefault: true, required: true },
    { type: 'email', slug: 'email', isDefault: true, required: true },
    { type: 'textarea', slug: 'notes', isDefault: true, required: false },
  ],
  ...{ disableGuests: false, recurrence: null, metadata: {}, price: 0, currency: 'eur', isInstantEvent: false },
  ...{ scheduleId: 1, hidden: false, bookingRequiresAuthentication: false, ownerId: 1, users: [] },
  ...{ bookingUrl: `https://cal.example/anna/${slug}`, ...more },
})

function answer(calcom: FakeCalcom, seen: Seen, now: () => number): Given {
  const reply = answerTo(calcom, seen, now())
  calcom.remaining = Math.max(0, calcom.remaining - 1)
  const headers = {
    'x-ratelimit-limit-default': '120',
    'x-ratelimit-remaining-default': String(calcom.remaining),
    'x-ratelimit-reset-default': '60',
  }
  return { ...reply, headers }
}

export const calcomError = (status: number, code: string, message: string): Given => ({
  status,
  body: { status: 'error', timestamp: new Date().toISOString(), path: '/v2', error: { code, message } },
})

const missing = (message: string) => calcomError(404, 'NotFoundException', message)

function answerTo(calcom: FakeCalcom, seen: Seen, now: number): Given {
  const url = new URL(seen.path, calcom.url)
  if (calcom.remaining === 0)
    return calcomError(429, 'ThrottlerException', 'Too many requests. Please try again later.')
  if (seen.headers.authorization !== `Bearer ${calcom.key}`)
    return calcomError(401, 'UnauthorizedException', 'Your api key is not valid')
  if (calcom.isUnlicensed) {
    const message = 'Invalid or missing CALCOM_LICENSE_KEY environment variable'
    return calcomError(401, 'UnauthorizedException', message)
  }
  const found = documentedCall(seen.method, url.pathname)
  if (!found) return missing(`Cannot ${seen.method} ${url.pathname}`)
  const fault = faultOf(found.call, url, seen)
  if (fault === 'version') return missing(`Cannot ${seen.method} ${url.pathname}`)
  if (fault) return calcomError(400, 'BadRequestException', fault)
  return found.run(calcom, { url, id: found.id, body: seen.json as Json, now })
}

type Asked = { url: URL; id: string; body: Json; now: number }
type Run = (calcom: FakeCalcom, asked: Asked) => Given

const success = (data: unknown, status = 200, more: Json = {}): Given => ({
  status,
  body: { status: 'success', data, ...more },
})

const me = {
  ...{ id: 1, username: 'anna', email: 'anna@shop.example', name: 'Anna', avatarUrl: null, bio: null, timeFormat: 24 },
  ...{ defaultScheduleId: 1, weekStart: 'Monday', timeZone: 'Europe/Berlin', organizationId: null },
}

const runs: Record<string, Run> = {
  'GET /v2/me': () => success(me),
  'GET /v2/event-types': (calcom, { url }) => success(url.searchParams.get('username') === 'anna' ? calcom.types : []),
  'GET /v2/event-types/{eventTypeId}': (calcom, { id }) => {
    const found = calcom.types.find((one) => String(one.id) === id)
    return found ? success(found) : missing(`Event type with id=${id} not found`)
  },
  'GET /v2/slots': slots,
  'POST /v2/bookings': create,
  'GET /v2/bookings': list,
  'GET /v2/bookings/{bookingUid}': (calcom, { id }) => {
    const found = calcom.bookings.get(id)
    return found ? success(found) : missing(`Booking with uid=${id} was not found in the database`)
  },
  'POST /v2/bookings/{bookingUid}/reschedule': (calcom, { id, body, now }) => {
    const old = calcom.bookings.get(id)
    if (!old) return missing(`Booking with uid=${id} was not found in the database`)
    const start = Date.parse(String(body.start))
    const end = start + Date.parse(old.end) - Date.parse(old.start)
    if (!isFree(calcom, start, end, id)) return calcomError(400, 'BadRequestException', taken)
    return success(move(calcom, now, id, start), 201)
  },
  'POST /v2/bookings/{bookingUid}/cancel': (calcom, { id, body }) => {
    const found = calcom.bookings.get(id)
    if (!found) return missing(`Booking with uid=${id} was not found in the database`)
    if (found.status === 'cancelled')
      return calcomError(
        400,
        'BadRequestException',
        `Can't cancel booking with uid=${id} because it has been cancelled already.`,
      )
    Object.assign(found, { status: 'cancelled', cancellationReason: body.cancellationReason ?? '' })
    return success(found)
  },
}

function documentedCall(method: string, path: string) {
  for (const [form, operations] of Object.entries(document.paths)) {
    const match = new RegExp(`^${form.replace(/\{\w+\}/, '([^/]+)')}$`).exec(path)
    const call = operations[method.toLowerCase()]
    const run = runs[`${method} ${form}`]
    if (match && call && run) return { call, run, id: decodeURIComponent(match[1] ?? '') }
  }
  return undefined
}

/** What a request has that the document does not allow. */
function faultOf({ parameters = [], requestBody }: Documented, url: URL, { headers, json }: Seen): string | undefined {
  for (const { name, in: place, required, schema } of parameters) {
    const value = place === 'header' ? headers[name.toLowerCase()] : url.searchParams.get(name)
    if (place === 'header' && !schema.enum?.includes(String(value))) return 'version'
    if (place === 'query' && required && !value) return `${name} is required`
    if (value && schema.type === 'number' && !Number.isFinite(Number(value))) return `${name} must be a number`
  }
  const known = new Set(parameters.filter((one) => one.in === 'query').map(({ name }) => name))
  const other = [...url.searchParams.keys()].find((name) => !known.has(name))
  if (other) return `property ${other} should not exist`
  const form = requestBody?.content['application/json'].schema.$ref
  const check = form && ajv.getSchema(`calcom${form}`)
  if (check && !check(json)) return ajv.errorsText(check.errors)
  return undefined
}

const overlaps = (one: { start: number; end: number }, start: number, end: number) => one.start < end && one.end > start

function isFree({ bookings, busy }: FakeCalcom, start: number, end: number, except?: string): boolean {
  const booked = [...bookings.values()].filter(
    ({ uid, status }) => uid !== except && ['accepted', 'pending'].includes(status),
  )
  const spans = [...busy, ...booked.map((one) => ({ start: Date.parse(one.start), end: Date.parse(one.end) }))]
  return !spans.some((one) => overlaps(one, start, end))
}

function slots(calcom: FakeCalcom, { url, now }: Asked): Given {
  const query = Object.fromEntries(url.searchParams)
  const found = calcom.types.find(({ id }) => String(id) === query.eventTypeId)
  if (!found) return missing(`Event type with id=${query.eventTypeId} not found`)
  const length = Number(found.lengthInMinutes) * 60_000
  const data: Record<string, Json[]> = {}
  const from = Math.ceil(Math.max(Date.parse(query.start as string), now) / length) * length
  for (let start = from; start + length <= Date.parse(query.end as string); start += length) {
    const hours = new Date(start).getUTCHours()
    if (hours < 9 || hours >= 17 || !isFree(calcom, start, start + length, query.bookingUidToReschedule)) continue
    const [begin, end] = [start, start + length].map((at) => new Date(at).toISOString().replace('Z', '+00:00'))
    const day = new Date(start).toISOString().slice(0, 10)
    data[day] = [...(data[day] ?? []), { start: begin, ...(query.format === 'range' ? { end } : {}) }]
  }
  return success(data)
}

function create(calcom: FakeCalcom, { body, now }: Asked): Given {
  const found = calcom.types.find(({ id }) => id === body.eventTypeId)
  if (!found) return missing(`Event type with id=${body.eventTypeId} not found`)
  const start = Date.parse(String(body.start))
  if (!String(body.start).endsWith('Z')) return calcomError(400, 'BadRequestException', 'start must be in UTC')
  const attendee = body.attendee as Json
  if (!attendee.email) return calcomError(400, 'BAD_REQUEST', 'responses,email: Required')
  const answers = (body.bookingFieldsResponses ?? {}) as Json
  const required = (found.bookingFields as Json[]).filter((one) => one.required && !one.isDefault)
  for (const { slug } of required)
    if (!(String(slug) in answers)) return calcomError(400, 'BAD_REQUEST', `responses,${slug}: Required`)
  const minutes = Number(body.lengthInMinutes ?? found.lengthInMinutes)
  if (!isFree(calcom, start, start + minutes * 60_000)) return calcomError(400, 'BadRequestException', taken)
  return success(book(calcom, now, { ...body, start, attendee, type: found, minutes }), 201)
}

function book(calcom: FakeCalcom, now: number, given: Json & { start: number; attendee: Json }): CalcomBookingState {
  const type = (given.type ?? calcom.types[0]) as Json
  const length = given.minutes ? Number(given.minutes) * 60_000 : Number(type.lengthInMinutes ?? 30) * 60_000 || half
  const uid = String(given.uid ?? `uid${++made}`)
  const booking: CalcomBookingState = {
    ...{ id: made, uid, title: String(type.title), description: '', eventTypeId: Number(type.id) },
    hosts: [{ id: 1, name: 'Anna', email: me.email, displayEmail: me.email, username: 'anna', timeZone: me.timeZone }],
    status: calcom.needsConfirmation ? 'pending' : 'accepted',
    ...{ start: new Date(given.start).toISOString(), end: new Date(given.start + length).toISOString() },
    ...{
      duration: length / 60_000,
      eventType: { id: type.id, slug: type.slug },
      location: 'Here 1',
      absentHost: false,
    },
    ...{ createdAt: new Date(now).toISOString(), updatedAt: new Date(now).toISOString() },
    attendees: [{ displayEmail: given.attendee.email, absent: false, ...given.attendee }],
    bookingFieldsResponses: given.bookingFieldsResponses ?? {},
    metadata: given.metadata ?? {},
  }
  calcom.bookings.set(uid, booking)
  return booking
}

/** A new booking with a new uid; the old one is cancelled. */
function move(calcom: FakeCalcom, now: number, uid: string, start: number): CalcomBookingState {
  const old = calcom.bookings.get(uid) as CalcomBookingState
  const next: CalcomBookingState = {
    ...old,
    uid: `uid${++made}`,
    rescheduledFromUid: uid,
    status: calcom.needsConfirmation ? 'pending' : 'accepted',
    start: new Date(start).toISOString(),
    end: new Date(start + Date.parse(old.end) - Date.parse(old.start)).toISOString(),
    updatedAt: new Date(now).toISOString(),
  }
  Object.assign(old, { status: 'cancelled', rescheduledToUid: next.uid, cancellationReason: '' })
  calcom.bookings.set(next.uid, next)
  return next
}

function list(calcom: FakeCalcom, { url }: Asked): Given {
  const query = Object.fromEntries(url.searchParams)
  const [skip, take] = [Number(query.skip ?? 0), Number(query.take ?? 100)]
  const all = [...calcom.bookings.values()]
    .filter(({ start }) => !query.afterStart || Date.parse(start) >= Date.parse(query.afterStart))
    .filter(({ end }) => !query.beforeEnd || Date.parse(end) <= Date.parse(query.beforeEnd))
    .filter(
      ({ attendees }) => !query.attendeeEmail || (attendees as Json[]).some((one) => one.email === query.attendeeEmail),
    )
    .sort((one, other) => one.start.localeCompare(other.start))
  const data = all.slice(skip, skip + take)
  const left = Math.max(0, all.length - skip - data.length)
  const pagination = {
    ...{ totalItems: all.length, remainingItems: left, returnedItems: data.length, itemsPerPage: take },
    ...{ currentPage: Math.floor(skip / take) + 1, totalPages: Math.ceil(all.length / take) },
    ...{ hasNextPage: left > 0, hasPreviousPage: skip > 0 },
  }
  return success(data, 200, { pagination })
}
