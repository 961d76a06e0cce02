import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { stopReply } from '../server/features/conversations/reply-task.ts'
import { closeTurns } from '../server/features/conversations/turn-queue.ts'
import { allEvents, type ChatWorld, createChatWorld, eventsOf, nextEvent, until } from './support/chat.ts'
import { idle } from './support/idle.ts'
import { cutReply } from './support/replies.ts'
import { createGate, stepped } from './support/steps.ts'

let world: ChatWorld

beforeAll(async () => {
  world = await createChatWorld()
  await world.set({ security: { limits: { messagesPerSitePerDay: 100_000 } } })
})
afterAll(() => world.close())
afterEach(() => world.says({ text: 'All is well.' }))

test('[R126] a failing model is 502 connector_error with the id, and the chat can continue', async () => {
  world.says({ status: 500, body: '{"error":"out of memory"}' })
  const failed = await world.post('/conversations', { message: 'Hello', clientMessageId: 'm1' })
  expect(failed).toMatchObject({ status: 502, body: { error: { code: 'connector_error' } } })
  const { id } = failed.body
  expect(await world.stored(id)).toMatchObject([{ role: 'user', text: 'Hello' }])
  world.says({ text: 'Better now.' })
  expect((await world.say(id, { text: 'Hello', clientMessageId: 'm1' })).body.messages).toMatchObject([
    { text: 'Better now.' },
  ])
  expect(await world.stored(id)).toMatchObject([{ text: 'Hello' }, { text: 'Better now.' }])
})

test('[R120] a failure in the middle of a stream is one error event, and nothing partial is kept', async () => {
  world.says({ text: 'Half of ' }, { text: 'a sentence ' }, { error: 'the model crashed' })
  const events = await allEvents(await world.stream('/conversations', { message: 'Hello' }))
  expect(events.at(-1)).toMatchObject({ event: 'error', data: { error: { code: 'connector_error' } } })
  expect(events.filter(({ event }) => event !== 'delta')).toHaveLength(1)
  expect(await world.stored(events.at(-1)!.data.id)).toMatchObject([{ role: 'user' }])
})

test('[U98] the same clientMessageId is stored once, and the repeat gets the first answer', async () => {
  const { id } = await world.start()
  const first = await world.say(id, { text: 'Again', clientMessageId: 'c-1' })
  world.says({ text: 'Something else.' })
  expect((await world.say(id, { text: 'Again', clientMessageId: 'c-1' })).body).toEqual(first.body)
  const events = await allEvents(
    await world.stream(`/conversations/${id}/messages`, { text: 'Again', clientMessageId: 'c-1' }),
  )
  expect(events.filter(({ event }) => event === 'delta')).toEqual([])
  expect(await world.stored(id)).toHaveLength(4)
})

test('[U98] a repeat while the first runs waits for it', async () => {
  const { id } = await world.start()
  const gate = createGate()
  world.says(...stepped(gate, ['Slowly ', 'done.']))
  const asked = world.model.next('/api/chat')
  const first = world.say(id, { text: 'Take your time', clientMessageId: 'slow' })
  await asked
  const calls = world.model.seen.length
  const repeat = world.say(id, { text: 'Take your time', clientMessageId: 'slow' })
  gate.open()
  expect((await repeat).body).toEqual((await first).body)
  expect(world.model.seen.slice(calls).filter(({ path }) => path === '/api/chat')).toEqual([])
})

test('[U98] a repeated Idempotency-Key starts one conversation, and a stream is returned as its done event', async () => {
  const headers = { 'idempotency-key': 'start-1' }
  const first = await world.post('/conversations', { message: 'Hello' }, headers)
  const again = await world.post('/conversations', { message: 'Hello' }, headers)
  expect(again.body).toEqual(first.body)
  expect(again.headers.get('idempotent-replay')).toBe('true')
  const streamed = await allEvents(await world.stream('/conversations', { message: 'Hello' }, { headers }))
  expect(streamed).toMatchObject([{ event: 'done', data: first.body }])
})

test('turns of one conversation run one after the other, in order of arrival', async () => {
  const { id } = await world.start()
  let running = 0
  let most = 0
  world.model.script(async function* () {
    most = Math.max(most, ++running)
    yield { text: 'An ' }
    await new Promise((resolve) => setImmediate(resolve))
    running--
    yield { text: 'answer.' }
  })
  await Promise.all(['one', 'two', 'three'].map((text) => world.say(id, { text })))
  expect(most).toBe(1)
  const roles = (await world.stored(id)).map(({ role }) => role)
  expect(roles).toEqual(['user', 'agent', 'user', 'agent', 'user', 'agent', 'user', 'agent'])
})

test('turns of one conversation run one after the other over two servers too', async () => {
  const { id } = await world.start()
  const database = { ...world.services.database, drop: async () => {} }
  const second = await createChatWorld({ database, clock: world.clock })
  try {
    const gates = [createGate(), createGate()]
    world.says(...stepped(gates[0]!, ['First ', 'answer.']))
    second.says(...stepped(gates[1]!, ['Second ', 'answer.']))
    const asked = world.model.next('/api/chat')
    const first = world.say(id, { text: 'First', clientMessageId: 'first' })
    await asked
    const calls = second.model.seen.length
    const other = second.post(`/conversations/${id}/messages`, { text: 'Second' })
    const repeat = second.post(`/conversations/${id}/messages`, { text: 'First', clientMessageId: 'first' })
    gates[1]!.open()
    for (let looks = 0; looks < 20; looks++) await world.services.database.sql`select 1`
    expect(second.model.seen.slice(calls).filter(({ path }) => path === '/api/chat')).toEqual([])
    gates[0]!.open()
    expect((await repeat).body).toEqual((await first).body)
    expect((await other).body.messages).toMatchObject([{ text: 'Second answer.' }])
    const texts = (await world.stored(id)).slice(2).map(({ text }) => text)
    expect(texts).toEqual(['First', 'First answer.', 'Second', 'Second answer.'])
  } finally {
    await second.close()
  }
})

test('a reply is not stored if the queue gave it to another server, or its chat was deleted', async () => {
  const { sql } = world.services.database
  for (const [status, take] of [
    [503, (id: string) => sql`update queue set lease = 'other.1' where type = 'reply.write' and name = ${id}`],
    [404, (id: string) => sql`delete from conversations where id = ${id}`],
  ] as const) {
    const { id } = await world.start()
    const gate = createGate()
    world.says(...stepped(gate, ['Too ', 'late.']))
    const asked = world.model.next('/api/chat')
    const reply = world.say(id, { text: 'Hello?' })
    await asked
    await take(id)
    gate.open()
    expect((await reply).status).toBe(status)
    expect(await sql`select from messages where conversation_id = ${id} and text = 'Too late.'`).toHaveLength(0)
  }
})

test('a limited number of messages may wait for the answers before them', async () => {
  const { id } = await world.start()
  const gate = createGate()
  world.says(...stepped(gate, ['Done.']))
  const asked = world.model.next('/api/chat')
  const replies = [world.say(id, { text: 'first' })]
  await asked
  for (let number = 0; number < 8; number++) replies.push(world.say(id, { text: `number ${number}` }))
  const refused = await Promise.any(
    replies.map(async (reply) => ((await reply).status === 429 ? reply : Promise.reject(new Error('answered')))),
  )
  expect(refused.body.error).toMatchObject({ code: 'rate_limited', retryAfter: 5 })
  gate.open()
  const statuses = (await Promise.all(replies)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(6)
})

test('a reply whose server died is written from the queue, and the next message waits for it', async () => {
  const { id } = await world.start()
  await cutReply(world, id)
  const gate = createGate()
  world.says(...stepped(gate, ['Late, ', 'but here.']))
  const asked = world.model.next('/api/chat')
  const next = world.say(id, { text: 'Hello?' })
  world.services.queue.wake()
  await asked
  expect(await world.stored(id)).toMatchObject([{ role: 'user' }])
  gate.open()
  expect((await next).status).toBe(200)
  const said = (await world.stored(id)).map(({ role, text }) => [role, text])
  expect(said.slice(0, 3)).toEqual([
    ['user', 'Hello'],
    ['agent', 'Late, but here.'],
    ['user', 'Hello?'],
  ])
  expect(said).toHaveLength(4)
})

test('a reply that fails when it is rewritten marks its message as failed, and a repeat is answered', async () => {
  const { id } = await world.start({ message: 'Hello', clientMessageId: 'first' })
  await cutReply(world, id)
  world.says({ status: 500, body: '{"error":"out of memory"}' })
  world.services.queue.wake()
  await idle(world)
  const { sql } = world.services.database
  expect(await sql`select outcome from messages where conversation_id = ${id}`).toEqual([{ outcome: 'failed' }])
  world.says({ text: 'Better now.' })
  const repeat = await world.say(id, { text: 'Hello', clientMessageId: 'first' })
  expect(repeat.body.messages).toMatchObject([{ text: 'Better now.' }])
})

test('a reply that the queue gives up is marked as failed, so the visitor may retry', async () => {
  const { id } = await world.start({ message: 'Hello', clientMessageId: 'first' })
  await cutReply(world, id)
  const { sql } = world.services.database
  await sql`create function refuse() returns trigger language plpgsql as $$ begin raise 'not now'; end $$`
  await sql`
    create trigger refused before update on messages for each row when (new.outcome = 'answered')
    execute function refuse()`
  await stopReply(await world.context(), id)
  await sql`update queue set failures = 100 where type = 'reply.write' and name = ${id}`
  world.services.queue.wake()
  await idle(world)
  await sql`drop function refuse cascade`
  expect(await sql`select from queue where type = 'reply.write' and name = ${id}`).toEqual([])
  expect(await sql`select outcome from messages where conversation_id = ${id}`).toEqual([{ outcome: 'failed' }])
  world.says({ text: 'Better now.' })
  const repeat = await world.say(id, { text: 'Hello', clientMessageId: 'first' })
  expect(repeat.body.messages).toMatchObject([{ text: 'Better now.' }])
})

test('a failed message that is sent again while a person has the chat is left to the person', async () => {
  const { id } = await world.start()
  world.says({ status: 500, body: '{"error":"out of memory"}' })
  const body = { text: 'Hello?', clientMessageId: 'again' }
  expect((await world.say(id, body)).status).toBe(502)
  const { sql } = world.services.database
  await sql`update conversations set status = 'live', assigned_to = 'anna@demo.example' where id = ${id}`
  const calls = world.model.seen.length
  for (let times = 0; times < 2; times++)
    expect(await world.say(id, body)).toMatchObject({ status: 200, body: { id, messages: [] } })
  expect(world.model.seen.slice(calls).filter(({ path }) => path === '/api/chat')).toEqual([])
  expect((await world.stored(id)).slice(2)).toMatchObject([{ role: 'user', text: 'Hello?' }])
  expect(await sql`select outcome from messages where conversation_id = ${id} and text = 'Hello?'`).toEqual([
    { outcome: 'answered' },
  ])
})

test('a reply that fails is the same error if its cost cannot be recorded either', async () => {
  const { id } = await world.start()
  const { sql } = world.services.database
  await sql`create function refuse() returns trigger language plpgsql as $$ begin raise 'not now'; end $$`
  await sql`
    create trigger refused before update on usage_days for each row when (new.neurons > old.neurons)
    execute function refuse()`
  world.says({ text: '' }, { done: { input: 5_000, output: 10 } })
  const failed = await world.say(id, { text: 'Hello' })
  await sql`drop function refuse cascade`
  expect(failed).toMatchObject({ status: 502, body: { error: { code: 'connector_error' } } })
})

test.each<[string, (id: string) => Promise<unknown>]>([
  ['was stopped', async (id) => stopReply(await world.context(), id)],
  [
    'is no longer wanted, as a person has the chat',
    (id) => world.services.database.sql`
    update conversations set status = 'live', assigned_to = 'anna@demo.example' where id = ${id}`,
  ],
])('a reply that %s before it is rewritten is not written', async (_, act) => {
  const { id } = await world.start()
  await cutReply(world, id)
  await act(id)
  const calls = world.model.seen.length
  world.services.queue.wake()
  await idle(world)
  expect(world.model.seen.slice(calls).filter(({ path }) => path === '/api/chat')).toEqual([])
  const { sql } = world.services.database
  expect(await sql`select role, outcome from messages where conversation_id = ${id}`).toEqual([
    { role: 'user', outcome: 'answered' },
  ])
})

test('a reply that can neither be stored nor ended is rewritten when the database accepts it', async () => {
  const { id } = await world.start({ message: 'Hello' })
  const { sql } = world.services.database
  await sql`create function refuse() returns trigger language plpgsql as $$ begin raise 'not now'; end $$`
  await sql`create trigger refused before delete on queue for each row when (old.type = 'reply.write') execute function refuse()`
  world.says({ text: 'Not stored.' })
  expect((await world.say(id, { text: 'Still there?', clientMessageId: 'second' })).status).toBe(500)
  await sql`drop function refuse cascade`
  world.says({ text: 'Stored.' })
  world.clock.move(1_000)
  await idle(world)
  const repeat = await world.say(id, { text: 'Still there?', clientMessageId: 'second' })
  expect(repeat).toMatchObject({ status: 200, body: { messages: [{ text: 'Stored.' }] } })
  expect((await world.stored(id)).slice(2).map(({ text }) => text)).toEqual(['Still there?', 'Stored.'])
})

test('a stopping server gives an unfinished reply to another, which writes all of it', async () => {
  const { id } = await world.start()
  const stopping = await createChatWorld({
    database: { ...world.services.database, drop: async () => {} },
    clock: world.clock,
  })
  const gate = createGate()
  stopping.says(...stepped(gate, ['The beginning ', 'and the end.']))
  const asked = stopping.model.next('/api/chat')
  const body = { text: 'Tell me', clientMessageId: 'tell' }
  const reply = stopping.post(`/conversations/${id}/messages`, body)
  await asked
  gate.step()
  world.says({ text: 'All of it.' })
  const closed = closeTurns(stopping.services, 0)
  expect(await reply).toMatchObject({ status: 503, body: { id, error: { reason: 'stopping' } } })
  await closed
  await stopping.close()
  const repeat = world.say(id, body)
  world.services.queue.wake()
  expect(await repeat).toMatchObject({ status: 200, body: { messages: [{ text: 'All of it.' }] } })
  expect((await world.stored(id)).slice(2).map(({ text }) => text)).toEqual(['Tell me', 'All of it.'])
})

test('[U101] a closed stream stops the model; the text so far is kept, and a repeat replaces it', async () => {
  const { id } = await world.start()
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
  await until(async () => (await world.stored(id)).length === 4)
  expect((await world.stored(id)).at(-1)).toMatchObject({ role: 'agent', meta: { interrupted: true } })
  const half = (await world.stored(id)).at(-1)
  expect(half.text.trim()).toBe('The first half,')
  world.says({ text: 'The whole of it.' })
  expect((await world.say(id, body)).body.messages).toMatchObject([{ text: 'The whole of it.' }])
  const stored = await world.stored(id)
  expect(stored.map(({ text }) => text).slice(2)).toEqual(['Tell me all', 'The whole of it.'])
  expect(stored.at(-1).meta).toBeUndefined()
  expect((await world.get(`/conversations/${id}`)).body.conversation.message_count).toBe(4)
  // Followers of the log learn what was replaced.
  const sent = (await world.emitted(id)).filter(({ type }) => type === 'message.sent').map(({ data }) => data)
  expect(sent.slice(-2)).toMatchObject([{ messages: [{ id: half.id }] }, { replaces: [half.id] }])
  expect(sent.at(-2)).not.toHaveProperty('replaces')
})

test('[U98] [U101] a closed stream stores no answer under its Idempotency-Key', async () => {
  const { id } = await world.start()
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
  const again = await world.say(id, body, headers)
  expect(again).toMatchObject({ status: 200, body: { messages: [{ text: 'The whole.' }] } })
  expect((await world.stored(id)).map(({ text }) => text).slice(2)).toEqual(['Tell me', 'The whole.'])
})
