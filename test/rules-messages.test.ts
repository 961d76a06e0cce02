import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Action } from '../shared/action.ts'
import { Message, type MessageContent, type StoredMessage } from '../shared/message.ts'
import { type Body, type ChatWorld, createChatWorld } from './support/chat.ts'
import { type FakeConnector, send, startFakeConnector } from './support/fake-connector.ts'

let backend: FakeConnector
let world: ChatWorld

beforeAll(async () => {
  backend = await startFakeConnector()
  const connector = { kind: 'http', url: `${backend.url}/chat` }
  const file = {
    sites: [{ id: 'demo', connector, allowedOrigins: ['https://demo.example'] }],
    outbound: { allow: [`127.0.0.1:${backend.port}`] },
  }
  world = await createChatWorld({ file })
})
afterAll(async () => {
  await world.close()
  await backend.close()
})
beforeEach(() => answering([{ type: 'text', text: 'All is well.' }]))

const answering = (messages: unknown[]) => backend.script(() => [send('done', { messages })])

const actions: Action[] = [
  { id: 'a1', kind: 'reply', label: 'Take it', value: 'take' },
  { id: 'a2', kind: 'url', label: 'More', url: 'https://shop.example/bike' },
  { id: 'a3', kind: 'tel', label: 'Call', phone: '+44 20 7946 0958' },
  { id: 'a4', kind: 'email', label: 'Write', email: 'shop@demo.example' },
  { id: 'a5', kind: 'form', label: 'Ask', form: 'quote' },
  { id: 'a6', kind: 'flow', label: 'Find', flow: 'fit' },
]
const bike = { title: 'Bike', body: 'Red', image: { src: 'https://shop.example/a.png', alt: 'A bike' }, actions }
const everyType = [
  { type: 'text', text: 'Hello' },
  { type: 'options', text: 'Which?', options: [{ label: 'Red', value: 'red' }], multi: true },
  { type: 'card', ...bike },
  { type: 'carousel', cards: [bike, { title: 'Bell' }] },
  { type: 'links', title: 'See', links: [{ label: 'Prices', url: 'https://shop.example/', description: 'All' }] },
  {
    type: 'form',
    title: 'Who?',
    fields: [{ name: 'email', label: 'Email', type: 'email', required: true }],
    submitLabel: 'Go',
  },
  { type: 'notice', text: 'Closed on Sunday', tone: 'warning' },
] satisfies MessageContent[]

test('[R8] [R9] [R10] [R11] [R12] [R13] [R14] [R15] [U1] [U2] every type of message reaches the visitor unchanged', async () => {
  answering(everyType)
  const { messages } = await world.start()
  const made = messages.map(({ id: _, ts: __, role: ___, sources: ____, ...content }: Body) => content)
  expect(made).toEqual(everyType)
  for (const message of messages) {
    expect(Message.parse(message)).toEqual(message)
    expect(message).toMatchObject({ id: expect.stringMatching(/^msg_/), ts: world.clock.now(), role: 'agent' })
  }
  expect(new Set(messages.map(({ id }: Body) => id)).size).toBe(everyType.length)
})

test('[R16] [U100] the stored messages are the same, with payload, feedback and author, in order', async () => {
  answering(everyType)
  const { id, messages } = await world.start()
  const stored: StoredMessage[] = await world.stored(id)
  expect(stored.slice(1)).toMatchObject(messages)
  for (const message of stored)
    expect(message).toMatchObject({
      payload: null,
      feedback: null,
      author: null,
      clientMessageId: null,
      deliveredAt: null,
      seenAt: null,
    })
  expect(stored[0]).toMatchObject({ role: 'user', type: 'text', text: 'Hello' })
})

test('[R18] messages without text can be found by what they show', async () => {
  answering(everyType.slice(2, 5))
  const { id } = await world.start()
  for (const words of ['Bell', '7946 0958', 'https://shop.example/'])
    expect((await world.get(`/conversations?q=${encodeURIComponent(words)}`)).body.items[0].id, words).toBe(id)
})

test.each<[string, unknown]>([
  ['a type that is not one of the seven', { type: 'video', url: 'https://shop.example/' }],
  ['options without a value', { type: 'options', options: [{ label: 'Red' }] }],
  ['a card without a title', { type: 'card', body: 'Red' }],
  ['an empty carousel', { type: 'carousel', cards: [] }],
  ['eleven cards', { type: 'carousel', cards: Array(11).fill({ title: 'x' }) }],
  ['a link that runs script', { type: 'links', links: [{ label: 'x', url: 'javascript:alert(1)' }] }],
  ['an image that is no page’s', { type: 'card', title: 'x', image: { src: 'data:image/png;base64,AA', alt: '' } }],
  ['a form without fields', { type: 'form', fields: [] }],
  ['a field of an unknown kind', { type: 'form', fields: [{ name: 'a', label: 'A', type: 'file' }] }],
  ['a notice of an unknown tone', { type: 'notice', text: 'x', tone: 'loud' }],
  ['an action without its target', { type: 'card', title: 'x', actions: [{ id: 'a', kind: 'url', label: 'x' }] }],
])('[R9] [R126] [U1] a backend that sends %s has failed, and nothing of it is shown', async (_, message) => {
  answering([{ type: 'text', text: 'Before' }, message])
  const { status, body } = await world.post('/conversations', { message: 'Hello' })
  expect([status, body.error.code]).toEqual([502, 'connector_error'])
  expect(await world.stored(body.id)).toHaveLength(1)
})

test('[U1] [R129] a card’s button is pressed by the message’s id or by its own', async () => {
  answering([{ type: 'card', ...bike }])
  const { id, messages } = await world.start()
  answering([{ type: 'text', text: 'Taken.' }])
  for (const pressed of [messages[0].id, 'a1']) {
    const action = { id: pressed, value: 'take', label: 'Take it' }
    expect((await world.say(id, { action })).body.messages).toMatchObject([{ text: 'Taken.' }])
    expect(backend.seen.at(-1)?.json).toMatchObject({ type: 'action', message: { text: 'Take it', action } })
  }
  expect((await world.say(id, { action: { id: 'a99', value: 'take' } })).status).toBe(400)
})

test('[R130] [U3] a form’s answers go to the backend after validation', async () => {
  answering([everyType[5]])
  const { id, messages } = await world.start()
  const answer = (value: unknown) => world.say(id, { action: { id: messages[0].id, value: JSON.stringify(value) } })
  for (const wrong of [{}, { email: 'x' }, { email: 'a@b.example', more: '1' }]) {
    const { status, body } = await answer(wrong)
    expect([status, body.error.message]).toEqual([400, expect.stringMatching(/^action\.value\./)])
  }
  expect((await answer({ email: ' Ada@B.example ' })).status).toBe(200)
  expect(backend.seen.at(-1)?.json).toMatchObject({
    type: 'action',
    message: { text: 'Email: ada@b.example', action: { value: '{"email":"ada@b.example"}' } },
    contact: { email: 'ada@b.example' },
  })
})

test('[R4] [U4] a chat is with the assistant and records its channel; otherwise page and API chats are the same', async () => {
  const { id } = await world.start()
  const page = await fetch(`${world.url}/chat/conversations`, {
    method: 'POST',
    headers: { origin: 'https://demo.example' },
    body: JSON.stringify({ site: 'demo', message: 'Hello' }),
  })
  const widget = ((await page.json()) as Body).id
  for (const [one, channel] of [
    [id, 'api'],
    [widget, 'widget'],
  ])
    expect((await world.get(`/conversations/${one}`)).body.conversation).toMatchObject({ channel, status: 'bot' })
  const happened = async (one: string) => (await world.emitted(one)).map(({ type, data }: Body) => [type, data.text])
  expect(await happened(widget)).toEqual(await happened(id))
  const said = async (one: string) => (await world.stored(one)).map(({ role, type, text }: Body) => [role, type, text])
  expect(await said(widget)).toEqual(await said(id))
})

/** The status of a conversation wherever it is returned, and the lists by status that contain it. */
async function statusOf(id: string): Promise<string> {
  const detail = (await world.get(`/conversations/${id}`)).body.conversation.status
  const isIn = async (query: string) =>
    (await world.get(`/conversations?${query}`)).body.items.filter((item: Body) => item.id === id)
  const [listed] = await isIn('limit=100')
  expect(listed.status).toBe(detail)
  for (const status of ['bot', 'live', 'closed'])
    expect(await isIn(`status=${status}&limit=100`), status).toHaveLength(status === detail ? 1 : 0)
  return detail
}

test('[R20] a conversation is always bot, live or closed, whatever happens to it', async () => {
  const { id } = await world.start()
  const act = (what: string, body = {}) => world.post(`/conversations/${id}/${what}`, body)
  const life: [string, () => Promise<unknown>][] = [
    ['bot', async () => {}],
    ['bot', () => world.say(id, { action: { id: 'person' } })],
    ['live', () => act('reply', { text: 'Hello' })],
    ['live', () => act('assign', { to: null })],
    ['live', () => world.say(id, { text: 'Is somebody there?' })],
    ['closed', () => act('close')],
    ['closed', () => act('assign', { to: null })],
    ['bot', () => world.say(id, { text: 'One more thing' })],
    ['closed', () => act('close')],
    ['live', () => act('reply', { text: 'I am back' })],
    ['bot', () => act('handback')],
    ['bot', () => act('end')],
  ]
  for (const [step, [status, happens]] of life.entries()) {
    await happens()
    expect(await statusOf(id), `step ${step}`).toBe(status)
  }
  // No caller can use another one, and no list has one.
  for (const status of ['open', 'waiting', 'BOT', '']) {
    await world.api('PATCH', `/conversations/${id}`, { body: { status, attributes: { colour: 'red' } } })
    await world.start({ message: 'Hello', status })
    expect((await world.get(`/conversations?status=${status}`)).status, status).toBe(400)
  }
  const { sql } = world.services.database
  expect(await sql`select from conversations where status not in ('bot', 'live', 'closed')`).toEqual([])
  await expect(sql`update conversations set status = 'open' where id = ${id}`).rejects.toThrow(/check constraint/)
  expect(await statusOf(id)).toBe('bot')
})

test('[R2] times are whole milliseconds, ids have their prefix', async () => {
  const { id } = await world.start({ message: 'Hello', contact: { email: 'ada@mail.example' } })
  const { conversation, lead, messages } = (await world.get(`/conversations/${id}`)).body
  const times = [conversation.started_at, conversation.last_at, lead.created_at, lead.updated_at]
  for (const time of [...times, ...messages.map(({ ts }: Body) => ts)]) expect(time).toEqual(world.clock.now())
  expect([id, lead.id]).toEqual([expect.stringMatching(/^conv_\w{20}$/), expect.stringMatching(/^lead_\w{20}$/)])
})
