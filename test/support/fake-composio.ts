import { Temporal } from 'temporal-polyfill'
import { type FakeProvider, type Given, startFakeProvider } from './fake-provider.ts'
import type { Seen } from './fake-server.ts'

type Json = Record<string, unknown>
/** An event of either calendar. Times in milliseconds. */
type Entry = {
  id: string
  start: number
  end: number
  zone: string
  isCancelled: boolean
  isAllDay?: boolean
  more: Json
}

export type FakeComposio = FakeProvider & {
  key: string
  accounts: Json[]
  authConfigs: Json[]
  google: Map<string, Entry>
  outlook: Map<string, Entry>
  /** Tools by their slugs, with the arguments that they have. A slug that is missing answers 404. */
  tools: Map<string, string[]>
  /** How results are wrapped. */
  wraps: 'plain' | 'response_data' | 'text'
  /** Applies an offset twice, like one version of the real tool: milliseconds added to the next `shifts` times. */
  shiftsBy: number
  shifts: number
  /** What the next call of a tool answers although its status is 200. */
  fails(slug: string, failure: { status_code?: number; message: string }, times?: number): void
}

let made = 0

const tools: Record<string, string[]> = {
  GOOGLECALENDAR_GET_CALENDAR: ['calendar_id'],
  GOOGLECALENDAR_EVENTS_LIST: [
    'calendarId',
    'timeMin',
    'timeMax',
    'maxResults',
    'singleEvents',
    'orderBy',
    'pageToken',
    'showDeleted',
  ],
  GOOGLECALENDAR_EVENTS_GET: ['calendar_id', 'event_id'],
  GOOGLECALENDAR_CREATE_EVENT: [
    'calendar_id',
    'start_datetime',
    'end_datetime',
    'timezone',
    'summary',
    'description',
    'location',
    'attendees',
    'create_meeting_room',
    'send_updates',
  ],
  GOOGLECALENDAR_PATCH_EVENT: [
    'calendar_id',
    'event_id',
    'start_time',
    'end_time',
    'timezone',
    'summary',
    'description',
    'location',
    'send_updates',
  ],
  GOOGLECALENDAR_DELETE_EVENT: ['calendar_id', 'event_id'],
  OUTLOOK_GET_PROFILE: [],
  OUTLOOK_GET_CALENDAR_VIEW: ['start_datetime', 'end_datetime', 'top'],
  OUTLOOK_GET_EVENT: ['event_id'],
  OUTLOOK_CALENDAR_CREATE_EVENT: [
    'subject',
    'body',
    'is_html',
    'start_datetime',
    'end_datetime',
    'time_zone',
    'location',
    'attendees_info',
  ],
  OUTLOOK_UPDATE_CALENDAR_EVENT: [
    'event_id',
    'subject',
    'body',
    'start_datetime',
    'end_datetime',
    'time_zone',
    'location',
  ],
  OUTLOOK_DELETE_CALENDAR_EVENT: ['event_id'],
}

/** Composio's API with Google Calendar and Outlook behind it. */
export async function startFakeComposio(): Promise<FakeComposio> {
  const failures: { slug: string; failure: Json; times: number }[] = []
  const server = await startFakeProvider((seen) => answer(composio, seen, failures))
  const composio: FakeComposio = {
    ...server,
    ...{ key: 'ak_0123456789', authConfigs: [], wraps: 'response_data', shiftsBy: 0, shifts: Number.POSITIVE_INFINITY },
    accounts: [account('ca_google', 'googlecalendar'), account('ca_outlook', 'outlook')],
    ...{ google: new Map(), outlook: new Map(), tools: new Map(Object.entries(tools)) },
    fails: (slug, failure, times = 1) => void failures.push({ slug, failure, times }),
  }
  return composio
}

export const account = (id: string, slug: string, more: Json = {}): Json => ({
  ...{ id, toolkit: { slug }, auth_config: { id: 'ac_1' }, user_id: 'demo', status: 'ACTIVE', status_reason: null },
  ...{ is_disabled: false, created_at: '2026-11-01T00:00:00Z', data: { access_token: 'ya29…' }, ...more },
})

/** Adds an event as the owner does. */
export function addEntry(
  entries: Map<string, Entry>,
  start: number,
  end: number,
  more: Json = {},
  rest: Partial<Entry> = {},
): string {
  const id = `ev${++made}`
  entries.set(id, { id, start, end, zone: 'UTC', isCancelled: false, more, ...rest })
  return id
}

const error = (status: number, message: string): Given => ({
  status,
  body: { error: { message, code: status, status, request_id: 'req_1' } },
})

type Failures = { slug: string; failure: Json; times: number }[]

function answer(composio: FakeComposio, seen: Seen, failures: Failures): Given {
  const url = new URL(seen.path, composio.url)
  const path = url.pathname
  if (seen.headers['x-api-key'] !== composio.key) return error(401, 'Invalid API key')
  if (path === '/auth/session/info')
    return { status: 200, body: { project: { name: 'Shop' }, org: { plan: 'hobby' }, api_key: { key: composio.key } } }
  if (path === '/auth_configs') return authConfigs(composio, seen, url)
  if (path === '/connected_accounts/link') return link(composio, seen)
  if (path === '/connected_accounts') {
    const slugs = (url.searchParams.get('toolkit_slugs') ?? '').split(',')
    const items = composio.accounts.filter((one) => slugs.includes((one.toolkit as { slug: string }).slug))
    return { status: 200, body: { items, next_cursor: null, total_pages: 1 } }
  }
  const slug = path.split('/').pop() as string
  const known = composio.tools.get(slug)
  if (!known) return error(404, `Tool ${slug} not found`)
  if (seen.method === 'GET')
    return { status: 200, body: { slug, input_parameters: schemaOf(known), version: '20260812_00' } }
  return execute(composio, slug, seen.json as Json, failures)
}

const schemaOf = (names: string[]) => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
})

function authConfigs(composio: FakeComposio, { method, json }: Seen, url: URL): Given {
  if (method === 'GET') {
    const items = composio.authConfigs.filter(({ slug }) => slug === url.searchParams.get('toolkit_slug'))
    return { status: 200, body: { items, next_cursor: null } }
  }
  const slug = (json.toolkit as Json).slug
  const made = { id: `ac_${composio.authConfigs.length + 1}`, slug, status: 'ENABLED', is_composio_managed: true }
  composio.authConfigs.push(made)
  return { status: 201, body: { toolkit: { slug }, auth_config: { id: made.id, auth_scheme: 'OAUTH2' } } }
}

function link(composio: FakeComposio, { json }: Seen): Given {
  if (!composio.authConfigs.some(({ id }) => id === json.auth_config_id)) return error(400, 'Unknown auth config')
  const back = encodeURIComponent(String(json.callback_url ?? ''))
  const redirect_url = `https://connect.composio.example/link/lk_1?user=${json.user_id}&back=${back}`
  return {
    status: 201,
    body: { link_token: 'lk_1', redirect_url, expires_at: '2030-01-01T00:00:00Z', connected_account_id: 'ca_9' },
  }
}

class ToolError extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

function execute(composio: FakeComposio, slug: string, body: Json, failures: Failures): Given {
  const given = composio.accounts.find(
    ({ id, user_id }) => id === body.connected_account_id && user_id === body.user_id,
  )
  if (!given) return error(404, 'Connected account not found')
  if (given.status !== 'ACTIVE') return error(422, `Connected account is in ${given.status} state`)
  const failing = failures.find((one) => one.slug === slug && one.times > 0)
  if (failing) {
    failing.times--
    const { status_code, message } = failing.failure
    return {
      status: 200,
      body: { data: { http_error: message, status_code, message }, error: message, successful: false },
    }
  }
  try {
    const data = run(composio, slug, body.arguments as Json)
    const wrapped =
      composio.wraps === 'plain' ? data : composio.wraps === 'text' ? JSON.stringify(data) : { response_data: data }
    return { status: 200, body: { data: wrapped, error: null, successful: true, log_id: 'log_1' } }
  } catch (fault) {
    if (!(fault instanceof ToolError)) throw fault
    const { status: status_code, message } = fault
    return {
      status: 200,
      body: { data: { http_error: message, status_code, message }, error: message, successful: false },
    }
  }
}

function run(composio: FakeComposio, slug: string, input: Json): unknown {
  const names = composio.tools.get(slug) as string[]
  const unknown = Object.keys(input).find((name) => !names.includes(name))
  if (unknown) throw new ToolError(400, `Unknown argument ${unknown}`)
  const plain = slug.replace('OUTLOOK_OUTLOOK_', 'OUTLOOK_')
  if (plain === 'GOOGLECALENDAR_GET_CALENDAR') return { id: 'anna@shop.example', summary: 'Anna' }
  if (plain === 'OUTLOOK_GET_PROFILE') return { mail: 'anna@outlook.example', displayName: 'Anna' }
  return plain.startsWith('GOOGLE') ? runGoogle(composio, plain, input) : runOutlook(composio, plain, input)
}

const found = (entries: Map<string, Entry>, id: unknown): Entry => {
  const entry = entries.get(String(id))
  if (!entry) throw new ToolError(404, 'Not Found')
  return entry
}

/** Local time of a zone, as both calendars take it: without an offset. */
function instantOf(local: unknown, zone: unknown): number {
  if (/(?:Z|[+-]\d\d:?\d\d)$/.test(String(local))) throw new ToolError(400, 'An offset beside a time zone')
  return Temporal.PlainDateTime.from(String(local)).toZonedDateTime(String(zone)).epochMilliseconds
}

/** Start and end as they are stored. */
function storedTimes(composio: FakeComposio, start: unknown, end: unknown, zone: unknown) {
  const offset = composio.shifts-- > 0 ? composio.shiftsBy : 0
  return { start: instantOf(start, zone) + offset, end: instantOf(end, zone) + offset }
}

function runGoogle(composio: FakeComposio, slug: string, input: Json): unknown {
  const { google } = composio
  const { event_id, timezone } = input
  if (slug === 'GOOGLECALENDAR_EVENTS_LIST') {
    const [from, to] = [Date.parse(String(input.timeMin)), Date.parse(String(input.timeMax))]
    const all = [...google.values()]
      .filter((one) => !one.isCancelled && one.start < to && one.end > from)
      .sort((one, other) => one.start - other.start)
    const [at, max] = [Number(input.pageToken ?? 0), Number(input.maxResults ?? 250)]
    const next = at + max < all.length ? String(at + max) : undefined
    return {
      items: all.slice(at, at + max).map(asGoogle),
      timeZone: 'Europe/Berlin',
      ...(next ? { nextPageToken: next } : {}),
    }
  }
  if (slug === 'GOOGLECALENDAR_EVENTS_GET') return asGoogle(found(google, event_id))
  if (slug === 'GOOGLECALENDAR_CREATE_EVENT') {
    const { start, end } = storedTimes(composio, input.start_datetime, input.end_datetime, timezone)
    const { summary, description, location, attendees, create_meeting_room: meets } = input
    const people = ((attendees ?? []) as string[]).map((email) => ({ email, responseStatus: 'needsAction' }))
    const more = {
      summary,
      description,
      location,
      attendees: people,
      ...(meets ? { hangoutLink: 'https://meet.google.com/abc' } : {}),
    }
    return asGoogle(found(google, addEntry(google, start, end, more, { zone: String(timezone) })))
  }
  const entry = found(google, event_id)
  if (entry.isCancelled) throw new ToolError(410, 'Resource has been deleted')
  if (slug === 'GOOGLECALENDAR_DELETE_EVENT') return Object.assign(entry, { isCancelled: true }) && {}
  const { start_time, end_time, summary, description, location } = input
  if (start_time) Object.assign(entry, storedTimes(composio, start_time, end_time, timezone))
  for (const [name, value] of Object.entries({ summary, description, location }))
    if (value !== undefined) entry.more[name] = value
  return asGoogle(entry)
}

function asGoogle({ id, start, end, zone, isCancelled, isAllDay, more }: Entry): Json {
  if (isCancelled) return { id, status: 'cancelled' }
  const at = (time: number) =>
    isAllDay
      ? { date: new Date(time).toISOString().slice(0, 10) }
      : {
          dateTime: Temporal.Instant.fromEpochMilliseconds(time)
            .toZonedDateTimeISO(zone)
            .toString({ timeZoneName: 'never' }),
          timeZone: zone,
        }
  return { id, status: 'confirmed', start: at(start), end: at(end), updated: '2030-01-01T00:00:00.000Z', ...more }
}

function runOutlook(composio: FakeComposio, slug: string, input: Json): unknown {
  const { outlook } = composio
  const zone = input.time_zone
  if (slug === 'OUTLOOK_GET_CALENDAR_VIEW') {
    const [from, to] = [Date.parse(String(input.start_datetime)), Date.parse(String(input.end_datetime))]
    const all = [...outlook.values()].filter((one) => one.start < to && one.end > from)
    const top = Number(input.top ?? 10)
    const more =
      all.length > top ? { '@odata.nextLink': 'https://graph.microsoft.com/v1.0/me/calendarView?$skip=10' } : {}
    return { value: all.slice(0, top).map(asOutlook), ...more }
  }
  if (slug === 'OUTLOOK_CALENDAR_CREATE_EVENT') {
    const { start, end } = storedTimes(composio, input.start_datetime, input.end_datetime, zone)
    const people = ((input.attendees_info ?? []) as Json[]).map(({ email, name }) => ({
      emailAddress: { address: email, name },
    }))
    const more = {
      subject: input.subject,
      body: { content: input.body },
      location: { displayName: input.location ?? '' },
      attendees: people,
    }
    return asOutlook(found(outlook, addEntry(outlook, start, end, more)))
  }
  const entry = found(outlook, input.event_id)
  if (slug === 'OUTLOOK_GET_EVENT') return asOutlook(entry)
  if (slug === 'OUTLOOK_DELETE_CALENDAR_EVENT') return outlook.delete(entry.id) && {}
  if (input.start_datetime) Object.assign(entry, storedTimes(composio, input.start_datetime, input.end_datetime, zone))
  if (input.subject !== undefined) entry.more.subject = input.subject
  if (input.body !== undefined) entry.more.body = { content: input.body }
  if (input.location !== undefined) entry.more.location = { displayName: input.location }
  return asOutlook(entry)
}

/** With seven decimals, no offset, and the Windows name of a zone. */
function asOutlook({ id, start, end, isCancelled, isAllDay = false, zone, more }: Entry): Json {
  const windows = zone === 'Europe/Berlin' ? 'W. Europe Standard Time' : zone
  const at = (time: number) => ({
    dateTime: `${Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO(zone).toPlainDateTime().toString({ fractionalSecondDigits: 7 })}`,
    timeZone: windows,
  })
  return {
    id,
    subject: '',
    start: at(start),
    end: at(end),
    isCancelled,
    isAllDay,
    showAs: 'busy',
    lastModifiedDateTime: '2030-01-01T00:00:00Z',
    ...more,
  }
}
