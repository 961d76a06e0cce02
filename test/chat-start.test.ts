import { afterAll, beforeAll, expect, test } from 'vitest'
import { startValues } from '../server/features/conversations/start.ts'
import { type ChatWorld, createChatWorld } from './support/chat.ts'

let world: ChatWorld

beforeAll(async () => {
  world = await createChatWorld()
})
afterAll(() => world.close())

test('[R116] metadata is returned and never given to the assistant', async () => {
  const asked = world.model.next('/api/chat')
  const metadata = { secret: 'plover-4711' }
  const started = await world.post('/conversations', { message: 'Hello', metadata, externalId: 'mine-4712' })
  expect(started.body).toMatchObject({ metadata, externalId: 'mine-4712' })
  const { body } = await asked
  expect(body).not.toContain('plover-4711')
  expect(body).not.toContain('mine-4712')
  const { conversation } = (await world.get(`/conversations/${started.body.id}`)).body
  expect(conversation).toMatchObject({ metadata, external_id: 'mine-4712' })
})

test('[R113] [R114] [R116] [R117] contact, user, metadata and externalId are limited', async () => {
  const entries = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, place) => [`k${place}`, 'v']))
  for (const body of [
    { contact: entries(21) },
    { contact: { name: 1 } },
    { contact: { email: 'nobody' } },
    { user: { ...entries(21), id: '1' } },
    { user: { name: 'without an id' } },
    { user: { id: '1', email: 'nobody' } },
    { user: { id: '1', nested: {} } },
    { metadata: entries(21) },
    { metadata: { a: 1 } },
    { externalId: 'x'.repeat(129) },
  ])
    expect(await world.post('/conversations', body), JSON.stringify(body)).toMatchObject({
      status: 400,
      body: { error: { code: 'bad_request' } },
    })
  const full = { contact: entries(20), user: { ...entries(20), id: '1' }, metadata: entries(20) }
  expect((await world.post('/conversations', { ...full, externalId: 'x'.repeat(128) })).status).toBe(201)
})

test('[R115] the user is given to the assistant and shown to the team', async () => {
  const user = { id: 'u-1', plan: 'gold', email: 'Jo@Demo.example', name: 'Jo' }
  const { id } = await world.start({ message: 'Hello', user })
  const { conversation, lead } = (await world.get(`/conversations/${id}`)).body
  expect(conversation.user).toEqual(user)
  expect(lead).toMatchObject({ email: 'jo@demo.example', name: 'Jo', source: 'api' })
})

test('[R122] [R108] an API chat has no origin and no CORS headers', async () => {
  const reply = await world.post('/conversations', {}, { origin: 'https://evil.example' })
  expect(reply.status).toBe(201)
  expect([...reply.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
})

test('[R205] chat needs the scope chat, and reading its own', async () => {
  const chat = await world.key(['chat'])
  const read = await world.key(['conversations:read'])
  const started = await world.api('POST', '/conversations', { key: chat, body: {} })
  expect(started.status).toBe(201)
  const path = `/conversations/${started.body.id}`
  expect((await world.api('GET', path, { key: chat })).status).toBe(403)
  expect((await world.api('GET', path, { key: read })).status).toBe(200)
  expect((await world.api('POST', '/conversations', { key: read, body: {} })).status).toBe(403)
})

test('what a start leaves to the database is as if it were stored', async () => {
  const { id } = await world.start({})
  const [row] = await world.services.database.sql`select * from conversations where id = ${id}`
  const stored = { ...startValues, message_count: expect.any(Number), visitor_count: 0 }
  expect(row).toMatchObject(stored)
  expect(row!.data).toEqual({})
})

test('unknown fields of a start change nothing', async () => {
  const { id } = await world.start({
    message: 'Hello',
    id: 'conv_mine',
    status: 'closed',
    channel: 'widget',
    site_id: 'other',
  })
  const { conversation } = (await world.get(`/conversations/${id}`)).body
  expect(conversation).toMatchObject({ id, status: 'bot', channel: 'api', site_id: 'demo' })
})
