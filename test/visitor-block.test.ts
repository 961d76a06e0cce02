import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { followConversation } from '../server/features/conversations/visitor/events.ts'
import { type Body, type ChatWorld, createChatWorld, eventsOf, nextEvent, settled } from './support/chat.ts'
import { type Caller, emittedBy, person, program } from './support/desk.ts'
import { patience } from './support/live.ts'
import { type Chat, createPage } from './support/page.ts'
import { openSecond } from './support/second.ts'
import { runTask } from './support/tasks.ts'

let world: ChatWorld
let anna: Caller
let key: Caller
const page = createPage(() => world)
const day = 86_400_000

beforeAll(async () => {
  world = await createChatWorld({ environment: { TRUST_PROXY: '127.0.0.1', COUNTRY_HEADER: 'CF-IPCountry' } })
  anna = await person(world, 'member')
  key = await program(world)
})
afterAll(() => world.close())
beforeEach(async () => {
  await world.set({ security: { blockIps: [], limits: { messagesPerIpPerMinute: 1000 } } })
  world.clock.move(60_000)
})

/** A chat that a visitor with this address starts. */
async function startFrom(address: string): Promise<Chat> {
  const response = await page.send('POST', '/conversations', {
    body: { site: 'demo', message: 'Hello' },
    headers: { 'x-forwarded-for': address },
  })
  expect(response.status).toBe(201)
  return await page.read(response)
}
test.each([
  ['gb', 'GB'],
  ['XX', null],
  ['T1', null],
  ['<b>', null],
])('the country of a visitor is what a trusted proxy reports: %s', async (emitted, country) => {
  const headers = { 'x-forwarded-for': '198.51.100.7', 'cf-ipcountry': emitted }
  const { id } = await page.read(
    await page.send('POST', '/conversations', { body: { site: 'demo', message: 'Hello' }, headers }),
  )
  expect((await anna.get(`/conversations/${id}`)).body.conversation.country).toBe(country)
})

const write = ({ id, token }: Chat, address: string) =>
  page.send('POST', `/conversations/${id}/messages`, {
    token,
    body: { text: 'Hi' },
    headers: { 'x-forwarded-for': address },
  })
/** The hourly task. */
const retain = () => runTask(world.services, 'retention.run')
const block = (id: string, blocked = true, caller = anna) => caller.post(`/conversations/${id}/block`, { blocked })
const blockIps = async (): Promise<string[]> => (await key.get('/settings')).body.settings.security.blockIps
const detail = async (id: string): Promise<Body> => (await key.get(`/conversations/${id}`)).body.conversation

test('a blocked visitor is refused like every blocked address, and the conversation is closed', async () => {
  const chat = await startFrom('203.0.113.7')
  expect(await detail(chat.id)).toMatchObject({ blocked: false, status: 'bot' })
  const answer = await block(chat.id)
  expect(answer).toMatchObject({ status: 200, body: { conversationId: chat.id, blocked: true, status: 'closed' } })
  await settled(world, { security: { blockIps: ['203.0.113.7'] } })
  for (const response of [
    await write(chat, '203.0.113.7'),
    await page.send('POST', '/conversations', {
      body: { site: 'demo', message: 'Me again' },
      headers: { 'x-forwarded-for': '203.0.113.7' },
    }),
  ]) {
    expect(response.status).toBe(403)
    expect((await page.read(response)).error).toEqual({
      code: 'forbidden',
      reason: 'address_not_allowed',
      message: 'This chat cannot be used from this IP address.',
    })
  }
  await startFrom('203.0.113.8')
  expect(await detail(chat.id)).toMatchObject({ blocked: true, status: 'closed' })
})

test('unblocking the visitor removes that entry and no other', async () => {
  await world.set({ security: { blockIps: ['198.51.100.0/24'] } })
  const chat = await startFrom('203.0.113.7')
  await block(chat.id)
  expect(await blockIps()).toEqual(['198.51.100.0/24', '203.0.113.7'])
  expect((await block(chat.id, false)).body).toEqual({ conversationId: chat.id, blocked: false, status: 'closed' })
  await settled(world, { security: { blockIps: ['198.51.100.0/24'] } })
  expect((await write(chat, '203.0.113.7')).status).toBe(200)
  await world.set({ security: { blockIps: ['203.0.113.0/24'] } })
  expect((await block(chat.id, false)).body.blocked).toBe(true)
})

test('for IPv6, the network is blocked from which a host chooses its addresses', async () => {
  const chat = await startFrom('2001:db8:1:2:3:4:5:6')
  await block(chat.id)
  expect(await blockIps()).toEqual(['2001:db8:1:2::/64'])
  await settled(world, { security: { blockIps: ['2001:db8:1:2::/64'] } })
  expect((await write(chat, '2001:db8:1:2:ffff::1')).status).toBe(403)
  expect((await write(chat, '2001:db8:1:3::1')).status).toBe(200)
})

test('events are emitted once', async () => {
  const { id } = await startFrom('203.0.113.9')
  const emitted = await emittedBy(world, async () => {
    await block(id)
    await block(id)
  })
  expect(emitted.map(({ type }) => type)).toEqual(['settings.changed', 'conversation.closed', 'conversation.changed'])
  expect((await world.services.database.sql`select from site_settings where changed_by = ${anna.id}`).count).toBe(1)
  const undone = await emittedBy(world, () => block(id, false))
  expect(undone.map(({ type }) => type)).toEqual(['settings.changed', 'conversation.changed'])
})

test('[threat 7] two concurrent blocks are both kept, and so is a concurrent change of settings', async () => {
  const chats = await Promise.all([1, 2, 3, 4].map((n) => startFrom(`203.0.113.${n}`)))
  await Promise.all([...chats.map(({ id }) => block(id)), key.put('/settings', { settings: { botName: 'Robin' } })])
  expect((await blockIps()).sort()).toEqual([1, 2, 3, 4].map((n) => `203.0.113.${n}`))
  expect((await key.get('/settings')).body.settings.botName).toBe('Robin')
})

test('over the API there is no address: 400', async () => {
  const { id } = await world.start()
  expect(await detail(id)).toMatchObject({ blocked: null })
  for (const blocked of [true, false])
    expect((await block(id, blocked)).body.error).toMatchObject({
      code: 'bad_request',
      message: expect.stringContaining('API'),
    })
  expect((await detail(id)).status).toBe('bot')
})

test('[R6] [threat 12] the address is the one that the server saw, and another site’s conversation is unknown', async () => {
  const open = await page.send('POST', '/conversations', { body: { site: 'demo', message: 'Hi' } })
  const { id } = await page.read(open)
  expect((await block(id)).body).toMatchObject({ blocked: true })
  expect(await blockIps()).toEqual(['127.0.0.1'])
  await world.set({ security: { blockIps: [] } })
  const theirs = await world.api('POST', '/conversations', { body: { site: 'other', message: 'Hi' } })
  expect((await block(theirs.body.id)).status).toBe(404)
  expect((await block('conv_00000000000000000000')).status).toBe(404)
  const reader = await program(world, ['conversations:read', 'settings:write'])
  expect((await block(id, true, reader)).status).toBe(403)
})

test('if a proxy hides all visitors behind this machine’s own address, that is not blocked', async () => {
  const chat = await startFrom('127.0.0.9')
  const own = world.config.baseUrl
  world.config.baseUrl = 'https://chat.example.com'
  const refused = await block(chat.id)
  world.config.baseUrl = own
  expect([refused.status, refused.body.error.message]).toEqual([400, expect.stringContaining('TRUST_PROXY')])
})

test('a full list is 400, and nothing is closed', async () => {
  const full = Array.from({ length: 200 }, (_, n) => `198.51.100.${n}`)
  await world.set({ security: { blockIps: full } })
  const chat = await startFrom('203.0.113.7')
  const refused = await block(chat.id)
  expect([refused.status, refused.body.error.message]).toEqual([400, expect.stringContaining('200')])
  expect((await detail(chat.id)).status).toBe('bot')
})

/** The event stream of a visitor with this address. */
async function followFrom({ id, token }: Chat, address: string) {
  const response = await page.send('GET', `/conversations/${id}/events`, {
    token,
    headers: { 'x-forwarded-for': address },
  })
  expect(response.status).toBe(200)
  return eventsOf(response)
}

test('[threat 8] the open event stream of a blocked visitor ends at once, and no other does', async () => {
  const [mine, other] = [await startFrom('203.0.113.31'), await startFrom('203.0.113.32')]
  const [blocked, untouched] = [await followFrom(mine, '203.0.113.31'), await followFrom(other, '203.0.113.32')]
  await block(mine.id)
  // It ends without the clock having moved.
  for await (const _ of blocked);
  await anna.post(`/conversations/${other.id}/reply`, { text: 'Still there?' })
  expect((await nextEvent(untouched, 'message.sent')).data).toMatchObject({ conversationId: other.id })
  await untouched.return(undefined)
})

test('[threat 8] so does a stream on another server', async () => {
  const second = await openSecond(world)
  const chat = await startFrom('203.0.113.33')
  let ended = false
  const end = () => {
    ended = true
  }
  const visit = { ...(await second.context()), address: '203.0.113.33' }
  const stop = await followConversation(visit, chat.id, undefined, { event() {}, resync() {}, end })
  await block(chat.id)
  const isEnded = () => {
    world.clock.move(50)
    return ended
  }
  await expect.poll(isEnded, patience).toBe(true)
  stop()
  await second.close()
})

test('so does it if a list of allowed addresses excludes the visitor', async () => {
  const chat = await startFrom('203.0.113.41')
  const events = await followFrom(chat, '203.0.113.41')
  await world.set({ security: { allowIps: ['198.51.100.0/24'] } })
  for await (const _ of events);
  await world.set({ security: { allowIps: [] } })
})

test('the address is shown to nobody, and deleted after seven days; then it is 400', async () => {
  const { sql } = world.services.database
  const chat = await startFrom('203.0.113.77')
  const kept = async () =>
    (await sql<{ address: string | null }[]>`select address from conversations where id = ${chat.id}`)[0]?.address
  const shown = [
    await key.get(`/conversations/${chat.id}`),
    await key.get('/conversations'),
    await key.get('/events?limit=500'),
  ]
  expect(JSON.stringify(shown.map(({ body }) => body))).not.toContain('203.0.113.77')
  world.clock.move(7 * day - 1_000)
  await retain()
  expect(await kept()).toBe('203.0.113.77')
  world.clock.move(1_000)
  await retain()
  expect(await kept()).toBeNull()
  expect(await detail(chat.id)).toMatchObject({ blocked: null })
  expect((await block(chat.id, true, key)).status).toBe(400)
})
