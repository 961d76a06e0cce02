import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { EphemeralEvent } from '../server/core/ephemeral.ts'
import { type Body, type ChatWorld, createChatWorld, eventsOf, nextEvent, until } from './support/chat.ts'
import { idle } from './support/idle.ts'
import { at, type Chat, createPage, sse } from './support/page.ts'
import { cutReply } from './support/replies.ts'
import { createGate, type Gate, stepped } from './support/steps.ts'
import { addPerson, type Person } from './support/team.ts'

let world: ChatWorld
let anna: Person
const { send, start, follow } = createPage(() => world)

beforeAll(async () => {
  world = await createChatWorld()
  const limits = { messagesPerIpPerMinute: 10_000, messagesPerSitePerDay: 100_000 }
  await world.set({ security: { limits } })
  anna = await addPerson(world, 'Anna Adler')
})
afterAll(() => world.close())
beforeEach(() => world.clock.move(60_000))
afterEach(async () => {
  world.says({ text: 'All is well.' })
  await world.set({ live: { aiWhileWaiting: false } })
  await anna.leave()
})

const answer = (id: string, what: string, body: Record<string, unknown> = {}) => anna.post(at(id, what), body)
const read = async (id: string): Promise<Body> => (await world.get(`/conversations/${id}`)).body.conversation

/** The visitor has asked, and the assistant has written the beginning of its answer. */
async function writing(chat: Chat, server = world): Promise<{ gate: Gate; events: ReturnType<typeof eventsOf> }> {
  const gate = createGate()
  server.says(...stepped(gate, ['The beginning ', 'and the end.']))
  const { id, token } = chat
  const response = await send('POST', at(id, 'messages'), { token, body: { text: 'Tell me' }, headers: sse, server })
  const events = eventsOf(response)
  gate.step()
  await nextEvent(events, 'delta')
  return { gate, events }
}

const interrupted = { role: 'agent', text: 'The beginning', meta: { interrupted: true } }
const asked = { role: 'user', text: 'Tell me' }

describe('[U101] the assistant’s reply in progress ends', () => {
  test.each<[string, (id: string) => Promise<unknown>, object]>([
    ['is taken over', (id) => answer(id, 'takeover'), { role: 'system', text: 'Anna joined the chat.' }],
    ['is answered', (id) => answer(id, 'reply', { text: 'I am here.' }), { text: 'I am here.', meta: { human: true } }],
  ])('when the chat %s; its text so far precedes what the person does', async (_, act, then) => {
    const chat = await start()
    const { events } = await writing(chat)
    await act(chat.id)
    expect((await world.stored(chat.id)).slice(-3)).toMatchObject([asked, interrupted, then])
    expect((await nextEvent(events, 'done')).data.messages).toMatchObject([interrupted])
    expect(await read(chat.id)).toMatchObject({ status: 'live', assigned_to: anna.email, message_count: 5 })
    const sent = await send('POST', at(chat.id, 'messages'), { token: chat.token, body: { text: 'Hello Anna' } })
    expect(await sent.json()).toMatchObject({ messages: [] })
  })

  test('when a live chat that it answers is assigned to somebody', async () => {
    await anna.open()
    await world.set({ live: { aiWhileWaiting: true } })
    const chat = await start()
    await send('POST', at(chat.id, 'messages'), { token: chat.token, body: { action: { id: 'person' } } })
    await writing(chat)
    await answer(chat.id, 'assign', { to: 'me' })
    expect((await world.stored(chat.id)).slice(-2)).toMatchObject([interrupted, { text: 'Anna joined the chat.' }])
  })

  test('but not if the person’s action is refused, or leaves it the chat', async () => {
    const chat = await start()
    const seen = (await world.stored(chat.id)).at(-1).id
    const { gate, events } = await writing(chat)
    expect((await answer(chat.id, 'reply', { text: 'Hi', lastSeenMessageId: seen })).status).toBe(409)
    expect((await answer(chat.id, 'handback')).status).toBe(409)
    expect((await world.post(at(chat.id, 'takeover'))).status).toBe(400)
    expect((await answer(chat.id, 'assign', { to: 'me' })).status).toBe(200)
    gate.open()
    expect((await nextEvent(events, 'done')).data.messages).toMatchObject([{ text: 'The beginning and the end.' }])
  })

  test('on another server too', async () => {
    const { clock, services } = world
    const database = { ...services.database, drop: async () => {} }
    const second = await createChatWorld({ database, clock })
    try {
      const chat = await start()
      const { events } = await writing(chat, second)
      const taking = answer(chat.id, 'takeover')
      // Servers that share a database notify each other; with the embedded one a single server checks by itself.
      if (database.kind === 'embedded') {
        await until(() => isStopped(chat.id))
        clock.move(2_000)
      }
      expect((await taking).status).toBe(200)
      expect((await nextEvent(events, 'done')).data.messages).toMatchObject([interrupted])
      expect((await world.stored(chat.id)).slice(-2)).toMatchObject([interrupted, { text: 'Anna joined the chat.' }])
    } finally {
      await second.close()
    }
  })

  test.each([
    ['died', () => 'dead.1', 1_000],
    ['does not stop', () => world.services.heartbeat.newLease(), 20_000],
  ])('and nobody waits long for a server that %s during the reply', async (_, lease, longest) => {
    const chat = await start()
    await send('POST', at(chat.id, 'messages'), { token: chat.token, body: { text: 'Tell me' } })
    await cutReply(world, chat.id, lease())
    const begun = performance.now()
    expect((await answer(chat.id, 'takeover')).status).toBe(200)
    expect(performance.now() - begun).toBeLessThan(longest)
    expect(await read(chat.id)).toMatchObject({ status: 'live', assigned_to: anna.email })
    await idle(world)
    // Of a dead server, another one may have written the reply before Anna came.
    const stored = (await world.stored(chat.id)).filter(({ role }) => role !== 'agent')
    expect(stored.slice(-2)).toMatchObject([asked, { text: 'Anna joined the chat.' }])
    expect((await world.stored(chat.id)).at(-1)).toMatchObject({ text: 'Anna joined the chat.' })
    const again = await send('POST', at(chat.id, 'messages'), { token: chat.token, body: { text: 'Hello Anna' } })
    expect(await again.json()).toMatchObject({ messages: [] })
  })
})

async function isStopped(id: string): Promise<boolean> {
  const [row] = await world.services.database.sql<{ stopped: boolean }[]>`
    select data ? 'stopped' as stopped from queue where type = 'reply.write' and name = ${id}`
  return row?.stopped === true
}

/** The ephemeral events during this work. */
async function momentsOf(type: EphemeralEvent['type'], work: () => Promise<void>): Promise<Body[]> {
  const emitted: Body[] = []
  const stop = world.services.ephemeral.subscribe((moment) => {
    if (moment.type === type && moment.site === 'demo') emitted.push(moment.data)
  })
  try {
    await work()
  } finally {
    stop()
  }
  return emitted
}

describe('ephemeral events', () => {
  test('show a reply as it grows, at most ten times a second, and its end', async () => {
    const chat = await start()
    const pieces = [...'abcdefghijkl'].map((letter) => `${letter} `)
    const gate = createGate()
    world.says(...stepped(gate, [...pieces, 'end']))
    const emitted = await momentsOf('reply.writing', async () => {
      const { id, token } = chat
      const reply = await send('POST', at(id, 'messages'), { token, body: { text: 'Count' }, headers: sse })
      const events = eventsOf(reply)
      for (const _ of pieces) {
        gate.step()
        await nextEvent(events, 'delta')
        world.clock.move(25)
      }
      gate.open()
      await nextEvent(events, 'done')
    })
    const texts = emitted.map(({ text }) => text)
    const whole = 'a b c d e f g h i j k l'
    expect(texts).toEqual(['a b c d', 'a b c d e f g h', whole, `${whole} end`])
    expect(emitted.map(({ done }) => done)).toEqual([false, false, false, true])
    expect(emitted.every(({ conversationId }) => conversationId === chat.id)).toBe(true)
  })

  test('leave nothing behind after an immediate or a stopped reply', async () => {
    const chat = await start()
    expect(
      await momentsOf('reply.writing', async () => {
        await send('POST', at(chat.id, 'messages'), { token: chat.token, body: { text: 'Quick' } })
        world.clock.move(1_000)
        await idle(world)
      }),
    ).toEqual([])
    const emitted = await momentsOf('reply.writing', async () => {
      const { events } = await writing(chat)
      world.clock.move(100)
      await send('POST', at(chat.id, 'stop'), { token: chat.token })
      await nextEvent(events, 'done')
      world.clock.move(1_000)
      await idle(world)
    })
    expect(emitted).toMatchObject([
      { text: 'The beginning', done: false },
      { text: 'The beginning', done: true },
    ])
  })

  /** Letters of two bytes each, in which no passage stands twice in a row. */
  const letters = (from: number, count: number) =>
    Array.from({ length: count }, (_, at) => {
      const place = from + at
      return String.fromCharCode(0xe0 + ((place ** 2 + Math.floor(place / 23)) % 23))
    }).join('')

  test('show a very long reply as far as it fits into a notification', async () => {
    const chat = await start()
    const gate = createGate()
    world.says(
      ...stepped(
        gate,
        Array.from({ length: 13 }, (_, piece) => letters(piece * 500, 500)),
      ),
    )
    const emitted = await momentsOf('reply.writing', async () => {
      const { id, token } = chat
      const reply = await send('POST', at(id, 'messages'), { token, body: { text: 'Long' }, headers: sse })
      const events = eventsOf(reply)
      for (let piece = 0; piece < 12; piece++) {
        gate.step()
        await nextEvent(events, 'delta')
        world.clock.move(100)
      }
      gate.open()
      await nextEvent(events, 'done')
    })
    expect(emitted.length).toBeGreaterThan(2)
    for (const { text } of emitted) expect(Buffer.byteLength(text)).toBeLessThan(6_100)
    expect(emitted.at(-1)).toMatchObject({ done: true })
  })

  test('publish that a visitor is typing once a second, separately for each of their chats', async () => {
    const [chat, other] = [await start(), await start()]
    const type = ({ id, token }: Chat) => send('POST', at(id, 'typing'), { token })
    const emitted = await momentsOf('typing.changed', async () => {
      for (const one of [chat, chat, other, chat]) expect((await type(one)).status).toBe(200)
      world.clock.move(999)
      await type(chat)
      world.clock.move(1)
      await type(chat)
      expect((await send('POST', at(other.id, 'typing'), { token: chat.token })).status).toBe(404)
    })
    expect(emitted.map(({ conversationId }) => conversationId)).toEqual([chat.id, other.id, chat.id])
    expect(emitted[0]).toEqual({ conversationId: chat.id, who: 'visitor', name: null, typing: true })
  })

  test('of a chat reach its page if the visitor may see them, without an id to resume from', async () => {
    const [chat, other] = [await start(), await start()]
    const { ephemeral } = world.services
    const response = await follow(chat, { 'last-event-id': await lastEvent(chat) })
    const events = eventsOf(response)
    const own = { conversationId: chat.id }
    ephemeral.publish('demo', 'typing.changed', { ...own, who: 'visitor', name: null, typing: true })
    ephemeral.publish('demo', 'typing.changed', { conversationId: other.id, who: 'team', name: 'Anna', typing: true })
    ephemeral.publish('other', 'typing.changed', { ...own, who: 'team', name: 'Anna', typing: true })
    ephemeral.publish('demo', 'viewers.changed', { ...own, viewers: [{ email: 'anna@demo.example', name: 'Anna' }] })
    ephemeral.publish('demo', 'queue.changed', { waiting: 1, unassigned: 1, longestSince: 1 })
    ephemeral.publish('demo', 'typing.changed', { ...own, who: 'team', name: 'Anna Adler', typing: true })
    ephemeral.publish('demo', 'place.changed', { ...own, place: 2, minutes: 3 })
    ephemeral.publish('demo', 'reply.writing', { ...own, text: 'We', done: false })
    const got = [await events.next(), await events.next(), await events.next()].map(({ value }) => value)
    expect(got).toEqual([
      { event: 'typing.changed', id: undefined, data: { ...own, who: 'team', typing: true } },
      { event: 'place.changed', id: undefined, data: { ...own, place: 2, minutes: 3 } },
      { event: 'reply.writing', id: undefined, data: { ...own, text: 'We', done: false } },
    ])
    await events.return(undefined)
  })
})

const lastEvent = async ({ id, token }: Chat): Promise<string> =>
  ((await (await send('GET', at(id, 'messages'), { token })).json()) as Body).lastEventId
