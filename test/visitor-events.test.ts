import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { createEventLog } from '../server/core/events.ts'
import { silentLog } from '../server/core/log.ts'
import { closeChats, followConversation } from '../server/features/conversations/visitor/events.ts'
import { allEvents, type ChatWorld, createChatWorld, eventsOf, nextEvent, until } from './support/chat.ts'
import { at, type Chat, createPage, sse } from './support/page.ts'
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

const followFromNow = async (chat: Chat) => follow(chat, { 'last-event-id': (await history(chat)).lastEventId })

test('a stream that is opened while the server stops ends at once', async () => {
  const { clock, services } = world
  const second = await createChatWorld({ database: { ...services.database, drop: async () => {} }, clock })
  try {
    const chat = await start({})
    second.services.stop()
    expect(await allEvents(await send('GET', at(chat.id, 'events'), { token: chat.token, server: second }))).toEqual([])
  } finally {
    await second.close()
  }
})

test('a stopping server ends its streams; its replies are written by another, and a repeat gets them', async () => {
  const { clock, services } = world
  const database = { ...services.database, drop: async () => {} }
  const second = await createChatWorld({ database, clock })
  try {
    const gate = createGate()
    second.says(...stepped(gate, ['The beginning ', 'and the end.']))
    const body = { site: 'demo', message: 'Tell me', clientMessageId: 'tell' }
    const events = eventsOf(await send('POST', '/conversations', { body, headers: sse, server: second }))
    const chat = (await nextEvent(events, 'stored')).data
    const followed = allEvents(await send('GET', at(chat.id, 'events'), { token: chat.token, server: second }))
    gate.step()
    await nextEvent(events, 'delta')
    await closeChats(second.services, 0)
    expect((await followed).filter(({ event }) => event !== 'message.sent')).toEqual([])
    expect((await nextEvent(events, 'error')).data).toMatchObject({ id: chat.id, error: { reason: 'stopping' } })
    const late = await send('POST', at(chat.id, 'messages'), {
      token: chat.token,
      body: { text: 'Hi' },
      server: second,
    })
    expect(late.status).toBe(503)
    await second.services.queue.close()
    // Its leases end with it.
    await second.services.heartbeat.close()
    const repeat = { text: 'Tell me', clientMessageId: 'tell' }
    const answer = send('POST', at(chat.id, 'messages'), { token: chat.token, body: repeat })
    world.services.queue.wake()
    expect((await read(await answer)).messages).toMatchObject([{ text: 'All is well.' }])
    expect((await history(chat)).messages).toHaveLength(2)
  } finally {
    await second.close()
  }
})

test('events resume after the last one seen, each once and in order, only of this chat', async () => {
  const [chat, stranger] = [await start({}), await start({})]
  const { lastEventId } = await history(chat)
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

test('an event that is both read from the past and delivered by the log is sent once', async () => {
  const chat = await start({})
  const { lastEventId } = await history(chat)
  const message = (id: string) => ({ id, ts: 1, role: 'agent' as const, type: 'text' as const, text: id })
  const sent = (id: string) => ({ conversationId: chat.id, text: id, messages: [message(id)] })
  // Written without a notification, so that the log notices it only with the next event.
  const { sql } = world.services.database
  const entry = { site: 'demo', type: 'message.sent', data: sent('msg_quiet'), at: world.clock.now() }
  await sql`select append_events(${sql.json([entry])})`
  const events = eventsOf(await follow(chat, { 'last-event-id': lastEventId }))
  expect((await events.next()).value.data.messages).toMatchObject([{ id: 'msg_quiet' }])
  await (await world.context()).tx(async (tx) => tx.emit('message.sent', sent('msg_loud')))
  expect((await events.next()).value.data.messages).toMatchObject([{ id: 'msg_loud' }])
  await events.return(undefined)
})

test('[threat 6] a client that connects before the server follows the log receives what happens in between', async () => {
  const { services, clock } = world
  const chat = await start({})
  const { lastEventId } = await history(chat)
  const events = createEventLog({ database: services.database, clock, log: silentLog })
  const context = { ...(await world.context()), services: { ...services, events } }
  const emitted: string[] = []
  const following = followConversation(context, chat.id, lastEventId, {
    event: (_, type, { messages }) => emitted.push(`${type} ${(messages as { text: string }[])[0]?.text}`),
    resync: () => emitted.push('resync'),
    end: () => emitted.push('end'),
  })
  // As long as reading the past would take.
  for (let times = 0; times < 3; times++) await events.span()
  await send('POST', at(chat.id, 'messages'), { token: chat.token, body: { text: 'Anybody?' } })
  await events.start()
  const stop = await following
  await until(() => emitted.length > 0)
  expect(emitted).toEqual(['message.sent All is well.'])
  stop()
  await events.close()
})

test('a stream whose past cannot be read is an error, and nothing is kept for it', async () => {
  const chat = await start({})
  const context = await world.context()
  let open = 0
  const log = context.services.events
  const events: typeof log = {
    ...log,
    started: Promise.reject(new Error('The database is gone.')),
    subscribe(listener) {
      const stop = log.subscribe(listener)
      open++
      return () => {
        open--
        return stop()
      }
    },
  }
  const follower = { event: () => {}, resync: () => {}, end: () => {} }
  const services = { ...context.services, events }
  await expect(followConversation({ ...context, services }, chat.id, undefined, follower)).rejects.toThrow('is gone')
  expect(open).toBe(0)
})

test('a stream ends when its site cannot be read, because its visitor may be blocked', async () => {
  const chat = await start({})
  const context = await world.context()
  const sites = { ...context.services.sites, find: () => Promise.reject(new Error('The database is gone.')) }
  const end = vi.fn()
  const follower = { event: () => {}, resync: () => {}, end }
  const stop = await followConversation(
    { ...context, services: { ...context.services, sites } },
    chat.id,
    undefined,
    follower,
  )
  expect(end).toHaveBeenCalledOnce()
  stop()
})

test('a client with an id that cannot be resumed from must reload', async () => {
  const chat = await start({})
  for (const id of ['nonsense', 'evt_x', '-1']) {
    const events = eventsOf(await follow(chat, { 'last-event-id': id }))
    expect((await events.next()).value, id).toMatchObject({ event: 'resync', id: expect.stringMatching(/^evt_/) })
    await events.return(undefined)
  }
})

test('without an id, all events since the start of the chat are sent', async () => {
  const chat = await start({})
  await send('POST', at(chat.id, 'messages'), { token: chat.token, body: { text: 'Hello' } })
  const events = eventsOf(await follow(chat))
  expect((await events.next()).value.data.messages).toMatchObject(chat.messages)
  expect((await events.next()).value.data.messages).toMatchObject([{ text: 'All is well.' }])
  await events.return(undefined)
})

test('[R39] [R54] a visitor sees only the visitor’s fields of a person’s message', async () => {
  const chat = await start({})
  const events = eventsOf(await followFromNow(chat))
  const context = await world.context()
  const author = { kind: 'human' as const, id: 'anna@demo.example', name: 'Anna Adler' }
  const meta = { human: true, agentName: 'Anna' }
  const message = {
    id: 'msg_person',
    ts: 1,
    role: 'agent' as const,
    type: 'text' as const,
    text: 'Hi, Anna here.',
    meta,
  }
  await context.tx(async (tx) => {
    tx.emit('note.changed', { id: 'note_1', conversationId: chat.id, leadId: null, mentions: [] })
    tx.emit('message.sent', { conversationId: chat.id, text: message.text, messages: [message], author })
  })
  const { value } = await events.next()
  expect(value).toMatchObject({ event: 'message.sent', data: { messages: [message] } })
  expect(JSON.stringify(value)).not.toMatch(/anna@demo|Adler/)
  await events.return(undefined)
})

test('[threat 8] an event stream ends when its chat is gone, and sends heartbeats until then', async () => {
  const chat = await start({})
  const response = await followFromNow(chat)
  const reader = response.body!.getReader()
  const read = async () => new TextDecoder().decode((await reader.read()).value)
  expect(await read()).toBe(': here\n\n')
  world.clock.move(20_000)
  expect(await read()).toBe(': here\n\n')
  await world.services.database.sql`delete from conversations where id = ${chat.id}`
  world.clock.move(60_000)
  await until(async () => (await reader.read()).done)
  expect((await follow(chat)).status).toBe(404)
})

test('[threat 13] one address may hold a limited number of streams open, and a client that does not read is disconnected', async () => {
  const [idle, busy] = [await start({}), await start({})]
  const streams = [await follow(busy)]
  for (let count = 1; count < 50; count++) streams.push(await follow(idle))
  expect(streams.every(({ status }) => status === 200)).toBe(true)
  const refused = await follow(idle)
  expect(refused.status).toBe(429)
  expect(refused.headers.get('retry-after')).toBe('60')
  const context = await world.context()
  const text = 'x'.repeat(30_000)
  const message = { id: 'msg_long', ts: 1, role: 'agent' as const, type: 'text' as const, text }
  let free = false
  // More than the operating system buffers for a client, which is some megabytes.
  for (let sent = 0; !free && sent < 1_000; sent++) {
    await context.tx(async (tx) => tx.emit('message.sent', { conversationId: busy.id, text, messages: [message] }))
    const next = sent % 50 === 49 ? await follow(idle) : refused
    free = next.status === 200
  }
  expect(free).toBe(true)
  for (const stream of streams.slice(1)) await stream.body?.cancel()
})
