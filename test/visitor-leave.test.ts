import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Body, type ChatWorld, createChatWorld, eventsOf, nextEvent } from './support/chat.ts'
import { idle } from './support/idle.ts'
import { at, type Chat, createPage, sse } from './support/page.ts'
import { createGate, stepped } from './support/steps.ts'
import { addPerson, type Person } from './support/team.ts'

let world: ChatWorld
let anna: Person
const { send, read, start, history } = createPage(() => world)

beforeAll(async () => {
  world = await createChatWorld()
  await world.set({ security: { limits: { messagesPerIpPerMinute: 1_000 } } })
  anna = await addPerson(world, 'Anna Adler')
})
afterAll(() => world.close())
afterEach(async () => {
  await anna.leave()
  world.says({ text: 'All is well.' })
  world.clock.move(60_000)
})

const act = (chat: Chat, what: string, body: unknown = {}) =>
  send('POST', at(chat.id, what), { token: chat.token, body })
const detail = async ({ id }: Chat): Promise<Body> => (await world.get(`/conversations/${id}`)).body.conversation
const emitted = async (chat: Chat, type: string): Promise<Body[]> =>
  (await world.emitted(chat.id)).filter((event) => event.type === type).map(({ data }) => data)
const missed = async (): Promise<Body[]> => (await world.get('/conversations?filter=missed')).body.items

async function waiting(): Promise<Chat> {
  await anna.open()
  const chat = await start()
  await act(chat, 'messages', { action: { id: 'person' } })
  expect((await detail(chat)).waiting_since).not.toBeNull()
  return chat
}

async function live(): Promise<Chat> {
  const chat = await waiting()
  await anna.post(`/conversations/${chat.id}/takeover`)
  await anna.post(`/conversations/${chat.id}/reply`, { text: 'Hello' })
  return chat
}

describe('leaving', () => {
  test('the queue: the assistant answers again, and nothing is missed later', async () => {
    const chat = await waiting()
    expect(await read(await act(chat, 'leave'))).toEqual({ id: chat.id, status: 'bot' })
    expect(await detail(chat)).toMatchObject({ status: 'bot', waiting_since: null, missed_at: null })
    expect(await emitted(chat, 'handover.ended')).toEqual([{ conversationId: chat.id, by: 'visitor', outcome: 'left' }])
    expect((await history(chat)).messages.at(-1)).toMatchObject({ role: 'system', type: 'notice' })
    world.clock.move(120_000)
    await idle(world)
    expect(await emitted(chat, 'handover.missed')).toEqual([])
    expect((await read(await act(chat, 'messages', { text: 'You then' }))).messages).toMatchObject([
      { text: 'All is well.' },
    ])
  })

  test('the queue of a person who was given the chat but did not answer unassigns it', async () => {
    const chat = await waiting()
    await world.post(`/conversations/${chat.id}/assign`, { to: anna.email })
    const before = await detail(chat)
    expect(await read(await act(chat, 'leave'))).toMatchObject({ status: before.waiting_since ? 'bot' : 'closed' })
    expect((await detail(chat)).assigned_to).toBe(before.waiting_since ? null : anna.email)
  })

  test('a person ends the live chat, which closes and is completed; the visitor may write again', async () => {
    const chat = await live()
    expect(await read(await act(chat, 'leave'))).toEqual({ id: chat.id, status: 'closed' })
    expect(await emitted(chat, 'conversation.closed')).toEqual([
      { conversationId: chat.id, by: 'visitor', reason: 'visitor', wasLive: true },
    ])
    expect(await read(await act(chat, 'leave'))).toEqual({ id: chat.id, status: 'closed' })
    expect(await emitted(chat, 'conversation.closed')).toHaveLength(1)
    expect((await read(await act(chat, 'messages', { text: 'One more' }))).messages).toMatchObject([
      { text: 'All is well.' },
    ])
  })

  test('the assistant changes nothing', async () => {
    const chat = await start()
    const before = (await history(chat)).messages
    expect(await read(await act(chat, 'leave'))).toEqual({ id: chat.id, status: 'bot' })
    expect((await history(chat)).messages).toEqual(before)
  })
})

describe('rating a chat with the team', () => {
  test('is stored with a comment, replaced by a later one, and shown to the team and the page', async () => {
    const chat = await live()
    await act(chat, 'leave')
    expect((await history(chat)).rating).toBeNull()
    expect(await read(await act(chat, 'rating', { rating: 'bad' }))).toEqual({
      id: chat.id,
      rating: 'bad',
      comment: null,
    })
    await act(chat, 'rating', { rating: 'good', comment: ' Quick and <b>kind</b> ' })
    expect((await detail(chat)).rating).toEqual({
      rating: 'good',
      comment: 'Quick and <b>kind</b>',
      ratedAt: world.clock.now(),
    })
    expect((await history(chat)).rating).toBe('good')
  })

  test('is refused without a person, and with other values', async () => {
    const chat = await start()
    const refused = await act(chat, 'rating', { rating: 'good' })
    expect([refused.status, (await read(refused)).error.reason]).toEqual([409, 'no_person'])
    for (const body of [{}, { rating: 'best' }, { rating: 1 }, { rating: 'good', comment: 'x'.repeat(1001) }])
      expect((await act(chat, 'rating', body)).status).toBe(400)
  })
})

describe('an answer by email', () => {
  async function offered(): Promise<{ chat: Chat; form: string }> {
    const chat = await start()
    const { messages } = await read(await act(chat, 'messages', { action: { id: 'person' } }))
    return { chat, form: messages.at(-1).id }
  }
  const fill = (chat: Chat, form: string, answers: object) =>
    act(chat, 'messages', { action: { id: form, value: JSON.stringify(answers) } })

  test('is wanted where nobody is available: the address is stored, and the missed chat says so', async () => {
    const { chat, form } = await offered()
    const { messages } = await read(
      await fill(chat, form, { name: 'Vera', email: 'vera@example.com', message: 'Brakes' }),
    )
    expect(messages).toMatchObject([{ text: 'Thank you. We’ll answer you at vera@example.com.' }])
    expect(await detail(chat)).toMatchObject({ reply_email: 'vera@example.com', lead_verified: true })
    expect((await missed()).find(({ id }) => id === chat.id)).toMatchObject({
      replyEmail: 'vera@example.com',
      callback: null,
    })
    expect(await emitted(chat, 'callback.requested')).toEqual([])
    expect(await emitted(chat, 'lead.captured')).toMatchObject([{ email: 'vera@example.com' }])
  })

  test('makes a chat missed again that a person had dismissed', async () => {
    const { chat, form } = await offered()
    await world.post(`/conversations/${chat.id}/missed`, { open: false })
    expect((await detail(chat)).missed_at).toBeNull()
    await fill(chat, form, { name: 'Vera', email: 'vera@example.com' })
    expect((await detail(chat)).missed_at).toEqual(world.clock.now())
  })

  test('with a number it is a callback request, and with neither it is refused', async () => {
    const { chat, form } = await offered()
    const refused = await fill(chat, form, { name: 'Vera', message: 'Brakes' })
    expect([refused.status, (await read(refused)).faults]).toMatchObject([
      400,
      [{ field: 'action.value.phone', reason: 'phone_or_email' }],
    ])
    await fill(chat, form, { name: 'Vera', phone: '+49 30 1234', email: 'vera@example.com' })
    expect((await world.get(`/conversations/${chat.id}`)).body).toMatchObject({
      callbacks: [{ phone: '+49 30 1234', email: 'vera@example.com' }],
      conversation: { reply_email: null },
    })
  })
})

test('a reply that the visitor stopped is written again on request, and replaces the stopped one', async () => {
  const chat = await start()
  const gate = createGate()
  world.says(...stepped(gate, ['The beginning ', 'and the end.']))
  const body = { text: 'Tell me', clientMessageId: 'own' }
  const events = eventsOf(await send('POST', at(chat.id, 'messages'), { token: chat.token, body, headers: sse }))
  gate.step()
  await nextEvent(events, 'delta')
  await act(chat, 'stop')
  const [stopped] = (await nextEvent(events, 'done')).data.messages
  expect(stopped.meta).toEqual({ interrupted: true })
  world.says({ text: 'All of it.' })
  expect((await read(await act(chat, 'messages', { text: 'Tell me', clientMessageId: 'own' }))).messages).toEqual([
    stopped,
  ])
  const again = { text: 'Tell me', clientMessageId: 'own', regenerate: true }
  expect((await read(await act(chat, 'messages', again))).messages).toMatchObject([{ text: 'All of it.' }])
  expect((await history(chat)).messages.map(({ text }: Body) => text).slice(-2)).toEqual(['Tell me', 'All of it.'])
  expect((await emitted(chat, 'message.sent')).at(-1)).toMatchObject({ replaces: [stopped.id] })
  // A whole reply is not written again.
  world.says({ text: 'Something else.' })
  expect((await read(await act(chat, 'messages', again))).messages).toMatchObject([{ text: 'All of it.' }])
})
