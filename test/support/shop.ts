import { expect } from 'vitest'
import { type Client, createClient, type Reply, sse } from './client.ts'
import { type FakeOllama, startFakeOllama } from './fake-ollama.ts'
import type { Seen } from './fake-server.ts'
import { type Server, startServer } from './server.ts'
import type { Step } from './steps.ts'

/** A server in its own process with one site, `shop`, whose replies a scripted model writes. */
export type Shop = Client & {
  server: Server
  /** Can replace one that was closed. */
  ollama: FakeOllama
  /** What the model writes from now on. */
  says(...steps: Step[]): void
  /** Starts a conversation with a streamed response. */
  startStream(body: Record<string, unknown>, signal?: AbortSignal): Promise<Response>
  /** Sends a visitor's message over the API. */
  say(id: string, body: Record<string, unknown>): Promise<Reply>
  close(): Promise<void>
}

/** Visitor limits do not affect tests. */
const limits = { messagesPerSitePerDay: 100_000, messagesPerIpPerMinute: 10_000 }

export async function startShop(): Promise<Shop> {
  const ollama = await startFakeOllama()
  const config = { sites: [{ id: 'shop' }], ai: { provider: 'ollama', concurrency: 8 } }
  const server = await startServer({ env: { OLLAMA_HOST: ollama.url }, config })
  const client = createClient(server)
  await client.call('PUT', '/settings', { body: { settings: { security: { limits } } } })
  const shop: Shop = {
    ...client,
    server,
    ollama,
    says: (...steps) => shop.ollama.script(() => steps),
    startStream: (body, signal) =>
      client.api('POST', '/conversations', { body, headers: sse, ...(signal ? { signal } : {}) }),
    say: (id, body) => client.post(`/conversations/${id}/messages`, body),
    async close() {
      await server[Symbol.asyncDispose]()
      await shop.ollama.close()
    },
  }
  return shop
}

/** Expects that the model server notices immediately that its response is no longer wanted. */
export async function expectLeft(asked: Seen): Promise<void> {
  let isLeft = false
  void asked.left.then(() => {
    isLeft = true
  })
  await expect.poll(() => isLeft, { timeout: 2_000 }).toBe(true)
}
