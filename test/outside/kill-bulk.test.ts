import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, createClient } from '../support/client.ts'
import { suspend } from '../support/reader-process.ts'
import { type Server, startServer } from '../support/server.ts'

// Two servers share a Postgres. The embedded database has one process.
const isShared = process.env.TEST_DATABASE === 'server'
/** A server that is silent for five seconds counts as dead. A busy machine takes its time. */
const within = { timeout: 60_000, interval: 20 }
const count = 800

const config = { sites: [{ id: 'shop' }], ai: { provider: 'none' } }

let first: Server
let left: Server
let key: string

beforeAll(async () => {
  first = await startServer({ config })
  left = first
  const unhurried = { name: 'bulk', preset: 'full', ratePerMinute: 100_000 }
  key = (await createClient(first).post('/keys', unhurried)).body.key
}, 120_000)
afterAll(async () => {
  if (left !== first) await left[Symbol.asyncDispose]()
  await first[Symbol.asyncDispose]()
})

const client = (server: Server): Client => createClient({ url: server.url, adminKey: key })

/** Kills the server in the middle of its work. Another, or the same anew, goes on. */
async function kill(): Promise<void> {
  if (!isShared) {
    await first.kill9()
    await first.restart()
    return
  }
  // Suspended, so that it does not finish before the other one has started.
  await suspend(first.pid)
  const { databaseUrl, secret, adminKey } = first
  left = await startServer({ env: { DATABASE_URL: databaseUrl, SVC_SECRET: secret, ADMIN_API_KEY: adminKey }, config })
  await first.kill9()
}

async function addContacts(to: Client): Promise<string[]> {
  const ids: string[] = []
  const add = async () => {
    while (ids.length < count) {
      const at = ids.push('') - 1
      ids[at] = (await to.post('/leads', { name: `Contact ${at}` })).body.id
    }
  }
  await Promise.all(Array.from({ length: 10 }, add))
  return ids
}

/** All items of a list, page by page. */
async function readAll<Item>(from: Client, path: string, name: 'after' | 'before'): Promise<Item[]> {
  const items: Item[] = []
  for (let next: string | null = ''; next !== null; ) {
    const { body } = await from.get(`${path}?limit=200${next && `&${name}=${encodeURIComponent(next)}`}`)
    items.push(...body.items)
    next = body.items.length > 0 ? body.next : null
  }
  return items
}

test('continues a bulk change whose server is killed, and changes, publishes and audits each contact once', async () => {
  const ids = await addContacts(client(first))
  const { id } = (await client(first).post('/bulk-changes', { ids, status: 'won' })).body
  const read = async (server: Server) => (await client(server).get(`/bulk-changes/${id}`)).body
  await expect.poll(async () => (await read(first)).done, within).toBeGreaterThan(50)
  await kill()
  expect((await read(left)).done).toBeLessThan(count)
  await expect.poll(async () => (await read(left)).status, within).toBe('done')
  expect(await read(left)).toMatchObject({ total: count, done: count, failed: 0, undoable: count })
  const events = await readAll<{ type: string; data: { leadId: string } }>(client(left), '/events', 'after')
  const told = events.filter(({ type }) => type === 'lead.updated').map(({ data }) => data.leadId)
  expect(told.toSorted()).toEqual(ids.toSorted())
  const audit = await readAll<{ action: string; target: string }>(client(left), '/audit', 'before')
  const audited = audit.filter(({ action }) => action === 'PATCH /leads/:id').map(({ target }) => target)
  expect(audited.toSorted()).toEqual(ids.toSorted())
}, 180_000)
