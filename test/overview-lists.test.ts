import { createTRPCUntypedClient, httpBatchLink } from '@trpc/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OverviewAnswer } from '../shared/overview.ts'
import { allScopes } from '../shared/scope.ts'
import { fillDays } from './support/overview-days.ts'
import { createWorld, type World } from './support/world.ts'

const days = 20
const day = 86_400_000
let world: World
let answer: OverviewAnswer
/** By site. */
const keys: Record<string, string> = {}

beforeAll(async () => {
  world = await createWorld()
  for (const site of ['demo', 'other']) keys[site] = await world.key(allScopes, { ratePerMinute: 100_000, site })
  const { sql } = world.services.database
  await fillDays({ sql, site: 'demo', now: world.clock.now(), days: 2 * days })
  // Spam is not counted, and unmarked spam is.
  await sql`update conversations set spam = true where id in ('conv_day7', 'conv_day150')`
  await sql`update conversations set came_back = true where id in ('conv_day9', 'conv_day160', 'conv_day170')`
  answer = (await world.api('GET', `/overview?site=demo&days=${days}`)).body
})
afterAll(() => world.close())

/** The number of conversations in a list over all pages, each counted once. */
async function listed(query: string, site = 'demo'): Promise<number> {
  const found = new Set<string>()
  let before = ''
  for (;;) {
    const { status, body } = await world.api('GET', `/conversations?site=${site}&limit=100&${query}${before}`, {
      key: keys[site] ?? '',
    })
    expect([query, status]).toEqual([query, 200])
    for (const { id } of body.items) found.add(id)
    if (body.next === null) return found.size
    before = `&before=${body.next}`
  }
}

/** The number of contacts or callbacks in a list over all pages, each counted once. */
async function inList(list: 'leads' | 'callbacks', query: string, site = 'demo'): Promise<number> {
  const found = new Set<string>()
  for (let before = ''; ; ) {
    const { status, body } = await world.api('GET', `/${list}?site=${site}&limit=40&${query}${before}`, {
      key: keys[site] ?? '',
    })
    expect([query, status]).toEqual([query, 200])
    for (const { id } of body.items) found.add(id)
    if (body.next === null) return found.size
    before = `&before=${body.next}`
  }
}

/** Compares each figure with its list. */
async function expectListed(counts: Record<string, number>, filterOf: (key: string) => string): Promise<void> {
  const entries = Object.entries(counts)
  expect(entries.some(([, count]) => count > 0)).toBe(true)
  const from = `from=${answer.range.since}`
  const lists = await Promise.all(entries.map(async ([key]) => [key, await listed(`${from}&${filterOf(key)}`)]))
  expect(Object.fromEntries(lists)).toEqual(counts)
}

const counted = (rows: { count: number }[], key: string): Record<string, number> =>
  Object.fromEntries(rows.map((row) => [(row as never)[key], row.count]))

test('each headline figure equals the number of conversations in its list, for the period and the previous one', async () => {
  const { since } = answer.range
  const { current, previous } = answer.headline
  const lists = async (time: string) => ({
    conversations: await listed(time),
    resolved: await listed(`${time}&outcome=answered,booked,lead_captured&handled=assistant`),
    escalated: await listed(`${time}&handled=person`),
    needsPerson: await listed(`${time}&outcome=unanswered,pending,callback_requested&handled=assistant`),
    unanswered: await listed(`${time}&outcome=unanswered`),
    ratedUp: await listed(`${time}&rated=up`),
    ratedDown: await listed(`${time}&rated=down`),
  })
  expect({ ...current, conversations: answer.totals.conversations }).toMatchObject(await lists(`from=${since}`))
  expect({ ...previous, conversations: answer.previous.conversations }).toMatchObject(
    await lists(`from=${since - days * day}&to=${since}`),
  )
})

test('so do outcomes, sentiments, lead quality, topics, pages, countries, days, one-message and returning visitors', async () => {
  const { insights, topPages, countries, series } = answer
  await expectListed(insights.outcomes, (key) => `outcome=${key}`)
  await expectListed(insights.sentiment, (key) => `sentiment=${key}`)
  await expectListed(insights.leadQuality, (key) => `quality=${key}`)
  await expectListed(counted(insights.topics, 'topic'), (key) => `topic=${encodeURIComponent(key)}`)
  await expectListed(counted(topPages, 'url'), (key) => `page=${encodeURIComponent(key)}`)
  await expectListed(counted(countries, 'country'), (key) => `country=${key}`)
  const { oneMessage, returningVisitors: returning } = insights.engagement
  await expectListed({ oneMessage, returning }, (key) => `visitor=${key}`)
  for (const { date, conversations } of series) {
    const from = Date.parse(date)
    expect(await listed(`from=${from}&to=${from + day}`)).toBe(conversations)
  }
})

test('so do live chats, chats per person, hours, contacts and callbacks, for the period and a day', async () => {
  const { insights, totals, previous, series, range } = answer
  const { requested, answered, missed, byPerson } = insights.live
  await expectListed({ requested, answered, missed }, (key) => `handover=${key}`)
  await expectListed(counted(byPerson, 'name'), (key) => `answeredBy=${encodeURIComponent(key)}`)
  await expectListed(Object.fromEntries(insights.hours.entries()), (key) => `hour=${key}`)
  const from = `from=${range.since}`
  const before = `from=${range.since - days * day}&to=${range.since}`
  expect(await inList('leads', from)).toBe(totals.leads)
  expect(await inList('leads', before)).toBe(previous.leads)
  for (const { date, leads } of series) {
    const at = Date.parse(date)
    expect(await inList('leads', `from=${at}&to=${at + day}`)).toBe(leads)
  }
  const { open, done, dismissed, requested: all } = insights.callbacks
  for (const [status, count] of Object.entries({ open, done, dismissed, all }))
    expect([status, await inList('callbacks', `${from}&status=${status}`)]).toEqual([status, count])
  expect(await inList('callbacks', `${before}&status=all`)).toBe(answer.headline.previous.callbacks)
  expect((await world.api('GET', `/callbacks?site=demo&${from}`)).body.counts).toEqual({ open, done, dismissed })
})

test('contacts of a period are listed newest first, by status and tag too, and their export contains the same', async () => {
  const { since: from } = answer.range
  const to = from + 12 * day
  const { sql } = world.services.database
  await sql`insert into contact_tags (id, site, name, color, created_at) values ('ctag_1', 'demo', 'Seen', '#336699', 0)`
  await sql`update leads set status = 'won', updated_at = updated_at + 1e12::bigint where length(id) % 2 = 0 and site = 'demo'`
  await sql`
    insert into lead_tags (lead_id, tag_id, updated_at)
    select id, 'ctag_1', updated_at from leads where site = 'demo' and created_at % 7 < 4`
  const rows = await sql<{ id: string; status: string; tagged: boolean }[]>`
    select id, status, created_at % 7 < 4 as tagged from leads
    where site = 'demo' and created_at >= ${from} and created_at < ${to} order by created_at desc, id desc`
  const all = (is: (row: (typeof rows)[number]) => boolean) => rows.filter(is).map(({ id }) => id)
  const time = `from=${from}&to=${to}`
  const ids = async (query: string) =>
    (await world.api('GET', `/leads?site=demo&${time}&${query}`)).body.items.map(({ id }: { id: string }) => id)
  expect(await ids('')).toEqual(all(() => true))
  expect(await ids('status=won')).toEqual(all(({ status }) => status === 'won'))
  expect(await ids('tag=ctag_1')).toEqual(all(({ tagged }) => tagged))
  expect(await ids('tag=ctag_1&status=new')).toEqual(all(({ tagged, status }) => tagged && status === 'new'))
  const { counts } = (await world.api('GET', `/leads?site=demo&${time}&status=won&limit=1`)).body
  expect(counts).toMatchObject({ won: all(({ status }) => status === 'won').length, lost: 0 })
  const headers = { authorization: `Bearer ${world.adminKey}` }
  const table = await (await fetch(`${world.url}/api/v1/leads.csv?site=demo&${time}`, { headers })).text()
  expect(
    table
      .trim()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(',')[0]),
  ).toEqual(all(() => true))
})

test('filters combine, with a search and the older filters too; the last started come first', async () => {
  const read = async (query: string) =>
    (await world.api('GET', `/conversations?site=demo&limit=100&${query}`)).body.items
  const both = await read('outcome=lead_captured&country=GB&q=chat&filter=leads')
  expect(both.length).toBeGreaterThan(0)
  for (const { country, leadName } of both) expect([country, leadName]).toEqual(['GB', expect.any(String)])
  expect(await listed('outcome=lead_captured&q=kayak')).toBe(0)
  const began = both.map(({ startedAt }: { startedAt: number }) => startedAt)
  expect(began).toEqual([...began].sort((a, b) => b - a))
  expect(await listed('sentiment=negative&label=none')).toBe(0)
  expect(await listed(`from=${answer.range.since}&topic=${encodeURIComponent("rental' or true")}`)).toBe(0)
})

test('tRPC returns the same', async () => {
  const headers = { authorization: `Bearer ${world.adminKey}` }
  const client = createTRPCUntypedClient({ links: [httpBatchLink({ url: `${world.url}/trpc`, headers })] })
  const asked = { site: 'demo', limit: 50, outcome: 'answered,booked', rated: 'up', from: answer.range.since }
  const query = new URLSearchParams(Object.entries(asked).map(([name, value]) => [name, String(value)]))
  const twin = await client.query('conversations.list', asked)
  expect(twin).toEqual((await world.api('GET', `/conversations?${query}`)).body)
})

test.each([
  'outcome=lost',
  'outcome=answered,',
  'outcome=',
  'sentiment=glad',
  'quality=best',
  'handled=robot',
  'rated=1',
  'visitor=new',
  'from=yesterday',
  'handover=lost',
  'hour=24',
  'tz=Mars/Olympus',
  'to=-1',
  `page=${'x'.repeat(501)}`,
])('%s is refused', async (query) => {
  const { status, body } = await world.api('GET', `/conversations?site=demo&${query}`)
  expect([status, body.error.code]).toEqual([400, 'bad_request'])
  expect(body.error.message).toContain(query.split('=')[0])
})

test.each(['Europe/Berlin', 'America/St_Johns', 'Asia/Kathmandu', -570])(
  '[U109] hours and days are those of %s, even if its clocks change',
  async (tz) => {
    const { sql } = world.services.database
    // Each quarter hour of the days around both clock changes of the year.
    const quarters = [Date.UTC(2029, 9, 27, 12), Date.UTC(2029, 10, 3, 12)].flatMap((begin) =>
      Array.from({ length: 6 * 24 }, (_, n) => begin + n * 900_000 + (n % 7)),
    )
    const id = (at: number) => `clock_${at}`
    const site = 'other'
    const conversations = quarters.map((at) => ({
      id: id(at),
      site,
      started_at: at,
      last_at: at,
      channel: 'api',
      started_by: 'x',
    }))
    await sql`insert into conversations ${sql(conversations)} on conflict do nothing`
    await sql`
      insert into leads ${sql(quarters.map((at) => ({ id: id(at), site, created_at: at, updated_at: 1, source: 'api' })))}
      on conflict do nothing`
    const body: OverviewAnswer = (
      await world.api('GET', `/overview?site=${site}&days=120&tz=${encodeURIComponent(tz)}`)
    ).body
    const from = `from=${body.range.since}`
    expect(body.totals.conversations).toBe(quarters.length)
    for (const [hour, count] of body.insights.hours.entries())
      expect([hour, await listed(`${from}&hour=${hour}&tz=${encodeURIComponent(tz)}`, site)]).toEqual([hour, count])
    for (const { date, conversations, leads } of body.series.filter(({ leads }) => leads > 0)) {
      const zone =
        typeof tz === 'number'
          ? `${tz < 0 ? '+' : '-'}${String(Math.floor(Math.abs(tz) / 60)).padStart(2, '0')}:${Math.abs(tz) % 60}`
          : tz
      const [{ begin, end }] = await sql<[{ begin: number; end: number }]>`
        select (extract(epoch from ${date}::timestamp at time zone ${zone}) * 1000)::bigint as begin,
          (extract(epoch from (${date}::timestamp + interval '1 day') at time zone ${zone}) * 1000)::bigint as end`
      const time = `from=${begin}&to=${end}`
      expect([date, await listed(time, site), await inList('leads', time, site)]).toEqual([date, conversations, leads])
    }
  },
)
