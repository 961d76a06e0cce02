import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Body, type ChatWorld, createChatWorld } from './support/chat.ts'
import { type Caller, emittedBy, person, program } from './support/desk.ts'

let world: ChatWorld
let key: Caller

beforeAll(async () => {
  world = await createChatWorld()
  key = await program(world)
})
afterAll(() => world.close())
beforeEach(() => world.clock.move(1000))

let made = 0
const email = () => `contact${++made}@mail.example`
const add = async (body: Record<string, unknown> = {}): Promise<Body> => {
  const reply = await key.post('/leads', { email: email(), ...body })
  expect(reply.status).toBe(201)
  return reply.body
}
const patch = (id: string, body: unknown) => key.patch(`/leads/${id}`, body)

test('[R28] [R29] [R30] [R168] [R221] a contact is created with source api and emitted', async () => {
  const given = { name: 'Jo Doe', phone: '+49 30 1', company: 'Doe & Co', address: '1 Ropewalk', notes: 'Kind' }
  let lead: Body
  const emitted = await emittedBy(world, async () => {
    lead = await add({ ...given, email: ' Jo@Mail.example ', attributes: { plan: 'full' }, fields: { shoe: '42' } })
  })
  expect(lead!).toEqual({
    ...given,
    id: expect.stringMatching(/^lead_/),
    site_id: 'demo',
    conversation_id: null,
    email: 'jo@mail.example',
    fields: '{"shoe":"42"}',
    attributes: { plan: 'full' },
    tags: [],
    source: 'api',
    status: 'new',
    created_at: world.clock.now(),
    updated_at: world.clock.now(),
  })
  const { name, phone } = given
  const event = {
    leadId: lead!.id,
    conversationId: null,
    source: 'api',
    email: lead!.email,
    name,
    phone,
    message: null,
    verified: true,
  }
  expect(emitted).toEqual([{ type: 'lead.captured', data: { ...event, fields: { shoe: '42' } } }])
  const [item] = (await key.get('/leads?q=jo@mail.example')).body.items
  expect(item).toMatchObject({
    site: 'demo',
    conversationId: null,
    fields: '{"shoe":"42"}',
    createdAt: lead!.created_at,
  })
  expect(item).toMatchObject({ conversations: 0, lastConversationId: null, openCallbacks: 0 })
})

test('[R167] [R34] [R35] [R24] invalid fields are refused and named', async () => {
  const attributes = Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`key${n}`, 'x']))
  const fields = Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`field${n}`, 'x']))
  for (const [field, body] of [
    ['email', { company: 'Nobody', email: '' }],
    ['email', { email: 'none' }],
    ['name', { name: 'x'.repeat(201) }],
    ['phone', { phone: '1'.repeat(41) }],
    ['company', { company: 'x'.repeat(201) }],
    ['address', { address: 'x'.repeat(501) }],
    ['notes', { notes: 'x'.repeat(5001) }],
    ['status', { status: 'maybe' }],
    ['attributes', { attributes }],
    ['attributes', { attributes: { 'a/b': 'x' } }],
    ['attributes', { attributes: { a: 'x'.repeat(1001) } }],
    ['fields', { fields }],
  ] as const) {
    const refused = await key.post('/leads', { ...(field === 'email' ? {} : { email: email() }), ...body })
    expect([refused.status, refused.body.error.message], field).toEqual([400, expect.stringMatching(`^${field}`)])
  }
  for (const body of [{ name: 'Only' }, { phone: '123' }, { email: email() }])
    expect((await key.post('/leads', body)).status).toBe(201)
})

test('[R5] [R169] [R229] [U60] a known email is 409 with its contact, in any case, but not on another site', async () => {
  const lead = await add({ email: 'twice@mail.example' })
  const refused = await key.post('/leads', { email: ' TWICE@mail.example' })
  expect([refused.status, refused.body.error.code]).toEqual([409, 'conflict'])
  expect(refused.body.error.message).toContain(lead.id)
  const other = await world.api('POST', '/leads?site=other', { body: { email: 'twice@mail.example' } })
  expect(other.status).toBe(201)
})

test('[threat 7] if many bring one new email at once, by chat and by hand, one creates the contact', async () => {
  const contact = { email: 'race@mail.example', name: 'Race' }
  const other = await add()
  const work = Array.from({ length: 24 }, (_, n) => {
    if (n % 3 === 0) return world.post('/conversations', { message: 'Hello', contact })
    return n % 3 === 1 ? key.post('/leads', contact) : patch(other.id, { email: contact.email })
  })
  const replies = await Promise.all(work)
  for (const { status } of replies) expect([200, 201, 409]).toContain(status)
  const rows = await world.services.database.sql`select id from leads where email = ${contact.email} and site = 'demo'`
  expect(rows).toHaveLength(1)
  const items = (await key.get('/leads?q=race@mail.example')).body.items
  expect(items).toMatchObject([{ id: rows[0]!.id, conversations: 8 }])
})

test('[R33] [R170] [R171] [R430] [U9] a change emits the names of changed fields and the whole contact', async () => {
  const { body: tag } = await key.post('/contact-tags', { name: 'Regular' })
  const { id } = await add({ name: 'Ann', attributes: { plan: 'basic', size: 'L' }, fields: { shoe: '42' } })
  world.clock.move(5)
  let answer: Body
  const emitted = await emittedBy(world, async () => {
    const body = { name: 'Anna', notes: 'Kind', status: 'qualified', addTags: ['REGULAR'] }
    answer = (await patch(id, { ...body, attributes: { size: null, plan: 'full' }, fields: { shoe: null } })).body
  })
  expect(answer!).toMatchObject({
    name: 'Anna',
    notes: 'Kind',
    status: 'qualified',
    attributes: { plan: 'full' },
    fields: null,
    tags: [{ id: tag.id, name: 'Regular', color: tag.color }],
    updated_at: world.clock.now(),
  })
  expect(emitted).toHaveLength(1)
  const [{ type, data }] = emitted as [Body]
  expect([type, data.leadId, data.conversationId]).toEqual(['lead.updated', id, null])
  expect(data.changed.toSorted()).toEqual(['attributes', 'fields', 'name', 'notes', 'status', 'tags'])
  expect(data.lead).toMatchObject({ id, site: 'demo', name: 'Anna', attributes: { plan: 'full' }, tags: answer!.tags })
  expect((await key.get(`/leads/${id}`)).body).toMatchObject({ ...answer!, teamNotes: [], callbacks: [] })
})

test('[U6] [U9] the status can change in any direction; a change without effect emits nothing', async () => {
  const lead = await add({ name: 'Still', attributes: { a: '1', b: '2' } })
  const emitted = await emittedBy(world, async () => {
    await patch(lead.id, { name: ' Still ', status: 'new', attributes: { b: '2', none: null }, tags: [] })
    await patch(lead.id, {})
    for (const status of ['lost', 'won', 'new', 'contacted']) await patch(lead.id, { status })
  })
  expect(emitted.map(({ data }) => [data.changed, data.lead.status])).toEqual(
    ['lost', 'won', 'new', 'contacted'].map((status) => [['status'], status]),
  )
})

test('[U9] null or an empty text clears a field; one of name, email and phone must stay', async () => {
  const { id } = await add({ name: 'Ann', phone: '123', company: 'Doe', address: '1 Ropewalk', notes: 'Kind' })
  const cleared = await patch(id, { name: '', phone: null, company: null, address: '', notes: ' ' })
  expect(cleared.body).toMatchObject({ name: null, phone: null, company: null, address: null, notes: null })
  const refused = await patch(id, { email: null, status: 'won' })
  expect([refused.status, refused.body.error.message]).toEqual([400, expect.stringMatching(/^email: /)])
  expect((await patch(id, { email: '', phone: '456' })).body).toMatchObject({
    email: null,
    phone: '456',
    status: 'new',
  })
})

test('[U9] [R229] another’s email is 409 with its contact, and nothing else changes', async () => {
  const [one, other] = [await add(), await add()]
  const refused = await patch(one.id, { email: other.email.toUpperCase(), name: 'Changed' })
  expect([refused.status, refused.body.error.message]).toEqual([409, expect.stringContaining(other.id)])
  expect((await key.get(`/leads/${one.id}`)).body).toMatchObject({ email: one.email, name: null })
  expect((await patch(one.id, { email: one.email.toUpperCase() })).body.updated_at).toBe(one.updated_at)
})

test('[U9] [U66] tags: all are replaced first, then some added, then some removed; an unknown one changes nothing', async () => {
  for (const name of ['a', 'b', 'c']) await key.post('/contact-tags', { name })
  const { id } = await add()
  const names = async (body: unknown) => (await patch(id, body)).body.tags.map(({ name }: Body) => name)
  expect(await names({ tags: ['c', 'A'], addTags: ['b'], removeTags: ['c'] })).toEqual(['a', 'b'])
  expect(await names({ removeTags: ['B'] })).toEqual(['a'])
  const refused = await patch(id, { addTags: ['b', 'nowhere'], name: 'X' })
  expect([refused.status, refused.body.error.message]).toEqual([400, expect.stringMatching(/^addTags: .*nowhere/)])
  expect((await key.get(`/leads/${id}`)).body).toMatchObject({ name: null, tags: [{ name: 'a' }] })
  expect(await names({ tags: [] })).toEqual([])
})

test('[U10] deleting a contact deletes its notes and its details in the log; conversations and callbacks stay', async () => {
  const contact = { name: 'Gone Away', email: 'gone@mail.example', phone: '+49 30 998877' }
  const { id: conversation } = await world.start({ message: 'Hello', contact })
  const { lead } = (await key.get(`/conversations/${conversation}`)).body
  await world.services.database.sql`
    insert into callbacks (id, site, conversation_id, lead_id, requested_at)
    values ('cb_gone', 'demo', ${conversation}, ${lead.id}, 1)`
  await key.post(`/leads/${lead.id}/notes`, { text: 'About the contact' })
  await key.post(`/conversations/${conversation}/notes`, { text: 'About the chat' })
  await patch(lead.id, { company: 'Gone & Co' })
  const emitted = await emittedBy(world, async () => {
    expect((await key.del(`/leads/${lead.id}`)).body).toEqual({ id: lead.id, deleted: true })
  })
  expect(emitted).toEqual([{ type: 'lead.changed', data: { id: lead.id } }])
  expect([(await key.get(`/leads/${lead.id}`)).status, (await key.del(`/leads/${lead.id}`)).status]).toEqual([404, 404])
  const { body } = await key.get(`/conversations/${conversation}`)
  expect(body).toMatchObject({
    lead: null,
    conversation: { lead_id: null },
    callbacks: [{ id: 'cb_gone', leadId: null }],
  })
  expect(body.notes.map(({ text }: Body) => text)).toEqual(['About the chat'])
  const { sql } = world.services.database
  expect(await sql`select from notes where text = 'About the contact'`).toHaveLength(0)
  for (const gone of ['gone@mail.example', 'Gone & Co', '998877'])
    expect(await sql`select from events where type like 'lead.%' and strpos(data::text, ${gone}) > 0`).toHaveLength(0)
})

test('[R6] [U108] another site’s is unknown, and each scope allows only its own half', async () => {
  const theirs = (await world.api('POST', '/leads?site=other', { body: { email: email() } })).body.id
  expect([(await patch(theirs, { name: 'X' })).status, (await key.del(`/leads/${theirs}`)).status]).toEqual([404, 404])
  const foreign = (await world.api('POST', '/contact-tags?site=other', { body: { name: 'Theirs' } })).body
  const { id } = await add()
  for (const ref of [foreign.id, 'Theirs']) expect((await patch(id, { tags: [ref] })).status).toBe(400)
  expect((await key.get(`/leads?tag=${foreign.id}`)).body).toMatchObject({ items: [], counts: { new: 0 } })
  const member = await person(world, 'member')
  expect((await member.patch(`/leads/${id}`, { status: 'won' })).status).toBe(200)
  const reader = await program(world, ['leads:read'])
  expect([(await reader.get('/leads')).status, (await reader.patch(`/leads/${id}`, {})).status]).toEqual([200, 403])
})
