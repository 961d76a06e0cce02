import { writeFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createClient, read } from '../support/client.ts'
import { openSocket, patience, type Socket } from '../support/live.ts'
import { type Server, type ServerOptions, startServer } from '../support/server.ts'

const onServer = process.env.TEST_DATABASE === 'server'
const site = 'shop'
const config = { sites: [{ id: site }], ai: { provider: 'none' } }
const preload = new URL('../support/set-clock.ts', import.meta.url)
const opened: Server[] = []
const sockets: Socket[] = []

afterAll(async () => {
  for (const socket of sockets) await socket.close()
  for (const server of opened.toReversed()) await server[Symbol.asyncDispose]()
})

/** A server whose clock is offset by this many milliseconds. */
async function startSet(by: number, env: ServerOptions['env'] = {}) {
  const file = join(await mkdtemp(join(tmpdir(), 'clock-')), 'by')
  const set = (milliseconds: number) => writeFileSync(file, String(milliseconds))
  set(by)
  const server = await startServer({
    config,
    env: { ...env, NODE_OPTIONS: `--import=${preload}`, SET_CLOCK: file },
  })
  opened.push(server)
  return { server, set }
}

/** A visitor of this server who waits for a person, while somebody is available. */
async function waiting(server: Server, waitSeconds: number) {
  const client = createClient(server)
  await client.call('PUT', `/settings?site=${site}`, { body: { settings: { live: { waitSeconds } } } })
  const { body } = await client.post('/admins', { email: 'anna@example.com', name: 'Anna', role: 'admin' })
  const link = JSON.stringify({ token: body.signInLink.split('#')[1] })
  const { token } = (await read(await fetch(`${server.url}/auth/link`, { method: 'POST', body: link }))).body
  const socket = openSocket(server, { token })
  sockets.push(socket)
  const following = socket.follow({ site, window: 'window-of-anna', available: true })
  await expect.poll(() => following.places.length, patience).toBe(1)
  const available = async () => (await client.get(`/live/status?site=${site}`)).body.agents[0]?.available
  await expect.poll(available, patience).toBe(true)
  const chat = (await read(await client.chat('POST', '/conversations', { body: { site } }))).body
  const asked = performance.now()
  const asking = { token: chat.token, body: { site, action: { id: 'person', value: '' } } }
  await client.chat('POST', `/conversations/${chat.id}/messages`, asking)
  const status = async () => (await client.get(`/conversations/${chat.id}`)).body.conversation.status
  expect(await status()).toBe('live')
  return { status, passed: () => performance.now() - asked }
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
const health = async ({ url }: Server) => await read(await fetch(`${url}/healthz`))

if (onServer) {
  test('a server whose clock differs from the database’s serves nobody, expires no waiting visitor, and recovers', async () => {
    const { server: one } = await startSet(0)
    const { databaseUrl, secret, adminKey } = one
    const same = { DATABASE_URL: databaseUrl, SVC_SECRET: secret, ADMIN_API_KEY: adminKey }
    const { server: other, set } = await startSet(120_000, same)
    const refused = await health(other)
    expect(refused.status).toBe(503)
    expect(refused.body).toEqual({ status: 'down', detail: expect.stringMatching(/clock .* 120 s ahead of/) })
    const me = await createClient({ url: other.url, adminKey }).api('GET', '/me')
    expect([me.status, me.headers.get('retry-after')]).toEqual([503, '5'])
    expect((await health(one)).status).toBe(200)
    const { status, passed } = await waiting(one, 12)
    for (const by of [120_000, 600_000, -600_000]) {
      set(by)
      await pause(2_500)
      expect((await health(other)).status).toBe(503)
      expect(await status()).toBe('live')
    }
    set(0)
    await expect.poll(async () => (await health(other)).status, patience).toBe(200)
    await expect.poll(status, { timeout: 30_000 }).toBe('bot')
    expect(passed()).toBeGreaterThan(11_500)
  })
} else {
  test.each([600_000, -600_000])('changing the clock by %d ms affects no waiting visitor', async (by) => {
    const { server, set } = await startSet(0)
    const { status, passed } = await waiting(server, 10)
    set(by)
    await pause(6_000)
    expect(await status()).toBe('live')
    expect((await health(server)).status).toBe(200)
    await expect.poll(status, { timeout: 30_000 }).toBe('bot')
    expect(passed()).toBeGreaterThan(8_500)
    expect(passed()).toBeLessThan(25_000)
  })
}
