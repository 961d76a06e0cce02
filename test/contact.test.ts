import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Body, type ChatWorld, createChatWorld } from './support/chat.ts'
import { type Caller, person, program } from './support/desk.ts'

let world: ChatWorld
let key: Caller
let anna: Caller

beforeAll(async () => {
  world = await createChatWorld()
  key = await program(world)
  anna = await person(world, 'member')
})
afterAll(() => world.close())

const contact = { email: 'bea@mail.example', name: 'Bea', phone: '+44 1632 960000', shoe: '42' }
const leadOf = async (id: string): Promise<Body> => (await key.get(`/conversations/${id}`)).body.lead

test('[R32] [R29] [R30] a contact is returned with its conversations, notes and callbacks, newest first', async () => {
  const { sql } = world.services.database
  const at = world.clock.now()
  const first = (await world.start({ message: 'One', contact, context: { pageUrl: 'https://demo.example/a' } })).id
  world.clock.move(1000)
  const second = (await world.start({ message: 'Two', contact: { email: contact.email } })).id
  const { body: label } = await key.post('/labels', { name: 'Urgent', color: '#123456' })
  await key.patch(`/conversations/${first}`, { labels: ['Urgent'], attributes: { plan: 'basic' } })
  const { id } = await leadOf(first)
  await sql`
    insert into callbacks (id, site, conversation_id, lead_id, phone, requested_at)
    values ('cb_1', 'demo', ${first}, null, '1', 5), ('cb_2', 'demo', ${second}, ${id}, '2', 7), ('cb_3', 'demo', null, ${id}, '3', 6)`
  const { body: note } = await anna.post(`/conversations/${second}/notes`, { text: 'Careful' })
  const { status, body } = await anna.get(`/leads/${id}`)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    id,
    site_id: 'demo',
    conversation_id: first,
    email: contact.email,
    fields: '{"shoe":"42"}',
    attributes: {},
    tags: [],
    source: 'api',
    status: 'new',
    notes: null,
    created_at: at,
  })
  expect(body.conversations[1]).toEqual({
    id: first,
    startedAt: at,
    lastAt: at,
    pageUrl: 'https://demo.example/a',
    firstMessage: 'One',
    messageCount: 2,
    summary: null,
    intent: null,
    channel: 'api',
    leadVerified: true,
    status: 'bot',
    assignedTo: null,
    assignedName: null,
    labels: [{ id: label.id, name: 'Urgent', color: '#123456' }],
    attributes: { plan: 'basic' },
  })
  expect(body.conversations.map((one: Body) => one.id)).toEqual([second, first])
  expect(body.callbacks.map((one: Body) => one.id)).toEqual(['cb_2', 'cb_3', 'cb_1'])
  expect(body.callbacks[0]).toMatchObject({ conversationId: second, leadId: id, phone: '2', status: 'open' })
  expect(body.teamNotes).toEqual([note])
})

test('[R33] a contact’s own notes are separate from the team’s', async () => {
  const { id } = await world.start({ message: 'Hi', contact: { email: 'cy@mail.example' } })
  const lead = await leadOf(id)
  await world.services.database.sql`update leads set notes = 'Prefers mail.' where id = ${lead.id}`
  const { status, body: note } = await anna.post(`/leads/${lead.id}/notes`, { text: 'Prefers the telephone.' })
  expect([status, note.conversationId, note.leadId]).toEqual([201, null, lead.id])
  expect((await key.get(`/leads/${lead.id}`)).body).toMatchObject({ notes: 'Prefers mail.', teamNotes: [note] })
  for (const text of ['', 'x'.repeat(5001)])
    expect((await anna.post(`/leads/${lead.id}/notes`, { text })).status).toBe(400)
})

test('[R6] [R228] another site’s contact is unknown, and each scope allows only its own half', async () => {
  const theirs = await world.api('POST', '/conversations', { body: { site: 'other', message: 'Hi', contact } })
  const { lead } = (await world.api('GET', `/conversations/${theirs.body.id}?site=other`)).body
  const unknown = await key.get('/leads/lead_00000000000000000000')
  const foreign = await key.get(`/leads/${lead.id}`)
  expect([foreign.status, foreign.body]).toEqual([404, unknown.body])
  expect((await key.post(`/leads/${lead.id}/notes`, { text: 'x' })).status).toBe(404)
  const own = await leadOf((await world.start({ contact })).id)
  const reader = await program(world, ['leads:read', 'conversations:write'])
  expect([
    (await reader.get(`/leads/${own.id}`)).status,
    (await reader.post(`/leads/${own.id}/notes`, { text: 'x' })).status,
  ]).toEqual([200, 403])
})
