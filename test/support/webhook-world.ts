import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { type Body, type ChatWorld, createChatWorld } from './chat.ts'
import { idle } from './idle.ts'
import { type Receiver, startReceiver } from './receiver.ts'

export const minute = 60_000

/** A server, a receiver that it may call, and what tests of webhooks do with both. Endpoints are removed after each test. */
export function webhookWorld() {
  let world: ChatWorld
  let receiver: Receiver
  let key: string
  let made: string[] = []
  beforeAll(async () => {
    receiver = await startReceiver()
    world = await createChatWorld({ file: { outbound: { allow: [`127.0.0.1:${receiver.port}`] } } })
    key = await world.key(undefined, { ratePerMinute: 100_000 })
  })
  afterEach(async () => {
    for (const id of made) await world.api('DELETE', `/webhooks/${id}`, { key })
    made = []
    receiver.answers(200)
    await idle(world)
    receiver.seen.length = 0
  })
  afterAll(async () => {
    await world.close()
    await receiver.close()
  })
  return {
    world: () => world,
    receiver: () => receiver,
    async endpoint(more: Record<string, unknown> = {}): Promise<Body> {
      const { body, status } = await world.post('/webhooks', { url: `${receiver.url}/hook`, ...more })
      expect([status, body.id]).toEqual([201, expect.stringMatching(/^wh_/)])
      made.push(body.id)
      return body
    },
    patch: (id: string, body: Body) => world.api('PATCH', `/webhooks/${id}`, { key, body }),
    deliveries: async (id: string, status = 'all') =>
      (await world.get(`/webhooks/${id}/deliveries?status=${status}`)).body.deliveries as Body[],
    lead: async (name: string) => (await world.post('/leads', { name })).body.id as string,
    names: (path?: string) => receiver.events(path).map(({ data }) => data.name),
    rest: () => idle(world),
  }
}
