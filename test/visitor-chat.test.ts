import { closeChats } from '../server/features/conversations/closing.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { allEvents, type ChatWorld, createChatWorld, eventsOf, nextEvent, until } from './support/chat.ts'
import { createGate, stepped } from './support/steps.ts'

const page = 'https://demo.example'
const sites = [
  { id: 'demo', allowedOrigins: [page, 'https://*.wild.example'] },
  { id: 'other', allowedOrigins: ['https://other.example'] },
]
const limits = { messagesPerIpPerMinute: 10_000, messagesPerSitePerDay: 100_000 }

let world: ChatWorld

beforeAll(async () => {
  world = await createChatWorld({ file: { sites } })
  await world.set({ security: { limits } })
})
afterAll(() => world.close())
// Each test has a minute of its own: what one sends is not counted against the next.
afterEach(() => {
  world.says({ text: 'All is well.' })
  world.clock.move(60_000)
})

type Sent = { body?: unknown; token?: string; headers?: Record<string, string>; signal?: AbortSignal; at?: ChatWorld }

const send = (method: string, path: string, { body, token, headers, signal, at = world }: Sent = {}) =>
  fetch(`${at.url}/chat${path}`, {
    method,
    headers: {
      origin: page,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  })

const sse = { accept: 'text/event-stream' }
const start = async (body: Record<string, unknown> = { message: 'Hello' }) => {
  const response = await send('POST', '/conversations', { body: { site: 'demo', ...body } })
  expect(response.status).toBe(201)
  return (await response.json()) as { id: string; token: string; messages: any[] }
}
const at = (id: string, what: string) => `/conversations/${id}/${what}`
const corsOf = (response: Response) => [...response.headers.keys()].filter((name) => name.startsWith('access-control-'))
const historyOf = async ({ id, token }: { id: string; token: string }) =>
  (await (await send('GET', at(id, 'messages'), { token })).json()) as any
const follow = (chat: { id: string; token: string }, headers: Record<string, string> = {}) =>
  send('GET', at(chat.id, 'events'), { token: chat.token, headers })

test('[R389] [threat 9] a page of an allowed origin is answered, any other is refused without CORS headers', async () => {
  for (const origin of [page, 'https://a.wild.example', 'https://a.b.wild.example', world.url]) {
    const response = await send('GET', '/site?site=demo', { headers: { origin } })
    expect(response.status, origin).toBe(200)
    expect(response.headers.get('access-control-allow-origin')).toBe(origin)
    expect(response.headers.get('access-control-allow-credentials')).toBeNull()
    expect(response.headers.get('vary')).toBe('origin')
  }
  for (const origin of [
    'null',
    'https://evil.example',
    'http://demo.example',
    'https://demo.example:8443',
    'https://demo.example.evil.example',
    'https://evildemo.example',
    'https://demo.example@evil.example',
    'https://wild.example',
    'https://evilwild.example',
    'https://a.wild.example.evil.example',
    'http://a.wild.example',
    'https://other.example',
    `${world.url}1`,
  ]) {
    for (const response of [
      await send('GET', '/site?site=demo', { headers: { origin } }),
      await send('POST', '/conversations', { headers: { origin }, body: { site: 'demo', message: 'Hello' } }),
    ]) {
      expect(response.status, origin).toBe(403)
      expect(corsOf(response)).toEqual([])
      expect(await response.json()).toMatchObject({ error: { code: 'forbidden' } })
    }
  }
})

test('a request without an origin is a program’s or our own page’s', async () => {
  const bare = (method: string, headers: Record<string, string> = {}) =>
    fetch(`${world.url}/chat/${method === 'GET' ? 'site?site=demo' : 'conversations?site=demo'}`, { method, headers })
  expect((await bare('POST')).status).toBe(403)
  expect((await bare('GET')).status).toBe(200)
  expect((await bare('GET', { 'sec-fetch-site': 'same-origin' })).status).toBe(200)
  expect((await bare('GET', { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
})

test('a preflight is answered for the origins of the site that it names, or of any', async () => {
  const ask = (origin: string, path: string) =>
    send('OPTIONS', path, { headers: { origin, 'access-control-request-method': 'POST' } })
  for (const path of ['/conversations?site=demo', '/conversations', '/conversations/conv_x/messages']) {
    const response = await ask(page, path)
    expect(response.status).toBe(204)
    expect(response.headers.get('access-control-allow-origin')).toBe(page)
    expect(response.headers.get('access-control-allow-headers')).toContain('authorization')
    expect((await ask('https://evil.example', path)).status).toBe(403)
    expect(corsOf(await ask('https://evil.example', path))).toEqual([])
  }
  expect((await ask('https://other.example', '/conversations?site=demo')).status).toBe(403)
})

test('a page learns what it draws, and nothing else', async () => {
  const body = (await (await send('GET', '/site?site=demo')).json()) as Record<string, unknown>
  expect(body).toMatchObject({ id: 'demo', botName: 'Assistant', welcomeMessage: 'Hello! How can we help you?' })
  expect(JSON.stringify(body)).not.toMatch(/secret|allowIps|blockIps|allowedOrigins/i)
  expect((await send('GET', '/site?site=none')).status).toBe(404)
  expect((await send('GET', '/site')).status).toBe(400)
})

test('a chat is started, continued and read again with its token', async () => {
  const chat = await start({ message: 'Hello', context: { pageUrl: `${page}/hours` }, clientMessageId: 'one' })
  expect(chat.messages).toMatchObject([{ role: 'agent', text: 'All is well.' }])
  const next = await send('POST', at(chat.id, 'messages'), { token: chat.token, body: { text: 'And then?' } })
  expect(next.status).toBe(200)
  expect(await next.json()).toMatchObject({ id: chat.id, messages: [{ text: 'All is well.' }] })
  const history = await historyOf(chat)
  expect(history).toMatchObject({ id: chat.id, status: 'bot', ended: false, writing: false })
  expect(history.messages.map(({ text }: any) => text)).toEqual(['Hello', 'All is well.', 'And then?', 'All is well.'])
  expect(history.messages[0].clientMessageId).toBe('one')
  const { conversation } = (await world.get(`/conversations/${chat.id}`)).body
  expect(conversation).toMatchObject({ channel: 'widget', page_url: `${page}/hours`, country: null, user: null })
})

test('[R132] the API does not continue a widget chat', async () => {
  const { id } = await start()
  expect((await world.post(`/conversations/${id}/messages`, { text: 'Hello' })).status).toBe(404)
})

test('[threat 1] [threat 8] a token opens its own chat and no other, and nothing else opens one', async () => {
  const [mine, yours] = [await start(), await start()]
  expect((await send('GET', at(yours.id, 'messages'), { token: mine.token })).status).toBe(404)
  expect((await send('GET', at('conv_none', 'messages'), { token: mine.token })).status).toBe(404)
  const changed = `${mine.token.slice(0, -4)}${mine.token.endsWith('AAAA') ? 'BBBB' : 'AAAA'}`
  const { seal } = world.parts
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

test('[R406] a chat can be used for sessionTtlHours since its last message', async () => {
  const chat = await start()
  world.clock.move(23 * 3_600_000)
  expect((await send('POST', at(chat.id, 'messages'), { token: chat.token, body: { text: 'Still here' } })).status).toBe(200)
  world.clock.move(23 * 3_600_000)
  expect((await send('GET', at(chat.id, 'messages'), { token: chat.token })).status).toBe(200)
  world.clock.move(3_600_000)
  expect((await send('GET', at(chat.id, 'messages'), { token: chat.token })).status).toBe(401)
})

test('[threat 10] a page sets nothing that is not a page’s to say', async () => {
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
  expect(conversation).toMatchObject({ user: null, metadata: null, external_id: null, channel: 'widget', status: 'bot' })
})

test('a stream says that the message is stored, then the reply as it is written, then the whole answer', async () => {
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
  expect((await historyOf(data)).messages.slice(1)).toMatchObject(data.messages)
})

test('a failing model is told after the chat is known, and the chat goes on', async () => {
  world.says({ status: 500, body: '{"error":"broken"}' })
  const response = await send('POST', '/conversations', { body: { site: 'demo', message: 'Hello' }, headers: sse })
  const [stored, failed] = await allEvents(response)
  expect(failed).toMatchObject({ event: 'error', data: { error: { code: 'connector_error' }, id: stored!.data.id } })
  const plain = await send('POST', '/conversations', { body: { site: 'demo', message: 'Hello' } })
  expect(plain.status).toBe(502)
  const chat = (await plain.json()) as { id: string; token: string }
  expect((await historyOf(chat)).messages).toMatchObject([{ text: 'Hello' }])
})

test('[U101] a page that is closed does not stop its reply: it is finished, stored and told to the next page', async () => {
  const gate = createGate()
  world.says(...stepped(gate, ['A long ', 'story.']))
  const leave = new AbortController()
  const body = { site: 'demo', message: 'Tell me' }
  const response = await send('POST', '/conversations', { body, headers: sse, signal: leave.signal })
  const chat = (await nextEvent(eventsOf(response), 'stored')).data
  leave.abort()
  const history = await historyOf(chat)
  expect(history).toMatchObject({ writing: true, messages: [{ text: 'Tell me' }] })
  const events = eventsOf(await follow(chat, { 'last-event-id': history.lastEventId }))
  gate.open()
  const { data } = await nextEvent(events, 'message.sent')
  expect(data.messages).toMatchObject([{ text: 'A long story.' }])
  expect(data.messages[0].meta).toBeUndefined()
  expect(await historyOf(chat)).toMatchObject({ writing: false, messages: [{}, data.messages[0]] })
  await events.return(undefined)
})

test('[U101] stop ends the reply, keeps what was written and gives it as the answer', async () => {
  const gate = createGate()
  world.says(...stepped(gate, ['The beginning ', 'and the end.']))
  const asked = world.model.next('/api/chat')
  const body = { site: 'demo', message: 'Tell me', clientMessageId: 'tell' }
  const events = eventsOf(await send('POST', '/conversations', { body, headers: sse }))
  const chat = (await nextEvent(events, 'stored')).data
  gate.step()
  await nextEvent(events, 'delta')
  const stopped = await send('POST', at(chat.id, 'stop'), { token: chat.token })
  expect(await stopped.json()).toEqual({ id: chat.id, stopped: true })
  await (await asked).left
  const { data } = await nextEvent(events, 'done')
  expect(data.messages).toMatchObject([{ meta: { interrupted: true } }])
  expect(data.messages[0].text.trim()).toBe('The beginning')
  const again = await send('POST', at(chat.id, 'stop'), { token: chat.token })
  expect(await again.json()).toEqual({ id: chat.id, stopped: false })
  const repeat = { text: 'Tell me', clientMessageId: 'tell' }
  const answer = await send('POST', at(chat.id, 'messages'), { token: chat.token, body: repeat })
  expect(((await answer.json()) as any).messages).toEqual(data.messages)
})

test('[U101] stop reaches a reply that another server writes', async () => {
  const { clock, parts } = world
  const database = { ...parts.database, drop: async () => {}, close: async () => {} }
  const second = await createChatWorld({ file: { sites }, database, clock })
  try {
    const gate = createGate()
    world.says(...stepped(gate, ['The beginning ', 'and the end.']))
    const events = eventsOf(await send('POST', '/conversations', { body: { site: 'demo', message: 'Go' }, headers: sse }))
    const chat = (await nextEvent(events, 'stored')).data
    gate.step()
    await nextEvent(events, 'delta')
    const stopped = await send('POST', at(chat.id, 'stop'), { token: chat.token, at: second })
    expect(await stopped.json()).toEqual({ id: chat.id, stopped: true })
    clock.move(2_000)
    expect((await nextEvent(events, 'done')).data.messages).toMatchObject([{ meta: { interrupted: true } }])
  } finally {
    await second.close()
  }
})

test('a server that stops ends its streams and keeps what was written; the repeat is answered anew', async () => {
  const { clock, parts } = world
  const database = { ...parts.database, drop: async () => {} }
  const second = await createChatWorld({ file: { sites }, database, clock })
  try {
    const gate = createGate()
    second.says(...stepped(gate, ['The beginning ', 'and the end.']))
    const body = { site: 'demo', message: 'Tell me', clientMessageId: 'tell' }
    const events = eventsOf(await send('POST', '/conversations', { body, headers: sse, at: second }))
    const chat = (await nextEvent(events, 'stored')).data
    const followed = allEvents(await send('GET', at(chat.id, 'events'), { token: chat.token, at: second }))
    gate.step()
    await nextEvent(events, 'delta')
    await closeChats(second.parts, 0)
    expect(await followed).toEqual([])
    expect((await nextEvent(events, 'done')).data.messages).toMatchObject([{ meta: { interrupted: true } }])
    const late = await send('POST', at(chat.id, 'messages'), { token: chat.token, body: { text: 'Hi' }, at: second })
    expect(late.status).toBe(503)
    const repeat = { text: 'Tell me', clientMessageId: 'tell' }
    const answer = await send('POST', at(chat.id, 'messages'), { token: chat.token, body: repeat })
    expect(((await answer.json()) as any).messages).toMatchObject([{ text: 'All is well.' }])
    expect((await historyOf(chat)).messages).toHaveLength(2)
  } finally {
    await second.close()
  }
})

test('events go on from the last one that was seen, each once and in order, of this chat alone', async () => {
  const [chat, stranger] = [await start({}), await start({})]
  const { lastEventId } = await historyOf(chat)
  const say = (to: typeof chat, text: string) =>
    send('POST', at(to.id, 'messages'), { token: to.token, body: { text } })
  world.says({ text: 'First answer.' })
  await say(chat, 'First')
  await say(stranger, 'Not yours')
  const events = eventsOf(await follow(chat, { 'last-event-id': lastEventId }))
  const missed = await nextEvent(events, 'message.sent')
  expect(missed.data.messages).toMatchObject([{ text: 'First answer.' }])
  world.says({ text: 'Second answer.' })
  await say(stranger, 'Not yours either')
  await say(chat, 'Second')
  const live = await events.next()
  expect(live.value).toMatchObject({ event: 'message.sent', data: { conversationId: chat.id } })
  expect(live.value.data.messages).toMatchObject([{ text: 'Second answer.' }])
  expect(live.value.id > missed.id!).toBe(true)
  const later = eventsOf(await follow(chat, { 'last-event-id': missed.id! }))
  expect((await later.next()).value).toEqual(live.value)
  await send('POST', at(chat.id, 'end'), { token: chat.token })
  expect((await events.next()).value).toMatchObject({ event: 'conversation.ended' })
  for (const stream of [events, later]) await stream.return(undefined)
})

test('an id that cannot be gone on from is told to load anew', async () => {
  const chat = await start({})
  for (const id of ['nonsense', 'evt_x', '-1']) {
    const events = eventsOf(await follow(chat, { 'last-event-id': id }))
    expect((await events.next()).value, id).toMatchObject({ event: 'resync', id: expect.stringMatching(/^evt_/) })
    await events.return(undefined)
  }
})

test('[R39] [R54] a visitor sees of a person’s message what is the visitor’s', async () => {
  const chat = await start({})
  const events = eventsOf(await follow(chat))
  const context = await world.context()
  const author = { kind: 'human' as const, id: 'anna@demo.example', name: 'Anna Adler' }
  const meta = { human: true, agentName: 'Anna' }
  const message = { id: 'msg_person', ts: 1, role: 'agent' as const, type: 'text' as const, text: 'Hi, Anna here.', meta }
  await context.tx(async (tx) => {
    tx.emit('note.changed', { id: 'note_1', conversationId: chat.id, leadId: null })
    tx.emit('message.sent', { conversationId: chat.id, text: message.text, messages: [message], author })
  })
  const { value } = await events.next()
  expect(value).toMatchObject({ event: 'message.sent', data: { messages: [message] } })
  expect(JSON.stringify(value)).not.toMatch(/anna@demo|Adler/)
  await events.return(undefined)
})

test('[threat 8] a stream of events ends when its chat is gone, and beats while it is there', async () => {
  const chat = await start({})
  const response = await follow(chat)
  const reader = response.body!.getReader()
  const read = async () => new TextDecoder().decode((await reader.read()).value)
  expect(await read()).toBe(': here\n\n')
  world.clock.move(20_000)
  expect(await read()).toBe(': here\n\n')
  await world.parts.database.sql`delete from conversations where id = ${chat.id}`
  world.clock.move(60_000)
  await until(async () => (await reader.read()).done)
  expect((await follow(chat)).status).toBe(404)
})

test('[threat 13] one address may hold so many streams open', async () => {
  const chat = await start({})
  const streams: Response[] = []
  for (let count = 0; count < 50; count++) streams.push(await follow(chat))
  expect(streams.every(({ status }) => status === 200)).toBe(true)
  const refused = await follow(chat)
  expect(refused.status).toBe(429)
  await streams.pop()!.body!.cancel()
  await until(async () => {
    const next = await follow(chat)
    await next.body!.cancel()
    return next.status === 200
  })
  for (const stream of streams) await stream.body!.cancel()
})

test('end is told once, and a message after it is refused', async () => {
  const chat = await start()
  for (let times = 0; times < 2; times++) {
    const ended = await send('POST', at(chat.id, 'end'), { token: chat.token })
    expect(await ended.json()).toEqual({ id: chat.id, ended: true })
  }
  const told = (await world.get('/events?limit=500')).body.items.filter(
    (event: any) => event.type === 'conversation.ended' && event.data.conversationId === chat.id,
  )
  expect(told).toHaveLength(1)
  const late = await send('POST', at(chat.id, 'messages'), { token: chat.token, body: { text: 'Hello?' } })
  expect(late.status).toBe(409)
  expect((await historyOf(chat)).ended).toBe(true)
})

test('[threat 12] messagesPerIpPerMinute holds an address, whatever it says of itself', async () => {
  await world.set({ security: { limits: { messagesPerIpPerMinute: 3 } } })
  const { id, token } = await start()
  const say = (forwarded: string) =>
    send('POST', at(id, 'messages'), { token, body: { text: 'Hi' }, headers: { 'x-forwarded-for': forwarded } })
  expect([(await say('198.51.100.1')).status, (await say('198.51.100.2')).status]).toEqual([200, 200])
  const refused = await say('198.51.100.3')
  expect(refused.status).toBe(429)
  expect(refused.headers.get('access-control-allow-origin')).toBe(page)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await refused.json()).toMatchObject({ error: { code: 'rate_limited' } })
  world.clock.move(60_000)
  expect((await say('198.51.100.3')).status).toBe(200)
  await world.set({ security: { limits } })
})

test('blockIps and allowIps decide which addresses may chat', async () => {
  const statusWith = async (security: { allowIps: string[]; blockIps: string[] }) => {
    await world.set({ security })
    return (await send('GET', '/site?site=demo')).status
  }
  expect(await statusWith({ allowIps: [], blockIps: ['127.0.0.0/8'] })).toBe(403)
  expect(await statusWith({ allowIps: ['203.0.113.0/24'], blockIps: [] })).toBe(403)
  expect(await statusWith({ allowIps: ['127.0.0.1'], blockIps: [] })).toBe(200)
  expect(await statusWith({ allowIps: [], blockIps: [] })).toBe(200)
})

test('what is no route, no method or no body is refused in the error shape', async () => {
  const chat = await start({})
  expect((await send('GET', '/nothing')).status).toBe(404)
  const wrong = await send('GET', '/conversations')
  expect(wrong.status).toBe(405)
  expect(wrong.headers.get('allow')).toBe('POST')
  const junk = await fetch(`${world.url}/chat/conversations`, { method: 'POST', headers: { origin: page }, body: '{' })
  expect(junk.status).toBe(400)
  for (const body of [{}, { text: '' }, { text: 'x'.repeat(1001) }, { text: 1 }, { action: { id: 'msg_none', value: 'x' } }]) {
    const response = await send('POST', at(chat.id, 'messages'), { token: chat.token, body })
    expect(response.status, JSON.stringify(body)).toBe(400)
    expect(await response.json()).toMatchObject({ error: { code: 'bad_request' } })
  }
})

test('typing is taken from the visitor of the chat alone', async () => {
  const [mine, yours] = [await start({}), await start({})]
  expect((await send('POST', at(mine.id, 'typing'), { token: mine.token })).status).toBe(200)
  expect((await send('POST', at(yours.id, 'typing'), { token: mine.token })).status).toBe(404)
})
