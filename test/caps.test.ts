import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type ChatWorld, createChatWorld, settled } from './support/chat.ts'
import { createTestClock } from './support/clock.ts'

const hour = 3_600_000
const day = 24 * hour

let world: ChatWorld

beforeAll(async () => {
  world = await createChatWorld({ clock: createTestClock(Date.UTC(2030, 0, 7, 9)) })
})
afterAll(() => world.close())
// Each test has its own day, at nine in the morning.
beforeEach(async () => {
  const now = world.clock.now()
  world.clock.move(now - (now % day) + day + 9 * hour - now)
  await world.set(cap(500))
})

const cap = (messagesPerSitePerDay: number) => ({ security: { limits: { messagesPerSitePerDay } } })
const today = () => new Date(world.clock.now()).toISOString().slice(0, 10)
const messagesToday = async () => {
  const [row] = await world.services.database.sql`
    select messages from usage_days where site = 'demo' and day = ${today()}`
  return row?.messages ?? 0
}
const logged = async () => (await world.services.database.sql`select from events`).length

test('[R124] [R125] [R231] [U50] at the daily cap a chat is 429 until midnight UTC, and nothing is stored', async () => {
  await world.set(cap(2))
  const first = await world.post('/conversations', { message: 'One' })
  const path = `/conversations/${first.body.id}/messages`
  expect((await world.post(path, { text: 'Two' })).status).toBe(200)
  const before = await logged()
  const third = { message: 'Three', contact: { email: 'third@mail.example' } }
  for (const refused of [await world.post('/conversations', third), await world.post(path, { text: 'Three' })]) {
    expect(refused).toMatchObject({ status: 429, body: { error: { code: 'quota_exceeded', retryAfter: 15 * 3600 } } })
    expect(refused.headers.get('retry-after')).toBe(String(15 * 3600))
  }
  expect(await logged()).toBe(before)
  expect(await world.services.database.sql`select from leads`).toHaveLength(0)
  expect((await world.get(`/conversations/${first.body.id}`)).body.messages).toHaveLength(4)
})

test('[R237] the day’s count restarts at midnight UTC', async () => {
  await world.set(cap(1))
  world.clock.move(15 * hour - 1000)
  expect((await world.post('/conversations', { message: 'One' })).status).toBe(201)
  expect((await world.post('/conversations', { message: 'Two' })).body.error.retryAfter).toBe(1)
  world.clock.move(1000)
  expect((await world.post('/conversations', { message: 'Two' })).status).toBe(201)
})

test('[U51] visitor messages and actions count; a greeting, a reply and a repeat do not', async () => {
  const { body } = await world.post('/conversations', {})
  expect(await messagesToday()).toBe(0)
  const path = `/conversations/${body.id}/messages`
  const message = { text: 'Hello', clientMessageId: 'one' }
  await world.post(path, message)
  await world.post(path, message)
  expect(await messagesToday()).toBe(1)
  await world.post(path, { action: { id: 'person', value: '' } })
  expect(await messagesToday()).toBe(2)
  expect((await world.get('/usage')).body.today.messages).toBe(2)
})

test('a message refused for another reason does not count', async () => {
  const { body } = await world.post('/conversations', {})
  const path = `/conversations/${body.id}/messages`
  expect((await world.post(path, { action: { id: 'msg_none', value: 'x' } })).status).toBe(400)
  await world.post(`/conversations/${body.id}/end`)
  expect((await world.post(path, { text: 'Hello' })).status).toBe(409)
  expect(await messagesToday()).toBe(0)
})

test('a cap of 0 allows no messages', async () => {
  await world.set(cap(0))
  expect((await world.post('/conversations', { message: 'Hello' })).status).toBe(429)
  expect((await world.post('/conversations', {})).status).toBe(201)
})

test('[R237] 50 parallel starts at two servers with a cap of 20 give exactly 20, widget and API together', async () => {
  const database = { ...world.services.database, drop: async () => {} }
  const second = await createChatWorld({ database, clock: world.clock })
  try {
    await world.set(cap(20))
    world.clock.move(1000)
    await settled(second, cap(20))
    const fromPage = ({ url }: ChatWorld) =>
      fetch(`${url}/chat/conversations`, {
        method: 'POST',
        headers: { origin: 'https://demo.example', 'content-type': 'application/json' },
        body: JSON.stringify({ site: 'demo', message: 'Hello' }),
      })
    const starts = Array.from({ length: 50 }, (_, place) => {
      const server = place % 2 === 0 ? world : second
      return place % 10 === 0 ? fromPage(server) : server.post('/conversations', { message: 'Hello' })
    })
    const statuses = (await Promise.all(starts)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 201)).toHaveLength(20)
    expect(statuses.filter((status) => status === 429)).toHaveLength(30)
    expect(await messagesToday()).toBe(20)
  } finally {
    await second.close()
  }
})
