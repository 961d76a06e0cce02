import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { allEvents, type ChatWorld, createChatWorld, eventsOf, nextEvent, until } from './support/chat.ts'
import { sendJson, startFakeServer } from './support/fake-server.ts'
import { createGate, stepped } from './support/steps.ts'

let world: ChatWorld

beforeAll(async () => {
  world = await createChatWorld()
  await setLimits({ messagesPerSitePerDay: 100_000 })
})
afterAll(() => world.close())
afterEach(() => world.says({ text: 'All is well.' }))

const setLimits = (limits: Record<string, number>) => world.set({ security: { limits } })

const start = async (body: Record<string, unknown> = { message: 'Hello' }) => {
  const reply = await world.post('/conversations', body)
  expect(reply.status).toBe(201)
  return reply.body as { id: string; messages: any[] }
}
const say = (id: string, body: Record<string, unknown>, headers?: Record<string, string>) =>
  world.post(`/conversations/${id}/messages`, body, headers)
const storedOf = async (id: string) => (await world.get(`/conversations/${id}`)).body.messages as any[]
const eventsIn = async (id: string) =>
  (await world.get('/events?limit=500')).body.items.filter((event: any) => event.data.conversationId === id)

test('[R110] [R111] a start with an empty body answers 201 with the greeting', async () => {
  const { id, messages } = await start({})
  expect(id).toMatch(/^conv_/)
  expect(messages).toMatchObject([{ role: 'agent', type: 'text', text: 'Hello! How can we help you?' }])
  expect(await storedOf(id)).toMatchObject(messages)
  expect((await eventsIn(id)).map((event: any) => event.type)).toEqual(['conversation.started', 'message.sent'])
})

test('[R111] without a greeting nothing is answered', async () => {
  await world.set({ welcomeMessage: '' })
  expect((await start({})).messages).toEqual([])
  await world.set({ welcomeMessage: 'Welcome' })
})

test('[R4] [R218] a start with a message is answered, and told in the log', async () => {
  const { id, messages } = await start({ message: 'When do you open?', context: { pageUrl: 'https://demo.example/a' } })
  expect(messages).toMatchObject([{ role: 'agent', type: 'text', text: 'All is well.', sources: [] }])
  const [started, received, sent] = await eventsIn(id)
  expect(started).toMatchObject({
    type: 'conversation.started',
    data: { firstMessage: 'When do you open?', page: { url: 'https://demo.example/a', title: null }, form: null },
  })
  expect(received).toMatchObject({ type: 'message.received', data: { kind: 'text', text: 'When do you open?' } })
  expect(sent).toMatchObject({ type: 'message.sent', data: { text: 'All is well.', messages } })
})

test('[R219] the next message is answered with what was said before it', async () => {
  const { id } = await start({ message: 'I have a red bicycle' })
  const asked = world.model.next('/api/chat')
  const reply = await say(id, { text: 'What colour is it?' })
  expect(reply).toMatchObject({ status: 200, body: { id, messages: [{ text: 'All is well.' }] } })
  expect((await asked).body).toContain('I have a red bicycle')
  expect((await storedOf(id)).map(({ role }) => role)).toEqual(['user', 'agent', 'user', 'agent'])
  expect((await eventsIn(id)).map((event: any) => event.type).slice(-2)).toEqual(['message.received', 'message.sent'])
})

test('[R112] [R131] [R238] the first message may have 4000 characters, a later one maxMessageLength', async () => {
  expect(await world.post('/conversations', { message: 'x'.repeat(4001) })).toMatchObject({ status: 400 })
  const { id } = await start({ message: '😀'.repeat(4000) })
  const long = await say(id, { text: 'x'.repeat(1001) })
  expect(long).toMatchObject({ status: 400, body: { error: { code: 'bad_request' } } })
  expect(long.body.error.message).toMatch(/^text: /)
  expect((await say(id, { text: '😀'.repeat(1000) })).status).toBe(200)
  for (const text of ['', '   ']) expect((await say(id, { text })).status).toBe(400)
})

test('[R128] a message is either text or action', async () => {
  const { id } = await start()
  expect((await say(id, {})).status).toBe(400)
  expect((await say(id, { text: 'a', action: { id: 'b', value: 'c' } })).status).toBe(400)
  expect(await storedOf(id)).toHaveLength(2)
})

test('[R118] [R119] a stream is deltas, then one done, which is the JSON answer and what is stored', async () => {
  world.says({ text: 'One, ' }, { text: 'two, ' }, { text: 'three.' })
  const response = await world.stream('/conversations', { message: 'Count', externalId: 'x-1', metadata: { a: 'b' } })
  expect(response.status).toBe(201)
  expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/)
  const events = await allEvents(response)
  expect(events.map(({ event }) => event)).toEqual([...events.slice(1).map(() => 'delta'), 'done'])
  const { data } = events.at(-1)!
  expect(Object.keys(data).sort()).toEqual(['externalId', 'id', 'messages', 'metadata'])
  expect(data).toMatchObject({ externalId: 'x-1', metadata: { a: 'b' }, messages: [{ text: 'One, two, three.' }] })
  expect(events.slice(0, -1).map(({ data }) => data.text).join('')).toBe('One, two, three.')
  expect((await storedOf(data.id)).slice(1)).toMatchObject(data.messages)
  expect((await world.stream(`/conversations/${data.id}/messages`, { text: 'More' })).status).toBe(200)
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

test('[R121] a backend that cannot stream answers a stream request in JSON', async () => {
  const plain = await startFakeServer((_, response) =>
    sendJson(response, 200, { messages: [{ type: 'text', text: 'In one piece.' }] }),
  )
  const connector = { kind: 'http', url: plain.url, headers: {} }
  const file = { sites: [{ id: 'demo', connector }], outbound: { allow: [`127.0.0.1:${plain.port}`] } }
  const other = await createChatWorld({ file })
  try {
    const response = await other.stream('/conversations', { message: 'Hello' })
    expect(response.status).toBe(201)
    expect(response.headers.get('content-type')).toMatch(/^application\/json/)
    expect(await response.json()).toMatchObject({ messages: [{ text: 'In one piece.' }] })
  } finally {
    await other.close()
    await plain.close()
  }
})

test('[U53] what is refused before the first token is a JSON error with its status', async () => {
  const response = await world.stream('/conversations/conv_none/messages', { text: 'Hello' })
  expect(response.status).toBe(404)
  expect((await response.json()).error.code).toBe('not_found')
})

test('[R126] a failing model is 502 connector_error with the id, and the chat can go on', async () => {
  world.says({ status: 500, body: '{"error":"out of memory"}' })
  const failed = await world.post('/conversations', { message: 'Hello', clientMessageId: 'm1' })
  expect(failed).toMatchObject({ status: 502, body: { error: { code: 'connector_error' } } })
  const { id } = failed.body
  expect(await storedOf(id)).toMatchObject([{ role: 'user', text: 'Hello' }])
  world.says({ text: 'Better now.' })
  expect((await say(id, { text: 'Hello', clientMessageId: 'm1' })).body.messages).toMatchObject([{ text: 'Better now.' }])
  expect(await storedOf(id)).toMatchObject([{ text: 'Hello' }, { text: 'Better now.' }])
})

test('[R120] a failure in the middle of a stream is one error event, and nothing half-written is kept', async () => {
  world.says({ text: 'Half of ' }, { text: 'a sentence ' }, { error: 'the model crashed' })
  const events = await allEvents(await world.stream('/conversations', { message: 'Hello' }))
  expect(events.at(-1)).toMatchObject({ event: 'error', data: { error: { code: 'connector_error' } } })
  expect(events.filter(({ event }) => event !== 'delta')).toHaveLength(1)
  expect(await storedOf(events.at(-1)!.data.id)).toMatchObject([{ role: 'user' }])
})

test('[R132] a widget chat, another site’s and an unknown one are the same 404', async () => {
  const context = await world.context('demo')
  const { startConversation } = await import('../server/features/conversations/start.ts')
  const widget = await startConversation(context, 'widget', {})
  const other = await world.api('POST', '/conversations', { body: { site: 'other' } })
  for (const id of [widget.id, other.body.id, 'conv_00000000000000000000']) {
    const refused = [await say(id, { text: 'Hello' }), await world.post(`/conversations/${id}/end`)]
    for (const { status, body } of refused) {
      expect(status).toBe(404)
      expect(body).toEqual({ error: { code: 'not_found', message: 'There is no such conversation.' } })
    }
  }
})

test('[R79] [R80] [U54] end is told once, changes no status, and what comes after it is 409', async () => {
  const { id } = await start()
  for (let times = 0; times < 2; times++)
    expect(await world.post(`/conversations/${id}/end`)).toMatchObject({ status: 200, body: { id, ended: true } })
  expect((await eventsIn(id)).filter((event: any) => event.type === 'conversation.ended')).toHaveLength(1)
  const { conversation } = (await world.get(`/conversations/${id}`)).body
  expect(conversation).toMatchObject({ status: 'bot', ended_at: world.clock.now() })
  expect(await say(id, { text: 'Hello?' })).toMatchObject({ status: 409, body: { error: { code: 'conflict' } } })
})

test('[R129] an action answers a message of this conversation', async () => {
  world.says({ tool: 'show_options', arguments: { text: 'Which one?', options: ['Red', 'Blue'] } }, { text: 'Which one?' })
  const { id, messages } = await start()
  const options = messages.find(({ type }) => type === 'options')
  expect(options).toBeDefined()
  const value = options.options[0].value
  const answered = await say(id, { action: { id: options.id, value, label: options.options[0].label } })
  expect(answered.status).toBe(200)
  const sent = (await storedOf(id)).filter(({ role }) => role === 'user').at(-1)
  expect(sent).toMatchObject({ text: 'Red', payload: { action: { id: options.id, value } } })
  const received = (await eventsIn(id)).filter((event: any) => event.type === 'message.received').at(-1)
  expect(received.data).toMatchObject({ kind: 'action', action: { id: options.id, value } })
  const foreign = await start()
  expect(await say(foreign.id, { action: { id: options.id, value } })).toMatchObject({ status: 400 })
})

test('[R130] form answers are checked by the form, and only for one that this conversation was shown', async () => {
  const fields = [
    { name: 'email', label: 'Email', type: 'email', required: true },
    { name: 'size', label: 'Size', type: 'select', required: false, options: ['S', 'M'] },
  ]
  world.says({ tool: 'show_form', arguments: { title: 'Who are you?', fields } }, { text: 'Please fill this in.' })
  const { id, messages } = await start()
  const form = messages.find(({ type }) => type === 'form')
  expect(form).toBeDefined()
  const answer = (value: unknown, form_id = form.id, conversation = id) =>
    say(conversation, { action: { id: form_id, value: JSON.stringify(value) } })
  for (const wrong of [{}, { email: 'nobody' }, { email: 'a@b.example', other: '1' }, { email: 'a@b.example', size: 'XXL' }, []])
    expect(await answer(wrong), JSON.stringify(wrong)).toMatchObject({ status: 400, body: { error: { code: 'bad_request' } } })
  const foreign = await start()
  expect((await answer({ email: 'a@b.example' }, form.id, foreign.id)).status).toBe(400)
  expect((await answer({ email: 'a@b.example' }, 'msg_none')).status).toBe(400)
  expect((await answer({ email: ' A@B.example ' })).status).toBe(200)
  const { lead } = (await world.get(`/conversations/${id}`)).body
  expect(lead).toMatchObject({ email: 'a@b.example', source: 'form' })
  const captured = (await eventsIn(id)).find((event: any) => event.type === 'lead.captured')
  expect(captured.data).toMatchObject({ source: 'form', email: 'a@b.example', leadId: lead.id })
})

test('asking for a person is no answer to a message, and is answered', async () => {
  const { id } = await start()
  expect((await say(id, { action: { id: 'person', value: '', label: 'Talk to a person' } })).status).toBe(200)
})

test('[R133] messagesPerSession reached is 429 quota_exceeded, and a repeat still gets its answer', async () => {
  await setLimits({ messagesPerSession: 2 })
  const { id } = await start()
  const second = await say(id, { text: 'Second', clientMessageId: 'second' })
  expect(second.status).toBe(200)
  const third = await say(id, { text: 'Third' })
  expect(third).toMatchObject({ status: 429, body: { error: { code: 'quota_exceeded', retryAfter: 24 * 3600 } } })
  expect(third.headers.get('retry-after')).toBe(String(24 * 3600))
  expect(await say(id, { text: 'Second', clientMessageId: 'second' })).toMatchObject({ status: 200, body: second.body })
  expect(await storedOf(id)).toHaveLength(4)
  await setLimits({ messagesPerSession: 60 })
})

test('[U55] while a person has it, a message is stored and answered with nothing', async () => {
  const { id } = await start()
  const { sql } = world.parts.database
  await sql`update conversations set status = 'live', assigned_to = null where id = ${id}`
  expect(await say(id, { text: 'Anybody there?' })).toMatchObject({ status: 200, body: { id, messages: [] } })
  const { conversation, messages } = (await world.get(`/conversations/${id}`)).body
  expect(conversation).toMatchObject({ status: 'live', waiting_since: world.clock.now() })
  expect(messages.at(-1)).toMatchObject({ role: 'user', text: 'Anybody there?' })
})

test('[R78] [U5] a message in a closed chat gives it back to the assistant', async () => {
  const { id } = await start()
  const { sql } = world.parts.database
  await sql`
    update conversations set status = 'closed', closed_at = 1, assigned_to = 'a@b.example', assigned_name = 'A', waiting_since = 1
    where id = ${id}`
  expect((await say(id, { text: 'One more thing' })).body.messages).toHaveLength(1)
  expect((await world.get(`/conversations/${id}`)).body.conversation).toMatchObject({
    status: 'bot',
    closed_at: null,
    assigned_to: null,
    assigned_name: null,
    waiting_since: null,
  })
})

test('[U98] the same clientMessageId is stored once, and the repeat gets the first answer', async () => {
  const { id } = await start()
  const first = await say(id, { text: 'Again', clientMessageId: 'c-1' })
  world.says({ text: 'Something else.' })
  expect((await say(id, { text: 'Again', clientMessageId: 'c-1' })).body).toEqual(first.body)
  const events = await allEvents(await world.stream(`/conversations/${id}/messages`, { text: 'Again', clientMessageId: 'c-1' }))
  expect(events.filter(({ event }) => event === 'delta')).toEqual([])
  expect(await storedOf(id)).toHaveLength(4)
})

test('[U98] a repeat while the first runs waits for it', async () => {
  const { id } = await start()
  const gate = createGate()
  world.says(...stepped(gate, ['Slowly ', 'done.']))
  const asked = world.model.next('/api/chat')
  const first = say(id, { text: 'Take your time', clientMessageId: 'slow' })
  await asked
  const calls = world.model.seen.length
  const repeat = say(id, { text: 'Take your time', clientMessageId: 'slow' })
  gate.open()
  expect((await repeat).body).toEqual((await first).body)
  expect(world.model.seen.slice(calls).filter(({ path }) => path === '/api/chat')).toEqual([])
})

test('[U98] a repeated Idempotency-Key starts one conversation, and a stream is given as its done', async () => {
  const headers = { 'idempotency-key': 'start-1' }
  const first = await world.post('/conversations', { message: 'Hello' }, headers)
  const again = await world.post('/conversations', { message: 'Hello' }, headers)
  expect(again.body).toEqual(first.body)
  expect(again.headers.get('idempotent-replay')).toBe('true')
  const streamed = await allEvents(await world.stream('/conversations', { message: 'Hello' }, { headers }))
  expect(streamed).toMatchObject([{ event: 'done', data: first.body }])
})

test('turns of one conversation run one after the other, in the order in which they came', async () => {
  const { id } = await start()
  let running = 0
  let most = 0
  world.model.script(async function* () {
    most = Math.max(most, ++running)
    yield { text: 'An ' }
    await new Promise((resolve) => setImmediate(resolve))
    running--
    yield { text: 'answer.' }
  })
  await Promise.all(['one', 'two', 'three'].map((text) => say(id, { text })))
  expect(most).toBe(1)
  const roles = (await storedOf(id)).map(({ role }) => role)
  expect(roles).toEqual(['user', 'agent', 'user', 'agent', 'user', 'agent', 'user', 'agent'])
})

test('turns of one conversation run one after the other over two servers too', async () => {
  const { id } = await start()
  const database = { ...world.parts.database, drop: async () => {} }
  const second = await createChatWorld({ database, clock: world.clock })
  try {
    const gates = [createGate(), createGate()]
    world.says(...stepped(gates[0]!, ['First ', 'answer.']))
    second.says(...stepped(gates[1]!, ['Second ', 'answer.']))
    const asked = world.model.next('/api/chat')
    const first = say(id, { text: 'First', clientMessageId: 'first' })
    await asked
    const calls = second.model.seen.length
    const other = second.post(`/conversations/${id}/messages`, { text: 'Second' })
    const repeat = second.post(`/conversations/${id}/messages`, { text: 'First', clientMessageId: 'first' })
    gates[1]!.open()
    for (let looks = 0; looks < 20; looks++) await world.parts.database.sql`select 1`
    expect(second.model.seen.slice(calls).filter(({ path }) => path === '/api/chat')).toEqual([])
    gates[0]!.open()
    expect((await repeat).body).toEqual((await first).body)
    expect((await other).body.messages).toMatchObject([{ text: 'Second answer.' }])
    const texts = (await storedOf(id)).slice(2).map(({ text }) => text)
    expect(texts).toEqual(['First', 'First answer.', 'Second', 'Second answer.'])
  } finally {
    await second.close()
  }
})

test('a reply whose turn was given to another server, or whose chat was deleted, is not stored', async () => {
  const { sql } = world.parts.database
  for (const [status, take] of [
    [503, (id: string) => sql`update conversations set turn_id = 'turn_other' where id = ${id}`],
    [404, (id: string) => sql`delete from conversations where id = ${id}`],
  ] as const) {
    const { id } = await start()
    const gate = createGate()
    world.says(...stepped(gate, ['Too ', 'late.']))
    const asked = world.model.next('/api/chat')
    const reply = say(id, { text: 'Hello?' })
    await asked
    await take(id)
    gate.open()
    expect((await reply).status).toBe(status)
    expect(await sql`select from messages where conversation_id = ${id} and text = 'Too late.'`).toHaveLength(0)
  }
})

test('so many messages may wait for the answers before them', async () => {
  const { id } = await start()
  const gate = createGate()
  world.says(...stepped(gate, ['Done.']))
  const asked = world.model.next('/api/chat')
  const replies = [say(id, { text: 'first' })]
  await asked
  for (let number = 0; number < 8; number++) replies.push(say(id, { text: `number ${number}` }))
  const refused = await Promise.any(
    replies.map(async (reply) => ((await reply).status === 429 ? reply : Promise.reject(new Error('answered')))),
  )
  expect(refused.body.error).toMatchObject({ code: 'rate_limited', retryAfter: 5 })
  gate.open()
  const statuses = (await Promise.all(replies)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(6)
})

test('a turn whose server died is taken over when its lease has run out', async () => {
  const { id } = await start()
  const { sql } = world.parts.database
  const until = world.clock.now() + 15_000
  await sql`update conversations set turn_id = 'turn_dead', turn_until = ${until} where id = ${id}`
  const reply = say(id, { text: 'Hello?' })
  let answered = false
  reply.then(() => {
    answered = true
  })
  for (let looks = 0; looks < 20; looks++) await sql`select 1`
  expect(answered).toBe(false)
  world.clock.move(15_001)
  expect((await reply).status).toBe(200)
})

test('[U101] a closed stream stops the model; what was written is kept, and a repeat replaces it', async () => {
  const { id } = await start()
  const gate = createGate()
  world.says(...stepped(gate, ['The first half, ', 'the second half.']))
  const asked = world.model.next('/api/chat')
  const leave = new AbortController()
  const body = { text: 'Tell me all', clientMessageId: 'all' }
  const streaming = world.stream(`/conversations/${id}/messages`, body, { signal: leave.signal })
  const upstream = await asked
  gate.step()
  await nextEvent(eventsOf(await streaming), 'delta')
  leave.abort()
  await upstream.left
  await until(async () => (await storedOf(id)).length === 4)
  expect((await storedOf(id)).at(-1)).toMatchObject({ role: 'agent', meta: { interrupted: true } })
  expect((await storedOf(id)).at(-1).text.trim()).toBe('The first half,')
  world.says({ text: 'The whole of it.' })
  expect((await say(id, body)).body.messages).toMatchObject([{ text: 'The whole of it.' }])
  const stored = await storedOf(id)
  expect(stored.map(({ text }) => text).slice(2)).toEqual(['Tell me all', 'The whole of it.'])
  expect(stored.at(-1).meta).toBeUndefined()
  expect((await world.get(`/conversations/${id}`)).body.conversation.message_count).toBe(4)
})

test('[U98] [U101] a closed stream leaves no answer under its Idempotency-Key', async () => {
  const { id } = await start()
  const gate = createGate()
  world.says(...stepped(gate, ['A half ', 'and a half.']))
  const leave = new AbortController()
  const body = { text: 'Tell me', clientMessageId: 'tell' }
  const headers = { 'idempotency-key': 'tell-1' }
  const streaming = world.stream(`/conversations/${id}/messages`, body, { signal: leave.signal, headers })
  gate.step()
  await nextEvent(eventsOf(await streaming), 'delta')
  leave.abort()
  world.says({ text: 'The whole.' })
  const again = await say(id, body, headers)
  expect(again).toMatchObject({ status: 200, body: { messages: [{ text: 'The whole.' }] } })
  expect((await storedOf(id)).map(({ text }) => text).slice(2)).toEqual(['Tell me', 'The whole.'])
})

test('[R116] metadata comes back and is never in what the assistant is given', async () => {
  const asked = world.model.next('/api/chat')
  const metadata = { secret: 'plover-4711' }
  const started = await world.post('/conversations', { message: 'Hello', metadata, externalId: 'mine-4712' })
  expect(started.body).toMatchObject({ metadata, externalId: 'mine-4712' })
  const { body } = await asked
  expect(body).not.toContain('plover-4711')
  expect(body).not.toContain('mine-4712')
  const { conversation } = (await world.get(`/conversations/${started.body.id}`)).body
  expect(conversation).toMatchObject({ metadata, external_id: 'mine-4712' })
})

test('[R113] [R114] [R116] [R117] contact, user, metadata and externalId have bounds', async () => {
  const entries = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, place) => [`k${place}`, 'v']))
  for (const body of [
    { contact: entries(21) },
    { contact: { name: 1 } },
    { contact: { email: 'nobody' } },
    { user: { ...entries(21), id: '1' } },
    { user: { name: 'without an id' } },
    { user: { id: '1', email: 'nobody' } },
    { user: { id: '1', nested: {} } },
    { metadata: entries(21) },
    { metadata: { a: 1 } },
    { externalId: 'x'.repeat(129) },
  ])
    expect(await world.post('/conversations', body), JSON.stringify(body)).toMatchObject({
      status: 400,
      body: { error: { code: 'bad_request' } },
    })
  const full = { contact: entries(20), user: { ...entries(20), id: '1' }, metadata: entries(20) }
  expect((await world.post('/conversations', { ...full, externalId: 'x'.repeat(128) })).status).toBe(201)
})

test('[R115] the user is given to the assistant and shown to the team', async () => {
  const user = { id: 'u-1', plan: 'gold', email: 'Jo@Demo.example', name: 'Jo' }
  const { id } = await start({ message: 'Hello', user })
  const { conversation, lead } = (await world.get(`/conversations/${id}`)).body
  expect(conversation.user).toEqual(user)
  expect(lead).toMatchObject({ email: 'jo@demo.example', name: 'Jo', source: 'api' })
})

test('[R122] [R108] an API chat knows no origin and sends no CORS headers', async () => {
  const reply = await world.post('/conversations', {}, { origin: 'https://evil.example' })
  expect(reply.status).toBe(201)
  expect([...reply.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
})

test('[R123] API chats are not held by the limits for visitors', async () => {
  await setLimits({ messagesPerIpPerMinute: 1 })
  for (let count = 0; count < 3; count++) await start()
  await setLimits({ messagesPerIpPerMinute: 10 })
})

test('[R205] chat needs the scope chat, and reading its own', async () => {
  const chat = await world.key(['chat'])
  const read = await world.key(['conversations:read'])
  const started = await world.api('POST', '/conversations', { key: chat, body: {} })
  expect(started.status).toBe(201)
  const path = `/conversations/${started.body.id}`
  expect((await world.api('GET', path, { key: chat })).status).toBe(403)
  expect((await world.api('GET', path, { key: read })).status).toBe(200)
  expect((await world.api('POST', '/conversations', { key: read, body: {} })).status).toBe(403)
})

test('fields that a start does not take change nothing', async () => {
  const { id } = await start({ message: 'Hello', id: 'conv_mine', status: 'closed', channel: 'widget', site_id: 'other' })
  const { conversation } = (await world.get(`/conversations/${id}`)).body
  expect(conversation).toMatchObject({ id, status: 'bot', channel: 'api', site_id: 'demo' })
})

test('[U100] a reply names how it came about, for those who may read conversations', async () => {
  const { id } = await start({ message: 'When do you open?' })
  const reply = (await storedOf(id)).at(-1)
  expect(reply.traceId).toMatch(/^trace_/)
  const path = `/messages/${reply.id}/trace`
  const { status, body } = await world.get(path)
  expect(status).toBe(200)
  expect(body).toMatchObject({ id: reply.traceId, messageId: reply.id, conversationId: id, outcome: 'finished' })
  expect((await world.api('GET', path, { key: await world.key(['chat']) })).status).toBe(403)
  expect((await world.api('GET', path, { key: await world.key(undefined, { site: 'other' }) })).status).toBe(404)
  const visitor = (await storedOf(id)).at(0)
  expect((await world.get(`/messages/${visitor.id}/trace`)).status).toBe(404)
})

test('a reply is counted in the day’s neurons', async () => {
  const before = (await world.get('/usage')).body.today.neurons
  await start()
  expect((await world.get('/usage')).body.today.neurons).toBeGreaterThan(before)
})
