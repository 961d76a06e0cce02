import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { languages } from '../server/language/languages.ts'
import { allDay, Hours } from '../shared/time.ts'
import { type Body, type ChatWorld, createChatWorld, until } from './support/chat.ts'
import { idle } from './support/idle.ts'
import { patience } from './support/live.ts'
import { addPerson, type Person } from './support/team.ts'

let world: ChatWorld
let anna: Person
let bert: Person

const live = {
  enabled: true,
  waitSeconds: 90,
  closeAfterMinutes: 30,
  aiWhileWaiting: false,
  timezone: '',
  hours: allDay,
}

beforeAll(async () => {
  world = await createChatWorld()
  await world.set({ security: { limits: { messagesPerSitePerDay: 100_000 } } })
  anna = await addPerson(world, 'Anna Adler')
  bert = await addPerson(world, 'Bert Brandt')
})
afterAll(() => world.close())
beforeEach(() => world.clock.move(60_000))
afterEach(async () => {
  for (const person of [anna, bert]) await person.leave()
  world.says({ text: 'All is well.' })
  await world.set({ live })
})

const asked = 'I’ve asked the team. Somebody will join you here as soon as possible. If nobody can, I’ll tell you here.'
const nobodyHere = 'Nobody is available right now. Leave your number or email and we’ll get back to you.'
const nobodyCame = 'Sorry, nobody was available in time. Leave your number or email and we’ll get back to you.'

const at = (id: string, what: string) => `/conversations/${id}/${what}`
const read = async (id: string): Promise<Body> => (await world.get(`/conversations/${id}`)).body.conversation
const last = async (id: string): Promise<Body> => (await world.stored(id)).at(-1)
const types = async (id: string): Promise<string[]> => (await world.emitted(id)).slice(3).map(({ type }: Body) => type)
const start = async (body: Record<string, unknown> = {}): Promise<string> =>
  (await world.start({ message: 'Hello', ...body })).id
const person = (id: string) => world.say(id, { action: { id: 'person', value: '', label: 'Talk to a person' } })

/** A visitor who waits for Anna. */
async function waiting(): Promise<string> {
  await anna.open()
  const id = await start()
  await person(id)
  return id
}

/** Advances the time and waits until due work is done. */
async function pass(milliseconds: number, holds: () => Promise<boolean>): Promise<void> {
  world.clock.move(milliseconds)
  await until(holds)
}
const isIn = (id: string, status: string) => async () => (await read(id)).status === status

/** When each task of a conversation is due. */
async function dueOf(id: string): Promise<Record<string, number>> {
  const rows = await world.services.database.sql<{ type: string; run_at: number }[]>`
    select type, run_at from queue where name = ${id} and type <> 'conversation.complete'`
  return Object.fromEntries(rows.map(({ type, run_at }) => [type, run_at]))
}

describe('asking for a person', () => {
  test('[U105] waits if somebody is available; the visitor reads that, and the model is not called', async () => {
    await anna.open()
    const id = await start({ context: { pageUrl: 'https://demo.example/a', pageTitle: 'A' } })
    const calls = world.model.seen.length
    const reply = await person(id)
    expect(reply).toMatchObject({ status: 200, body: { id, messages: [{ role: 'agent', type: 'text', text: asked }] } })
    expect(world.model.seen).toHaveLength(calls)
    const now = world.clock.now()
    expect(await read(id)).toMatchObject({
      status: 'live',
      assigned_to: null,
      handover_at: now,
      waiting_since: now,
      message_count: 4,
    })
    expect(await types(id)).toEqual(['message.received', 'message.sent', 'handover.requested'])
    const page = { url: 'https://demo.example/a', title: 'A', referrer: null, utm: null }
    expect((await world.emitted(id)).at(-1).data).toEqual({ conversationId: id, reason: null, page })
    const items = (await world.get('/conversations?filter=waiting')).body.items
    expect(items.map((item: Body) => item.id)).toContain(id)
    expect(await dueOf(id)).toMatchObject({ 'handover.miss': now + 90_000, 'conversation.closeIdle': now + 1_800_000 })
  })

  test('[U98] twice with one clientMessageId asks once', async () => {
    await anna.open()
    const id = await start()
    const ask = () => world.say(id, { action: { id: 'person' }, clientMessageId: 'ask' })
    const first = await ask()
    expect((await ask()).body).toEqual(first.body)
    expect(await types(id)).toEqual(['message.received', 'message.sent', 'handover.requested'])
  })

  test('is also done by the assistant with its structured action, with the reason', async () => {
    await anna.open()
    world.says({ text: 'Let me see.' }, { tool: 'ask_for_person', arguments: { reason: 'A complaint' } })
    const { id, messages } = await world.start({ message: 'The brake you repaired broke today.' })
    expect(messages.map(({ text }: Body) => text)).toEqual(['Let me see.', asked])
    expect(await read(id)).toMatchObject({
      status: 'live',
      waiting_since: world.clock.now(),
      handover_at: world.clock.now(),
    })
    expect((await world.emitted(id)).at(-1)).toMatchObject({
      type: 'handover.requested',
      data: { reason: 'A complaint' },
    })
  })

  test.each([
    ['en', 'I want to talk to a person, a human, now', asked],
    ['de', 'Kann ich bitte mit einem Menschen sprechen?', languages.de.handover.asked],
    ['fr', 'Je voudrais parler à quelqu’un', languages.fr.handover.asked],
    ['es', 'Quiero hablar con una persona', languages.es.handover.asked],
  ])('in words does what the button does, and the model is not called (%s)', async (locale, message, answer) => {
    await anna.open()
    const calls = () => world.model.seen.filter(({ path }) => path === '/api/chat').length
    const before = calls()
    const { id, messages } = await world.start({ message, context: { locale } })
    expect([messages, calls() - before]).toMatchObject([[{ role: 'agent', type: 'text', text: answer }], 0])
    const now = world.clock.now()
    expect(await read(id)).toMatchObject({ status: 'live', assigned_to: null, handover_at: now, waiting_since: now })
    expect((await world.emitted(id)).at(-1)).toMatchObject({ type: 'handover.requested', data: { reason: message } })
  })

  test('in words that only contain them asks nobody', async () => {
    await anna.open()
    for (const message of ['What is the price per person?', 'Do I need to speak to someone before I book?'])
      expect(await read(await start({ message }))).toMatchObject({ status: 'bot', waiting_since: null })
  })

  test('in words while nobody is available gets the form, and in a chat that waits already changes nothing', async () => {
    const { messages } = await world.start({ message: 'Can I speak to a human please?' })
    expect(messages).toMatchObject([
      { type: 'text', text: nobodyHere },
      { type: 'form', purpose: 'callback' },
    ])
    const id = await waiting()
    const { waiting_since } = await read(id)
    world.clock.move(1_000)
    await world.say(id, { text: 'human' })
    expect(await read(id)).toMatchObject({ status: 'live', waiting_since })
  })

  test('in words needs no model', async () => {
    const plain = await createChatWorld({ file: { ai: { provider: 'none' } } })
    try {
      const person = await addPerson(plain, 'Carl Cole')
      await plain.set({ live })
      await person.open()
      const { id, messages } = await plain.start({ message: 'I need a real person' })
      expect(messages).toMatchObject([{ text: asked }])
      expect((await plain.get(`/conversations/${id}`)).body.conversation.status).toBe('live')
      await person.leave()
    } finally {
      await plain.close()
    }
  })

  test.each<[string, () => Promise<void>]>([
    ['nobody is available', async () => anna.open(false)],
    ['live chat is off', () => world.set({ live: { enabled: false } }).then(() => anna.open())],
    ['it is outside the hours', () => world.set({ live: { hours: Hours.parse({}) } }).then(() => anna.open())],
  ])('[U105] while %s: both events and the form at once, and the assistant keeps it', async (_, prepare) => {
    await prepare()
    const id = await start()
    const { messages } = (await person(id)).body
    expect(messages).toMatchObject([
      { type: 'text', text: nobodyHere },
      { type: 'form', purpose: 'callback', title: 'We’ll get back to you' },
    ])
    expect(await types(id)).toEqual(['message.received', 'message.sent', 'handover.requested', 'handover.missed'])
    expect(await read(id)).toMatchObject({ status: 'bot', waiting_since: null, handover_at: world.clock.now() })
    expect((await dueOf(id))['handover.miss']).toBeUndefined()
    expect((await world.say(id, { text: 'Then you tell me' })).body.messages).toMatchObject([{ text: 'All is well.' }])
    // A person may take it over at any later time.
    if ((await world.get('/live/status')).body.enabled) expect((await anna.post(at(id, 'takeover'))).status).toBe(200)
  })

  test('from a closed chat reopens it', async () => {
    await anna.open()
    const id = await start()
    await anna.post(at(id, 'close'))
    await person(id)
    expect(await read(id)).toMatchObject({ status: 'live', closed_at: null, waiting_since: world.clock.now() })
  })

  test('again, or from a person who has the chat, is not a second request', async () => {
    const id = await waiting()
    world.clock.move(1_000)
    expect((await person(id)).body.messages).toEqual([])
    expect(await read(id)).toMatchObject({ waiting_since: world.clock.now() - 1_000 })
    await anna.post(at(id, 'takeover'))
    expect((await person(id)).body.messages).toEqual([])
    expect(await read(id)).toMatchObject({ waiting_since: null, assigned_to: anna.email })
    expect((await types(id)).filter((type) => type === 'handover.requested')).toHaveLength(1)
  })

  test('in German is answered in German', async () => {
    await anna.open()
    const id = await start({ context: { locale: 'de-AT' } })
    expect((await person(id)).body.messages[0].text).toMatch(/^Ich habe das Team gefragt/)
    await anna.post(at(id, 'takeover'))
    expect((await last(id)).text).toBe('Anna ist jetzt im Chat.')
  })
})

describe('waiting', () => {
  test('[U102] ends when nobody answers: the assistant has the chat, and the form is offered', async () => {
    const id = await waiting()
    const since = world.clock.now()
    world.clock.move(89_000)
    await person(id)
    expect(await read(id)).toMatchObject({ status: 'live', waiting_since: since })
    await pass(2_000, isIn(id, 'bot'))
    expect(await read(id)).toMatchObject({ status: 'bot', waiting_since: null, assigned_to: null, message_count: 7 })
    const [text, form] = (await world.stored(id)).slice(-2)
    expect(text).toMatchObject({ role: 'agent', type: 'text', text: nobodyCame, author: null })
    expect(form).toMatchObject({ type: 'form', purpose: 'callback' })
    const emitted = (await world.emitted(id)).slice(-2)
    expect(emitted).toMatchObject([
      { type: 'handover.missed', data: { conversationId: id } },
      { type: 'message.sent', data: { messages: [{ type: 'text' }, { type: 'form' }] } },
    ])
    expect(Object.hasOwn(emitted[1].data, 'author')).toBe(false)
    expect((await world.say(id, { text: 'Never mind' })).body.messages).toMatchObject([{ text: 'All is well.' }])
  })

  test.each<[string, (id: string) => Promise<unknown>]>([
    ['taken over', (id) => anna.post(at(id, 'takeover'))],
    ['answered', (id) => anna.post(at(id, 'reply'), { text: 'Hello' })],
    ['answered by a key', (id) => world.post(at(id, 'reply'), { text: 'Hello' })],
    ['given to somebody who is there', (id) => bert.post(at(id, 'assign'), { to: anna.email })],
    ['closed', (id) => anna.post(at(id, 'close'))],
    ['handed back', (id) => anna.post(at(id, 'handback'))],
  ])('[U102] ends when it is %s, and nothing is missed later', async (_, end) => {
    const id = await waiting()
    await end(id)
    const { status, message_count, waiting_since } = await read(id)
    expect(waiting_since).toBeNull()
    world.clock.move(91_000)
    await idle(world)
    expect((await dueOf(id))['handover.miss']).toBeUndefined()
    expect(await read(id)).toMatchObject({ status, message_count, waiting_since })
    expect(await types(id)).not.toContain('handover.missed')
  })

  test('[U102] begins when a visitor writes in an unassigned live chat, and ends like any other', async () => {
    const id = await waiting()
    await anna.post(at(id, 'reply'), { text: 'Hello' })
    await anna.post(at(id, 'assign'), { to: null })
    expect(await read(id)).toMatchObject({ status: 'live', waiting_since: null })
    world.clock.move(60_000)
    expect((await world.say(id, { text: 'Still there?' })).body.messages).toEqual([])
    const since = world.clock.now()
    world.clock.move(40_000)
    await world.say(id, { text: 'Hello?' })
    expect(await read(id)).toMatchObject({ waiting_since: since })
    // The task of the first wait runs in between, but the end of this wait counts.
    world.clock.move(45_000)
    await expect.poll(async () => (await dueOf(id))['handover.miss'], patience).toEqual(since + 90_000)
    expect(await read(id)).toMatchObject({ status: 'live', waiting_since: since })
    await pass(6_000, isIn(id, 'bot'))
    expect((await types(id)).filter((type) => type === 'handover.missed')).toHaveLength(1)
  })

  test('[U103] for an absent assignee ends too, and unassigns the chat', async () => {
    const id = await start()
    await anna.post(at(id, 'takeover'))
    await anna.post(at(id, 'assign'), { to: bert.email })
    expect(await read(id)).toMatchObject({ assigned_to: bert.email, waiting_since: world.clock.now() })
    await pass(91_000, isIn(id, 'bot'))
    expect(await read(id)).toMatchObject({ assigned_to: null, waiting_since: null })
    expect((await world.emitted(id)).at(-1)).toMatchObject({
      type: 'conversation.assigned',
      data: { assignedTo: null, name: null, by: 'system' },
    })
  })

  test('[U55] is silent, unless the assistant may answer until somebody takes the chat', async () => {
    const id = await waiting()
    expect((await world.say(id, { text: 'When do you open?' })).body.messages).toEqual([])
    await world.set({ live: { aiWhileWaiting: true } })
    expect((await world.say(id, { text: 'When do you open?' })).body.messages).toMatchObject([{ text: 'All is well.' }])
    expect(await read(id)).toMatchObject({ status: 'live', waiting_since: expect.any(Number) })
    // What it does in between is not a second request.
    world.says({ tool: 'ask_for_person', arguments: { reason: 'Again' } })
    expect((await world.say(id, { text: 'A person!' })).body.messages).toMatchObject([{ text: asked }])
    expect((await types(id)).filter((type) => type === 'handover.requested')).toHaveLength(1)
    await anna.post(at(id, 'takeover'))
    expect((await world.say(id, { text: 'Hello Anna' })).body.messages).toEqual([])
  })
})

describe('an inactive live chat', () => {
  test('[R75] [U63] is closed by the system, and the visitor is notified', async () => {
    await anna.open()
    const id = await start()
    await anna.post(at(id, 'takeover'))
    await pass(30 * 60_000 + 1_000, isIn(id, 'closed'))
    expect(await last(id)).toMatchObject({ role: 'system', text: expect.stringMatching(/nobody wrote for a while/) })
    expect((await world.emitted(id)).at(-1)).toMatchObject({
      type: 'conversation.closed',
      data: { conversationId: id, by: 'system', reason: 'idle', wasLive: true },
    })
  })

  test('[R75] stays open with each message of either side', async () => {
    await anna.open()
    const id = await start()
    await anna.post(at(id, 'takeover'))
    const quiet = 29 * 60_000
    for (const write of [
      () => world.say(id, { text: 'Still here' }),
      () => anna.post(at(id, 'reply'), { text: 'So am I' }),
    ]) {
      world.clock.move(quiet)
      await write()
      const due = world.clock.now() + 30 * 60_000
      world.clock.move(2 * 60_000)
      await expect.poll(async () => (await dueOf(id))['conversation.closeIdle'], patience).toEqual(due)
      expect(await read(id)).toMatchObject({ status: 'live' })
    }
    await pass(quiet, isIn(id, 'closed'))
  })

  test('is not closed while its visitor waits, however short the allowed inactivity is', async () => {
    await world.set({ live: { closeAfterMinutes: 1, waitSeconds: 3_600 } })
    const id = await waiting()
    const due = world.clock.now() + 3_600_001
    world.clock.move(10 * 60_000)
    await expect.poll(async () => (await dueOf(id))['conversation.closeIdle'], patience).toEqual(due)
    expect(await read(id)).toMatchObject({ status: 'live', waiting_since: expect.any(Number) })
    await pass(3_600_000, isIn(id, 'bot'))
    expect(await types(id)).not.toContain('conversation.closed')
  })
})

test('[U102] whose visitor waited while no server ran is missed, and not closed for inactivity', async () => {
  const id = await waiting()
  await pass(3 * 60 * 60_000, isIn(id, 'bot'))
  world.clock.move(60_000)
  await until(async () => Object.keys(await dueOf(id)).length === 0)
  expect(await read(id)).toMatchObject({ status: 'bot', waiting_since: null })
  expect((await types(id)).slice(3)).toEqual(['handover.missed', 'message.sent'])
})

// Last, because sessions expire in the days that pass here.
describe('opening hours', () => {
  test.each([
    ['Europe/Berlin', 60_000],
    ['', 3_660_000],
  ])('[U110] begin when a clock in %j says so', async (timezone, wait) => {
    await anna.open()
    const day = world.clock.now() - (world.clock.now() % 86_400_000)
    world.clock.move(day + 86_400_000 + 7 * 3_600_000 + 3_540_000 - world.clock.now())
    const hours = Hours.parse(Object.fromEntries(Object.keys(allDay).map((name) => [name, ['09:00-17:00']])))
    await world.set({ live: { timezone, hours } })
    const canCome = async () => (await (await fetch(`${world.url}/chat/site?site=demo`)).json()).live
    expect(await canCome()).toBe(false)
    world.clock.move(wait - 1_000)
    expect(await canCome()).toBe(false)
    world.clock.move(1_000)
    expect(await canCome()).toBe(true)
    await anna.leave()
    expect(await canCome()).toBe(false)
  })
})
