import { z } from 'zod'
import type { Config } from '../config.ts'
import type { Clock } from '../core/clock.ts'
import { Instant, InstantOrNull, isoTime, ProviderId, words, wordsOrNull } from '../core/provider-answer.ts'
import { ProviderError } from '../core/provider-error.ts'
import type { Dial } from './dial.ts'
import { createProvider, type Provider, type ProviderCall, type ProviderRefusal } from './provider.ts'
import type { Rate } from './rate-budget.ts'

/** The version of the API that each resource is called with. Without one, the server answers in shapes of 2024-04-15. */
const versions = {
  '/v2/me': undefined,
  '/v2/event-types': '2024-06-14',
  '/v2/slots': '2024-09-04',
  // 2026-02-25 has the same shapes, but older installations do not know it.
  '/v2/bookings': '2024-08-13',
} as const
type Resource = keyof typeof versions

const success = <Data extends z.ZodType>(data: Data) => z.object({ status: z.literal('success'), data })

const Me = z.object({ username: wordsOrNull(200), email: words(320), organizationId: z.int().nullish() })

const BookingField = z.object({
  type: words(50),
  slug: wordsOrNull(200),
  label: wordsOrNull(500),
  required: z.boolean().nullish(),
  hidden: z.boolean().nullish(),
  options: z.array(words(200)).max(200).nullish(),
})

const EventType = z.object({
  id: z.int(),
  title: words(160),
  slug: words(200),
  lengthInMinutes: z.number().min(1).max(100_000),
  lengthInMinutesOptions: z.array(z.number()).max(100).nullish(),
  hidden: z.boolean().nullish(),
  locations: z
    .array(z.object({ type: words(50) }))
    .max(100)
    .nullish(),
  bookingFields: z.array(BookingField).max(200).nullish(),
})
export type CalcomEventType = z.output<typeof EventType>

const Slots = z.record(z.string().max(10), z.array(z.object({ start: Instant, end: Instant })).max(2000))

const Attendee = z.object({
  name: wordsOrNull(200),
  email: wordsOrNull(320),
  phoneNumber: wordsOrNull(50),
  absent: z.boolean().nullish(),
})

const Booking = z.object({
  uid: ProviderId,
  title: words(160),
  status: z.enum(['accepted', 'pending', 'cancelled', 'rejected']),
  start: Instant,
  end: Instant,
  location: wordsOrNull(500),
  cancellationReason: wordsOrNull(1000),
  rescheduledFromUid: ProviderId.nullish(),
  rescheduledToUid: ProviderId.nullish(),
  absentHost: z.boolean().nullish(),
  updatedAt: InstantOrNull,
  attendees: z.array(Attendee).max(1000),
  hosts: z
    .array(z.object({ email: wordsOrNull(320) }))
    .max(1000)
    .nullish(),
  metadata: z.unknown().optional(),
})
export type CalcomBooking = z.output<typeof Booking>

const Bookings = success(z.array(Booking).max(250)).extend({
  pagination: z.object({ hasNextPage: z.boolean() }),
})

const Failed = z.object({
  error: z.object({ message: z.string().optional() }).optional(),
  message: z.union([z.string(), z.array(z.string())]).optional(),
})

export type NewCalcomBooking = {
  start: string
  eventTypeId: number
  lengthInMinutes?: number
  attendee: { name: string; email?: string; timeZone: string; phoneNumber?: string; language?: string }
  bookingFieldsResponses?: Record<string, unknown>
  location?: Record<string, string>
  metadata: Record<string, string>
}

/** An account of Cal.com. All functions throw a ProviderError. */
export type CalcomAccount = {
  me(): Promise<z.output<typeof Me>>
  eventTypes(): Promise<CalcomEventType[]>
  eventType(id: number): Promise<CalcomEventType>
  /** The free times, in UTC. @param moving the booking whose own time is offered again */
  slots(eventTypeId: number, from: number, to: number, moving?: string): Promise<{ start: number; end: number }[]>
  create(booking: NewCalcomBooking): Promise<CalcomBooking>
  booking(uid: string): Promise<CalcomBooking>
  reschedule(uid: string, start: string): Promise<CalcomBooking>
  cancel(uid: string, reason: string | null): Promise<void>
  /** At most 100 bookings that begin and end within this time, of all statuses. */
  bookings(query: { from: number; to: number; skip: number; email?: string; isBackground: boolean }): Promise<{
    bookings: CalcomBooking[]
    /** How many to skip for the next page; null on the last. */
    next: number | null
  }>
}

export type Calcom = {
  /** @param baseUrl of a self-hosted installation: with or without `/v2`; null for the cloud */
  account(key: string, baseUrl: string | null): CalcomAccount
}

const perMinute = 120
const pageSize = 100

export function createCalcom({ dial, clock, config }: { dial: Dial; clock: Clock; config: Pick<Config, 'providers'> }) {
  const provider = createProvider(dial, clock, { name: 'Cal.com', perMinute, rateIn, errorIn })
  const calcom: Calcom = {
    account: (key, baseUrl) =>
      accountOf(provider, key, (baseUrl ?? config.providers.calcom).replace(/(?:\/v2)?\/*$/, '')),
  }
  return calcom
}

function accountOf(provider: Provider, key: string, base: string): CalcomAccount {
  type Given<S extends z.ZodType> = Pick<ProviderCall<S>, 'schema'> & Partial<ProviderCall<S>>
  const call = async <S extends z.ZodType>(resource: Resource, path: string, given: Given<S>) => {
    const version = versions[resource]
    try {
      return await provider.call<S>({
        method: 'GET',
        secret: key,
        ...given,
        url: `${base}${resource}${path}`,
        headers: { authorization: `Bearer ${key}`, ...(version ? { 'cal-api-version': version } : {}) },
      })
    } catch (error) {
      // A list always exists, so this installation does not know it in this version of the API.
      const isUnknown = error instanceof ProviderError && error.kind === 'missing' && path === '' && !given.writes
      if (!isUnknown) throw error
      throw provider.refusal({ kind: 'failed', why: error.why }, { status: 404 })
    }
  }
  const me = async () => (await call('/v2/me', '', { schema: success(Me) })).data
  return {
    me,
    async eventTypes() {
      const { username, organizationId } = await me()
      const query = { username: username ?? undefined, orgId: organizationId ?? undefined }
      return (await call('/v2/event-types', '', { query, schema: success(z.array(EventType).max(1000)) })).data
    },
    eventType: async (id) => (await call('/v2/event-types', `/${id}`, { schema: success(EventType) })).data,
    async slots(eventTypeId, from, to, moving) {
      const query = {
        ...{ eventTypeId, start: isoTime(from), end: isoTime(to), format: 'range', timeZone: 'UTC' },
        bookingUidToReschedule: moving,
      }
      return Object.values((await call('/v2/slots', '', { query, schema: success(Slots) })).data).flat()
    },
    ...bookingsOf(call),
  }
}

type Call = <S extends z.ZodType>(
  resource: Resource,
  path: string,
  given: Pick<ProviderCall<S>, 'schema'> & Partial<ProviderCall<S>>,
) => Promise<z.output<S>>

function bookingsOf(call: Call): Pick<CalcomAccount, 'create' | 'booking' | 'reschedule' | 'cancel' | 'bookings'> {
  const at = (uid: string, rest = '') => `/${encodeURIComponent(uid)}${rest}`
  const write = (path: string, body: unknown) =>
    call('/v2/bookings', path, { method: 'POST', writes: true, body, schema: success(Booking) })
  return {
    create: async (booking) => (await write('', booking)).data,
    booking: async (uid) => (await call('/v2/bookings', at(uid), { schema: success(Booking) })).data,
    reschedule: async (uid, start) => (await write(at(uid, '/reschedule'), { start })).data,
    async cancel(uid, reason) {
      const body = reason ? { cancellationReason: reason } : {}
      const schema = success(z.unknown())
      await call('/v2/bookings', at(uid, '/cancel'), { method: 'POST', writes: true, body, schema })
    },
    async bookings({ from, to, skip, email, isBackground }) {
      const query = {
        ...{ afterStart: isoTime(from), beforeEnd: isoTime(to), sortStart: 'asc', take: pageSize, skip },
        ...{ status: 'upcoming,recurring,past,cancelled,unconfirmed', attendeeEmail: email },
      }
      const { data, pagination } = await call('/v2/bookings', '', { query, schema: Bookings, isBackground })
      const hasNext = pagination.hasNextPage && data.length > 0
      return { bookings: data, next: hasNext ? skip + data.length : null }
    },
  }
}

function rateIn(headers: Headers, now: number): Rate | undefined {
  const [limit, remaining, reset] = ['limit', 'remaining', 'reset'].map((part) =>
    Number.parseInt(headers.get(`x-ratelimit-${part}-default`) ?? '', 10),
  ) as [number, number, number]
  if (![limit, remaining, reset].every(Number.isFinite)) return undefined
  // Whole seconds left. Other sources say Unix time, which is far larger.
  const resetAt = reset > 1e9 ? reset * 1000 : now + reset * 1000
  return { limit, remaining, resetAt: Math.min(resetAt, now + 3_600_000) }
}

/** The documented text for a time that is taken, or a host who is not free. */
const takenWords = /already has booking at this time or is not available/i

function errorIn(status: number, body: unknown): ProviderRefusal {
  const { data } = Failed.safeParse(body)
  const text = data?.error?.message ?? (Array.isArray(data?.message) ? data.message.join('; ') : data?.message)
  const why = text ?? `It answers with the status ${status}.`
  if (/CALCOM_LICENSE_KEY/.test(why)) return { kind: 'licence', why }
  if (status === 401) return { kind: 'key', why }
  if (status === 404) return { kind: 'missing', why }
  if (status === 400 && takenWords.test(why)) return { kind: 'taken', why }
  return { kind: status >= 500 ? 'failed' : 'refused', why }
}
