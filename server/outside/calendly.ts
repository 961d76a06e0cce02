import { z } from 'zod'
import type { Config } from '../config.ts'
import type { Clock } from '../core/clock.ts'
import { Instant, InstantOrNull, isoTime, LinkOrNull, ProviderId, words, wordsOrNull } from '../core/provider-answer.ts'
import type { Dial } from './dial.ts'
import { createProvider, type Provider, type ProviderCall, type ProviderRefusal } from './provider.ts'
import type { Rate } from './rate-budget.ts'

const resource = <Data extends z.ZodType>(data: Data) => z.object({ resource: data })
const page = <Data extends z.ZodType>(item: Data) =>
  z.object({
    collection: z.array(item).max(100),
    pagination: z.object({ next_page_token: z.string().max(2000).nullish() }),
  })

const User = z.object({ uri: ProviderId, name: wordsOrNull(200), email: words(320) })

const Question = z.object({
  name: words(500),
  type: words(50),
  position: z.int(),
  enabled: z.boolean().nullish(),
  required: z.boolean().nullish(),
  answer_choices: z.array(words(200)).max(200).nullish(),
})

const EventType = z.object({
  uri: ProviderId,
  name: words(160),
  slug: wordsOrNull(200),
  active: z.boolean().nullish(),
  duration: z.number().min(1).max(100_000),
  scheduling_url: LinkOrNull,
  pooling_type: wordsOrNull(50),
  custom_questions: z.array(Question).max(100).nullish(),
  locations: z
    .array(z.object({ kind: words(50), location: wordsOrNull(500) }))
    .max(50)
    .nullish(),
})
export type CalendlyEventType = z.output<typeof EventType>

const Available = z.object({ status: words(50), start_time: Instant })

const Invitee = z.object({
  uri: ProviderId,
  event: ProviderId,
  name: wordsOrNull(200),
  email: wordsOrNull(320),
  status: words(50),
  text_reminder_number: wordsOrNull(50),
  tracking: z.object({ utm_content: wordsOrNull(200) }).nullish(),
  rescheduled: z.boolean().nullish(),
  old_invitee: ProviderId.nullish(),
  new_invitee: ProviderId.nullish(),
  no_show: z.unknown().optional(),
  reschedule_url: LinkOrNull,
  cancellation: z.object({ reason: wordsOrNull(1000) }).nullish(),
  updated_at: InstantOrNull,
})
export type CalendlyInvitee = z.output<typeof Invitee>

const Event = z.object({
  uri: ProviderId,
  name: words(160),
  status: words(50),
  start_time: Instant,
  end_time: Instant,
  location: z.object({ location: wordsOrNull(500), join_url: LinkOrNull }).nullish(),
  invitees_counter: z.object({ active: z.number() }).nullish(),
  event_guests: z
    .array(z.object({ email: wordsOrNull(320) }))
    .max(100)
    .nullish(),
  cancellation: z.object({ reason: wordsOrNull(1000) }).nullish(),
  updated_at: InstantOrNull,
})
export type CalendlyEvent = z.output<typeof Event>

const Failed = z.object({
  title: z.string().optional(),
  message: z.string().optional(),
  required_scopes: z.array(z.string().max(100)).max(20).optional(),
  details: z
    .array(z.object({ parameter: z.string().optional(), message: z.string().optional() }))
    .max(100)
    .optional(),
})

export type NewInvitee = {
  event_type: string
  start_time: string
  invitee: { name: string; email: string; timezone: string; text_reminder_number?: string }
  location?: { kind: string; location?: string }
  questions_and_answers: { question: string; answer: string; position: number }[]
  tracking: { utm_source: string; utm_content: string }
}

export type CalendlyPage<Item> = { items: Item[]; next: string | null }

/** An account of Calendly. Ids are whole URIs. All functions throw a ProviderError. */
export type CalendlyAccount = {
  me(): Promise<z.output<typeof User>>
  eventTypes(user: string): Promise<CalendlyEventType[]>
  eventType(uri: string): Promise<CalendlyEventType>
  /** When bookings may begin, within at most 31 days of the future. */
  availableTimes(eventType: string, from: number, to: number): Promise<number[]>
  /** Needs the scope availability:read. */
  busyTimes(user: string, from: number, to: number): Promise<void>
  book(invitee: NewInvitee): Promise<CalendlyInvitee>
  event(uuid: string): Promise<CalendlyEvent>
  invitee(event: string, uuid: string): Promise<CalendlyInvitee>
  invitees(event: string, isBackground: boolean): Promise<CalendlyInvitee[]>
  events(query: EventsQuery): Promise<CalendlyPage<CalendlyEvent>>
  cancel(event: string, reason: string | null): Promise<void>
}

type EventsQuery = {
  user: string
  from: number
  to: number
  email?: string
  page: string | null
  count: number
  isBackground: boolean
}

export type Calendly = { account(key: string): CalendlyAccount }

/** Of a free plan. The headers name that of the account. */
const perMinute = 50

export function createCalendly({
  dial,
  clock,
  config,
}: {
  dial: Dial
  clock: Clock
  config: Pick<Config, 'providers'>
}): Calendly {
  const provider = createProvider(dial, clock, { name: 'Calendly', perMinute, rateIn, errorIn })
  const base = config.providers.calendly.replace(/\/+$/, '')
  return { account: (key) => accountOf(provider, key, base) }
}

type Call = <S extends z.ZodType>(
  path: string,
  given: Pick<ProviderCall<S>, 'schema'> & Partial<ProviderCall<S>>,
) => Promise<z.output<S>>

function accountOf(provider: Provider, key: string, base: string): CalendlyAccount {
  const call: Call = (path, given) =>
    provider.call({
      method: 'GET',
      secret: key,
      ...given,
      url: `${base}${path}`,
      headers: { authorization: `Bearer ${key}` },
    })
  return {
    me: async () => (await call('/users/me', { schema: resource(User) })).resource,
    async eventTypes(user) {
      const query = { user, active: 'true', count: 100 }
      return (await call('/event_types', { query, schema: page(EventType) })).collection
    },
    eventType: async (uri) => (await call(`/event_types/${lastOf(uri)}`, { schema: resource(EventType) })).resource,
    async availableTimes(eventType, from, to) {
      const query = { event_type: eventType, start_time: isoTime(from), end_time: isoTime(to) }
      const schema = z.object({ collection: z.array(Available).max(5000) })
      const { collection } = await call('/event_type_available_times', { query, schema })
      return collection.filter(({ status }) => status === 'available').map(({ start_time }) => start_time)
    },
    async busyTimes(user, from, to) {
      const query = { user, start_time: isoTime(from), end_time: isoTime(to) }
      await call('/user_busy_times', { query, schema: z.object({ collection: z.array(z.unknown()) }) })
    },
    ...eventsOf(call),
  }
}

function eventsOf(call: Call): Pick<CalendlyAccount, 'book' | 'event' | 'invitee' | 'invitees' | 'events' | 'cancel'> {
  const path = (event: string) => `/scheduled_events/${encodeURIComponent(event)}`
  return {
    // Bookings have rate limits of their own.
    book: async (body) =>
      (await call('/invitees', { method: 'POST', writes: true, limit: 'invitees', body, schema: resource(Invitee) }))
        .resource,
    event: async (uuid) => (await call(path(uuid), { schema: resource(Event) })).resource,
    invitee: async (event, uuid) =>
      (await call(`${path(event)}/invitees/${encodeURIComponent(uuid)}`, { schema: resource(Invitee) })).resource,
    async invitees(event, isBackground) {
      const query = { count: 100, sort: 'created_at:asc' }
      return (await call(`${path(event)}/invitees`, { query, schema: page(Invitee), isBackground })).collection
    },
    async events({ user, from, to, email, page: token, count, isBackground }) {
      const query = {
        ...{ user, min_start_time: isoTime(from), max_start_time: isoTime(to), sort: 'start_time:asc', count },
        ...{ invitee_email: email, page_token: token ?? undefined },
      }
      const { collection, pagination } = await call('/scheduled_events', { query, schema: page(Event), isBackground })
      // The token alone: its URL could lead to another host.
      return { items: collection, next: pagination.next_page_token || null }
    },
    async cancel(event, reason) {
      const body = reason ? { reason } : {}
      await call(`${path(event)}/cancellation`, { method: 'POST', writes: true, body, schema: z.unknown() })
    },
  }
}

/** The last part of a URI, which is the id in paths. */
const lastOf = (uri: string): string => encodeURIComponent(uri.replace(/\/+$/, '').split('/').pop() ?? '')

function rateIn(headers: Headers, now: number): Rate | undefined {
  const [limit, remaining, reset] = ['limit', 'remaining', 'reset'].map((part) =>
    Number.parseInt(headers.get(`x-ratelimit-${part}`) ?? '', 10),
  ) as [number, number, number]
  if (![limit, remaining, reset].every(Number.isFinite)) return undefined
  return { limit, remaining, resetAt: now + Math.min(3600, Math.max(0, reset)) * 1000 }
}

function errorIn(status: number, body: unknown): ProviderRefusal {
  const { data } = Failed.safeParse(body)
  const details = (data?.details ?? []).map(({ parameter, message }) => [parameter, message].filter(Boolean).join(': '))
  const why = [data?.title, data?.message, ...details].filter(Boolean).join(' · ') || `It answers with ${status}.`
  if (status === 401) return { kind: 'key', why }
  if (status === 404) return { kind: 'missing', why }
  if (status === 403 && data?.required_scopes?.length) return { kind: 'scopes', why, scopes: data.required_scopes }
  return { kind: status >= 500 ? 'failed' : 'refused', why }
}
