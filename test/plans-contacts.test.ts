import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeCursor } from '../server/core/paging.ts'
import type { Sql } from '../server/database/database.ts'
import { allScopes } from '../shared/scope.ts'
import { type Explained, expectFrugal as expectFrugalOf, explain } from './support/explain.ts'
import { fillAtOnce } from './support/fill.ts'
import { createWorld, type World } from './support/world.ts'

/** Contacts of a busy site, and the maximum rows of each large table that a page may scan. */
const many = 20_000
const most = 1_000

let world: World
let key: string

beforeAll(async () => {
  world = await createWorld()
  key = await world.key(allScopes, { ratePerMinute: 100_000 })
  await fillAtOnce(world.services.database.sql, fillContacts, fillDesk)
})
afterAll(() => world.close())

const large = ['leads', 'lead_tags', 'conversations', 'callbacks', 'events', 'notes']

/** Tags that nearly all have, one that is no longer used, and one contact with very much data. */
async function fillContacts(sql: Sql): Promise<void> {
  const all = allOf(sql)
  await sql`
    insert into leads (id, site, name, email, source, status, tagged, created_at, updated_at)
    select 'lead_' || n, 'demo', 'Visitor ' || n, 'visitor' || n || '@example.com', 'form',
      case when n <= 100 then 'won' else 'new' end, n > 200, n, n from ${all}`
  await sql`
    insert into contact_tags (id, site, name, color, created_at)
    select 'ctag_' || n, 'demo', 'Tag ' || n, '#3b82f6', 0 from generate_series(1, 3) n`
  await sql`
    insert into callbacks (id, site, lead_id, requested_at, status)
    select 'cb_' || n, 'demo', 'lead_' || n, n, 'done' from ${all} where n % 5 = 0`
}

/** Their conversations and notes. */
async function fillDesk(sql: Sql): Promise<void> {
  const all = allOf(sql)
  await sql`
    insert into lead_tags (lead_id, tag_id, updated_at)
    select 'lead_' || n, 'ctag_' || tag, n from ${all}, generate_series(1, 2) tag
    where (tag = 1 and n > 200) or (tag = 2 and n between 201 and 2000)`
  await sql`
    insert into conversations (id, site, channel, started_at, last_at, started_by, lead_id)
    select 'conv_' || n, 'demo', 'api', n, n, 'test', 'lead_' || n from ${all}`
  // Old events would be deleted during the test.
  await sql`
    insert into events (site, type, data, at)
    select 'demo', 'lead.captured', jsonb_build_object('leadId', 'lead_' || n), ${world.clock.now()}::bigint from ${all}`
  await sql`
    insert into notes (id, site, lead_id, author, text, created_at, updated_at)
    select 'note_' || n, 'demo', 'lead_' || n, 'key:x', 'Words', n, n from ${all}`
}

const allOf = (sql: Sql) => sql`generate_series(1, ${many}::bigint) n`

/** A page scans what it shows; its counts scan one small index entry per contact. */
const isCount = ({ sql }: Explained) => /group by l?\.?status$/.test(sql)
const expectFrugal = (work: () => Promise<unknown>, counted = 0) =>
  expectFrugalOf(world.services.database.sql, large, (one) => (isCount(one) ? counted : most), work)

const get = async (path: string) => {
  const { status, body } = await world.api('GET', path, { key })
  expect([status, body]).toEqual([200, expect.anything()])
}

describe('a list of contacts reads only its page', () => {
  const filters = ['', 'status=won', 'status=lost', 'tag=untagged', 'tag=ctag_1', 'tag=ctag_2', 'tag=ctag_3']
  test.each(filters)('GET /leads?%s', async (filter) => {
    await expectFrugal(() => get(`/leads?limit=50&${filter}`), 3 * many)
    const before = writeCursor({ at: many / 2, id: `lead_${many / 2}` })
    await expectFrugal(() => get(`/leads?limit=50&${filter}&before=${before}`), 3 * many)
  })
})

describe('contacts of a period are found by their creation time', () => {
  const short = `from=${many / 2}&to=${many / 2 + 100}`
  test.each([short, `${short}&status=new`, `${short}&status=won`, `${short}&tag=ctag_2`, `${short}&tag=untagged`])(
    'GET /leads?%s',
    (query) => expectFrugal(() => get(`/leads?limit=50&${query}`), 1_000),
  )
  test.each(['', '&status=won', '&status=lost'])('a long period, a page: %s', (filter) =>
    expectFrugal(() => get(`/leads?limit=50&from=1${filter}`), 3 * many),
  )
})

test('a search scans a limited number of contacts, however many there are', async () => {
  const explained = await explain(world.services.database.sql, () => get('/leads?q=nobody'))
  for (const { rows } of explained) expect(rows.leads ?? 0).toBeLessThanOrEqual(10_001)
})

test('an export reads no more at a time than it writes', async () => {
  const explained = await explain(world.services.database.sql, async () => {
    const response = await fetch(`${world.url}/api/v1/leads.csv?status=won`, {
      headers: { authorization: `Bearer ${key}` },
    })
    expect((await response.text()).split('\r\n')).toHaveLength(100 + 2)
  })
  expect(explained.length).toBeGreaterThan(many / 500)
  expect(explained.filter(({ rows }) => (rows.leads ?? 0) > most)).toEqual([])
})

test('a contact is created, changed and deleted by index', async () => {
  const send = async (method: string, path: string, body?: unknown) => {
    const reply = await world.api(method, path, body === undefined ? { key } : { key, body })
    expect([200, 201]).toContain(reply.status)
  }
  await expectFrugal(() => send('POST', '/leads', { email: 'new@mail.example' }))
  const change = { email: 'other@mail.example', status: 'won', addTags: ['Tag 3'], attributes: { plan: 'full' } }
  await expectFrugal(() => send('PATCH', '/leads/lead_500', change))
  await expectFrugal(() => send('DELETE', '/leads/lead_501'))
})
