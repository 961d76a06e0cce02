import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Body, type ChatWorld, createChatWorld, eventsOf, nextEvent } from './support/chat.ts'
import { type Caller, emittedBy, person, program } from './support/desk.ts'
import { lastId } from './support/emit.ts'
import { openSocket } from './support/live.ts'
import { at, createPage } from './support/page.ts'
import { signIn } from './support/sign-in.ts'

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

test('a conversation is unread until the person has seen what the visitor wrote, for each person separately', async () => {
  const { id } = await world.start()
  expect([await unread(id), await unread(id, ben)]).toEqual([true, true])
  const last = (await messages(id)).at(-1).id
  expect(await readAll(id)).toMatchObject({ status: 200, body: { conversationId: id, messageId: last, unread: false } })
  expect([await unread(id), await unread(id, ben)]).toEqual([false, true])
  await world.say(id, { text: 'Are you there?' })
  expect(await unread(id)).toBe(true)
})

test('a reply of the assistant or a colleague alone makes nothing unread', async () => {
  const greeted = (await world.start({})).id
  expect(await unread(greeted)).toBe(false)
  const { id } = await world.start()
  await readAll(id)
  await readAll(id, ben)
  await ben.post(`/conversations/${id}/reply`, { text: 'Ben here.' })
  expect([await unread(id), await unread(id, ben)]).toEqual([false, false])
})

test('a person who answers has seen everything before', async () => {
  const { id } = await world.start()
  await anna.post(`/conversations/${id}/reply`, { text: 'Anna here.' })
  expect([await unread(id), await unread(id, ben)]).toEqual([false, true])
})

test('the mark only moves forward: of two windows, the one that saw more counts', async () => {
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

test('messages from before somebody’s account are not unread for them', async () => {
  const { id } = await world.start()
  world.clock.move(1000)
  const newcomer = await person(world, 'member')
  expect(await unread(id, newcomer)).toBe(false)
  world.clock.move(1000)
  await world.say(id, { text: 'And now?' })
  expect(await unread(id, newcomer)).toBe(true)
})

test('a key reads nothing: false in its list, 400 if it marks', async () => {
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

test('it is private: sent only to the person’s own windows, not audited, and invisible to the visitor', async () => {
  const { sql } = world.services.database
  const chat = await page.start({ message: 'Hello' })
  const audited = async () => (await sql`select from audit`).count
  const before = await audited()
  const { id: messageId } = (await messages(chat.id)).at(-1)
  const data = { conversationId: chat.id, messageId, unread: false, email: anna.id }
  expect(await emittedBy(world, () => readAll(chat.id))).toEqual([{ type: 'read.changed', data }])
  expect(await emittedBy(world, () => readAll(chat.id))).toEqual([])
  expect(await audited()).toBe(before)
  expect((await messages(chat.id)).map(({ seenAt }) => seenAt)).toEqual([null, null])
  expect((await page.history(chat)).messages.map(({ seenAt }: Body) => seenAt)).toEqual([null, null])
  await anna.del(`/conversations/${chat.id}`)
  expect((await sql`select from reads where conversation_id = ${chat.id}`).count).toBe(0)
})

test('[U100] the visitor of a live chat sees that its assignee read it, but not that somebody else did', async () => {
  const chat = await page.start({ message: 'Hello' })
  await anna.post(`/conversations/${chat.id}/takeover`)
  await page.send('POST', at(chat.id, 'messages'), { token: chat.token, body: { text: 'Are you there?' } })
  const marks = async () =>
    (await messages(chat.id)).map(({ role, seenAt, deliveredAt }) => [role === 'user', seenAt, deliveredAt])
  const visitors = async () => (await marks()).flatMap(([isVisitor, ...times]) => (isVisitor ? [times] : []))
  const others = async () => (await marks()).flatMap(([isVisitor, ...times]) => (isVisitor ? [] : times))
  await readAll(chat.id, ben)
  expect(await visitors()).toEqual([
    [null, null],
    [null, null],
  ])
  const first = world.clock.now()
  const question = (await messages(chat.id)).findLast(({ role }) => role === 'user')!.id
  const events = eventsOf(await page.follow(chat, { 'last-event-id': (await page.history(chat)).lastEventId }))
  await read(chat.id, question)
  expect((await nextEvent(events, 'message.changed')).data).toEqual({ conversationId: chat.id, id: question })
  await events.return(undefined)
  world.clock.move(1000)
  await readAll(chat.id)
  expect(await visitors()).toEqual([
    [first, first],
    [first, first],
  ])
  expect(new Set(await others())).toEqual(new Set([null]))
  expect((await page.history(chat)).messages.filter(({ seenAt }: Body) => seenAt !== null)).toHaveLength(2)
})

test('[U98] every window of the person is notified, after a lost connection too; a colleague’s and a key’s are not', async () => {
  const [{ token }, colleague] = [await signIn(world), await signIn(world)]
  const { id } = await world.start()
  const from = await lastId(world)
  const sockets = [token, token, colleague.token, await world.key()].map((one) => openSocket(world, { token: one }))
  const following = sockets.map((socket) => socket.follow({ site: 'demo', lastEventId: from }))
  await Promise.all(following.map(({ started }) => started))
  const messageId = (await messages(id)).at(-1).id
  await sockets[0]!.mutation('conversations.read', { site: 'demo', id, messageId })
  // A later event for everybody proves that an earlier one did not arrive.
  await world.post(`/conversations/${id}/end`)
  const late = sockets[1]!.follow({ site: 'demo', lastEventId: from })
  for (const one of [...following, late]) await one.has(({ type }) => type === 'conversation.ended')
  const emitted = [...following, late].map(({ items }) => items.filter(({ type }) => type === 'read.changed').length)
  expect(emitted).toEqual([1, 1, 0, 0, 1])
  for (const socket of sockets) await socket.close()
})
