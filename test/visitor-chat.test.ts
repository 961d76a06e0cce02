import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { allEvents, type Body, type ChatWorld, createChatWorld, eventsOf, nextEvent } from './support/chat.ts'
import { at, createPage, page, sse } from './support/page.ts'
import { createGate, stepped } from './support/steps.ts'

const limits = { messagesPerIpPerMinute: 10_000, messagesPerSitePerDay: 100_000 }

let world: ChatWorld
const { send, read, start, history, follow } = createPage(() => world)

beforeAll(async () => {
  world = await createChatWorld()
  await world.set({ security: { limits } })
})
afterAll(() => world.close())
// Each test has its own minute, so that requests of one do not count against the next.
afterEach(() => {
  world.says({ text: 'All is well.' })
  world.clock.move(60_000)
})

const corsOf = (response: Response) => [...response.headers.keys()].filter((name) => name.startsWith('access-control-'))

test('a chat is started, continued and read again with its token', async () => {
  const chat = await start({ message: 'Hello', context: { pageUrl: `${page}/hours` }, clientMessageId: 'one' })
  expect(chat.messages).toMatchObject([{ role: 'agent', text: 'All is well.' }])
  const next = await send('POST', at(chat.id, 'messages'), { token: chat.token, body: { text: 'And then?' } })
  expect(next.status).toBe(200)
  expect(await read(next)).toMatchObject({ id: chat.id, messages: [{ text: 'All is well.' }] })
  const before = await history(chat)
  expect(before).toMatchObject({ id: chat.id, status: 'bot', ended: false, writing: false })
  expect(before.messages.map(({ text }: Body) => text)).toEqual(['Hello', 'All is well.', 'And then?', 'All is well.'])
  expect(before.messages[0].clientMessageId).toBe('one')
  const { conversation } = (await world.get(`/conversations/${chat.id}`)).body
  expect(conversation).toMatchObject({ channel: 'widget', page_url: `${page}/hours`, country: null, user: null })
})

test('[R132] the API does not continue a widget chat', async () => {
  const { id } = await start()
  expect((await world.post(`/conversations/${id}/messages`, { text: 'Hello' })).status).toBe(404)
})

test('[threat 1] [threat 8] a token opens only its own chat, and nothing else opens one', async () => {
  const [mine, yours] = [await start(), await start()]
  expect((await send('GET', at(yours.id, 'messages'), { token: mine.token })).status).toBe(404)
  expect((await send('GET', at('conv_none', 'messages'), { token: mine.token })).status).toBe(404)
  const changed = `${mine.token.slice(0, -4)}${mine.token.endsWith('AAAA') ? 'BBBB' : 'AAAA'}`
  const { seal } = world.services
  const tokens = [
    '',
    'x',
    changed,
    mine.token.slice(0, -1),
    world.adminKey,
    await world.key(),
    'e30.e30.',
    seal.close('visitor', JSON.stringify(['demo', mine.id])),
    seal.close('idempotency', JSON.stringify(['demo', mine.id])),
    'x'.repeat(5000),
  ]
  for (const token of tokens) {
    const response = await send('GET', at(mine.id, 'messages'), { token })
    expect(response.status, token).toBe(401)
    expect(corsOf(response)).toEqual([])
  }
  expect((await send('GET', at(mine.id, 'messages'))).status).toBe(401)
  expect((await send('GET', `${at(mine.id, 'messages')}?token=${mine.token}`)).status).toBe(401)
  const elsewhere = await send('GET', `${at(mine.id, 'messages')}?site=other`, {
    token: mine.token,
    headers: { origin: 'https://other.example' },
  })
  expect(elsewhere.status).toBe(404)
  expect((await world.api('GET', '/me', { key: mine.token })).status).toBe(401)
})

test('[R406] a chat can be used for sessionTtlHours after its last message', async () => {
  const chat = await start()
  world.clock.move(23 * 3_600_000)
  expect(
    (await send('POST', at(chat.id, 'messages'), { token: chat.token, body: { text: 'Still here' } })).status,
  ).toBe(200)
  world.clock.move(23 * 3_600_000)
  expect((await send('GET', at(chat.id, 'messages'), { token: chat.token })).status).toBe(200)
  world.clock.move(3_600_000)
  expect((await send('GET', at(chat.id, 'messages'), { token: chat.token })).status).toBe(401)
})

test('[U98] a start repeated with its startId is one chat with one reply, even concurrently; with another id it is another', async () => {
  const startId = 'a secret of 128 bits'
  const body = { message: 'Hello', clientMessageId: 'one', startId }
  const chats = await Promise.all([start(body), start(body), start(body)])
  chats.push(await start({ ...body, message: 'Something else' }))
  expect(new Set(chats.map(({ id }) => id)).size).toBe(1)
  const chat = chats[0]!
  for (const { messages, token } of chats) {
    expect(messages).toEqual(chat.messages)
    expect((await send('GET', at(chat.id, 'messages'), { token })).status).toBe(200)
  }
  const texts = (await history(chat)).messages.map(({ text }: Body) => text)
  expect(texts).toEqual(['Hello! How can we help you?', 'Hello', 'All is well.'])
  expect(JSON.stringify((await world.get(`/conversations/${chat.id}`)).body)).not.toContain(startId)
  expect((await start({ ...body, startId: `${startId}, of another` })).id).not.toBe(chat.id)
  const streamed = await send('POST', '/conversations', { body: { site: 'demo', ...body }, headers: sse })
  expect((await allEvents(streamed)).map(({ event, data }) => [event, data.id])).toEqual([
    ['stored', chat.id],
    ['done', chat.id],
  ])
  world.clock.move(24 * 3_600_000)
  expect((await send('POST', '/conversations', { body: { site: 'demo', ...body } })).status).toBe(409)
  const short = await send('POST', '/conversations', { body: { site: 'demo', ...body, startId: 'guessable' } })
  expect(short.status).toBe(400)
})

test('a chat that a page starts with a message begins with the greeting that it showed, and is emitted with its message', async () => {
  await world.set({ welcomeMessage: 'How can we help?', starterQuestions: ['When are you open?'] })
  const body = { site: 'demo', message: 'Hello', startId: 'what no one can guess' }
  const events = await allEvents(await send('POST', '/conversations', { body, headers: sse }))
  const greeting = { role: 'agent', type: 'options', text: 'How can we help?' }
  expect(events[0]!.data.messages).toMatchObject([greeting])
  expect(events.at(-1)!.data.messages).toMatchObject([{ text: 'All is well.' }])
  const { id } = events[0]!.data
  expect(await world.stored(id)).toMatchObject([greeting, { role: 'user', text: 'Hello' }, { text: 'All is well.' }])
  const emitted = await world.emitted(id)
  expect(emitted.map(({ type }) => type)).toEqual([
    'conversation.started',
    'message.sent',
    'message.received',
    'message.sent',
  ])
  expect(emitted[0]!.data).toMatchObject({ firstMessage: 'Hello' })
  await world.set({ welcomeMessage: '', starterQuestions: [] })
})

test('[threat 10] a page cannot set fields that are not a page’s to set', async () => {
  const { id } = await start({
    message: 'Hello',
    user: { id: '1' },
    metadata: { a: 'b' },
    externalId: 'x',
    channel: 'api',
    status: 'closed',
    id: 'conv_mine',
  })
  const { conversation } = (await world.get(`/conversations/${id}`)).body
  expect(conversation).toMatchObject({
    user: null,
    metadata: null,
    external_id: null,
    channel: 'widget',
    status: 'bot',
  })
})

test('a stream reports that the message is stored, then the reply as it is written, then the whole answer', async () => {
  world.says({ text: 'One ' }, { text: 'two.' })
  const response = await send('POST', '/conversations', { body: { site: 'demo', message: 'Count' }, headers: sse })
  expect(response.status).toBe(201)
  expect(response.headers.get('access-control-allow-origin')).toBe(page)
  const events = await allEvents(response)
  expect(events[0]).toMatchObject({ event: 'stored', data: { id: expect.stringMatching(/^conv_/) } })
  const deltas = events.slice(1, -1)
  expect(deltas.every(({ event }) => event === 'delta')).toBe(true)
  expect(deltas.map(({ data }) => data.text).join('')).toBe('One two.')
  const { event, data } = events.at(-1)!
  expect(event).toBe('done')
  expect((await history(data)).messages.slice(1)).toMatchObject(data.messages)
})

test('a failing model is reported after the chat is known, and the chat continues', async () => {
  world.says({ status: 500, body: '{"error":"broken"}' })
  const response = await send('POST', '/conversations', { body: { site: 'demo', message: 'Hello' }, headers: sse })
  const [stored, failed] = await allEvents(response)
  expect(failed).toMatchObject({ event: 'error', data: { error: { code: 'connector_error' }, id: stored!.data.id } })
  const plain = await send('POST', '/conversations', { body: { site: 'demo', message: 'Hello' } })
  expect(plain.status).toBe(502)
  const chat = await read(plain)
  expect((await history(chat)).messages).toMatchObject([{ text: 'Hello' }])
})

test('[U101] closing a page does not stop its reply: it is finished, stored and sent to the next page', async () => {
  const gate = createGate()
  world.says(...stepped(gate, ['A long ', 'story.']))
  const leave = new AbortController()
  const body = { site: 'demo', message: 'Tell me' }
  const response = await send('POST', '/conversations', { body, headers: sse, signal: leave.signal })
  const chat = (await nextEvent(eventsOf(response), 'stored')).data
  leave.abort()
  const before = await history(chat)
  expect(before).toMatchObject({ writing: true, messages: [{ text: 'Tell me' }] })
  const events = eventsOf(await follow(chat, { 'last-event-id': before.lastEventId }))
  gate.open()
  const { data } = await nextEvent(events, 'message.sent')
  expect(data.messages).toMatchObject([{ text: 'A long story.' }])
  expect(data.messages[0].meta).toBeUndefined()
  expect(await history(chat)).toMatchObject({ writing: false, messages: [{}, data.messages[0]] })
  await events.return(undefined)
})

test('[U101] stop ends the reply, keeps its text so far and returns it as the answer', async () => {
  const gate = createGate()
  world.says(...stepped(gate, ['The beginning ', 'and the end.']))
  const asked = world.model.next('/api/chat')
  const body = { site: 'demo', message: 'Tell me', clientMessageId: 'tell' }
  const events = eventsOf(await send('POST', '/conversations', { body, headers: sse }))
  const chat = (await nextEvent(events, 'stored')).data
  gate.step()
  await nextEvent(events, 'delta')
  const stopped = await send('POST', at(chat.id, 'stop'), { token: chat.token })
  expect(await read(stopped)).toEqual({ id: chat.id, stopped: true })
  await (await asked).left
  const { data } = await nextEvent(events, 'done')
  expect(data.messages).toMatchObject([{ meta: { interrupted: true } }])
  expect(data.messages[0].text.trim()).toBe('The beginning')
  const again = await send('POST', at(chat.id, 'stop'), { token: chat.token })
  expect(await read(again)).toEqual({ id: chat.id, stopped: false })
  const repeat = { text: 'Tell me', clientMessageId: 'tell' }
  const answer = await send('POST', at(chat.id, 'messages'), { token: chat.token, body: repeat })
  expect((await read(answer)).messages).toEqual(data.messages)
})

test('[U101] stop reaches a reply that another server writes', async () => {
  const { clock, services } = world
  const database = { ...services.database, drop: async () => {}, close: async () => {} }
  const second = await createChatWorld({ database, clock })
  try {
    const gate = createGate()
    world.says(...stepped(gate, ['The beginning ', 'and the end.']))
    const events = eventsOf(
      await send('POST', '/conversations', { body: { site: 'demo', message: 'Go' }, headers: sse }),
    )
    const chat = (await nextEvent(events, 'stored')).data
    gate.step()
    await nextEvent(events, 'delta')
    const stopped = await send('POST', at(chat.id, 'stop'), { token: chat.token, server: second })
    expect(await read(stopped)).toEqual({ id: chat.id, stopped: true })
    clock.move(2_000)
    expect((await nextEvent(events, 'done')).data.messages).toMatchObject([{ meta: { interrupted: true } }])
  } finally {
    await second.close()
  }
})

test('end is emitted once, and a message after it is refused', async () => {
  const chat = await start()
  for (let times = 0; times < 2; times++) {
    const ended = await send('POST', at(chat.id, 'end'), { token: chat.token })
    expect(await read(ended)).toEqual({ id: chat.id, ended: true })
  }
  const emitted = (await world.get('/events?limit=500')).body.items.filter(
    (event: Body) => event.type === 'conversation.ended' && event.data.conversationId === chat.id,
  )
  expect(emitted).toHaveLength(1)
  const late = await send('POST', at(chat.id, 'messages'), { token: chat.token, body: { text: 'Hello?' } })
  expect(late.status).toBe(409)
  expect((await history(chat)).ended).toBe(true)
})

test('typing is accepted only from the visitor of the chat', async () => {
  const [mine, yours] = [await start({}), await start({})]
  expect((await send('POST', at(mine.id, 'typing'), { token: mine.token })).status).toBe(200)
  expect((await send('POST', at(yours.id, 'typing'), { token: mine.token })).status).toBe(404)
})
