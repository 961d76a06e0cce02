import { globSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { envelope, eventId, type StoredEvent } from '../server/core/events.ts'
import {
  type EventEnvelope,
  type EventType,
  events,
  eventTypes,
  isEverywhere,
  personOf,
  publicEvents,
} from '../shared/event.ts'
import { allScopes, covers, type Scope } from '../shared/scope.ts'
import { bookingRoutes } from './support/booking-routes.ts'
import { type ChatWorld, createChatWorld, quietAsUsual } from './support/chat.ts'
import { contactRoutes } from './support/contact-routes.ts'
import { deskRoutes } from './support/desk-routes.ts'
import { lastId } from './support/emit.ts'
import type { EventRoute } from './support/event-route.ts'
import { learnFile } from './support/files.ts'
import { gapRoutes } from './support/gap-routes.ts'
import { idle } from './support/idle.ts'
import { jobRoutes } from './support/job-routes.ts'
import { type Following, openSocket, type Socket } from './support/live.ts'
import { liveRoutes } from './support/live-routes.ts'
import { markFor } from './support/mark-events.ts'
import { modelRoutes } from './support/model-routes.ts'
import { createPage } from './support/page.ts'
import { type Receiver, signatureOf, startReceiver } from './support/receiver.ts'
import { signIn } from './support/sign-in.ts'
import { visitorRoutes } from './support/visitor-routes.ts'
import { webhookRoutes } from './support/webhook-routes.ts'

/** Types of planned features. One that is emitted leaves this list and is tested below. */
const notYet: EventType[] = []

let world: ChatWorld
let receiver: Receiver
let secret: string
const published: EventEnvelope[] = []
let sockets: Socket[] = []
const keys = new Map<string, string>()
const page = createPage(() => world)

beforeAll(async () => {
  receiver = await startReceiver()
  const timings = { ...quietAsUsual, webhookTimeoutSeconds: 120 }
  const file = { ai: { provider: 'ollama', dailyNeurons: 100 }, outbound: { allow: [`127.0.0.1:${receiver.port}`] } }
  const providers = { calendly: 'https://10.0.0.1' }
  world = await createChatWorld({ file: { ...file, providers, timings } })
  await world.set({ security: { limits: { messagesPerIpPerMinute: 1000 } } })
  const { body } = await world.post('/webhooks', { url: receiver.url })
  secret = body.secret
  await world.post(`/webhooks/${body.id}/test`)
  receiver.seen.length = 0
  world.services.events.subscribe((event) => {
    if (event.site === 'demo' && publicEvents.includes(event.type as never)) published.push(envelope(event))
  })
})
afterAll(async () => {
  await world.close()
  await receiver.close()
})
beforeEach(async () => {
  const { sql } = world.services.database
  // Conversations of earlier tests would be completed at any time, so all other due work is done first.
  await sql`delete from queue where type = 'conversation.complete'`
  world.clock.move(60_000)
  await idle(world)
})

/** A key with these scopes, created once. */
async function keyWith(scopes: Scope[]): Promise<string> {
  const name = scopes.join()
  if (!keys.has(name)) keys.set(name, await world.key(scopes, { ratePerMinute: 100_000 }))
  return keys.get(name) as string
}

const started = async () => (await world.start({})).id
const admin = (method: string, path: string, body: unknown = {}) =>
  world.api(method, path, { body: method === 'DELETE' ? undefined : body })
const publish = async () => {
  const baseVersion = (await world.get('/prompt')).body.version
  return String((await world.post('/prompt', { text: 'Be kind.', baseVersion })).body.version)
}
const costing = (tokens: number) => world.says({ text: 'All is well.' }, { done: { input: tokens, output: 0 } })
const ann = { name: 'Ann', email: 'ann@example.com', phone: '+44 20 7946 0000', shoe: '42' }
const form = {
  type: 'form',
  title: 'Your details',
  fields: [{ name: 'email', label: 'Email', type: 'email', required: true }],
}

let accounts = 0
const newAccount = async () => {
  const email = `somebody${++accounts}@example.com`
  await admin('POST', '/admins', { email, password: 'ten letters' })
  return email
}
const session = (path: string, token: string, body: unknown = {}) =>
  fetch(`${world.url}/auth/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  })

const routes: EventRoute[] = [
  { route: 'POST /conversations', emits: ['conversation.started', 'message.sent'], call: () => world.start({}) },
  {
    route: 'POST /conversations with a message and a contact',
    emits: ['conversation.started', 'lead.captured', 'message.received', 'message.sent'],
    call: () => world.start({ message: 'Hello', contact: ann, context: { pageUrl: 'https://demo.example/a' } }),
  },
  {
    route: 'POST /conversations/:id/messages',
    emits: ['message.received', 'message.sent'],
    prepare: started,
    call: (id) => world.say(id, { text: 'Hello' }),
  },
  {
    route: 'POST /conversations/:id/messages with a form’s answers',
    emits: ['lead.captured', 'message.received', 'message.sent'],
    async prepare() {
      const id = await started()
      const shown = `msg_form${id.slice(-4)}`
      await world.services.database.sql`
        insert into messages (id, conversation_id, site, ts, role, type, content)
        values (${shown}, ${id}, 'demo', 1, 'agent', 'form', ${world.services.database.sql.json(form)})`
      return `${id} ${shown}`
    },
    call(given) {
      const [id, shown] = given.split(' ') as [string, string]
      return world.say(id, { action: { id: shown, value: '{"email":"form@example.com"}' } })
    },
  },
  {
    route: 'POST /conversations/:id/end',
    emits: ['conversation.ended'],
    prepare: started,
    call: (id) => world.post(`/conversations/${id}/end`),
  },
  {
    route: 'POST /conversations/:id/end, again',
    emits: [],
    async prepare() {
      const id = await started()
      await world.post(`/conversations/${id}/end`)
      return id
    },
    call: (id) => world.post(`/conversations/${id}/end`),
  },
  {
    route: 'POST /conversations/:id/summary',
    emits: ['conversation.summarized'],
    prepare: started,
    call: (id) => world.post(`/conversations/${id}/summary`),
  },
  { route: 'widget start', emits: ['conversation.started', 'message.sent'], call: () => page.start({}) },
  {
    route: 'widget start with a message and a contact',
    emits: ['conversation.started', 'lead.captured', 'message.received', 'message.sent'],
    call: () => page.start({ message: 'Hello', contact: { email: 'page@example.com' } }),
  },
  {
    route: 'widget message',
    emits: ['message.received', 'message.sent'],
    prepare: async () => JSON.stringify(await page.start({})),
    async call(given) {
      const { id, token } = JSON.parse(given)
      await (await page.send('POST', `/conversations/${id}/messages`, { token, body: { text: 'Hello' } })).text()
    },
  },
  {
    route: 'widget reset',
    emits: ['conversation.ended'],
    prepare: async () => JSON.stringify(await page.start({})),
    async call(given) {
      const { id, token } = JSON.parse(given)
      await page.send('POST', `/conversations/${id}/end`, { token, body: {} })
    },
  },
  ...visitorRoutes(() => world),
  {
    route: 'AI use of most of a day’s budget',
    emits: ['conversation.started', 'message.received', 'budget.warning', 'message.sent'],
    async prepare() {
      world.clock.move(86_400_000)
      costing(8_500)
      return ''
    },
    call: () => world.start(),
  },
  {
    route: 'AI use of a whole day’s budget',
    emits: ['conversation.started', 'message.received', 'budget.warning', 'budget.exhausted', 'message.sent'],
    async prepare() {
      world.clock.move(86_400_000)
      costing(10_000)
      return ''
    },
    call: () => world.start(),
  },
  ...deskRoutes(() => world),
  ...contactRoutes(() => world),
  ...liveRoutes(() => world),
  ...gapRoutes(() => world),
  ...modelRoutes(() => world),
  ...webhookRoutes(() => world),
  ...jobRoutes(() => world),
  ...bookingRoutes(() => world),
  {
    route: 'PUT /settings',
    emits: ['settings.changed'],
    call: () => admin('PUT', '/settings?site=demo', { settings: { botName: 'Robin' } }),
  },
  {
    route: 'POST /prompt',
    emits: ['prompt.changed'],
    prepare: publish,
    call: (version) => admin('POST', '/prompt?site=demo', { text: 'Be kinder.', baseVersion: Number(version) }),
  },
  {
    route: 'POST /prompt on an outdated version',
    emits: [],
    call: () => admin('POST', '/prompt?site=demo', { text: 'Be kind.', baseVersion: 1000 }),
  },
  {
    route: 'POST /prompt/restore',
    emits: ['prompt.changed'],
    prepare: publish,
    call: (given) => {
      const version = Number(given)
      return admin('POST', '/prompt/restore?site=demo', { version, baseVersion: version })
    },
  },
  {
    route: 'POST /knowledge/runs/:id/cancel',
    emits: ['knowledge.crawl.finished'],
    async prepare() {
      await world.services.database.sql`
        insert into crawl_runs (id, site, status, trigger, follows, include, exclude, total, created_at)
        values ('run_at_work', 'demo', 'running', 'api', true, '{}', '{}', 1, 1)`
      return 'run_at_work'
    },
    call: (id) => admin('POST', `/knowledge/runs/${id}/cancel?site=demo`),
  },
  {
    route: 'POST /knowledge/files',
    emits: ['file.changed', 'file.changed', 'knowledge.file.processed'],
    call: () => learnFile(world, { name: 'hours.txt', bytes: 'We open at nine.', query: '?site=demo' }),
  },
  {
    route: 'DELETE /knowledge/files/:id',
    emits: ['file.changed'],
    prepare: async () => (await learnFile(world, { name: 'a.txt', bytes: 'We open.', query: '?site=demo' })).id,
    call: (id) => admin('DELETE', `/knowledge/files/${id}?site=demo`),
  },
  {
    route: 'POST /keys',
    emits: ['key.changed'],
    call: () => admin('POST', '/keys?site=demo', { name: 'x', preset: 'chat' }),
  },
  {
    route: 'DELETE /keys/:id',
    emits: ['key.changed'],
    prepare: () => world.key(['chat']),
    call: (key) => admin('DELETE', `/keys/${key.slice(9, 21)}?site=demo`),
  },
  {
    route: 'DELETE /keys/:id of a key that is not there',
    emits: [],
    call: () => admin('DELETE', '/keys/AAAAAAAAAAAA?site=demo'),
  },
  { route: 'POST /admins', emits: ['account.changed'], call: newAccount },
  {
    route: 'PATCH /admins/:email',
    emits: ['account.changed'],
    prepare: newAccount,
    call: (email) => admin('PATCH', `/admins/${email}?site=demo`, { role: 'member' }),
  },
  {
    route: 'DELETE /admins/:email',
    emits: ['account.changed'],
    prepare: newAccount,
    call: (email) => admin('DELETE', `/admins/${email}?site=demo`),
  },
  {
    route: 'a changed password',
    emits: ['account.changed'],
    prepare: async () => (await signIn(world)).token,
    call: (token) => session('password', token, { password: 'ten letters and more' }),
  },
  {
    route: 'signing out',
    emits: ['account.changed'],
    prepare: async () => (await signIn(world)).token,
    call: (token) => session('sign-out', token),
  },
]

const emitted = new Set(routes.flatMap(({ emits }) => emits))

describe('what is emitted', () => {
  test('is tested here, or belongs to a planned feature', () => {
    expect(notYet.filter((type) => emitted.has(type))).toEqual([])
    const stored = eventTypes.filter((type) => events[type].stored)
    expect([...emitted, ...notYet].sort()).toEqual([...stored].sort())
  })

  test('is what the features’ own source says: none of the planned ones', () => {
    const text = globSync('server/**/*.ts')
      .map((file) => readFileSync(file, 'utf8'))
      .join('\n')
    const named = [...text.matchAll(/\btx\.emit\(\s*'([a-z_.-]+)'/g)].map((match) => match[1])
    expect([...new Set(named)].sort()).toEqual([...emitted].sort())
    // A type that is not a literal where it is emitted would be missed above.
    expect([...text.matchAll(/\btx\.emit\(\s*[^'\s]\S*/g)].map((match) => match[0])).toEqual([])
  })
})

/** Events after an id, as stored in the log. */
const after = async (id: string): Promise<StoredEvent[]> =>
  await world.services.database.sql<StoredEvent[]>`select * from events where seq > ${Number(id.slice(4))} order by seq`

describe.each(routes)('$route', ({ emits, prepare = async () => '', call }) => {
  test(`emits ${emits.join(', ') || 'nothing'}, complete and only to those who may read it`, async () => {
    const given = await prepare()
    const before = await lastId(world)
    await call(given)
    world.says({ text: 'All is well.' })
    const all = await after(before)
    const isLate = (type: EventType) => type === 'webhook.changed' && !emits.includes(type)
    const emitted = all.filter(({ site, type }) => site === 'demo' && !isLate(type))
    expect(emitted.map(({ type }) => type)).toEqual(emits)
    expect(all.filter(({ site }) => site !== 'demo').map(({ type }) => type)).toEqual(emits.filter(isEverywhere))
    for (const { type, data, at } of emitted) {
      expect(events[type].data.parse(data)).toEqual(data)
      expect(at).toEqual(world.clock.now())
    }
    await isSeen(before, emitted)
  })
})

/** Reads the events in every possible way, with each scope alone and with all except it. */
async function isSeen(before: string, emitted: StoredEvent[]): Promise<void> {
  const scopes = [...new Set(emitted.map(({ type }) => events[type].scope))]
  const held = scopes.flatMap((scope) => [[scope], allScopes.filter((one) => !covers([one], scope))])
  const readers: Reader[] = []
  for (const each of held) readers.push(openReader(each, await keyWith(each), before))
  // The last event shows that all before it have arrived.
  const marks = await markFor(world, held)
  for (const [index, reader] of readers.entries()) await isSeenBy(reader, before, emitted, marks[index]!)
  await Promise.all(readers.map(({ socket }) => socket.close()))
  sockets = []
}

type Reader = { held: Scope[]; key: string; socket: Socket; following: Following }

function openReader(held: Scope[], key: string, before: string): Reader {
  const socket = openSocket(world, { token: key })
  sockets.push(socket)
  return { held, key, socket, following: socket.follow({ site: 'demo', lastEventId: before }) }
}

async function isSeenBy({ held, key, following }: Reader, before: string, emitted: StoredEvent[], mark: string) {
  const isTheirs = ({ type, data }: StoredEvent) => covers(held, events[type].scope) && !personOf(type, data)?.alone
  const readable = emitted.filter(isTheirs).map(envelope)
  const open = readable.filter(({ type }) => (publicEvents as string[]).includes(type))
  const last = eventId(emitted.at(-1)!.seq)
  // A jump of the clock can make a delivery late, which changes its endpoint.
  const isLate = (item: { id?: string; type?: string }) =>
    item.type === 'webhook.changed' && !readable.some(({ id }) => id === item.id)
  const upToLast = (item: { id?: string }) => item.id !== undefined && item.id <= last && !isLate(item)
  const { body } = await world.api('GET', `/events?after=${before}&limit=500`, { key })
  expect(body.items.filter(upToLast)).toEqual(open)
  await following.has(({ id }) => id === mark)
  expect(following.items.filter(upToLast)).toEqual(readable)
}

test('a receiver gets every public event of these operations, in order, complete and signed [R411-R442]', async () => {
  await idle(world)
  // A receiver ignores repeats by their id.
  const got = [...new Map(receiver.events().map((event) => [event.id, event])).values()]
  const wanted = published.filter(({ type }) => type !== 'test.ping')
  expect(got.map(({ id }) => id)).toEqual(wanted.map(({ id }) => id))
  // What was erased before its turn came is sent as the log has it by then.
  const now = new Map((await after(eventId(0))).map((event) => [eventId(event.seq), envelope(event)]))
  for (const [place, { id, seen }] of got.entries())
    expect([wanted[place], now.get(id)]).toContainEqual(JSON.parse(seen.body))
  for (const { seen } of got) expect(seen.headers['x-svc-signature']).toBe(signatureOf(seen, secret))
  const missing = publicEvents.filter((type) => !notYet.includes(type) && !got.some((event) => event.type === type))
  expect(missing).toEqual(['test.ping'])
})
