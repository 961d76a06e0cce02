import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, createClient } from '../support/client.ts'
import { type Receiver, startReceiver } from '../support/receiver.ts'
import { type Server, startServer } from '../support/server.ts'

/** Each time, one of two servers is killed in the middle of deliveries. By hand, more: `KILLS=50`. */
const kills = Number(process.env.KILLS ?? 5)
const patience = { timeout: 100_000, interval: 100 }

let receiver: Receiver
let servers: Server[]

beforeAll(async () => {
  receiver = await startReceiver()
  const config = { sites: [{ id: 'shop' }], outbound: { allow: [`127.0.0.1:${receiver.port}`] } }
  const first = await startServer({ database: 'server', config })
  const { databaseUrl, secret, adminKey } = first
  const env = { DATABASE_URL: databaseUrl as string, SVC_SECRET: secret, ADMIN_API_KEY: adminKey }
  servers = [first, await startServer({ env, config })]
}, 120_000)
afterAll(async () => {
  for (const server of servers.toReversed()) await server[Symbol.asyncDispose]()
  await receiver.close()
})

const client = (server: Server): Client => createClient({ url: server.url, adminKey: servers[0]!.adminKey })
const orderOf = (path: string) => {
  const first = new Map<string, string>()
  for (const { id, data } of receiver.events(path)) if (!first.has(id)) first.set(id, String(data.name))
  return { ids: [...first.keys()], names: [...first.values()] }
}

test(
  'no event is lost, none is made up, and each endpoint gets them in order, while servers are killed in deliveries',
  async () => {
    const [first, second] = servers as [Server, Server]
    for (const path of ['/a', '/b'])
      await client(first).post('/webhooks', { url: `${receiver.url}${path}`, events: ['lead.captured'] })
    // A slow receiver, so that kills meet deliveries that are under way.
    receiver.answers(async (_, response) => {
      await pause(randomInt(15))
      response.writeHead(200).end()
    })
    const sent: string[] = []
    const kept: string[] = []
    let isOver = false
    const write = async () => {
      while (!isOver) {
        const name = `Visitor ${sent.length}`
        sent.push(name)
        const { status } = await client(second).post('/leads', { name })
        if (status === 201) kept.push(name)
        await pause(10)
      }
    }
    const writing = write()
    for (let count = 0; count < kills; count++) {
      await pause(300 + randomInt(300))
      await first.kill9()
      await first.restart()
    }
    isOver = true
    await writing
    expect(kept.length).toBeGreaterThan(20)
    for (const path of ['/a', '/b']) {
      await expect.poll(() => orderOf(path).names.length, patience).toBe(kept.length)
      const { ids, names } = orderOf(path)
      expect(names).toEqual(kept)
      expect(ids).toEqual(ids.toSorted())
    }
  },
  60_000 + kills * 10_000,
)
