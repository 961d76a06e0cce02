import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Body, type ChatWorld, createChatWorld } from './support/chat.ts'
import { type Caller, emittedBy, keepThere, person } from './support/desk.ts'
import { idle } from './support/idle.ts'
import { at, type Chat, createPage } from './support/page.ts'

let world: ChatWorld
let anna: Caller
const { send, start, history } = createPage(() => world)

beforeAll(async () => {
  world = await createChatWorld()
  await world.set({ security: { limits: { messagesPerIpPerMinute: 1_000 } }, live: { waitSeconds: 3_600 } })
  anna = await person(world)
})
afterAll(() => world.close())
afterEach(async () => {
  world.clock.move(60_000)
  await keepThere(world, anna)
})

const act = (chat: Chat, what: string, body: unknown = {}) =>
  send('POST', at(chat.id, what), { token: chat.token, body })
const get = async ({ id }: Chat): Promise<Body> => (await anna.get(`/conversations/${id}`)).body
const team = (chat: Chat, what: string, body = {}) => anna.post(`/conversations/${chat.id}/${what}`, body)
/** Chats of other tests may close by themselves. */
const emittedIn = async ({ id }: Chat, work: () => Promise<unknown>) =>
  (await emittedBy(world, work)).filter(({ data }) => data.conversationId === id || data.id === id)
const texts = async (chat: Chat) => (await history(chat)).messages.map(({ text }: Body) => text)

async function taken(): Promise<Chat> {
  await keepThere(world, anna)
  const chat = await start()
  await team(chat, 'takeover')
  await team(chat, 'reply', { text: 'Anna here.' })
  return chat
}

describe('closing a live chat or handing it back', () => {
  test.each(['close', 'handback'])('can be undone while the visitor has not read it: %s', async (leave) => {
    const chat = await taken()
    const before = await get(chat)
    const told = await texts(chat)
    await team(chat, leave)
    await idle(world)
    // Much later, and after everything before it was read.
    world.clock.move(3_600_000)
    await keepThere(world, anna)
    await act(chat, 'seen', { messageId: before.messages.at(-1).id })
    const left = await get(chat)
    expect(left.conversation.undoable).toBe(true)
    expect(left.messages).toHaveLength(before.messages.length + 1)

    const emitted = await emittedIn(chat, async () => {
      expect(await team(chat, 'undo')).toMatchObject({
        status: 200,
        body: { conversationId: chat.id, status: 'live', assignedTo: anna.id },
      })
    })
    const notice = left.messages.at(-1).id
    expect(emitted.map(({ type }) => type)).toEqual(['message.sent', 'conversation.assigned', 'conversation.changed'])
    expect(emitted[0]?.data).toMatchObject({ conversationId: chat.id, messages: [], replaces: [notice] })
    const after = await get(chat)
    const same = ({ status, assigned_to, closed_at, message_count, undoable }: Body) => ({
      status,
      assigned_to,
      closed_at,
      message_count,
      undoable,
    })
    expect(same(after.conversation)).toEqual(same(before.conversation))
    expect(await texts(chat)).toEqual(told)
    expect(await team(chat, 'undo')).toMatchObject({ status: 409, body: { error: { reason: 'nothing_to_undo' } } })
  })

  test.each(['close', 'handback'])('cannot be undone once the visitor has read it: %s', async (leave) => {
    const chat = await taken()
    await team(chat, leave)
    const left = await get(chat)
    const emitted = await emittedIn(chat, () => act(chat, 'seen', { messageId: left.messages.at(-1).id }))
    expect(emitted.map(({ type }) => type)).toEqual(['message.changed', 'conversation.changed'])
    expect(await team(chat, 'undo')).toMatchObject({ status: 409, body: { error: { reason: 'already_read' } } })
    expect(await get(chat)).toMatchObject({
      conversation: { status: left.conversation.status, undoable: false },
      messages: { length: left.messages.length },
    })
  })

  test('cannot be undone once the visitor has written, or somebody took the chat again', async () => {
    const [wrote, again] = [await taken(), await taken()]
    await team(wrote, 'handback')
    await act(wrote, 'messages', { text: 'And when do you open?' })
    await team(again, 'close')
    await team(again, 'takeover')
    for (const chat of [wrote, again])
      expect(await team(chat, 'undo')).toMatchObject({ status: 409, body: { error: { reason: 'chat_continued' } } })
    expect((await get(again)).conversation).toMatchObject({ status: 'live', undoable: false })
  })
})

test('a waiting visitor whose chat was closed waits as long as before', async () => {
  await keepThere(world, anna)
  const chat = await start()
  await act(chat, 'messages', { action: { id: 'person', value: '' } })
  const { conversation } = await get(chat)
  expect(conversation.waiting_since).toEqual(expect.any(Number))
  world.clock.move(60_000)
  await team(chat, 'close')
  expect((await team(chat, 'undo')).status).toBe(200)
  expect((await get(chat)).conversation).toMatchObject({
    status: 'live',
    assigned_to: null,
    waiting_since: conversation.waiting_since,
  })
  // The wait has an end again.
  world.clock.move(3_600_000)
  await idle(world)
  expect((await get(chat)).conversation).toMatchObject({ status: 'bot', waiting_since: null })
})

test('a conversation of the assistant, and a missed chat, are undone without a word to the visitor', async () => {
  await world.services.database.sql`delete from presence`
  const chat = await start()
  await act(chat, 'messages', { action: { id: 'person', value: '' } })
  const { conversation } = await get(chat)
  expect(conversation).toMatchObject({ status: 'bot', missed_at: expect.any(Number) })
  const told = await texts(chat)
  await team(chat, 'close')
  expect((await get(chat)).conversation).toMatchObject({ status: 'closed', missed_at: null })
  await team(chat, 'undo')
  expect((await get(chat)).conversation).toMatchObject({
    status: 'bot',
    closed_at: null,
    missed_at: conversation.missed_at,
  })
  expect(await texts(chat)).toEqual(told)
})

test('a closed conversation that was handed back and undone is closed as before', async () => {
  const chat = await taken()
  await team(chat, 'close')
  const { closed_at } = (await get(chat)).conversation
  await team(chat, 'handback')
  await team(chat, 'undo')
  expect((await get(chat)).conversation).toMatchObject({ status: 'closed', closed_at, assigned_to: anna.id })
})
