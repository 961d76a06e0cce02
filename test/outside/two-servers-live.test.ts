import postgres from 'postgres'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { eventsOf, nextEvent } from '../support/chat.ts'
import { type Client, createClient, read, sse } from '../support/client.ts'
import { type FakeOllama, startFakeOllama } from '../support/fake-ollama.ts'
import { type Following, openSocket, patience, type Socket } from '../support/live.ts'
import { type Server, startServer } from '../support/server.ts'

let ollama: FakeOllama
let servers: Server[]
let one: Server
let other: Server
let client: Client
const sockets: Socket[] = []
/** Waits until the people of the killed server disappear: half a minute, during which the other tests run. */
let watching: { lost: Person; socket: Socket; following: Following; since: number }

const live = { waitSeconds: 600 }
const site = 'shop'

beforeAll(async () => {
  ollama = await startFakeOllama()
  const config = { sites: [{ id: site }], ai: { provider: 'ollama', concurrency: 8 } }
  const env = { OLLAMA_HOST: ollama.url }
  const first = await startServer({ env, config })
  const { databaseUrl, secret, adminKey } = first
  const same = { DATABASE_URL: databaseUrl, SVC_SECRET: secret, ADMIN_API_KEY: adminKey }
  const join = () => startServer({ env: { ...env, ...same }, config })
  other = await join()
  servers = [first, other, await join()]
  one = first
  client = createClient(one)
  const limits = { messagesPerIpPerMinute: 1_000 }
  await client.call('PUT', `/settings?site=${site}`, { body: { settings: { live, security: { limits } } } })
}, 120_000)
afterAll(async () => {
  await watching?.socket.close()
  for (const server of servers.toReversed()) await server[Symbol.asyncDispose]()
  await ollama.close()
})
afterEach(async () => {
  for (const socket of sockets.splice(0)) await socket.close()
  ollama.script(() => [{ text: 'All is well.' }])
})

type Person = { email: string; token: string }

let people = 0
/** A new person, also for a retried test. */
async function addPerson(name: string): Promise<Person> {
  const email = `${name.toLowerCase()}-${++people}@example.com`
  const { body } = await client.post('/admins', { email, name, role: 'admin' })
  const link = JSON.stringify({ token: body.signInLink.split('#')[1] })
  const reply = await read(await fetch(`${one.url}/auth/link`, { method: 'POST', body: link }))
  return { email, token: reply.body.token }
}

function open(server: Server, token: string): Socket {
  const socket = openSocket(server, { token })
  sockets.push(socket)
  return socket
}

async function follow(socket: Socket, window?: string): Promise<Following> {
  const following = socket.follow({ site, ...(window ? { window, available: true } : {}) })
  await expect.poll(() => following.places.length, patience).toBe(1)
  return following
}

/** All servers know the admin key of the first. */
const clientOf = ({ url }: Server) => createClient({ url, adminKey: one.adminKey })

async function availableAt(server: Server): Promise<string[]> {
  const { agents } = (await clientOf(server).get(`/live/status?site=${site}`)).body
  return agents.filter((agent: { available: boolean }) => agent.available).map(({ email }: Person) => email)
}

type Chat = { id: string; token: string }
const start = async (on = one): Promise<Chat> =>
  (await read(await clientOf(on).chat('POST', '/conversations', { body: { site } }))).body
const say = async ({ id, token }: Chat, body: object, on = one) =>
  await read(await clientOf(on).chat('POST', `/conversations/${id}/messages`, { token, body: { site, ...body } }))

/** Events about a person. The state sent to a new connection counts as one with the events before it. */
const availabilityOf = (email: string, { items }: Following): boolean[] =>
  items
    .filter(({ type, data }) => type === 'presence.changed' && data.email === email)
    .map(({ data }) => data.available)
    .filter((available, place, all) => available !== all[place - 1])

test('a person at a third server is present at the others until that server is killed', async () => {
  const lost = await addPerson('Lost')
  const socket = openSocket(one, { token: one.adminKey })
  watching = { lost, socket, following: await follow(socket), since: performance.now() }
  const third = servers[2]!
  const hers = openSocket(third, { token: lost.token })
  await follow(hers, 'window-of-lost')
  await expect.poll(() => availabilityOf(lost.email, watching.following), patience).toEqual([true])
  expect(await availableAt(other)).toContain(lost.email)
  await third.kill9()
  await hers.close()
  watching.since = performance.now()
})

test('a visitor’s messages at one server arrive at the other immediately, in order, once', async () => {
  const anna = await addPerson('Anna')
  const dashboard = open(other, anna.token)
  const following = await follow(dashboard, 'window-of-anna')
  const chat = await start()
  await say(chat, { action: { id: 'person', value: '' } })
  await dashboard.mutation('conversations.takeover', { site, id: chat.id })
  const written = Array.from({ length: 20 }, (_, count) => `Line ${count}`)
  const delays: number[] = []
  for (const text of written) {
    await say(chat, { text })
    const sent = performance.now()
    await following.has(({ type, data }) => type === 'message.received' && data.text === text)
    delays.push(performance.now() - sent)
  }
  const seen = following.items.filter(
    ({ type, data }) => type === 'message.received' && data.conversationId === chat.id,
  )
  expect(seen.map(({ data }) => data.text).filter((text) => text.startsWith('Line'))).toEqual(written)
  // Typically a few milliseconds. The margin is for a machine that is busy with other tests.
  expect(delays.sort((a, b) => a - b)[10]).toBeLessThan(500)
})

test('typing, viewing and availability at one server arrive at the other, once', async () => {
  const [ben, cleo] = [await addPerson('Ben'), await addPerson('Cleo')]
  const watching = await follow(open(other, cleo.token))
  const dashboard = open(one, ben.token)
  await follow(dashboard, 'window-of-ben')
  await watching.has(({ type, data }) => type === 'presence.changed' && data.email === ben.email)
  expect(await availableAt(other)).toContain(ben.email)
  const chat = await start()
  await dashboard.mutation('presence.view', { site, id: chat.id, window: 'window-of-ben', viewing: true })
  await dashboard.mutation('presence.type', { site, id: chat.id, typing: true })
  const { data } = await watching.has(({ type, data }) => type === 'viewers.changed' && data.conversationId === chat.id)
  expect(data).toEqual({ conversationId: chat.id, viewers: [{ email: ben.email, name: 'Ben' }] })
  await watching.has(({ type, data }) => type === 'typing.changed' && data.who === 'team' && data.typing)
  // A second choice in another window, at the other server: he stays available until the last one is away.
  const second = open(other, ben.token)
  await follow(second, 'another-of-ben')
  // It is stored shortly after its subscription began. Without it, he would be away for a moment.
  const sql = postgres(one.databaseUrl as string, { max: 1 })
  await expect.poll(() => sql`select from presence where email = ${ben.email} and server <> ''`).toHaveLength(2)
  await sql.end()
  await dashboard.mutation('presence.set', { site, window: 'window-of-ben', available: false })
  await second.mutation('presence.set', { site, window: 'another-of-ben', available: false })
  await watching.has(({ type, data }) => type === 'presence.changed' && data.email === ben.email && !data.available)
  expect(availabilityOf(ben.email, watching)).toEqual([true, false])
})

test('[U101] a takeover at one server stops the reply that the other writes, and both show the assignee', async () => {
  const dora = await addPerson('Dora')
  const [here, there] = [await follow(open(one, dora.token)), await follow(open(other, dora.token))]
  const chat = await start()
  ollama.script(() => [{ text: 'Half of ' }, { hang: true }])
  const body = { site, text: 'Tell me everything.' }
  const sent = { token: chat.token, body, headers: sse }
  const events = eventsOf(await clientOf(one).chat('POST', `/conversations/${chat.id}/messages`, sent))
  await nextEvent(events, 'delta')
  const taken = await open(other, dora.token).mutation('conversations.takeover', { site, id: chat.id })
  expect(taken).toMatchObject({ status: 'live', assignedTo: dora.email })
  const { messages } = (await nextEvent(events, 'done')).data
  expect(messages[0]).toMatchObject({ text: 'Half of', meta: { interrupted: true } })
  for (const following of [here, there])
    await following.has(({ type, data }) => type === 'conversation.assigned' && data.assignedTo === dora.email)
  const stored = await clientOf(other).stored(chat.id)
  expect(stored.at(-1)).toMatchObject({ role: 'system', text: expect.stringContaining('Dora') })
})

test('[threat 7] of simultaneous takeovers at both servers one succeeds, and the others see who', async () => {
  const people = await Promise.all(['Eve', 'Fay'].map(addPerson))
  const chat = await start()
  await say(chat, { action: { id: 'person', value: '' } })
  const takers = Array.from({ length: 16 }, (_, place) => {
    const server = place % 2 === 0 ? one : other
    const { email, token } = people[place % 2] as Person
    const headers = { authorization: `Bearer ${token}` }
    const url = `${server.url}/api/v1/conversations/${chat.id}/takeover`
    return fetch(url, { method: 'POST', headers, body: JSON.stringify({ site }) }).then(async (response) => ({
      email,
      ...(await read(response)),
    }))
  })
  const replies = await Promise.all(takers)
  const winners = new Set(replies.filter(({ status }) => status === 200).map(({ email }) => email))
  expect(winners.size).toBe(1)
  const [winner] = winners
  for (const { email, status, body } of replies)
    expect([status, body.assignedTo]).toEqual(email === winner ? [200, winner] : [409, winner])
})

test('[U103] people at a killed server disappear when their leases expire', async () => {
  const late = { timeout: 50_000, interval: 50 }
  const { email } = watching.lost
  await expect.poll(() => availabilityOf(email, watching.following), late).toEqual([true, false])
  expect(performance.now() - watching.since).toBeGreaterThan(15_000)
  for (const server of [one, other]) expect(await availableAt(server)).not.toContain(email)
  // The watching connection was never interrupted.
  expect(watching.following.places).toHaveLength(1)
}, 60_000)
