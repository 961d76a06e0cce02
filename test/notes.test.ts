import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Body, type ChatWorld, createChatWorld } from './support/chat.ts'
import { type Caller, emittedBy, person, program } from './support/desk.ts'
import { hostileTexts } from './support/hostile.ts'
import { createPage } from './support/page.ts'

let world: ChatWorld
let anna: Caller
let member: Caller
let key: Caller
const page = createPage(() => world)

beforeAll(async () => {
  world = await createChatWorld()
  anna = await person(world)
  member = await person(world, 'member')
  key = await program(world)
})
afterAll(() => world.close())
beforeEach(() => world.clock.move(60_000))

const contact = { email: 'bea@mail.example', name: 'Bea' }
const notesOf = async (id: string): Promise<Body[]> => (await key.get(`/conversations/${id}`)).body.notes

test('[R147] [R38] a note requires text of at most 5,000 characters, and returns 201', async () => {
  const { id } = await world.start()
  const { status, body } = await anna.post(`/conversations/${id}/notes`, { text: '  Careful:\n he is angry. ' })
  expect(status).toBe(201)
  expect(body).toEqual({
    id: expect.stringMatching(/^note_/),
    conversationId: id,
    leadId: null,
    author: anna.id,
    authorName: null,
    text: 'Careful:\n he is angry.',
    editedBy: null,
    editedName: null,
    createdAt: world.clock.now(),
    updatedAt: world.clock.now(),
  })
  expect((await anna.post(`/conversations/${id}/notes`, { text: '😀'.repeat(5000) })).status).toBe(201)
  for (const text of ['', ' \n ', undefined, 7, 'x'.repeat(5001)]) {
    const refused = await anna.post(`/conversations/${id}/notes`, { text })
    expect([refused.status, refused.body.error.message]).toEqual([400, expect.stringMatching(/^text: /)])
  }
  expect(await notesOf(id)).toHaveLength(2)
})

test('a key and a member write notes too, with their own names', async () => {
  const { id } = await world.start()
  expect((await key.post(`/conversations/${id}/notes`, { text: 'A' })).body).toMatchObject({
    author: key.id,
    authorName: 'test',
  })
  expect((await member.post(`/conversations/${id}/notes`, { text: 'B' })).body.author).toBe(member.id)
  const reader = await program(world, ['conversations:read', 'leads:write'])
  expect((await reader.post(`/conversations/${id}/notes`, { text: 'C' })).status).toBe(403)
})

test('a note can be changed and deleted by every team member; the second deletion is 404', async () => {
  const { id } = await world.start()
  const { body: note } = await anna.post(`/conversations/${id}/notes`, { text: 'One' })
  world.clock.move(5)
  const changed = await member.patch(`/notes/${note.id}`, { text: 'Two', author: 'x', conversationId: 'conv_x' })
  const { admin: editor } = (await member.get('/me')).body
  expect(note).toMatchObject({ editedBy: null, editedName: null })
  expect(changed).toMatchObject({
    status: 200,
    body: { ...note, text: 'Two', updatedAt: note.updatedAt + 5, editedBy: editor.email, editedName: editor.name },
  })
  expect((await key.patch(`/notes/${note.id}`, { text: '' })).status).toBe(400)
  expect(await notesOf(id)).toEqual([changed.body])
  const own = await anna.patch(`/notes/${note.id}`, { text: 'Three' })
  expect(own.body).toMatchObject({ text: 'Three', editedBy: null, editedName: null })
  expect((await key.del(`/notes/${note.id}`)).body).toEqual({ id: note.id, deleted: true })
  expect((await key.del(`/notes/${note.id}`)).status).toBe(404)
  expect((await key.patch(`/notes/${note.id}`, { text: 'Three' })).status).toBe(404)
  expect(await notesOf(id)).toEqual([])
})

test('[R149] every change of a note is emitted to the team; the same text again is no change', async () => {
  const { id } = await world.start({ message: 'Hi', contact })
  const leadId = (await key.get(`/conversations/${id}`)).body.lead.id
  let note: Body
  const emitted = await emittedBy(world, async () => {
    note = (await anna.post(`/conversations/${id}/notes`, { text: 'One' })).body
    await anna.patch(`/notes/${note.id}`, { text: 'One' })
    await anna.patch(`/notes/${note.id}`, { text: 'Two' })
    await anna.del(`/notes/${note.id}`)
  })
  const event = { type: 'note.changed', data: { id: note.id, conversationId: id, leadId, mentions: [] } }
  expect(emitted).toEqual([event, event, event])
})

test('[R148] [R40] a note is shown on the contact, even if it was written before there was a contact', async () => {
  const { id } = await world.start()
  const { body: early } = await anna.post(`/conversations/${id}/notes`, { text: 'Early' })
  expect(early.leadId).toBeNull()
  const { body: other } = await world.post('/conversations', { message: 'Hi', contact: { email: 'cy@mail.example' } })
  const leadId = (await key.get(`/conversations/${other.id}`)).body.lead.id
  await world.services.database.sql`update conversations set lead_id = ${leadId} where id = ${id}`
  const { body: own } = await anna.post(`/leads/${leadId}/notes`, { text: 'Of the contact' })
  expect(own).toMatchObject({ conversationId: null, leadId, author: anna.id })
  const { body: lead } = await key.get(`/leads/${leadId}`)
  expect(lead.teamNotes).toEqual([{ ...early, leadId }, own])
  expect(lead.notes).toBeNull()
  expect((await notesOf(id)).map((note) => note.leadId)).toEqual([leadId])
})

test('[R39] [threat 20] the visitor and the assistant never see a note', async () => {
  const chat = await page.start({ message: 'Hello' })
  await anna.post(`/conversations/${chat.id}/notes`, { text: 'He is a platypus.' })
  await page.send('POST', `/conversations/${chat.id}/messages`, {
    token: chat.token,
    body: { text: 'Notes about me?' },
  })
  const asked = JSON.stringify(world.model.seen.map(({ json }) => json))
  expect(asked).toContain('Notes about me?')
  expect(asked).not.toContain('platypus')
  expect(JSON.stringify(await page.history(chat))).not.toContain('platypus')
  const [{ visible }] = await world.services.database.sql<[{ visible: number }]>`
    select count(*)::int as visible from events where data::text like '%platypus%'`
  expect(visible).toBe(0)
})

test('[threat 3] hostile text is returned unchanged, and has no effect', async () => {
  const { id } = await world.start()
  for (const text of hostileTexts)
    expect((await anna.post(`/conversations/${id}/notes`, { text })).body.text).toBe(text)
  expect((await notesOf(id)).map((note) => note.text)).toEqual(hostileTexts)
})

test('[R6] [threat 1] notes of another site are unknown', async () => {
  const { body: theirs } = await world.api('POST', '/conversations', {
    body: { site: 'other', message: 'Hi', contact },
  })
  const { body: note } = await world.api('POST', `/conversations/${theirs.id}/notes?site=other`, {
    body: { text: 'A' },
  })
  const { lead } = (await world.api('GET', `/conversations/${theirs.id}?site=other`)).body
  const unknown = await key.patch('/notes/note_00000000000000000000', { text: 'B' })
  for (const refused of [
    await key.post(`/conversations/${theirs.id}/notes`, { text: 'B' }),
    await key.post(`/leads/${lead.id}/notes`, { text: 'B' }),
    await key.patch(`/notes/${note.id}`, { text: 'B' }),
    await key.del(`/notes/${note.id}`),
  ])
    expect(refused.status).toBe(404)
  expect((await key.patch(`/notes/${note.id}`, { text: 'B' })).body).toEqual(unknown.body)
})

test('a change emits who is newly mentioned, without its author', async () => {
  const { id } = await world.start()
  await world.api('PATCH', `/admins/${member.id}`, { body: { name: 'Mel Miller' } })
  const mentions = async (work: () => Promise<unknown>) => (await emittedBy(world, work))[0]?.data.mentions
  let note = ''
  const write = async (text: string) => {
    note = (await anna.post(`/conversations/${id}/notes`, { text })).body.id
  }
  expect(await mentions(() => write(`@${anna.id} nobody else, mel@miller.example`))).toEqual([])
  expect(await mentions(() => write('Ask @Mel Miller, he knows'))).toEqual([member.id])
  const change = (text: string) => anna.patch(`/notes/${note}`, { text })
  expect(await mentions(() => change('Ask @mel miller, he knew'))).toEqual([])
  expect(await mentions(() => change('Never mind'))).toEqual([])
  expect(await mentions(() => change(`@${member.id}: please`))).toEqual([member.id])
  expect(await mentions(() => anna.del(`/notes/${note}`))).toEqual([])
})
