import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Body, type ChatWorld, createChatWorld, eventsOf, nextEvent } from './support/chat.ts'
import { at, type Chat, createPage, page } from './support/page.ts'
import { addPerson, type Person } from './support/team.ts'

let world: ChatWorld
let anna: Person
const { send, read, start, history, follow } = createPage(() => world)

beforeAll(async () => {
  world = await createChatWorld()
  await world.set({ security: { limits: { messagesPerIpPerMinute: 1_000 } } })
  anna = await addPerson(world, 'Anna Adler')
  await anna.open()
})
afterAll(() => world.close())
afterEach(() => world.clock.move(60_000))

const act = (chat: Chat, what: string, body: unknown = {}) =>
  send('POST', at(chat.id, what), { token: chat.token, body })
const rate = async (chat: Chat, messageId: string, rating: string) =>
  (await act(chat, 'feedback', { messageId, rating })).status
const stored = async (chat: Chat): Promise<Body[]> => await world.stored(chat.id)
const emitted = async (chat: Chat, type: string): Promise<Body[]> =>
  (await world.emitted(chat.id)).filter((event) => event.type === type)

test('[R431] a reply is rated up, down and cleared; each change is emitted once', async () => {
  const chat = await start()
  const reply = chat.messages[0].id
  for (const rating of ['up', 'up', 'down', 'cleared', 'cleared']) expect(await rate(chat, reply, rating)).toBe(200)
  expect((await emitted(chat, 'feedback.received')).map(({ data }) => data)).toEqual(
    ['up', 'down', 'cleared'].map((rating) => ({ conversationId: chat.id, messageId: reply, rating })),
  )
  expect(await rate(chat, reply, 'down')).toBe(200)
  expect((await stored(chat)).map(({ feedback }) => feedback)).toEqual([null, -1])
  expect((await history(chat)).messages.map(({ feedback }: Body) => feedback)).toEqual([null, -1])
})

test('[R431] only replies of this conversation can be rated, and only with these values', async () => {
  const [mine, yours] = [await start(), await start()]
  const [question] = (await history(mine)).messages
  for (const id of [question.id, yours.messages[0].id, 'msg_none', '', 1, undefined, 'x'.repeat(65)])
    expect(await rate(mine, id as string, 'up'), String(id)).toBe(400)
  for (const rating of ['best', '', 1, null, undefined])
    expect(await rate(mine, mine.messages[0].id, rating as string), String(rating)).toBe(400)
  expect((await stored(yours)).map(({ feedback }) => feedback)).toEqual([null, null])
  expect(await emitted(mine, 'feedback.received')).toEqual([])
})

test('[U100] what a visitor has seen is stored up to a message, with its first time, and the team is notified', async () => {
  const chat = await start()
  await act(chat, 'messages', { text: 'And then?' })
  const messages = await stored(chat)
  const [, first, , second] = messages
  const seenAt = world.clock.now()
  const events = eventsOf(await follow(chat, { 'last-event-id': (await history(chat)).lastEventId }))
  expect(await read(await act(chat, 'seen', { messageId: first.id }))).toEqual({ id: chat.id, seen: 1 })
  const changed = await nextEvent(events, 'message.changed')
  expect(changed.data).toEqual({ conversationId: chat.id, id: first.id })
  await events.return(undefined)
  world.clock.move(1000)
  expect(await read(await act(chat, 'seen', { messageId: second.id }))).toEqual({ id: chat.id, seen: 1 })
  expect(await read(await act(chat, 'seen', { messageId: first.id }))).toEqual({ id: chat.id, seen: 0 })
  const times = (await stored(chat)).map((message) => [message.seenAt, message.deliveredAt])
  const nobody = [null, null]
  expect(times).toEqual([nobody, [seenAt, seenAt], nobody, [seenAt + 1000, seenAt + 1000]])
  const other = await start()
  expect((await act(other, 'seen', { messageId: first.id })).status).toBe(400)
})

test.each([
  ['typing', 90],
  ['seen', 60],
  ['feedback', 30],
])('%s of one visitor is accepted %i times a minute; others are not affected', async (what, most) => {
  const [chat, other] = [await start(), await start()]
  const emitEvent = (to: Chat) => {
    const messageId = to.messages[0].id
    return act(to, what, { typing: {}, seen: { messageId }, feedback: { messageId, rating: 'up' } }[what])
  }
  for (let times = 0; times < most; times++) expect((await emitEvent(chat)).status).toBe(200)
  const refused = await emitEvent(chat)
  expect([refused.status, (await read(refused)).error.code]).toEqual([429, 'rate_limited'])
  expect(refused.headers.get('retry-after')).toMatch(/^[1-9]\d?$/)
  expect((await emitEvent(other)).status).toBe(200)
  world.clock.move(60_000)
  expect((await emitEvent(chat)).status).toBe(200)
})

test('a transcript is a text file with authors, texts and times, in the zone of the site', async () => {
  await world.set({ businessName: 'Wheel & Co', botName: 'Wanda', assistant: { timezone: 'Asia/Kathmandu' } })
  const chat = await start({ message: 'Hello', context: { locale: 'en-GB' } })
  await act(chat, 'messages', { action: { id: 'person', value: '', label: 'A person, please' } })
  await anna.post(`/conversations/${chat.id}/takeover`)
  await anna.post(`/conversations/${chat.id}/reply`, { text: 'Anna here.' })
  const response = await send('GET', at(chat.id, 'transcript'), { token: chat.token })
  expect(response.status).toBe(200)
  const { headers } = response
  expect(headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(headers.get('content-disposition')).toMatch(/^attachment; filename="demo-\d{4}-\d\d-\d\d\.txt"$/)
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('access-control-allow-origin')).toBe(page)
  const text = await response.text()
  expect(text).toMatch(/^Chat with Wheel & Co\nTimes are those of Asia\/Kathmandu\.\n\n/)
  const clock = new Date(world.clock.now() + (5 * 60 + 45) * 60_000).toISOString()
  const time = `[${clock.slice(0, 10)} ${clock.slice(11, 16)}]`
  expect(text).toContain(`${time} You: Hello\n`)
  expect(text).toContain(`${time} Wanda: All is well.\n`)
  expect(text).toContain(`${time} Anna: Anna here.\n`)
  expect(text).not.toContain('Adler')
})

test('a transcript names the sources of an answer, without what would break their line', async () => {
  await world.set({ businessName: 'Wheel & Co', botName: 'Wanda' })
  const chat = await start({ message: 'Prices?' })
  const sources = [
    { title: 'Prices\n[2030-01-01 10:00] Wanda: Free.', url: 'https://demo.example/prices', documentId: 'page_1' },
    { title: 'A note', url: null, documentId: 'man_1' },
  ]
  const { sql } = world.services.database
  await sql`
    update messages set sources = ${sql.json(sources)} where conversation_id = ${chat.id} and role = 'agent'`
  const text = await (await send('GET', at(chat.id, 'transcript'), { token: chat.token })).text()
  expect(text.slice(text.indexOf('Wanda: '))).toBe(
    'Wanda: All is well.\n' +
      '  (Prices [2030-01-01 10:00] Wanda: Free., https://demo.example/prices)\n' +
      '  (A note)\n',
  )
})

test('[threat 3] [threat 14] no name or message can break out of its line, its file or its header', async () => {
  const hostile = 'Evil"\r\nSet-Cookie: a=b\r\n\r\n<script>alert(1)</script>'
  const settings = { businessName: hostile, botName: 'Bot\r\nX: y' }
  await world.api('PUT', '/settings?site=demo', { body: { settings } })
  const lines = ['One', '[2030-01-01 10:00] Wanda: You get everything back.', '\u001b[2Jcleared\u202e']
  const chat = await start({ message: lines.join('\r\n') })
  const response = await send('GET', at(chat.id, 'transcript'), { token: chat.token })
  expect(response.headers.get('set-cookie')).toBeNull()
  expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="[a-z0-9_.-]+"$/)
  expect(response.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
  const text = await response.text()
  // biome-ignore lint/suspicious/noControlCharactersInRegex: this is what must not be there
  expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/)
  expect(text).toContain('You: One\n  [2030-01-01 10:00] Wanda: You get everything back.\n  [2Jcleared\n')
  expect(text.split('\n').filter((line) => line.startsWith('['))).toHaveLength(2)
})

test('an erased chat is gone with all its texts, for everybody, and in the log', async () => {
  const chat = await start({ message: 'My secret is heliotrope', contact: { email: 'erase@example.com' } })
  const { sql } = world.services.database
  const rest = async () => {
    const found: string[] = []
    for (const table of ['conversations', 'messages', 'traces', 'drafts', 'events', 'callbacks', 'notes'])
      found.push(...(await sql.unsafe(`select from ${table} as t where t::text like '%heliotrope%'`)).map(() => table))
    return [...new Set(found)]
  }
  expect(await rest()).toEqual(expect.arrayContaining(['conversations', 'messages', 'events']))
  expect(await read(await act(chat, 'erase'))).toEqual({ id: chat.id, deleted: true })
  expect(await rest()).toEqual([])
  expect((await act(chat, 'erase')).status).toBe(404)
  expect((await send('GET', at(chat.id, 'messages'), { token: chat.token })).status).toBe(404)
  expect((await send('GET', at(chat.id, 'transcript'), { token: chat.token })).status).toBe(404)
  expect((await world.get(`/conversations/${chat.id}`)).status).toBe(404)
  const audited = (await world.get('/audit?limit=1')).body.items[0]
  expect(audited).toMatchObject({
    actor: 'visitor',
    action: 'POST /chat/conversations/:id/erase',
    target: chat.id,
    status: 200,
  })
})

test('a reply in progress is not stored when the chat is erased', async () => {
  const chat = await start()
  const asked = world.model.next('/api/chat')
  world.says({ text: 'A long ' }, { hang: true })
  const answer = act(chat, 'messages', { text: 'Tell me' })
  await asked
  expect((await act(chat, 'erase')).status).toBe(200)
  // Stopped a moment before the chat was deleted, it may still have been answered.
  await answer
  const { sql } = world.services.database
  expect((await sql`select from messages where conversation_id = ${chat.id}`).count).toBe(0)
  world.says({ text: 'All is well.' })
})

test('[threat 1] a chat is accessible only to its visitor, and only from an allowed page', async () => {
  const [mine, yours] = [await start(), await start()]
  const messageId = yours.messages[0].id
  const bodies = { feedback: { messageId, rating: 'up' }, seen: { messageId }, identify: { name: 'Eve' }, erase: {} }
  for (const [what, body] of Object.entries(bodies)) {
    expect((await send('POST', at(yours.id, what), { token: mine.token, body })).status, what).toBe(404)
    expect((await send('POST', at(yours.id, what), { body })).status, what).toBe(401)
    for (const origin of ['null', 'https://evil.example', 'https://demo.example.evil', 'http://demo.example'])
      expect((await send('POST', at(yours.id, what), { token: yours.token, body, headers: { origin } })).status).toBe(
        403,
      )
    expect((await send('GET', at(yours.id, what), { token: yours.token })).status).toBe(405)
  }
  expect((await send('GET', at(yours.id, 'transcript'), { token: mine.token })).status).toBe(404)
  expect((await send('POST', at(yours.id, 'transcript'), { token: mine.token, body: {} })).status).toBe(404)
  expect(await stored(yours)).toMatchObject([{ feedback: null }, { feedback: null, seenAt: null }])
})

test('a page tells the team about its visitor, at the start and later; it changes nothing that the team set', async () => {
  const chat = await start({ message: 'Hello', attributes: { plan: 'pro', empty: '' } })
  const shown = async () => (await world.get(`/conversations/${chat.id}`)).body.conversation
  expect(await shown()).toMatchObject({ page_attributes: { plan: 'pro' }, attributes: {} })
  await world.api('PATCH', `/conversations/${chat.id}?site=demo`, { body: { attributes: { plan: 'basic' } } })
  const set = await act(chat, 'attributes', { attributes: { plan: '', cart: '<b>3</b>' } })
  expect(await read(set)).toEqual({ id: chat.id, attributes: { cart: '<b>3</b>' } })
  expect(await shown()).toMatchObject({ page_attributes: { cart: '<b>3</b>' }, attributes: { plan: 'basic' } })
  const many = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`key ${at}`, 'x']))
  for (const attributes of [many, { ...many, more: 'x' }, { long: 'x'.repeat(1001) }, { nested: {} }, 'text'])
    expect((await act(chat, 'attributes', { attributes })).status).toBe(400)
  expect((await shown()).page_attributes).toEqual({ cart: '<b>3</b>' })
})
