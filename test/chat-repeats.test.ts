import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Body, type ChatWorld, createChatWorld, eventsOf, nextEvent } from './support/chat.ts'
import { cutReply } from './support/replies.ts'
import { createGate, stepped } from './support/steps.ts'

let world: ChatWorld
beforeAll(async () => {
  world = await createChatWorld()
  await world.set({ security: { limits: { messagesPerSitePerDay: 100_000 } } })
})
afterAll(() => world.close())
afterEach(() => world.says({ text: 'All is well.' }))

const failing = () => world.says({ status: 500, body: '{"error":"out of memory"}' })
const withKey = (key: string) => ({ 'idempotency-key': key })
const startedWith = async (externalId: string) =>
  (await world.get(`/conversations?externalId=${externalId}`)).body.items.map((item: Body) => item.id)
const used = async () => (await world.get('/usage')).body.today.messages

describe('a start that failed, repeated under its Idempotency-Key [U98]', () => {
  test('continues its conversation: nothing is stored, emitted or counted twice', async () => {
    const before = await used()
    const body = { message: 'Hello', externalId: 'again-1', contact: { email: 'again@mail.example' } }
    failing()
    const first = await world.post('/conversations', body, withKey('again-1'))
    expect(first).toMatchObject({ status: 502, body: { error: { code: 'connector_error' } } })
    expect((await world.post('/conversations', body, withKey('again-1'))).status).toBe(502)
    world.says({ text: 'Better now.' })
    const second = await world.post('/conversations', body, withKey('again-1'))
    expect(second).toMatchObject({
      status: 201,
      body: { id: first.body.id, externalId: 'again-1', metadata: null, messages: [{ text: 'Better now.' }] },
    })
    expect(await startedWith('again-1')).toEqual([first.body.id])
    expect(await world.stored(first.body.id)).toMatchObject([{ text: 'Hello' }, { text: 'Better now.' }])
    const types = (await world.emitted(first.body.id)).map(({ type }) => type).sort()
    expect(types).toEqual(['conversation.started', 'lead.captured', 'message.received', 'message.sent'])
    expect(await used()).toBe(before + 1)
    const third = await world.post('/conversations', body, withKey('again-1'))
    expect(third.body).toEqual(second.body)
    expect(third.headers.get('idempotent-replay')).toBe('true')
  })

  test('is audited with the conversation, each time', async () => {
    failing()
    const { body } = await world.post('/conversations', { message: 'Hello' }, withKey('audited'))
    world.says({ text: 'Better now.' })
    await world.post('/conversations', { message: 'Hello' }, withKey('audited'))
    const { items } = (await world.get('/audit?limit=2')).body
    const line = { action: 'POST /conversations', target: body.id }
    expect(items).toMatchObject([
      { ...line, status: 201 },
      { ...line, status: 502 },
    ])
  })

  test('returns the answer that arrived in between, if the message was sent to the conversation again', async () => {
    failing()
    const body = { message: 'Hello', clientMessageId: 'mine' }
    const { id } = (await world.post('/conversations', body, withKey('meanwhile'))).body
    world.says({ text: 'Sent again.' })
    await world.say(id, { text: 'Hello', clientMessageId: 'mine' })
    world.says({ text: 'A third time.' })
    const repeat = await world.post('/conversations', body, withKey('meanwhile'))
    expect(repeat.body).toMatchObject({ id, messages: [{ text: 'Sent again.' }] })
  })

  test('with another body is 409, and without the key starts a new one', async () => {
    failing()
    const first = await world.post('/conversations', { message: 'Hello' }, withKey('other-body'))
    const other = await world.post('/conversations', { message: 'Good day' }, withKey('other-body'))
    expect(other).toMatchObject({ status: 409, body: { error: { code: 'conflict' } } })
    const anew = await world.post('/conversations', { message: 'Hello' })
    expect(anew.body.id).not.toBe(first.body.id)
  })

  test('many at once get one answer from one conversation', async () => {
    failing()
    const body = { message: 'Hello', externalId: 'at-once' }
    await world.post('/conversations', body, withKey('at-once'))
    world.says({ text: 'Better now.' })
    const repeats = Array.from({ length: 5 }, () => world.post('/conversations', body, withKey('at-once')))
    const answers = (await Promise.all(repeats)).map((reply) => reply.body)
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(await startedWith('at-once')).toHaveLength(1)
  })

  test('is treated as the first if it was refused before anything was stored', async () => {
    await world.set({ security: { limits: { messagesPerSitePerDay: 0 } } })
    const body = { message: 'Hello', externalId: 'capped' }
    expect((await world.post('/conversations', body, withKey('capped'))).status).toBe(429)
    await world.set({ security: { limits: { messagesPerSitePerDay: 100_000 } } })
    expect((await world.post('/conversations', body, withKey('capped'))).status).toBe(201)
    expect(await startedWith('capped')).toHaveLength(1)
  })

  test('gets the reply of another server if its own died after storing the conversation', async () => {
    const { sql } = world.services.database
    failing()
    const body = { message: 'Hello', externalId: 'killed' }
    const { id } = (await world.post('/conversations', body, withKey('killed'))).body
    // The server that runs the request does not count as dead yet.
    await sql`update idempotency set lease = ${world.services.heartbeat.newLease()} where key = 'killed'`
    await cutReply(world, id)
    world.says({ text: 'Better now.' })
    const calls = world.model.seen.length
    const repeat = world.post('/conversations', body, withKey('killed'))
    await sql`update idempotency set lease = 'dead.1' where key = 'killed'`
    world.clock.move(30_001)
    expect((await repeat).body).toMatchObject({ id, messages: [{ text: 'Better now.' }] })
    expect((await world.stored(id)).map(({ text }) => text)).toEqual(['Hello', 'Better now.'])
    expect(world.model.seen.slice(calls).filter(({ path }) => path === '/api/chat')).toHaveLength(1)
  })

  test('without a message repeats the greeting', async () => {
    const { sql } = world.services.database
    const first = await world.post('/conversations', {}, withKey('greeting'))
    await sql`update idempotency set answer = null, status = null where key = 'greeting'`
    const repeat = await world.post('/conversations', {}, withKey('greeting'))
    expect(repeat.body).toEqual(first.body)
  })

  test('is 404 if the conversation was deleted in between', async () => {
    failing()
    const { id } = (await world.post('/conversations', { message: 'Hello' }, withKey('deleted'))).body
    await world.services.database.sql`delete from conversations where id = ${id}`
    expect((await world.post('/conversations', { message: 'Hello' }, withKey('deleted'))).status).toBe(404)
  })
})

describe('a message without a clientMessageId, repeated under its Idempotency-Key [U98]', () => {
  test('is stored once and answered after a 502', async () => {
    const { id } = await world.start()
    failing()
    expect((await world.say(id, { text: 'Again' }, withKey('say-1'))).status).toBe(502)
    world.says({ text: 'Better now.' })
    const reply = await world.say(id, { text: 'Again' }, withKey('say-1'))
    expect(reply).toMatchObject({ status: 200, body: { id, messages: [{ text: 'Better now.' }] } })
    expect((await world.stored(id)).slice(2)).toMatchObject([{ text: 'Again' }, { text: 'Better now.' }])
    expect((await world.get('/audit?limit=1')).body.items[0]).toMatchObject({ target: id, status: 200 })
  })

  test('with the same words under another key, or none, is another message', async () => {
    const { id } = await world.start()
    await world.say(id, { text: 'Again' }, withKey('say-2'))
    await world.say(id, { text: 'Again' }, withKey('say-3'))
    await world.say(id, { text: 'Again' })
    expect(await world.stored(id)).toHaveLength(8)
  })

  test('[U101] is rewritten after the stream was left, and replaces what was kept', async () => {
    const { id } = await world.start()
    const gate = createGate()
    world.says(...stepped(gate, ['A half ', 'and a half.']))
    const leave = new AbortController()
    const headers = withKey('left')
    const body = { text: 'Tell me' }
    const streaming = world.stream(`/conversations/${id}/messages`, body, { signal: leave.signal, headers })
    gate.step()
    await nextEvent(eventsOf(await streaming), 'delta')
    leave.abort()
    world.says({ text: 'The whole.' })
    expect((await world.say(id, body, headers)).body.messages).toMatchObject([{ text: 'The whole.' }])
    expect((await world.stored(id)).slice(2).map(({ text }) => text)).toEqual(['Tell me', 'The whole.'])
  })

  test('[U101] so is a start whose stream was left', async () => {
    const gate = createGate()
    world.says(...stepped(gate, ['A half ', 'and a half.']))
    const leave = new AbortController()
    const body = { message: 'Tell me', externalId: 'left-start' }
    const headers = withKey('left-start')
    const streaming = world.stream('/conversations', body, { signal: leave.signal, headers })
    gate.step()
    await nextEvent(eventsOf(await streaming), 'delta')
    leave.abort()
    world.says({ text: 'The whole.' })
    const { id, messages } = (await world.post('/conversations', body, headers)).body
    expect(messages).toMatchObject([{ text: 'The whole.' }])
    expect(await startedWith('left-start')).toEqual([id])
    expect((await world.stored(id)).map(({ text }) => text)).toEqual(['Tell me', 'The whole.'])
  })
})
