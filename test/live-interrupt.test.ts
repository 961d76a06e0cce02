import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Moment } from '../server/core/moments.ts'
import { type Body, type ChatWorld, createChatWorld, eventsOf, nextEvent, until } from './support/chat.ts'
import { idle } from './support/idle.ts'
import { at, type Chat, createPage, sse } from './support/page.ts'
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

/** The visitor asks something, and the assistant has written the beginning of its answer. */
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

describe('[U101] what the assistant is writing ends', () => {
  test.each<[string, (id: string) => Promise<unknown>, object]>([
    ['is taken over', (id) => answer(id, 'takeover'), { role: 'system', text: 'Anna joined the chat.' }],
    ['is answered', (id) => answer(id, 'reply', { text: 'I am here.' }), { text: 'I am here.', meta: { human: true } }],
  ])('when the chat %s; it is kept, before what the person does', async (_, act, then) => {
    const chat = await start()
    const { events } = await writing(chat)
    await act(chat.id)
    expect((await world.stored(chat.id)).slice(-3)).toMatchObject([asked, interrupted, then])
    expect((await nextEvent(events, 'done')).data.messages).toMatchObject([interrupted])
    expect(await read(chat.id)).toMatchObject({ status: 'live', assigned_to: anna.email, message_count: 5 })
    const sent = await send('POST', at(chat.id, 'messages'), { token: chat.token, body: { text: 'Hello Anna' } })
    expect(await sent.json()).toMatchObject({ messages: [] })
  })

  test('when a live chat in which it speaks is given to somebody', async () => {
    await anna.open()
    await world.set({ live: { aiWhileWaiting: true } })
    const chat = await start()
    await send('POST', at(chat.id, 'messages'), { token: chat.token, body: { action: { id: 'person' } } })
    await writing(chat)
    await answer(chat.id, 'assign', { to: 'me' })
    expect((await world.stored(chat.id)).slice(-2)).toMatchObject([interrupted, { text: 'Anna joined the chat.' }])
  })

  test('not where the person’s act is refused, or leaves it the chat', async () => {
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
    const { clock, parts } = world
    const database = { ...parts.database, drop: async () => {} }
    const second = await createChatWorld({ database, clock })
    try {
      const chat = await start()
      const { events } = await writing(chat, second)
      const taking = answer(chat.id, 'takeover')
      // Where servers share a database they tell each other; the embedded one has a single server, which looks by itself.
      if (database.kind === 'embedded') {
        await until(async () => (await sqlOf(chat.id)).turn_stop)
        clock.move(2_000)
      }
      expect((await taking).status).toBe(200)
      expect((await nextEvent(events, 'done')).data.messages).toMatchObject([interrupted])
      expect((await world.stored(chat.id)).slice(-2)).toMatchObject([interrupted, { text: 'Anna joined the chat.' }])
    } finally {
      await second.close()
    }
  })

  test('and nobody waits long for a server that died while it wrote', async () => {
    const chat = await start()
    const turn = { turn_id: 'turn_dead', turn_until: world.clock.now() + 15_000 }
    await world.parts.database.sql`update conversations set ${world.parts.database.sql(turn)} where id = ${chat.id}`
    expect((await answer(chat.id, 'takeover')).status).toBe(200)
    expect(await read(chat.id)).toMatchObject({ status: 'live', assigned_to: anna.email })
  })
})

async function sqlOf(id: string): Promise<{ turn_stop: boolean }> {
  const [row] = await world.parts.database.sql<[{ turn_stop: boolean }]>`
    select turn_stop from conversations where id = ${id}`
  return row
}

/** What is told of the moment while this runs. */
async function momentsOf(type: Moment['type'], work: () => Promise<void>): Promise<Body[]> {
  const told: Body[] = []
  const stop = world.parts.moments.subscribe((moment) => {
    if (moment.type === type && moment.site === 'demo') told.push(moment.data)
  })
  try {
    await work()
  } finally {
    stop()
  }
  return told
}

describe('of the moment', () => {
  test('a reply is shown as it grows, at most ten times a second, and its end', async () => {
    const chat = await start()
    const pieces = [...'abcdefghijkl'].map((letter) => `${letter} `)
    const gate = createGate()
    world.says(...stepped(gate, [...pieces, 'end']))
    const told = await momentsOf('reply.writing', async () => {
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
    const texts = told.map(({ text }) => text)
    const whole = 'a b c d e f g h i j k l'
    expect(texts).toEqual(['a b c d', 'a b c d e f g h', whole, `${whole} end`])
    expect(told.map(({ done }) => done)).toEqual([false, false, false, true])
    expect(told.every(({ conversationId }) => conversationId === chat.id)).toBe(true)
  })

  test('of a reply that is there at once, and of one that is stopped, nothing is left behind', async () => {
    const chat = await start()
    expect(
      await momentsOf('reply.writing', async () => {
        await send('POST', at(chat.id, 'messages'), { token: chat.token, body: { text: 'Quick' } })
        world.clock.move(1_000)
        await idle(world)
      }),
    ).toEqual([])
    const told = await momentsOf('reply.writing', async () => {
      const { events } = await writing(chat)
      world.clock.move(100)
      await send('POST', at(chat.id, 'stop'), { token: chat.token })
      await nextEvent(events, 'done')
      world.clock.move(1_000)
      await idle(world)
    })
    expect(told).toMatchObject([
      { text: 'The beginning', done: false },
      { text: 'The beginning', done: true },
    ])
  })

  test('a very long reply is shown as far as a notification carries it', async () => {
    const chat = await start()
    const gate = createGate()
    world.says(
      ...stepped(
        gate,
        Array.from({ length: 13 }, () => 'ä'.repeat(500)),
      ),
    )
    const told = await momentsOf('reply.writing', async () => {
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
    expect(told.length).toBeGreaterThan(2)
    for (const { text } of told) expect(Buffer.byteLength(text)).toBeLessThan(6_100)
    expect(told.at(-1)).toMatchObject({ done: true })
  })

  test('that a visitor types is told once a second, for each chat of their own', async () => {
    const [chat, other] = [await start(), await start()]
    const type = ({ id, token }: Chat) => send('POST', at(id, 'typing'), { token })
    const told = await momentsOf('typing.changed', async () => {
      for (const one of [chat, chat, other, chat]) expect((await type(one)).status).toBe(200)
      world.clock.move(999)
      await type(chat)
      world.clock.move(1)
      await type(chat)
      expect((await send('POST', at(other.id, 'typing'), { token: chat.token })).status).toBe(404)
    })
    expect(told.map(({ conversationId }) => conversationId)).toEqual([chat.id, other.id, chat.id])
    expect(told[0]).toEqual({ conversationId: chat.id, who: 'visitor', name: null, typing: true })
  })

  test('a page hears of its own chat what is the visitor’s, without an id to go on from', async () => {
    const [chat, other] = [await start(), await start()]
    const { moments } = world.parts
    const response = await follow(chat, { 'last-event-id': await lastEvent(chat) })
    const events = eventsOf(response)
    const own = { conversationId: chat.id }
    moments.tell('demo', 'typing.changed', { ...own, who: 'visitor', name: null, typing: true })
    moments.tell('demo', 'typing.changed', { conversationId: other.id, who: 'team', name: 'Anna', typing: true })
    moments.tell('other', 'typing.changed', { ...own, who: 'team', name: 'Anna', typing: true })
    moments.tell('demo', 'viewers.changed', { ...own, viewers: [{ email: 'anna@demo.example', name: 'Anna' }] })
    moments.tell('demo', 'queue.changed', { waiting: 1, unassigned: 1, longestSince: 1 })
    moments.tell('demo', 'typing.changed', { ...own, who: 'team', name: 'Anna Adler', typing: true })
    moments.tell('demo', 'place.changed', { ...own, place: 2, minutes: 3 })
    moments.tell('demo', 'reply.writing', { ...own, text: 'We', done: false })
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
