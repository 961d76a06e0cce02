import { expect } from 'vitest'
import { enqueue } from '../../server/core/queue.ts'
import { embedTask } from '../../server/features/knowledge/embedding/tasks.ts'
import { type FakeOllama, startFakeOllama } from './fake-ollama.ts'
import { patience } from './live.ts'
import { createWorld, type World, type WorldOptions } from './world.ts'

/** A server whose passages an Ollama server embeds. */
export type EmbeddingWorld = World & {
  ollama: FakeOllama
  save(title: string, content: string): Promise<string>
  search(query: string, more?: Record<string, unknown>): Promise<Found>
  /** The number of passages with a vector. */
  embedded(): Promise<number>
  /** Waits until every passage has one. */
  isEmbedded(): Promise<void>
  /** Runs the task again, as after a restart. */
  refresh(): Promise<void>
  /** Waits until no task of this kind is due or running. */
  isQuiet(): Promise<void>
}

// biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects, and fails where it is not there
type Found = any

export async function createEmbeddingWorld(
  ai: Record<string, unknown> = {},
  options: WorldOptions = {},
): Promise<EmbeddingWorld> {
  const ollama = await startFakeOllama()
  const world = await createWorld({
    ...options,
    file: { ai: { provider: 'ollama', baseUrl: ollama.url, ...ai } },
  })
  const { sql } = world.services.database
  const embedded = async () => (await sql<[{ count: number }]>`select count(*)::int as count from vectors`)[0].count
  return {
    ...world,
    ollama,
    embedded,
    async save(title, content) {
      const { body } = await world.api('POST', '/knowledge/manual?site=demo', { body: { title, content } })
      return body.id
    },
    async search(query, more = {}) {
      const { status, body } = await world.api('POST', '/knowledge/search?site=demo', { body: { query, ...more } })
      expect(status).toBe(200)
      return body
    },
    async isEmbedded() {
      const [{ count }] = await sql<[{ count: number }]>`select count(*)::int as count from passages`
      await expect.poll(embedded, patience).toBe(count)
    },
    async refresh() {
      await enqueue(sql, { type: embedTask.type, site: 'demo', name: 'next', data: {}, at: world.clock.now() })
      world.services.queue.wake()
    },
    async isQuiet() {
      const due = async () =>
        (
          await sql<[{ count: number }]>`
            select count(*)::int as count from queue
            where type = ${embedTask.type} and (run_at <= ${world.clock.now()} or lease_holds(lease))`
        )[0].count
      await expect.poll(due, patience).toBe(0)
    },
    async close() {
      await world.close()
      await ollama.close()
    },
  }
}
