import { type FakeProvider, type Given, precise, startFakeProvider } from './fake-provider.ts'
import type { Seen } from './fake-server.ts'

type Json = Record<string, unknown>
type Invitee = Json & { uri: string; event: string; email: string; status: string }
type Event = Json & { uri: string; start_time: string; end_time: string; status: string; event_type: string }

export type FakeCalendly = FakeProvider & {
  token: string
  /** The scopes that the token has. */
  scopes: Set<string>
  types: Json[]
  events: Map<string, Event>
  invitees: Map<string, Invitee>
  /** How bookings over the API are refused; undefined: they are taken. */
  refusesBookings: Given | undefined
  /** Requests per minute of the plan, and those that were used. */
  limit: number
  used: number
  owner: {
    book(start: number, invitee: Json): string
    /** The visitor's link: a new event and a new invitee. Returns the ids of the new one. */
    move(id: string, start: number): string
    cancel(id: string, reason?: string): void
    noShow(id: string): void
  }
}

const host = 'https://api.calendly.com'
const user = `${host}/users/US1`
const scopes = [
  'users:read',
  'event_types:read',
  'availability:read',
  'scheduled_events:read',
  'scheduled_events:write',
]
const maxSpan = 31 * 86_400_000
let made = 0

/** Calendly's API, with its ids, scopes, pages and limits. */
export async function startFakeCalendly(now: () => number): Promise<FakeCalendly> {
  const server = await startFakeProvider((seen) => answer(calendly, seen, now()))
  const calendly: FakeCalendly = {
    ...server,
    ...{
      token: 'eyJ_a_personal_access_token',
      scopes: new Set(scopes),
      limit: 50,
      used: 0,
      refusesBookings: undefined,
    },
    types: [calendlyType('ET1', 'Repair visit', 30)],
    ...{ events: new Map(), invitees: new Map() },
    owner: {
      book: (start, invitee) => idOf(book(calendly, now(), start, calendly.types[0] as Json, invitee)),
      move: (id, start) => move(calendly, now(), id, start),
      cancel: (id, reason = '') => cancel(calendly, id, reason),
      noShow: (id) => Object.assign(inviteeOf(calendly, id), { no_show: { uri: `${host}/invitee_no_shows/NS1` } }),
    },
  }
  return calendly
}

export const calendlyType = (id: string, name: string, duration: number, more: Json = {}): Json => ({
  ...{ uri: `${host}/event_types/${id}`, name, slug: name.toLowerCase().replaceAll(' ', '-'), duration, active: true },
  ...{
    scheduling_url: `https://calendly.com/anna/${id.toLowerCase()}`,
    pooling_type: null,
    kind: 'solo',
    type: 'StandardEventType',
  },
  ...{ custom_questions: [], locations: null, ...more },
})

const last = (uri: unknown) => String(uri).split('/').pop() as string
const idOf = ({ event, uri }: Invitee) => `${last(event)}/${last(uri)}`
const inviteeOf = ({ invitees }: FakeCalendly, id: string) => invitees.get(last(id)) as Invitee

const error = (status: number, title: string, message: string, more: Json = {}): Given => ({
  status,
  body: { title, message, ...more },
})
const missing = error(404, 'Resource Not Found', 'The server could not find the requested resource.')

function answer(calendly: FakeCalendly, seen: Seen, now: number): Given {
  const isOver = calendly.used >= calendly.limit
  if (!isOver) calendly.used++
  const reply = isOver ? error(429, 'Too Many Requests', 'Slow down.') : answerTo(calendly, seen, now)
  const headers = {
    'x-ratelimit-limit': String(calendly.limit),
    'x-ratelimit-remaining': String(calendly.limit - calendly.used),
    'x-ratelimit-reset': '60',
  }
  return { ...reply, headers: { ...headers, ...reply.headers } }
}

type Asked = { query: URLSearchParams; ids: string[]; body: Json; now: number }
type Route = { form: RegExp; scope: string; run(calendly: FakeCalendly, asked: Asked): Given }

const routes: Route[] = [
  {
    form: /^GET \/users\/me$/,
    scope: 'users:read',
    run: () => ok({ uri: user, name: 'Anna', email: 'anna@shop.example', slug: 'anna' }),
  },
  {
    form: /^GET \/event_types$/,
    scope: 'event_types:read',
    run: ({ types }, { query }) =>
      query.get('user') === user
        ? paged(types, query)
        : error(400, 'Invalid Argument', 'The supplied parameters are invalid.'),
  },
  {
    form: /^GET \/event_types\/([^/]+)$/,
    scope: 'event_types:read',
    run: ({ types }, { ids }) => {
      const found = types.find(({ uri }) => last(uri) === ids[0])
      return found ? ok(found) : missing
    },
  },
  { form: /^GET \/event_type_available_times$/, scope: 'availability:read', run: availableTimes },
  {
    form: /^GET \/user_busy_times$/,
    scope: 'availability:read',
    run: () => ({ status: 200, body: { collection: [] } }),
  },
  { form: /^POST \/invitees$/, scope: 'scheduled_events:write', run: invite },
  {
    form: /^GET \/scheduled_events$/,
    scope: 'scheduled_events:read',
    run: ({ events, invitees }, { query }) => {
      const [from, to] = ['min_start_time', 'max_start_time'].map((name) => Date.parse(query.get(name) ?? ''))
      const email = query.get('invitee_email')
      const found = [...events.values()]
        .filter(({ start_time }) => Date.parse(start_time) >= (from ?? 0) && Date.parse(start_time) <= (to ?? 0))
        .filter(({ uri }) => !email || [...invitees.values()].some((one) => one.event === uri && one.email === email))
        .sort((one, other) => one.start_time.localeCompare(other.start_time))
      return paged(found, query)
    },
  },
  {
    form: /^GET \/scheduled_events\/([^/]+)$/,
    scope: 'scheduled_events:read',
    run: ({ events }, { ids }) => okOrMissing(events.get(String(ids[0]))),
  },
  {
    form: /^GET \/scheduled_events\/([^/]+)\/invitees$/,
    scope: 'scheduled_events:read',
    run: ({ invitees }, { ids, query }) =>
      paged(
        [...invitees.values()].filter(({ event }) => last(event) === ids[0]),
        query,
      ),
  },
  {
    form: /^GET \/scheduled_events\/([^/]+)\/invitees\/([^/]+)$/,
    scope: 'scheduled_events:read',
    run: ({ invitees }, { ids }) => okOrMissing(invitees.get(String(ids[1]))),
  },
  {
    form: /^POST \/scheduled_events\/([^/]+)\/cancellation$/,
    scope: 'scheduled_events:write',
    run: (calendly, { ids, body }) => {
      const found = calendly.events.get(String(ids[0]))
      if (!found) return missing
      if (found.status === 'canceled') return error(403, 'Permission Denied', 'Event is already canceled')
      cancelEvent(calendly, found, String(body.reason ?? ''))
      return {
        status: 201,
        body: { resource: { canceled_by: 'Anna', reason: body.reason ?? '', canceler_type: 'host' } },
      }
    },
  },
]

const ok = (resource: unknown, status = 200): Given => ({ status, body: { resource } })
const okOrMissing = (found: unknown): Given => (found ? ok(found) : missing)

function answerTo(calendly: FakeCalendly, seen: Seen, now: number): Given {
  if (seen.headers.authorization !== `Bearer ${calendly.token}`)
    return error(401, 'Unauthenticated', 'The access token is invalid')
  const url = new URL(seen.path, calendly.url)
  for (const { form, scope, run } of routes) {
    const match = form.exec(`${seen.method} ${url.pathname}`)
    if (!match) continue
    if (!calendly.scopes.has(scope)) {
      const message = "This endpoint requires the scopes listed in 'required_scopes'."
      return error(403, 'Insufficient scope', message, { required_scopes: [scope] })
    }
    const ids = match.slice(1).map(decodeURIComponent)
    return run(calendly, { query: url.searchParams, ids, body: seen.json as Json, now })
  }
  return missing
}

function paged(all: unknown[], query: URLSearchParams): Given {
  const count = Number(query.get('count') ?? 20)
  const at = Number(query.get('page_token') ?? 0)
  const more = at + count < all.length
  const next = more ? `${host}/next?page_token=${at + count}` : null
  const pagination = {
    count: all.slice(at, at + count).length,
    next_page: next,
    next_page_token: more ? String(at + count) : null,
  }
  return {
    status: 200,
    body: { collection: all.slice(at, at + count), pagination: { ...pagination, previous_page: null } },
  }
}

const isFree = ({ events }: FakeCalendly, start: number, end: number) =>
  ![...events.values()].some(
    (one) => one.status === 'active' && Date.parse(one.start_time) < end && Date.parse(one.end_time) > start,
  )

function availableTimes(calendly: FakeCalendly, { query, now }: Asked): Given {
  const type = calendly.types.find(({ uri }) => uri === query.get('event_type'))
  if (!type) return missing
  const [from = 0, to = 0] = ['start_time', 'end_time'].map((name) => Date.parse(query.get(name) ?? ''))
  if (from <= now || to - from > maxSpan || to <= from)
    return error(400, 'Invalid Argument', 'The supplied parameters are invalid.', {
      details: [{ parameter: 'start_time', message: 'must be in the future, and the range at most 31 days' }],
    })
  const length = Number(type.duration) * 60_000
  const collection = []
  for (let start = Math.ceil(from / length) * length; start < to; start += length) {
    const hours = new Date(start).getUTCHours()
    if (hours >= 9 && hours < 17 && isFree(calendly, start, start + length))
      collection.push({
        status: 'available',
        invitees_remaining: 1,
        start_time: precise(start),
        scheduling_url: type.scheduling_url,
      })
  }
  return { status: 200, body: { collection } }
}

function invite(calendly: FakeCalendly, { body, now }: Asked): Given {
  if (calendly.refusesBookings) return calendly.refusesBookings
  const type = calendly.types.find(({ uri }) => uri === body.event_type)
  const invitee = (body.invitee ?? {}) as Json
  const invalid = (parameter: string, message: string) =>
    error(400, 'Invalid Argument', 'The supplied parameters are invalid.', { details: [{ parameter, message }] })
  if (!type) return invalid('event_type', 'is unknown')
  for (const name of ['name', 'email', 'timezone']) if (!invitee[name]) return invalid(`invitee.${name}`, 'is missing')
  if (type.pooling_type === 'round_robin' && body.location) return invalid('location', 'is not allowed')
  const answers = (body.questions_and_answers ?? []) as Json[]
  for (const { name, required } of type.custom_questions as Json[])
    if (required && !answers.some(({ question }) => question === name))
      return invalid('questions_and_answers', `${name} is required`)
  const start = Date.parse(String(body.start_time))
  if (!isFree(calendly, start, start + Number(type.duration) * 60_000)) return invalid('start_time', 'is not available')
  const tracking = (body.tracking ?? {}) as Json
  return ok(book(calendly, now, start, type, { ...invitee, questions_and_answers: answers, tracking }), 201)
}

function book(calendly: FakeCalendly, now: number, start: number, type: Json, given: Json): Invitee {
  const number = ++made
  const event: Event = {
    ...{ uri: `${host}/scheduled_events/EV${number}`, name: type.name, status: 'active', event_type: String(type.uri) },
    ...{ start_time: precise(start), end_time: precise(start + Number(type.duration) * 60_000) },
    location: { type: 'google_conference', status: 'pushed', join_url: 'https://meet.example/abc' },
    ...{ invitees_counter: { total: 1, active: 1, limit: 1 }, event_memberships: [{ user }], event_guests: [] },
    ...{ created_at: precise(now), updated_at: precise(now) },
  }
  const invitee: Invitee = {
    ...{ uri: `${event.uri}/invitees/IN${number}`, event: event.uri, name: 'Ada', email: '', status: 'active' },
    ...{ timezone: 'UTC', text_reminder_number: null, questions_and_answers: [], rescheduled: false },
    ...{ old_invitee: null, new_invitee: null, no_show: null, payment: null },
    ...{ cancel_url: `https://calendly.com/cancellations/IN${number}` },
    ...{ reschedule_url: `https://calendly.com/reschedulings/IN${number}` },
    ...{ created_at: precise(now), updated_at: precise(now), ...given },
    tracking: { utm_campaign: null, utm_source: null, utm_content: null, ...((given.tracking ?? {}) as Json) },
  }
  calendly.events.set(last(event.uri), event)
  calendly.invitees.set(last(invitee.uri), invitee)
  return invitee
}

function move(calendly: FakeCalendly, now: number, id: string, start: number): string {
  const old = inviteeOf(calendly, id)
  const type = calendly.types[0] as Json
  const { name, email, timezone } = old
  const next = book(calendly, now, start, type, { name, email, timezone, old_invitee: old.uri })
  cancelEvent(calendly, calendly.events.get(last(old.event)) as Event, '')
  Object.assign(old, { rescheduled: true, new_invitee: next.uri })
  return idOf(next)
}

const cancel = (calendly: FakeCalendly, id: string, reason: string) =>
  cancelEvent(calendly, calendly.events.get(id.split('/')[0] as string) as Event, reason)

function cancelEvent({ invitees }: FakeCalendly, event: Event, reason: string): void {
  event.status = 'canceled'
  for (const one of invitees.values())
    if (one.event === event.uri)
      Object.assign(one, { status: 'canceled', cancellation: { reason, canceler_type: 'host' } })
}
