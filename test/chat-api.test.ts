import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { allEvents, type Body, type ChatWorld, createChatWorld, eventsOf, nextEvent } from './support/chat.ts'
import { sendJson, startFakeServer } from './support/fake-server.ts'
import { createGate, stepped } from './support/steps.ts'

let world: ChatWorld

beforeAll(async () => {
  world = await createChatWorld()
  await world.set({ security: { limits: { messagesPerSitePerDay: 100_000 } } })
})
afterAll(() => world.close())
afterEach(() => world.says({ text: 'All is well.' }))

const setLimits = (limits: Record<string, number>) => world.set({ security: { limits } })

test('[R110] [R111] a start with an empty body returns 201 with the greeting', async () => {
  const { id, messages } = await world.start({})
  expect(id).toMatch(/^conv_/)
  expect(messages).toMatchObject([{ role: 'agent', type: 'text', text: 'Hello! How can we help you?' }])
  expect(await world.stored(id)).toMatchObject(messages)
  expect((await world.emitted(id)).map((event: Body) => event.type)).toEqual(['conversation.started', 'message.sent'])
})

test('[R111] without a greeting nothing is returned', async () => {
  await world.set({ welcomeMessage: '' })
  expect((await world.start({})).messages).toEqual([])
  await world.set({ welcomeMessage: 'Welcome' })
})

test('[R4] [R218] a start with a message is answered, and emitted to the log', async () => {
  const { id, messages } = await world.start({
    message: 'When do you open?',
    context: { pageUrl: 'https://demo.example/a' },
  })
  expect(messages).toMatchObject([{ role: 'agent', type: 'text', text: 'All is well.', sources: [] }])
  const [started, received, sent] = await world.emitted(id)
  expect(started).toMatchObject({
    type: 'conversation.started',
    data: { firstMessage: 'When do you open?', page: { url: 'https://demo.example/a', title: null }, form: null },
  })
  expect(received).toMatchObject({ type: 'message.received', data: { kind: 'text', text: 'When do you open?' } })
  expect(sent).toMatchObject({ type: 'message.sent', data: { text: 'All is well.', messages } })
})

test('[R219] the next message is answered with the previous ones as context', async () => {
  const { id } = await world.start({ message: 'I have a red bicycle' })
  const asked = world.model.next('/api/chat')
  const reply = await world.say(id, { text: 'What colour is it?' })
  expect(reply).toMatchObject({ status: 200, body: { id, messages: [{ text: 'All is well.' }] } })
  expect((await asked).body).toContain('I have a red bicycle')
  expect((await world.stored(id)).map(({ role }) => role)).toEqual(['user', 'agent', 'user', 'agent'])
  expect((await world.emitted(id)).map((event: Body) => event.type).slice(-2)).toEqual([
    'message.received',
    'message.sent',
  ])
})

test('[R112] [R131] [R238] [U52] the first message may have 4000 characters, later ones maxMessageLength', async () => {
  expect(await world.post('/conversations', { message: 'x'.repeat(4001) })).toMatchObject({ status: 400 })
  const { id } = await world.start({ message: '😀'.repeat(4000) })
  const long = await world.say(id, { text: 'x'.repeat(1001) })
  expect(long).toMatchObject({ status: 400, body: { error: { code: 'bad_request' } } })
  expect(long.body.error.message).toMatch(/^text: /)
  expect((await world.say(id, { text: '😀'.repeat(1000) })).status).toBe(200)
  for (const text of ['', '   ']) expect((await world.say(id, { text })).status).toBe(400)
})

test('[R128] a message is either a text or an action', async () => {
  const { id } = await world.start()
  expect((await world.say(id, {})).status).toBe(400)
  expect((await world.say(id, { text: 'a', action: { id: 'b', value: 'c' } })).status).toBe(400)
  expect(await world.stored(id)).toHaveLength(2)
})

test('[R118] [R119] a stream consists of deltas and one done, which equals the JSON answer and what is stored', async () => {
  world.says({ text: 'One, ' }, { text: 'two, ' }, { text: 'three.' })
  const response = await world.stream('/conversations', { message: 'Count', externalId: 'x-1', metadata: { a: 'b' } })
  expect(response.status).toBe(201)
  expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/)
  const events = await allEvents(response)
  expect(events.map(({ event }) => event)).toEqual([...events.slice(1).map(() => 'delta'), 'done'])
  const { data } = events.at(-1)!
  expect(Object.keys(data).sort()).toEqual(['externalId', 'id', 'messages', 'metadata'])
  expect(data).toMatchObject({ externalId: 'x-1', metadata: { a: 'b' }, messages: [{ text: 'One, two, three.' }] })
  expect(
    events
      .slice(0, -1)
      .map(({ data }) => data.text)
      .join(''),
  ).toBe('One, two, three.')
  expect((await world.stored(data.id)).slice(1)).toMatchObject(data.messages)
  expect((await world.stream(`/conversations/${data.id}/messages`, { text: 'More' })).status).toBe(200)
})

test('[U98] a repeat of a stream gets its last event as a stream, by its key and by its clientMessageId', async () => {
  const { id } = await world.start()
  const path = `/conversations/${id}/messages`
  for (const [body, headers] of [
    [{ text: 'One?' }, { 'idempotency-key': 'one' }],
    [{ text: 'Two?', clientMessageId: 'two' }, {}],
  ] as const) {
    const first = await world.stream(path, body, { headers })
    expect(first.headers.get('idempotent-replay')).toBeNull()
    const done = (await allEvents(first)).at(-1)
    const again = await world.stream(path, body, { headers })
    expect([again.status, again.headers.get('idempotent-replay')]).toEqual([200, 'true'])
    expect(again.headers.get('content-type')).toMatch(/^text\/event-stream/)
    expect(await allEvents(again)).toEqual([done])
  }
  expect((await world.stored(id)).filter(({ role }) => role === 'user')).toHaveLength(3)
})

test('[U98] a stored refusal is returned with its own status, not as a stream', async () => {
  const { id } = await world.start()
  await world.post(`/conversations/${id}/end`)
  const headers = { 'idempotency-key': 'late' }
  for (const replay of [null, 'true']) {
    const refused = await world.stream(`/conversations/${id}/messages`, { text: 'Too late?' }, { headers })
    expect([refused.status, refused.headers.get('idempotent-replay')]).toEqual([409, replay])
    expect(await refused.json()).toMatchObject({ error: { code: 'conflict' } })
  }
})

test('[R118] the first token reaches the caller before the model writes the second', async () => {
  const gate = createGate()
  world.says(...stepped(gate, ['First ', 'second.']))
  const response = world.stream('/conversations', { message: 'Hello' })
  gate.step()
  const events = eventsOf(await response)
  expect((await nextEvent(events, 'delta')).data.text.trim()).toBe('First')
  gate.open()
  expect((await nextEvent(events, 'done')).data.messages[0].text).toBe('First second.')
})

test('[R121] [R116] a backend that cannot stream answers in JSON; it gets the user and no metadata', async () => {
  const plain = await startFakeServer((_, response) =>
    sendJson(response, 200, { messages: [{ type: 'text', text: 'In one piece.' }] }),
  )
  const connector = { kind: 'http', url: plain.url, headers: {} }
  const file = { sites: [{ id: 'demo', connector }], outbound: { allow: [`127.0.0.1:${plain.port}`] } }
  const other = await createChatWorld({ file })
  try {
    const user = { id: 'u-1', plan: 'gold' }
    const body = { message: 'Hello', user, metadata: { secret: 'plover-4711' }, externalId: 'mine-4712' }
    const response = await other.stream('/conversations', body)
    expect(response.status).toBe(201)
    expect(response.headers.get('content-type')).toMatch(/^application\/json/)
    expect(await response.json()).toMatchObject({ messages: [{ text: 'In one piece.' }] })
    const [asked] = plain.seen
    expect(asked?.json).toMatchObject({ type: 'start', user })
    expect(asked?.body).not.toMatch(/plover-4711|mine-4712/)
  } finally {
    await other.close()
    await plain.close()
  }
})

test('[U53] a refusal before the first token is a JSON error with its status', async () => {
  const response = await world.stream('/conversations/conv_none/messages', { text: 'Hello' })
  expect(response.status).toBe(404)
  expect((await response.json()).error.code).toBe('not_found')
})

test('[R132] a widget chat, another site’s and an unknown one are the same 404', async () => {
  const context = await world.context('demo')
  const { startConversation } = await import('../server/features/conversations/start.ts')
  const widget = await startConversation(context, 'widget', {})
  const other = await world.api('POST', '/conversations', { body: { site: 'other' } })
  for (const id of [widget.id, other.body.id, 'conv_00000000000000000000']) {
    const refused = [await world.say(id, { text: 'Hello' }), await world.post(`/conversations/${id}/end`)]
    for (const { status, body } of refused) {
      expect(status).toBe(404)
      expect(body).toEqual({
        error: {
          code: 'not_found',
          reason: 'unknown_record',
          params: { record: 'conversation' },
          message: 'No such conversation.',
        },
      })
    }
  }
})

test('[R79] [R80] [U54] [U56] an end is emitted once, changes no status, and later messages are 409', async () => {
  const { id } = await world.start()
  for (let times = 0; times < 2; times++)
    expect(await world.post(`/conversations/${id}/end`)).toMatchObject({ status: 200, body: { id, ended: true } })
  expect((await world.emitted(id)).filter((event: Body) => event.type === 'conversation.ended')).toHaveLength(1)
  const { conversation } = (await world.get(`/conversations/${id}`)).body
  expect(conversation).toMatchObject({ status: 'bot', ended_at: world.clock.now() })
  expect(await world.say(id, { text: 'Hello?' })).toMatchObject({ status: 409, body: { error: { code: 'conflict' } } })
})

test('[R133] [R231] at messagesPerSession a message is 429 quota_exceeded, and a repeat still gets its answer', async () => {
  await setLimits({ messagesPerSession: 2 })
  const { id } = await world.start()
  const second = await world.say(id, { text: 'Second', clientMessageId: 'second' })
  expect(second.status).toBe(200)
  const third = await world.say(id, { text: 'Third' })
  expect(third).toMatchObject({ status: 429, body: { error: { code: 'quota_exceeded', retryAfter: 24 * 3600 } } })
  expect(third.headers.get('retry-after')).toBe(String(24 * 3600))
  expect(await world.say(id, { text: 'Second', clientMessageId: 'second' })).toMatchObject({
    status: 200,
    body: second.body,
  })
  expect(await world.stored(id)).toHaveLength(4)
  await setLimits({ messagesPerSession: 60 })
})

test('[U55] while a person handles it, a message is stored and answered with nothing', async () => {
  const { id } = await world.start()
  const { sql } = world.services.database
  await sql`update conversations set status = 'live', assigned_to = null where id = ${id}`
  expect(await world.say(id, { text: 'Anybody there?' })).toMatchObject({ status: 200, body: { id, messages: [] } })
  const { conversation, messages } = (await world.get(`/conversations/${id}`)).body
  expect(conversation).toMatchObject({ status: 'live', waiting_since: world.clock.now() })
  expect(messages.at(-1)).toMatchObject({ role: 'user', text: 'Anybody there?' })
})

test('[R78] [U5] a message in a closed chat returns it to the assistant', async () => {
  const { id } = await world.start()
  const { sql } = world.services.database
  await sql`
    update conversations set status = 'closed', closed_at = 1, assigned_to = 'a@b.example', assigned_name = 'A', waiting_since = 1
    where id = ${id}`
  expect((await world.say(id, { text: 'One more thing' })).body.messages).toHaveLength(1)
  expect((await world.get(`/conversations/${id}`)).body.conversation).toMatchObject({
    status: 'bot',
    closed_at: null,
    assigned_to: null,
    assigned_name: null,
    waiting_since: null,
  })
})

test('[R123] API chats are exempt from visitor limits', async () => {
  await setLimits({ messagesPerIpPerMinute: 1 })
  for (let count = 0; count < 3; count++) await world.start()
  await setLimits({ messagesPerIpPerMinute: 10 })
})

test('[U100] a reply shows its sources to those who may read conversations', async () => {
  const { id } = await world.start({ message: 'When do you open?' })
  const reply = (await world.stored(id)).at(-1)
  expect(reply.traceId).toMatch(/^trace_/)
  const path = `/messages/${reply.id}/trace`
  const { status, body } = await world.get(path)
  expect(status).toBe(200)
  expect(body).toMatchObject({ id: reply.traceId, messageId: reply.id, conversationId: id, outcome: 'finished' })
  expect((await world.api('GET', path, { key: await world.key(['chat']) })).status).toBe(403)
  expect((await world.api('GET', path, { key: await world.key(undefined, { site: 'other' }) })).status).toBe(404)
  const visitor = (await world.stored(id)).at(0)
  expect((await world.get(`/messages/${visitor.id}/trace`)).status).toBe(404)
})

test('a reply is counted in the day’s neurons', async () => {
  const before = (await world.get('/usage')).body.today.neurons
  await world.start()
  expect((await world.get('/usage')).body.today.neurons).toBeGreaterThan(before)
})
