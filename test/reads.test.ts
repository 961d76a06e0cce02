import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Body, type ChatWorld, createChatWorld } from './support/chat.ts'
import { type Caller, person, program, toldBy } from './support/desk.ts'
import { createPage } from './support/page.ts'

let world: ChatWorld
let anna: Caller
let ben: Caller
let key: Caller
const page = createPage(() => world)

beforeAll(async () => {
  world = await createChatWorld()
  anna = await person(world)
  ben = await person(world, 'member')
  key = await program(world)
  await world.set({ live: { aiWhileWaiting: false } })
})
afterAll(() => world.close())
beforeEach(() => world.clock.move(60_000))

const unread = async (id: string, caller = anna): Promise<boolean> =>
  (await caller.get('/conversations')).body.items.find((item: Body) => item.id === id).unread
const messages = async (id: string): Promise<Body[]> => (await key.get(`/conversations/${id}`)).body.messages
const read = (id: string, messageId: string, caller = anna) => caller.put(`/conversations/${id}/read`, { messageId })
const readAll = async (id: string, caller = anna) => read(id, (await messages(id)).at(-1).id, caller)

test('a conversation is unread until the person has seen what the visitor wrote, each person for themselves', async () => {
  const { id } = await world.start()
  expect([await unread(id), await unread(id, ben)]).toEqual([true, true])
  const last = (await messages(id)).at(-1).id
  expect(await readAll(id)).toMatchObject({ status: 200, body: { conversationId: id, messageId: last, unread: false } })
  expect([await unread(id), await unread(id, ben)]).toEqual([false, true])
  await world.say(id, { text: 'Are you there?' })
  expect(await unread(id)).toBe(true)
})

test('a reply of the assistant’s or of a colleague’s alone makes nothing unread', async () => {
  const greeted = (await world.start({})).id
  expect(await unread(greeted)).toBe(false)
  const { id } = await world.start()
  await readAll(id)
  await readAll(id, ben)
  await ben.post(`/conversations/${id}/reply`, { text: 'Ben here.' })
  expect([await unread(id), await unread(id, ben)]).toEqual([false, false])
})

test('who answers has seen what stands before', async () => {
  const { id } = await world.start()
  await anna.post(`/conversations/${id}/reply`, { text: 'Anna here.' })
  expect([await unread(id), await unread(id, ben)]).toEqual([false, true])
})

test('the mark only goes forward: of two windows, the one that saw more counts', async () => {
  const { id } = await world.start()
  const [first] = await messages(id)
  await world.say(id, { text: 'Two' })
  await readAll(id)
  const last = (await messages(id)).at(-1).id
  expect((await read(id, first.id)).body).toEqual({ conversationId: id, messageId: last, unread: false })
  expect(await unread(id)).toBe(false)
  const later = await world.start()
  const [question] = await messages(later.id)
  await world.say(later.id, { text: 'Two' })
  expect((await read(later.id, question.id)).body.unread).toBe(true)
})

test('what was said before somebody came is not theirs to read', async () => {
  const { id } = await world.start()
  world.clock.move(1000)
  const newcomer = await person(world, 'member')
  expect(await unread(id, newcomer)).toBe(false)
  world.clock.move(1000)
  await world.say(id, { text: 'And now?' })
  expect(await unread(id, newcomer)).toBe(true)
})

test('a key reads nothing: false in its list, 400 where it marks', async () => {
  const { id } = await world.start()
  expect(await unread(id, key)).toBe(false)
  const refused = await readAll(id, key)
  expect([refused.status, refused.body.error.message]).toEqual([400, expect.stringContaining('signed-in person')])
})

test('a message of another conversation is 400, another site’s conversation 404', async () => {
  const [one, two] = [await world.start(), await world.start()]
  for (const messageId of [two.messages[0].id, 'msg_00000000000000000000', ''])
    expect((await read(one.id, messageId)).status).toBe(400)
  const { body } = await world.api('POST', '/conversations', { body: { site: 'other', message: 'Hi' } })
  expect((await read(body.id, body.messages[0].id)).status).toBe(404)
  expect(await unread(one.id)).toBe(true)
})

test('it is one person’s own: told to nobody, not audited, and the visitor learns nothing of it', async () => {
  const { sql } = world.parts.database
  const chat = await page.start({ message: 'Hello' })
  const audited = async () => (await sql`select from audit`).count
  const before = await audited()
  expect(await toldBy(world, () => readAll(chat.id))).toEqual([])
  expect(await audited()).toBe(before)
  expect((await messages(chat.id)).map(({ seenAt }) => seenAt)).toEqual([null, null])
  expect(JSON.stringify(await page.history(chat))).not.toContain('seen')
  await anna.del(`/conversations/${chat.id}`)
  expect((await sql`select from reads where conversation_id = ${chat.id}`).count).toBe(0)
})
