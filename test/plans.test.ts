import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventId } from '../server/core/events.ts'
import { writeCursor } from '../server/core/paging.ts'
import type { Sql } from '../server/database/database.ts'
import { forgetAddresses } from '../server/features/conversations/inbox.ts'
import { getTrace } from '../server/features/conversations/messages.ts'
import { visitorToken } from '../server/features/conversations/visitor/visitor.ts'
import { removeOld } from '../server/features/retention.ts'
import { allScopes } from '../shared/scope.ts'
import { emitEvent } from './support/emit.ts'
import { expectFrugal as expectFrugalOf, untilQuiet } from './support/explain.ts'
import { fillAtOnce } from './support/fill.ts'
import { comesToRest } from './support/idle.ts'
import { signIn } from './support/sign-in.ts'
import { createWorld, type World } from './support/world.ts'

/** Rows of the large tables, and the maximum that a response may scan. */
const many = 20_000
const most = 1_500

let world: World
let key: string
let person: { email: string; token: string }

beforeAll(async () => {
  world = await createWorld()
  key = await world.key(allScopes, { ratePerMinute: 100_000 })
  person = await signIn(world)
  const { sql } = world.services.database
  await fillAtOnce(sql, fillSite, fillDesk)
  // Nothing announces inserted events, so the log would be read when a test emits one.
  await emitEvent(world, 'the site is filled')
  const [last] = await sql<[{ seq: number }]>`select max(seq) as seq from events`
  await comesToRest(() => (world.services.events.position() < last.seq ? 'the log is being read' : ''))
  await untilQuiet(sql)
})
afterAll(() => world.close())

const large = [
  ...['conversations', 'messages', 'traces', 'leads', 'callbacks', 'conversation_labels', 'events', 'audit'],
  ...['notes', 'reads', 'drafts', 'lead_tags', 'gaps'],
]
const middle = many / 2

/**
 * Two years of a busy site: a page shows a small part, from anywhere. A flood of spam is newer than everything else,
 * and one contact and one person have very much data.
 */
async function fillSite(sql: Sql): Promise<void> {
  const { all, at } = rows(sql)
  await sql`
    insert into leads (id, site, name, email, source, created_at, updated_at)
    select 'lead_' || n, 'demo', 'Visitor ' || n, 'visitor' || n || '@example.com', 'form', ${at}, ${at} from ${all}`
  await sql`
    insert into conversations (id, site, channel, status, started_at, last_at, first_message, message_count, lead_id,
      summarized_at, assigned_to, waiting_since, external_id, started_by, spam, had_person, came_back)
    select 'conv_' || n, 'demo', case when n % 2 = 0 then 'widget' else 'api' end, status, at, at, 'When are you open?', 2,
      case when n % 7 = 1 then 'lead_1' when n % 5 = 0 then 'lead_' || n end, case when n % 3 > 0 then 1 end, owner, waiting,
      'x-' || n, 'visitor', n > ${many} - 3000, status = 'live' and owner is not null and waiting is null, n % 7 = 1 and n > 1
    from (select n, ${at} as at,
      case when n % 1000 = 11 then 'live' else (array['bot', 'bot', 'live', 'closed'])[1 + n % 4] end as status,
      case when n % 8 = 3 then ${person.email} when n % 7 = 0 or n % 4 = 3 then 'person' || n % 11 || '@example.com' end as owner,
      case when n % 101 = 0 then ${at} end as waiting from ${all}) as made`
  await sql`
    insert into callbacks (id, site, conversation_id, requested_at, status)
    select 'cb_' || n, 'demo', 'conv_' || n, ${at}, case when n % 20 = 0 then 'done' else 'open' end from ${all} where n % 10 = 0`
  await sql`
    insert into labels (id, site, name, color, created_at)
    select 'lbl_' || n, 'demo', 'Label ' || n, '#336699', 0 from generate_series(1, 20) n`
  // The last label is no longer used, so a scan from the newest finds it last.
  await sql`
    insert into conversation_labels (conversation_id, label_id, added_by, added_at)
    select 'conv_' || n, 'lbl_' || 1 + n % 19, 'system', 0 from ${all} where n % 10 = 0
    union all select 'conv_' || n, 'lbl_20', 'system', 0 from ${all} where n <= 100`
}

/** Messages, and what a busy team and the server recorded about them. */
async function fillDesk(sql: Sql): Promise<void> {
  const { all, at } = rows(sql)
  await sql`
    insert into messages (id, conversation_id, site, ts, role, type, content, text, trace_id)
    select 'msg_' || n || role, 'conv_' || n, 'demo', ${at}, role, 'text', '{}', 'Words', 'trace_' || n
    from ${all}, unnest(array['user', 'agent']) role`
  await sql`
    insert into traces (id, site, conversation_id, at, trace) select 'trace_' || n, 'demo', 'conv_' || n, ${at}, '{}' from ${all}`
  await sql`
    insert into notes (id, site, conversation_id, author, text, created_at, updated_at)
    select 'note_' || n, 'demo', 'conv_' || n, 'key:x', 'Words', n, n from ${all}`
  await sql`
    insert into reads (conversation_id, email, seq, message_id)
    select 'conv_' || n, ${person.email}, 1, 'msg_1user' from ${all} where n % 2 = 0`
  await sql`
    insert into drafts (conversation_id, email, text, mode, updated_at)
    select 'conv_' || n, ${person.email}, 'Words', 'reply', 0 from ${all} where n % 5 = 0`
  const message = sql.json({ messageId: 'msg_1user', kind: 'text', text: 'Words', action: null })
  const by = 'anna@shop.example'
  const emitted = sql.json({ by, reason: 'team', wasLive: true, assignedTo: by, name: 'Anna', page: null })
  await sql`
    insert into events (site, type, data, at)
    select 'demo', 'message.received', ${message}::jsonb || jsonb_build_object('conversationId', 'conv_' || n), ${at} from ${all}`
  const types = ['handover.requested', 'handover.missed', 'conversation.assigned', 'conversation.closed']
  await sql`
    insert into events (site, type, data, at)
    select 'demo', (${types}::text[])[1 + n % 4], ${emitted}::jsonb || jsonb_build_object('conversationId', 'conv_' || n / 4), ${at} from ${all}`
  await sql`
    insert into gaps (id, site, question, terms, lexemes, count, first_asked_at, last_asked_at)
    select 'gap_' || n, 'demo', 'Words', '[]', '{}', 1, ${at}, ${at} from ${all}`
  await sql`
    insert into audit (at, actor, action, site, status) select ${at}, 'visitor', 'POST /conversations', 'demo', 201 from ${all}`
}

/** The row for each number, one per minute until now. */
const rows = (sql: Sql) => ({
  all: sql`generate_series(1, ${many}::bigint) n`,
  at: sql`${world.clock.now()}::bigint - (${many}::bigint - n) * 60000`,
})

/** Expects that only a small part of the large tables is scanned. */
const expectFrugal = (work: () => Promise<unknown>, allowed = most) =>
  expectFrugalOf(world.services.database.sql, large, allowed, work)

async function get(path: string, caller = key): Promise<void> {
  const { status, body } = await world.api('GET', path, { key: caller })
  expect([status, body]).toEqual([200, expect.anything()])
}

const middleAt = Date.UTC(2030, 0, 7, 9) - middle * 60_000
const cursor = `before=${writeCursor({ at: middleAt, id: `conv_${middle}` })}`

describe('the list of conversations reads only its page', () => {
  const filters = ['', 'status=live', 'status=closed', 'filter=leads', 'filter=unsummarized', 'filter=waiting']
  const marked = ['filter=callbacks', 'label=lbl_7', 'label=Label 20', 'externalId=x-17']
  const people = ['assigned=none', 'assigned=person3@example.com', 'status=closed&assigned=none']
  const desk = ['filter=spam', 'status=bot', 'status=live&assigned=me', 'status=live&assigned=none']
  test.each([...filters, ...marked, ...people, ...desk])('GET /conversations?%s', async (query) => {
    await expectFrugal(() => get(`/conversations?${query}`))
    await expectFrugal(() => get(`/conversations?${query}&${cursor}`))
    await expectFrugal(() => get(`/conversations?${query}&site=demo`, person.token))
  })
})

describe('what an overview counts is found by its start time', () => {
  const hour = `from=${middleAt}&to=${middleAt + 3_600_000}`
  const early = `from=${middleAt - 3_600_000}`
  test.each([hour, early, `${hour}&country=GB`, `${hour}&outcome=answered&rated=up`, 'handled=assistant'])(
    'GET /conversations?%s',
    (query) => expectFrugal(() => get(`/conversations?${query}`)),
  )

  test.each([
    'country=GB',
    'outcome=answered',
    'rated=up',
    'page=https://demo.example/',
    'handover=missed',
    'hour=3&answeredBy=x',
    'asked=gap_x',
  ])('GET /conversations?%s scans ten thousand at most if nothing matches', (query) =>
    expectFrugal(() => get(`/conversations?${query}`), 10_000),
  )
})

test.each(['today', 'yesterday'])('the overview of %s reads only the conversations and gaps of that day', (day) =>
  expectFrugal(() => get(`/overview/day?day=${day}&site=demo`)),
)

describe('screens read only what they show', () => {
  test('each list is counted up to a thousand', async () => {
    await expectFrugal(() => get('/conversations/counts?site=demo', person.token), 7 * 1000 + 1000)
  })

  test('a search stops at a full page', async () => {
    for (const query of ['q=Words', 'q=Words&filter=waiting', 'q=Words&status=bot', 'q=Words&filter=spam'])
      await expectFrugal(() => get(`/conversations?${query}`))
  })

  test('a search among waiting conversations scans only those', async () => {
    await expectFrugal(() => get('/conversations?filter=waiting&q=Words'), 5 * 200)
  })

  test('a contact with very many conversations shows the newest', async () => {
    await expectFrugal(() => get('/leads/lead_1'), 6 * 500)
  })

  test('callbacks are read page by page', async () => {
    const { body } = await world.api('GET', '/callbacks?status=done&limit=50', { key })
    expect([body.items.length, body.counts]).toEqual([50, { open: 1000, done: 1000, dismissed: 0 }])
    const page = (query: string) => expectFrugal(() => get(`/callbacks?${query}`), 2000 + 120)
    for (const status of ['open', 'done', 'all']) {
      await page(`status=${status}&limit=50`)
      await page(`status=${status}&limit=50&before=${writeCursor({ at: middleAt, id: `cb_${middle}` })}`)
      const time = `from=${middleAt - 3_600_000}&to=${middleAt}`
      await expectFrugal(() => get(`/callbacks?status=${status}&${time}`), 20)
      await expectFrugal(() => get(`/callbacks?status=${status}&limit=50&from=1`), 2000 + 160)
    }
  })

  test.each(['0', String(Date.UTC(2030, 0, 7, 9) - 3_600_000)])('events since %s', async (since) => {
    await expectFrugal(() => get(`/live/away?since=${since}&site=demo`, person.token), 12_000)
  })

  test('a draft and a read mark are found by conversation and person', async () => {
    await expectFrugal(() => get('/conversations/conv_10000/draft?site=demo', person.token), 10)
    const body = { messageId: 'msg_10000agent' }
    const mark = () => world.api('PUT', '/conversations/conv_10000/read?site=demo', { key: person.token, body })
    await expectFrugal(async () => expect((await mark()).body.unread).toBe(false), 20)
  })
})

test('addresses of visitors are deleted by index', async () => {
  await expectFrugal(() => forgetAddresses(world.services))
})

test('expired data of a site is found by index', async () => {
  const ctx = await world.context()
  const { site } = ctx
  // Older than anything here, so nothing is deleted.
  const retention = { ...site.settings.retention, conversations: 3650, leads: 3650, callbacks: 3650, traces: 3650 }
  await expectFrugal(() => removeOld({ ...ctx, site: { ...site, settings: { ...site.settings, retention } } }))
})

test.each([
  '/conversations/conv_10000',
  `/events?after=${eventId(middle)}`,
  '/events?limit=500',
  '/audit?limit=100',
  `/audit?limit=100&before=aud_${middle}`,
  '/me',
  '/keys',
  '/usage',
])('GET %s reads only what it returns', async (path) => {
  await expectFrugal(() => get(path))
})

test('the trace of a reply is found by its message', async () => {
  const ctx = await world.context()
  await expectFrugal(async () => expect(await getTrace(ctx, { id: 'msg_10000agent' })).toEqual({}))
})

test('a message is stored and answered by index, whatever else there is', async () => {
  const say = () =>
    world.api('POST', '/conversations/conv_10001/messages', { key, body: { text: 'When are you open?' } })
  await expectFrugal(async () => expect((await say()).status).toBe(200))
})

test('a conversation is started without reading others', async () => {
  const body = { message: 'Hello', user: { id: 'u1', email: 'visitor77@example.com' }, externalId: 'x-1' }
  const start = () => world.api('POST', '/conversations', { key, body })
  await expectFrugal(async () => expect((await start()).status).toBe(201))
})

test('a visitor’s page reads its own chat and its own events', async () => {
  const id = 'conv_19998'
  const authorization = `Bearer ${visitorToken(world.services, { site: 'demo', conversation: id })}`
  const read = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${world.url}/chat/conversations/${id}/${path}`, { headers: { authorization, ...headers } })
  await expectFrugal(async () => expect((await read('messages')).status).toBe(200))
  await expectFrugal(async () => {
    const response = await read('events', { 'last-event-id': eventId(1) })
    expect(response.status).toBe(200)
    await response.body?.cancel()
  })
})

test('the log’s reader and the queue read only new rows', async () => {
  const { events, queue } = world.services
  await expectFrugal(async () => {
    await (await world.context()).tx(async (tx) => tx.emit('test.ping', { message: 'one' }))
    events.committed([])
    queue.wake()
    await events.span()
  })
})
