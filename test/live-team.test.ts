import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { SettingsPatch } from '../shared/settings.ts'
import { type Body, type ChatWorld, createChatWorld } from './support/chat.ts'
import { idle } from './support/idle.ts'
import { openSocket } from './support/live.ts'
import { addPerson, type Person } from './support/team.ts'

let world: ChatWorld
let anna: Person, bert: Person, member: Person
let keyId: string

beforeAll(async () => {
  world = await createChatWorld()
  await world.set({ security: { limits: { messagesPerSitePerDay: 100_000 } } })
  anna = await addPerson(world, 'Anna Adler')
  bert = await addPerson(world, 'Bert Brandt')
  member = await addPerson(world, null, 'member')
  keyId = (await world.get('/me')).body.admin.email
})
afterAll(() => world.close())
beforeEach(async () => {
  world.clock.move(60_000)
  for (const person of [anna, bert, member]) await person.open()
})

const at = (id: string, what: string) => `/conversations/${id}/${what}`
const start = async (): Promise<string> => (await world.start()).id
const read = async (id: string): Promise<Body> => (await world.get(`/conversations/${id}`)).body.conversation
const last = async (id: string): Promise<Body> => (await world.stored(id)).at(-1)
/** The events after the first answer. */
const later = async (id: string): Promise<Body[]> => (await world.emitted(id)).slice(3)
const typesOf = (events: Body[]) => events.map(({ type }) => type)

/** A conversation in each status. */
const made: Record<string, () => Promise<string>> = {
  bot: start,
  async live() {
    const id = await start()
    await bert.post(at(id, 'takeover'))
    world.clock.move(5_000)
    return id
  },
  async closed() {
    const id = await start()
    await bert.post(at(id, 'close'))
    return id
  },
}

describe('reply', () => {
  test.each(['bot', 'closed'])(
    '[R62] [R63] [R153] [U65] makes a %s conversation live and assigns it to the writer',
    async (status) => {
      const id = await made[status]!()
      const before = (await later(id)).length
      const reply = await anna.post(at(id, 'reply'), { text: ' Hello, Anna here. ' })
      expect(reply).toMatchObject({
        status: 201,
        body: { type: 'text', role: 'agent', text: 'Hello, Anna here.', meta: { human: true, agentName: 'Anna' } },
      })
      expect(await read(id)).toMatchObject({
        status: 'live',
        assigned_to: anna.email,
        assigned_name: 'Anna Adler',
        waiting_since: null,
        closed_at: null,
        handover_at: world.clock.now(),
        last_at: world.clock.now(),
      })
      const author = { kind: 'human', id: anna.email, name: 'Anna Adler' }
      expect(await last(id)).toMatchObject({ id: reply.body.id, author })
      const emitted = (await later(id)).slice(before)
      expect(typesOf(emitted)).toEqual(['message.sent'])
      expect(emitted[0].data).toEqual({ conversationId: id, text: 'Hello, Anna here.', messages: [reply.body], author })
    },
  )

  test('[R64] [U61] by a colleague leaves the chat with its assignee', async () => {
    const id = await made.live!()
    expect((await anna.post(at(id, 'reply'), { text: 'May I add something?' })).status).toBe(201)
    expect(await read(id)).toMatchObject({ assigned_to: bert.email, status: 'live' })
    expect(await last(id)).toMatchObject({ author: { id: anna.email }, text: 'May I add something?' })
    const sent = (await world.emitted(id)).at(-1)
    const author = { kind: 'human', id: anna.email, name: 'Anna Adler' }
    expect(sent).toMatchObject({ type: 'message.sent', data: { text: 'May I add something?', author } })
  })

  test('[U61] by a key has the key’s name, by the admin key the site’s, if names are shown', async () => {
    const own = world.api('POST', at(await start(), 'reply'), { body: { text: 'Hello', site: 'demo' } })
    expect((await own).body.meta).toEqual({ human: true, agentName: 'Demo' })
    const id = await start()
    const { body } = await world.post(at(id, 'reply'), { text: 'From our shop' })
    expect(body.meta).toEqual({ human: true, agentName: 'test' })
    expect(await read(id)).toMatchObject({ assigned_to: keyId, assigned_name: 'test' })
    expect(await last(id)).toMatchObject({ author: { kind: 'human', id: keyId, name: 'test' } })
  })

  test('[R54] [R156] shows a first name only with showAgentName, and never an email', async () => {
    const id = await start()
    const shown = async (person: Person) => (await person.post(at(id, 'reply'), { text: 'Hello' })).body.meta.agentName
    expect(await shown(member)).toBe('Our team')
    await withSettings({ live: { showAgentName: false } }, { live: { showAgentName: true } }, async () => {
      expect(await shown(anna)).toBe('Assistant')
      await anna.post(at(id, 'takeover'))
      expect(await last(id)).toMatchObject({ role: 'system', text: 'Somebody from the team joined the chat.' })
    })
    expect(await shown(anna)).toBe('Anna')
  })

  test('[R154] [R155] that is empty, too long, or with live chat off is refused', async () => {
    const id = await start()
    const refused = { status: 400, body: { error: { code: 'bad_request' } } }
    for (const text of ['', '  \n ', 'x'.repeat(4001), undefined])
      expect(await anna.post(at(id, 'reply'), { text })).toMatchObject(refused)
    expect((await anna.post(at(id, 'reply'), { text: 'x'.repeat(4000) })).status).toBe(201)
    await withSettings({ live: { enabled: false } }, { live: { enabled: true } }, async () => {
      expect(await anna.post(at(id, 'reply'), { text: 'Hello' })).toMatchObject(refused)
    })
  })

  test('[U99] returns new messages instead of sending, unless it is forced', async () => {
    const id = await made.live!()
    const seen = (await last(id)).id
    const send = (more: Record<string, unknown> = {}) =>
      anna.post(at(id, 'reply'), { text: 'Tuesday.', lastSeenMessageId: seen, ...more })
    await world.say(id, { text: 'Or rather Monday?' })
    await bert.post(at(id, 'reply'), { text: 'Monday is fine.' })
    const count = (await world.stored(id)).length
    const held = await send()
    expect(held).toMatchObject({ status: 409, body: { error: { code: 'conflict' } } })
    expect(held.body.unseen.map(({ text }: Body) => text)).toEqual(['Or rather Monday?', 'Monday is fine.'])
    expect(held.body.unseen).toEqual((await world.stored(id)).slice(-2))
    expect(await world.stored(id)).toHaveLength(count)
    expect((await send({ force: true })).status).toBe(201)
    // The writer's own message does not count as unseen, nor do system messages.
    const mine = (await last(id)).id
    await anna.post(at(id, 'reply'), { text: 'At nine.' })
    await bert.post(at(id, 'takeover'), { assignedTo: bert.email })
    expect((await send({ lastSeenMessageId: mine })).status).toBe(201)
    const foreign = await last(await start())
    expect((await send({ lastSeenMessageId: foreign.id })).status).toBe(400)
  })

  test('[U98] is sent once under one Idempotency-Key', async () => {
    const id = await start()
    const send = () => world.post(at(id, 'reply'), { text: 'Once' }, { 'idempotency-key': `once ${id}` })
    const [first, second] = [await send(), await send()]
    expect([second.status, second.body]).toEqual([201, first.body])
    expect((await world.stored(id)).filter(({ text }: Body) => text === 'Once')).toHaveLength(1)
  })
})

/** Runs `work` with these settings. */
async function withSettings(settings: SettingsPatch, before: SettingsPatch, work: () => Promise<void>): Promise<void> {
  await world.set(settings)
  try {
    await work()
  } finally {
    await world.set(before)
  }
}

describe('takeover', () => {
  test.each(['bot', 'live', 'closed'])(
    '[R66] [R68] [R69] [R220] of a %s conversation assigns it to the caller',
    async (status) => {
      const id = await made[status]!()
      const before = (await later(id)).length
      const reply = await anna.post(at(id, 'takeover'))
      const mine = { assignedTo: anna.email, assignedName: 'Anna Adler' }
      expect([reply.status, reply.body]).toEqual([200, { conversationId: id, status: 'live', ...mine }])
      expect(await read(id)).toMatchObject({
        status: 'live',
        assigned_to: anna.email,
        closed_at: null,
        waiting_since: null,
      })
      const line = { role: 'system', type: 'notice', tone: 'info', text: 'Anna joined the chat.', author: null }
      expect(await last(id)).toMatchObject(line)
      const emitted = (await later(id)).slice(before)
      expect(typesOf(emitted)).toEqual(['message.sent', 'conversation.assigned'])
      expect(emitted[1].data).toEqual({
        conversationId: id,
        assignedTo: anna.email,
        name: 'Anna Adler',
        by: anna.email,
      })
      // Repeating it changes nothing.
      expect((await anna.post(at(id, 'takeover'))).body).toEqual(reply.body)
      expect((await later(id)).length).toBe(before + 2)
    },
  )

  test('[R67] by a key is refused, and with live chat off [R65]', async () => {
    const id = await start()
    expect((await world.post(at(id, 'takeover'))).status).toBe(400)
    expect((await world.api('POST', `${at(id, 'takeover')}?site=demo`, { body: {} })).status).toBe(400)
    await withSettings({ live: { enabled: false } }, { live: { enabled: true } }, async () => {
      expect((await anna.post(at(id, 'takeover'))).status).toBe(400)
    })
    expect(await read(id)).toMatchObject({ status: 'bot', assigned_to: null })
  })
})

describe('assign', () => {
  const assign = (who: Person, id: string, to: unknown) => who.post(at(id, 'assign'), { to })

  test.each(['bot', 'live', 'closed'])('[R70] [R71] [R435] assigns a %s one, and keeps its status', async (status) => {
    const id = await made[status]!()
    const before = (await later(id)).length
    const given = await assign(bert, id, anna.email.toUpperCase())
    const mine = { assignedTo: anna.email, assignedName: 'Anna Adler' }
    expect([given.status, given.body]).toEqual([200, { conversationId: id, ...mine }])
    expect(await read(id)).toMatchObject({ status, assigned_to: anna.email, waiting_since: null })
    expect((await assign(bert, id, anna.email)).body).toEqual(given.body)
    const none = await assign(bert, id, null)
    expect(none.body).toEqual({ conversationId: id, assignedTo: null, assignedName: null })
    const emitted = (await later(id)).slice(before).filter(({ type }) => type === 'conversation.assigned')
    expect(emitted.map(({ data }) => data)).toEqual([
      { conversationId: id, assignedTo: anna.email, name: 'Anna Adler', by: bert.email },
      { conversationId: id, assignedTo: null, name: null, by: bert.email },
    ])
    expect(await read(id)).toMatchObject({ status, assigned_to: null, assigned_name: null })
  })

  test('[R73] notifies the visitor of a live chat who joined, and no other visitor', async () => {
    const [live, bot] = [await made.live!(), await made.bot!()]
    for (const id of [live, bot]) await assign(bert, id, anna.email)
    expect(await last(live)).toMatchObject({ role: 'system', text: 'Anna joined the chat.' })
    expect(await last(bot)).toMatchObject({ role: 'agent' })
  })

  test('[R72] [U62] to a colleague is for admins and keys, `me` for people', async () => {
    const id = await start()
    expect((await assign(member, id, anna.email)).status).toBe(403)
    expect((await assign(member, id, 'me')).body.assignedTo).toBe(member.email)
    expect((await assign(member, id, member.email)).status).toBe(200)
    expect((await assign(member, id, null)).status).toBe(200)
    expect((await world.post(at(id, 'assign'), { to: anna.email })).body.assignedTo).toBe(anna.email)
    for (const to of ['me', 'nobody@example.com', 'a\0@example.com', 'x'.repeat(300), '', 7, undefined])
      expect((await world.post(at(id, 'assign'), { to })).status).toBe(400)
    expect(await read(id)).toMatchObject({ assigned_to: anna.email, status: 'bot' })
  })

  test('[U62] to an account that never signed in is possible, as to everybody who is absent', async () => {
    const email = 'invited@example.com'
    await world.api('POST', '/admins', { body: { email } })
    const id = await made.live!()
    expect((await world.post(at(id, 'assign'), { to: email })).body).toMatchObject({ assignedTo: email })
    expect(await read(id)).toMatchObject({ assigned_to: email, waiting_since: world.clock.now() })
    await world.api('DELETE', `/admins/${email}`)
    expect((await world.post(at(await start(), 'assign'), { to: email })).status).toBe(400)
  })

  test('[U121] ends when the account is deleted, in every status; those whose visitor wrote last wait', async () => {
    const gone = await addPerson(world, 'Gone Agent')
    const ids: Record<string, string> = {}
    for (const [status, begin] of Object.entries(made)) ids[status] = await begin()
    ids.unanswered = await made.live!()
    for (const id of Object.values(ids)) await assign(bert, id, gone.email)
    await gone.post(at(ids.live!, 'reply'), { text: 'Yes. Have a nice evening!' })
    await world.say(ids.unanswered, { text: 'Hello?' })
    await world.api('DELETE', `/admins/${gone.email}`)
    await idle(world)
    for (const [name, id] of Object.entries(ids)) {
      const { waiting_since, ...row } = await read(id)
      expect(row).toMatchObject({ assigned_to: null, assigned_name: null })
      expect([name, waiting_since !== null]).toEqual([name, name === 'unanswered'])
      const events = (await world.emitted(id)).filter(({ type }) => type === 'conversation.assigned')
      expect(events.at(-1)).toMatchObject({ data: { assignedTo: null, name: null, by: 'system' } })
    }
  })

  test('[U103] to an absent person lets a live chat wait at once', async () => {
    const id = await made.live!()
    await anna.leave()
    await assign(bert, id, anna.email)
    expect(await read(id)).toMatchObject({ assigned_to: anna.email, waiting_since: world.clock.now() })
    await anna.post(at(id, 'takeover'))
    expect(await read(id)).toMatchObject({ assigned_to: anna.email, waiting_since: null })
    await bert.open(false)
    await assign(anna, id, bert.email)
    expect(await read(id)).toMatchObject({ assigned_to: bert.email, waiting_since: null })
  })

  test('[U102] to nobody lets a chat wait if the visitor’s last message was not answered', async () => {
    const [answered, open] = [await made.live!(), await made.live!()]
    await bert.post(at(answered, 'reply'), { text: 'Done.' })
    await world.say(open, { text: 'And now?' })
    for (const id of [answered, open]) await assign(bert, id, null)
    expect([(await read(answered)).waiting_since, (await read(open)).waiting_since]).toEqual([null, world.clock.now()])
  })
})

describe('close', () => {
  test.each(['bot', 'live'])('[R74] [U63] of a %s conversation is emitted once', async (status) => {
    const id = await made[status]!()
    const before = (await later(id)).length
    const closed = await anna.post(at(id, 'close'))
    const closedAt = world.clock.now()
    expect([closed.status, closed.body]).toEqual([200, { conversationId: id, status: 'closed', closedAt }])
    world.clock.move(1_000)
    expect((await world.post(at(id, 'close'))).body).toEqual(closed.body)
    const emitted = (await later(id)).slice(before)
    expect(typesOf(emitted)).toEqual(
      status === 'live' ? ['message.sent', 'conversation.closed'] : ['conversation.closed'],
    )
    const wasLive = status === 'live'
    expect(emitted.at(-1).data).toEqual({ conversationId: id, by: anna.email, reason: 'team', wasLive })
    const line = { role: 'system', text: 'The chat was closed. Write again whenever you like.' }
    expect(await last(id)).toMatchObject(wasLive ? line : { role: 'agent' })
    expect(await read(id)).toMatchObject({ status: 'closed', closed_at: closedAt, waiting_since: null })
  })

  test('[R78] [U5] is not final: the visitor writes, and the assistant answers', async () => {
    const id = await made.live!()
    await world.post(at(id, 'close'))
    expect((await world.say(id, { text: 'One more thing' })).body.messages).toMatchObject([{ text: 'All is well.' }])
    expect(await read(id)).toMatchObject({ status: 'bot', closed_at: null, assigned_to: null, assigned_name: null })
  })

  test('[R79] [R80] is different from ending the conversation, which keeps the status', async () => {
    const id = await made.live!()
    for (let count = 0; count < 2; count++) expect((await world.post(at(id, 'end'))).body).toEqual({ id, ended: true })
    expect(await read(id)).toMatchObject({ status: 'live', ended_at: world.clock.now() })
    expect(typesOf(await later(id)).filter((type) => type === 'conversation.ended')).toHaveLength(1)
  })
})

describe('handback', () => {
  test.each(['live', 'closed'])(
    '[R76] [U64] of a %s conversation: the assistant answers the next message',
    async (status) => {
      const id = await made[status]!()
      const reply = await anna.post(at(id, 'handback'))
      expect([reply.status, reply.body]).toEqual([200, { conversationId: id, status: 'bot' }])
      expect((await later(id)).at(-1)).toMatchObject({
        type: 'handover.ended',
        data: { conversationId: id, by: anna.email, outcome: 'handback' },
      })
      expect(await read(id)).toMatchObject({ status: 'bot', assigned_to: null, closed_at: null, waiting_since: null })
      expect((await world.say(id, { text: 'Hello again' })).body.messages).toMatchObject([{ text: 'All is well.' }])
    },
  )

  test('[R77] of a conversation of the assistant is a conflict', async () => {
    const id = await start()
    expect(await anna.post(at(id, 'handback'))).toMatchObject({ status: 409, body: { error: { code: 'conflict' } } })
  })
})

test('[R152] [U103] the status counts people who are present and available, not windows, and live chats', async () => {
  const { sql } = world.services.database
  await sql`update conversations set status = 'closed', waiting_since = null where site = 'demo'`
  await sql`delete from presence`
  const status = async (): Promise<Body> => (await world.api('GET', '/live/status?site=demo', { key: anna.token })).body
  expect(await status()).toMatchObject({
    enabled: true,
    hub: true,
    available: 0,
    live: 0,
    unassigned: 0,
    waiting: 0,
    mine: 0,
  })
  await anna.open()
  await bert.open(false)
  const window = { site: 'demo', email: anna.email, window_id: 'w2', server: 'test', available: true }
  await sql`insert into presence ${sql({ ...window, until: world.clock.now() + 30_000 })}`
  await sql`insert into presence ${sql({ ...window, email: bert.email, until: world.clock.now() })}`
  const [mine, theirs] = [await start(), await made.live!()]
  await anna.post(at(mine, 'takeover'))
  await bert.post(at(theirs, 'assign'), { to: null })
  await world.say(theirs, { text: 'Anybody?' })
  const found = await status()
  expect(found).toMatchObject({ available: 1, live: 2, unassigned: 1, waiting: 1, mine: 1 })
  const agent = (email: string) => found.agents.find((one: Body) => one.email === email)
  expect(agent(anna.email)).toEqual({ email: anna.email, name: 'Anna Adler', available: true })
  expect(agent(bert.email)).toEqual({ email: bert.email, name: 'Bert Brandt', available: false })
  const other = (await world.api('GET', '/live/status?site=other')).body
  expect(other).toMatchObject({ available: 0, live: 0, waiting: 0 })
})

test('tRPC does the same: a chat is taken over, answered, assigned, closed and handed back over one socket', async () => {
  const socket = openSocket(world, { token: anna.token })
  const id = await start()
  const on = (name: string, more: object = {}) =>
    socket.mutation(`conversations.${name}`, { site: 'demo', id, ...more })
  expect(await on('takeover')).toMatchObject({ status: 'live', assignedTo: anna.email })
  expect(await on('reply', { text: 'Hello' })).toMatchObject({ role: 'agent', meta: { agentName: 'Anna' } })
  expect(await on('assign', { to: null })).toMatchObject({ assignedTo: null })
  expect(await on('close')).toMatchObject({ status: 'closed' })
  expect(await on('handback')).toMatchObject({ status: 'bot' })
  await expect(on('handback')).rejects.toThrow('already')
  expect(await socket.query('live.status', { site: 'demo' })).toMatchObject({ enabled: true })
  await socket.close()
})
