import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Body, type ChatWorld, createChatWorld } from './support/chat.ts'
import { type Caller, emittedBy, keepThere, person, program } from './support/desk.ts'
import { hostileTexts } from './support/hostile.ts'

let world: ChatWorld
let key: Caller
let anna: Caller
const label: Record<string, string> = {}

beforeAll(async () => {
  world = await createChatWorld()
  key = await program(world)
  anna = await person(world, 'member')
  for (const name of ['Urgent', 'Ärger', 'Later'])
    label[name] = (await key.post('/labels', { name, color: '#111111' })).body.id
})
afterAll(() => world.close())
beforeEach(() => world.clock.move(60_000))

const patch = (id: string, body: unknown, caller = anna) => caller.patch(`/conversations/${id}`, body)
const detail = async (id: string): Promise<Body> => (await key.get(`/conversations/${id}`)).body
const names = ({ labels }: Body): string[] => labels.map(({ name }: Body) => name)

test('[R142] attributes are merged: others stay, null removes one', async () => {
  const { id } = await world.start()
  const set = async (attributes: unknown) => (await patch(id, { attributes })).body.attributes
  expect(await set({ plan: 'basic', 'Größe no.1': ' 42 ' })).toEqual({ plan: 'basic', 'Größe no.1': ' 42 ' })
  expect(await set({ plan: 'pro', city: '' })).toEqual({ plan: 'pro', 'Größe no.1': ' 42 ', city: '' })
  expect(await set({ plan: null, unknown: null })).toEqual({ 'Größe no.1': ' 42 ', city: '' })
  expect((await detail(id)).conversation.attributes).toEqual({ 'Größe no.1': ' 42 ', city: '' })
})

test('[R23] [R24] [R25] [R144] a bad key or value, or more than 50, is 400 and changes nothing', async () => {
  const { id } = await world.start()
  const fifty = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`k${n}`, 'x']))
  expect((await patch(id, { attributes: fifty })).status).toBe(200)
  for (const attributes of [
    { more: 'x' },
    { 'a/b': 'x' },
    { '': 'x' },
    { ['k'.repeat(65)]: 'x' },
    { k1: 'x'.repeat(1001) },
    { k1: 7 },
    { k1: { a: 'x' } },
    [],
    'x',
  ]) {
    const refused = await patch(id, { attributes, addLabels: ['Urgent'], spam: true })
    expect([refused.status, refused.body.error.message]).toEqual([400, expect.stringMatching(/^attributes/)])
  }
  expect((await patch(id, { attributes: { k0: null, more: 'x' } })).status).toBe(200)
  const { conversation, labels } = await detail(id)
  expect([labels, conversation.spam]).toEqual([[], false])
  expect(Object.keys(conversation.attributes)).toHaveLength(50)
})

test('[threat 10] names with a special meaning to programs are only names', async () => {
  const { id } = await world.start()
  const attributes = JSON.parse('{"constructor":"a","toString":"b","__proto__":"c"}')
  expect((await patch(id, { attributes })).body.attributes).toEqual({ constructor: 'a', toString: 'b' })
  const pretended = {
    id: 'conv_x',
    site_id: 'other',
    status: 'live',
    assigned_to: 'x',
    assignedTo: 'x',
    channel: 'widget',
  }
  expect((await patch(id, { ...pretended, lead_id: 'x', data: { a: 1 } })).body.data).toEqual({})
  expect((await detail(id)).conversation).toMatchObject({
    id,
    status: 'bot',
    assigned_to: null,
    channel: 'api',
    data: {},
  })
})

test('[R143] [U66] labels replace all, then some are added, then some removed; by id or name, in any case', async () => {
  const { id } = await world.start()
  const labelled = async (body: Body) => names((await patch(id, body)).body)
  expect(await labelled({ labels: ['urgent', label.Later] })).toEqual(['Later', 'Urgent'])
  expect(await labelled({ addLabels: ['ÄRGER', 'urgent'] })).toEqual(['Ärger', 'Later', 'Urgent'])
  expect(await labelled({ removeLabels: [label.Ärger, 'LATER'] })).toEqual(['Urgent'])
  expect(
    await labelled({ labels: ['Later'], addLabels: ['Ärger', 'Urgent'], removeLabels: ['Later', 'Urgent'] }),
  ).toEqual(['Ärger'])
  expect(await labelled({ removeLabels: ['Later'] })).toEqual(['Ärger'])
  expect(await labelled({ labels: [] })).toEqual([])
  expect(names(await detail(id))).toEqual([])
})

test('[R45] a label records who set it and when, as long as it stays', async () => {
  const { id } = await world.start()
  const at = world.clock.now()
  const first = (await patch(id, { addLabels: ['Urgent'] })).body
  expect(first.labels).toEqual([
    { id: label.Urgent, name: 'Urgent', color: '#111111', description: '', ai: true, addedBy: anna.id, addedAt: at },
  ])
  world.clock.move(10)
  const second = (await patch(id, { labels: ['Later', 'Urgent'] }, key)).body
  expect(second.labels).toMatchObject([{ name: 'Later', addedBy: key.id, addedAt: at + 10 }, first.labels[0]])
})

test('[R144] an unknown label is 400 and changes nothing, as is one of another site', async () => {
  const { id } = await world.start()
  const theirs = (await world.api('POST', '/labels?site=other', { body: { name: 'Theirs' } })).body.id
  for (const field of ['labels', 'addLabels', 'removeLabels'])
    for (const ref of ['nothing', theirs, 'Theirs', 'lbl_00000000000000000000']) {
      const refused = await patch(id, { attributes: { a: 'b' }, addLabels: ['Urgent'], [field]: ['Urgent', ref] })
      expect([refused.status, refused.body.error.message]).toEqual([400, expect.stringMatching(`^${field}: .*${ref}`)])
    }
  const { conversation, labels } = await detail(id)
  expect([conversation.attributes, labels]).toEqual([{}, []])
})

test('the answer contains id, labels, attributes, data, notes and whether it is spam', async () => {
  const { id } = await world.start()
  const note = (await anna.post(`/conversations/${id}/notes`, { text: 'Careful' })).body
  await world.services.database.sql`update conversations set data = '{"order": {"no": 1}}' where id = ${id}`
  expect((await patch(id, {})).body).toEqual({
    id,
    labels: [],
    attributes: {},
    data: { order: { no: 1 } },
    notes: [note],
    spam: false,
  })
})

test('a change emits one event, whatever it contains; a change without effect emits none', async () => {
  const { id } = await world.start()
  const emitted = await emittedBy(world, async () => {
    await patch(id, { attributes: { a: 'b' }, addLabels: ['Urgent'] })
    await patch(id, { attributes: { a: 'b', c: null }, addLabels: ['Urgent'], removeLabels: ['Later'], spam: false })
    await patch(id, {})
    await patch(id, { labels: [] })
  })
  expect(emitted).toEqual(Array(2).fill({ type: 'conversation.changed', data: { id } }))
})

test('spam is closed and leaves the queue; unmarking it restores it', async () => {
  const { id } = await world.start()
  await world.services.database.sql`
    update conversations set status = 'live', handover_at = 1, waiting_since = 1 where id = ${id}`
  const emitted = await emittedBy(world, async () => expect((await patch(id, { spam: true })).body.spam).toBe(true))
  expect(emitted.map(({ type }) => type)).toEqual(['message.sent', 'conversation.closed', 'conversation.changed'])
  expect(emitted[1]?.data).toEqual({ conversationId: id, by: anna.id, reason: 'team', wasLive: true })
  const at = world.clock.now()
  expect((await detail(id)).conversation).toMatchObject({
    spam: true,
    status: 'closed',
    closed_at: at,
    waiting_since: null,
  })
  expect(await emittedBy(world, () => patch(id, { spam: true }))).toEqual([])
  expect(await emittedBy(world, () => patch(id, { spam: false }))).toEqual([
    { type: 'conversation.changed', data: { id } },
  ])
  expect((await detail(id)).conversation).toMatchObject({ spam: false, status: 'closed', closed_at: at })
})

test('[U105] nobody is notified of spam; a team member who talks to its visitor unmarks it', async () => {
  await keepThere(world, anna)
  const state = async (id: string) => {
    const { status, spam, waiting_since } = (await detail(id)).conversation
    return { status, spam, waits: waiting_since !== null }
  }
  const [bad, good] = [(await world.start()).id, (await world.start()).id]
  await patch(bad, { spam: true })
  for (const id of [bad, good]) expect((await world.say(id, { action: { id: 'person' } })).status).toBe(200)
  expect(await state(good)).toEqual({ status: 'live', spam: false, waits: true })
  expect(await state(bad)).toEqual({ status: 'bot', spam: true, waits: false })
  await anna.post(`/conversations/${bad}/takeover`)
  expect(await state(bad)).toEqual({ status: 'live', spam: false, waits: false })
})

test('[threat 7] concurrent changes are all kept', async () => {
  const { id } = await world.start()
  await Promise.all(Array.from({ length: 10 }, (_, n) => patch(id, { attributes: { [`k${n}`]: 'x' } })))
  expect(Object.keys((await detail(id)).conversation.attributes)).toHaveLength(10)
})

test('[threat 3] hostile values are returned unchanged', async () => {
  const { id } = await world.start()
  const attributes = Object.fromEntries(hostileTexts.map((text, place) => [`h${place}`, text]))
  expect((await patch(id, { attributes })).body.attributes).toEqual(attributes)
})

test('[R146] [U7] deleting it deletes messages, callbacks and notes; the contact and its own notes stay', async () => {
  const { id } = await world.start({ message: 'Hi', contact: { email: 'bea@mail.example' } })
  const { lead } = await detail(id)
  const { sql } = world.services.database
  await sql`insert into callbacks (id, site, conversation_id, lead_id, requested_at) values ('cb_1', 'demo', ${id}, ${lead.id}, 1)`
  await anna.post(`/conversations/${id}/notes`, { text: 'In it' })
  const { body: own } = await anna.post(`/leads/${lead.id}/notes`, { text: 'Of the contact' })
  await patch(id, { addLabels: ['Urgent'] })
  const emitted = await emittedBy(world, async () =>
    expect(await anna.del(`/conversations/${id}`)).toMatchObject({ status: 200, body: { id, deleted: true } }),
  )
  expect(emitted).toEqual([{ type: 'conversation.changed', data: { id } }])
  expect((await anna.del(`/conversations/${id}`)).status).toBe(404)
  expect((await key.get(`/conversations/${id}`)).status).toBe(404)
  for (const table of ['messages', 'callbacks', 'conversation_labels', 'traces'])
    expect((await sql`select from ${sql(table)} where conversation_id = ${id}`).count, table).toBe(0)
  const { body } = await key.get(`/leads/${lead.id}`)
  expect(body).toMatchObject({ id: lead.id, email: 'bea@mail.example', conversation_id: null })
  expect([body.conversations, body.callbacks, body.teamNotes]).toEqual([[], [], [own]])
})

test('deleting it stops the reply in progress', async () => {
  const { id } = await world.start({})
  world.says({ text: 'One ' }, { hang: true })
  const stream = await world.stream(`/conversations/${id}/messages`, { text: 'Hello' })
  expect(stream.status).toBe(200)
  expect((await anna.del(`/conversations/${id}`)).status).toBe(200)
  // It may have been stored before the conversation was deleted, or find it deleted.
  expect(await stream.text()).toMatch(/event: (done|error)/)
  const { sql } = world.services.database
  expect((await sql`select from messages where conversation_id = ${id}`).count).toBe(0)
  world.says({ text: 'All is well.' })
})

test('[R6] [R228] another site’s conversation is unknown, and a read scope is not enough', async () => {
  const { body } = await world.api('POST', '/conversations', { body: { site: 'other', message: 'Hi' } })
  for (const refused of [await patch(body.id, { spam: true }), await key.del(`/conversations/${body.id}`)])
    expect(refused.status).toBe(404)
  const reader = await program(world, ['conversations:read', 'settings:write'])
  const { id } = await world.start()
  expect([(await patch(id, {}, reader)).status, (await reader.del(`/conversations/${id}`)).status]).toEqual([403, 403])
})
