import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, createClient } from '../support/client.ts'
import { type FakeOllama, type OllamaChat, startFakeOllama } from '../support/fake-ollama.ts'
import { type Server, startServer } from '../support/server.ts'
import type { Steps } from '../support/steps.ts'

// Two servers share a Postgres. The embedded database has one process, so the tests run with a single server.
const isShared = process.env.TEST_DATABASE === 'server'

let ollama: FakeOllama
let servers: Server[]
let label: string

const quiet = 4_000
/** The admin key is limited to 600 requests a minute, and a busy machine is slow. */
const patience = { timeout: 60_000, interval: 250 }
const timings = { completeAfterMinutes: quiet / 60_000 }
const notes = {
  summary: 'The visitor asked what a tube costs.',
  intent: 'Price of a tube',
  sentiment: 'neutral',
  leadQuality: 'none',
  outcome: 'answered',
  topics: ['tubes'],
  unanswered: [],
  followUp: null,
  lead: null,
  labels: ['Prices'],
}

const isSummary = ({ format, messages }: OllamaChat) =>
  format !== undefined && messages[0]?.content.includes('You take notes') === true
const summarize = (steps: () => Steps) =>
  ollama.script((chat) => (isSummary(chat) ? steps() : [{ text: 'A tube is £6.' }]))
const written = () => [{ text: JSON.stringify(notes) }]
/** The number of requests for a summary to the model. */
const asked = () => ollama.seen.filter(({ path, json }) => path === '/api/chat' && isSummary(json as OllamaChat)).length

beforeAll(async () => {
  ollama = await startFakeOllama()
  const env = { OLLAMA_HOST: ollama.url }
  const config = { sites: [{ id: 'shop' }], ai: { provider: 'ollama' }, timings }
  const first = await startServer({ env, config })
  const { databaseUrl, secret, adminKey } = first
  const same = { DATABASE_URL: databaseUrl, SVC_SECRET: secret, ADMIN_API_KEY: adminKey }
  servers = isShared ? [first, await startServer({ env: { ...env, ...same }, config })] : [first]
  label = (await client().post('/labels', { name: 'Prices', ai: true })).body.id
}, 120_000)
afterAll(async () => {
  for (const server of servers.toReversed()) await server[Symbol.asyncDispose]()
  await ollama.close()
})

/** A client of a running server: all of them know the admin key of the first. */
const client = (server = servers[0]!): Client => createClient({ url: server.url, adminKey: servers[0]!.adminKey })
const start = async () => (await client().post('/conversations', { message: 'What is a tube?' })).body.id as string

async function completions(id: string, on = servers[0]): Promise<number> {
  const { items } = (await client(on).get('/events?limit=500')).body
  return items.filter(
    (event: { type: string; data: { conversationId: string } }) =>
      event.type === 'conversation.completed' && event.data.conversationId === id,
  ).length
}

/** Nothing is left to do, and everything was done once. */
async function expectOnce(id: string, on = servers[0]): Promise<void> {
  await expect.poll(() => completions(id, on), patience).toBe(1)
  const { conversation } = (await client(on).get(`/conversations/${id}`)).body
  expect(conversation).toMatchObject({ summary: notes.summary })
  const { labels } = (await client(on).get(`/conversations/${id}`)).body
  expect(labels.map((one: { id: string }) => one.id)).toEqual([label])
}

test('[R81] a completion that was interrupted by a kill, or due while no server ran, runs once, with one summary', async () => {
  summarize(written)
  const orphan = await start()
  await servers[0]!.kill9()
  if (!isShared) await servers[0]!.restart()
  const left = servers.at(-1)
  await expectOnce(orphan, left)
  expect(asked()).toBe(1)

  if (isShared) await servers[0]!.restart()
  const due = await Promise.all([start(), start(), start()])
  const begun = performance.now()
  for (const server of servers) await server.kill9()
  await expect.poll(() => performance.now() - begun, { timeout: 60_000 }).toBeGreaterThan(quiet)
  await Promise.all(servers.map((server) => server.restart()))
  for (const id of due) await expectOnce(id)
  expect(asked()).toBe(4)
}, 120_000)

test('[R81] [R82] if a server is killed while it writes the summary, another one completes it once', async () => {
  summarize(() => [{ hang: true }])
  const before = asked()
  const id = await start()
  await expect.poll(asked, patience).toBe(before + 1)
  // Either of them may have it, so both are killed.
  for (const server of servers) await server.kill9()
  summarize(written)
  await Promise.all(servers.map((server) => server.restart()))
  await expectOnce(id)
  expect(asked()).toBe(before + 2)
}, 120_000)
