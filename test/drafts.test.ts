import { afterAll, beforeAll, expect, test } from 'vitest'
import { dropDraft } from '../server/features/conversations/drafts.ts'
import { type Body, type ChatWorld, createChatWorld } from './support/chat.ts'
import { type Caller, emittedBy, person, program } from './support/desk.ts'
import { hostileTexts } from './support/hostile.ts'

let world: ChatWorld
let anna: Caller
let ben: Caller

beforeAll(async () => {
  world = await createChatWorld()
  anna = await person(world)
  ben = await person(world, 'member')
})
afterAll(() => world.close())

const read = async (id: string, caller = anna): Promise<Body> => (await caller.get(`/conversations/${id}/draft`)).body
const save = (id: string, body: unknown, caller = anna) => caller.put(`/conversations/${id}/draft`, body)

test('[U110] a draft belongs to one person in one conversation, in all their windows', async () => {
  const [one, two] = [(await world.start()).id, (await world.start()).id]
  const empty = { conversationId: one, text: '', mode: 'reply', updatedAt: null }
  expect(await read(one)).toEqual(empty)
  const saved = await save(one, { text: ' Dear Bea,\n\n' })
  const kept = { conversationId: one, text: ' Dear Bea,\n\n', mode: 'reply', updatedAt: world.clock.now() }
  expect(saved).toMatchObject({ status: 200, body: kept })
  expect(await read(one)).toEqual(kept)
  expect(await read(one, ben)).toEqual(empty)
  expect(await read(two)).toEqual({ ...empty, conversationId: two })
  expect((await save(one, { text: 'For us', mode: 'note' }, ben)).body).toMatchObject({ mode: 'note', text: 'For us' })
  expect(await read(one)).toEqual(kept)
})

test('an empty text removes it', async () => {
  const { id } = await world.start()
  await save(id, { text: 'Something' })
  expect((await save(id, { text: ' \n' })).body).toMatchObject({ text: '', updatedAt: null })
  expect(await read(id)).toMatchObject({ text: '', updatedAt: null })
})

test('it is deleted when it is sent; a note draft stays when a reply is sent', async () => {
  const { id } = await world.start()
  await save(id, { text: 'A reply' })
  await save(id, { text: 'A note', mode: 'note' }, ben)
  const drop = async (email: string, mode?: 'reply' | 'note') =>
    (await world.context()).tx((tx) => dropDraft(tx, id, email, mode))
  await drop(anna.id)
  await drop(ben.id)
  expect([(await read(id)).text, (await read(id, ben)).text]).toEqual(['', 'A note'])
  await ben.post(`/conversations/${id}/notes`, { text: 'A note' })
  expect((await read(id, ben)).text).toBe('')
  await save(id, { text: 'Another reply' })
  await anna.post(`/conversations/${id}/reply`, { text: 'Another reply' })
  expect((await read(id)).text).toBe('')
})

test('a key has none, and is refused', async () => {
  const key = await program(world)
  const { id } = await world.start()
  for (const refused of [
    await key.get(`/conversations/${id}/draft`),
    await save(id, { text: 'x' }, key),
    await world.api('GET', `/conversations/${id}/draft?site=demo`),
  ])
    expect([refused.status, refused.body.error.message]).toEqual([400, expect.stringContaining('signed-in person')])
})

test('text that is too long, or not text, is refused', async () => {
  const { id } = await world.start()
  expect((await save(id, { text: 'x'.repeat(5000) })).status).toBe(200)
  for (const body of [{ text: 'x'.repeat(5001) }, { text: 7 }, {}, { text: 'x', mode: 'mail' }])
    expect((await save(id, body)).status, JSON.stringify(body).slice(0, 40)).toBe(400)
  for (const text of hostileTexts) expect((await save(id, { text })).body.text).toBe(text)
})

test('it is private: not emitted, not audited, deleted with conversation and account', async () => {
  const { sql } = world.services.database
  const { id } = await world.start()
  const left = await person(world)
  const audited = async () => (await sql`select from audit`).count
  const before = await audited()
  const emitted = await emittedBy(world, async () => {
    await save(id, { text: 'Mine' })
    await save(id, { text: 'Theirs' }, left)
  })
  expect([emitted, (await audited()) - before]).toEqual([[], 0])
  await world.api('DELETE', `/admins/${left.id}`)
  expect((await sql`select from drafts where email = ${left.id}`).count).toBe(0)
  await anna.del(`/conversations/${id}`)
  expect((await sql`select from drafts where conversation_id = ${id}`).count).toBe(0)
  expect((await anna.get(`/conversations/${id}/draft`)).status).toBe(404)
})

test('[R6] in a conversation of another site there is none', async () => {
  const { body } = await world.api('POST', '/conversations', { body: { site: 'other', message: 'Hi' } })
  expect((await anna.get(`/conversations/${body.id}/draft`)).status).toBe(404)
  expect((await save(body.id, { text: 'x' })).status).toBe(404)
})
