import { createTRPCUntypedClient, httpBatchLink } from '@trpc/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OverviewAnswer } from '../shared/overview.ts'
import { fillDays } from './support/overview-days.ts'
import { createWorld, type World } from './support/world.ts'

const days = 20
const day = 86_400_000
let world: World
let answer: OverviewAnswer

beforeAll(async () => {
  world = await createWorld()
  const { sql } = world.parts.database
  await fillDays({ sql, site: 'demo', now: world.clock.now(), days: 2 * days })
  // What is spam is in no count, and what came back is.
  await sql`update conversations set spam = true where id in ('conv_day7', 'conv_day150')`
  await sql`update conversations set came_back = true where id in ('conv_day9', 'conv_day160', 'conv_day170')`
  answer = (await world.api('GET', `/overview?site=demo&days=${days}`)).body
})
afterAll(() => world.close())

/** How many conversations a list holds, page by page, each of them once. */
async function listed(query: string): Promise<number> {
  const found = new Set<string>()
  let before = ''
  for (;;) {
    const { status, body } = await world.api('GET', `/conversations?site=demo&limit=100&${query}${before}`)
    expect([query, status]).toEqual([query, 200])
    for (const { id } of body.items) found.add(id)
    if (body.next === null) return found.size
    before = `&before=${body.next}`
  }
}

/** The same by a list for each figure. */
async function expectListed(counts: Record<string, number>, filterOf: (key: string) => string): Promise<void> {
  const entries = Object.entries(counts)
  expect(entries.some(([, count]) => count > 0)).toBe(true)
  const from = `from=${answer.range.since}`
  const lists = await Promise.all(entries.map(async ([key]) => [key, await listed(`${from}&${filterOf(key)}`)]))
  expect(Object.fromEntries(lists)).toEqual(counts)
}

const counted = (rows: { count: number }[], key: string): Record<string, number> =>
  Object.fromEntries(rows.map((row) => [(row as never)[key], row.count]))

test('each headline figure is as many conversations as its list holds, now and in the days before', async () => {
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

test('so are outcomes, moods, promises, topics, pages, countries, days, and who wrote once or came again', async () => {
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

test('filters narrow each other, with a search and the older filters, too; those that began last come first', async () => {
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

test('the twin answers the same', async () => {
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
  'to=-1',
  `page=${'x'.repeat(501)}`,
])('%s is refused', async (query) => {
  const { status, body } = await world.api('GET', `/conversations?site=demo&${query}`)
  expect([status, body.error.code]).toEqual([400, 'bad_request'])
  expect(body.error.message).toContain(query.split('=')[0])
})
