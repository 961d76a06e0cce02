import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { type Body, type ChatWorld, createChatWorld } from './chat.ts'
import { idle } from './idle.ts'
import { type Receiver, startReceiver } from './receiver.ts'

export const order = {
  name: 'order_lookup',
  description: 'Looks up an order by its number.',
  parameters: [{ name: 'number', description: 'The number of the order.', required: true }],
}

/** A server, a shop whose API its tools may call, and what tests of tools do with both. Tools are removed after each test. */
export function toolWorld(options: { prompt?: string; ai?: () => Promise<Record<string, unknown>> } = {}) {
  let world: ChatWorld
  let shop: Receiver
  let key: string
  const publish = async (text: string) => {
    const baseVersion = (await world.get('/prompt')).body.version
    expect((await world.post('/prompt', { text, baseVersion })).status).toBe(200)
  }
  beforeAll(async () => {
    shop = await startReceiver()
    const ai = await options.ai?.()
    world = await createChatWorld({
      file: { outbound: { allow: [`127.0.0.1:${shop.port}`] }, ...(ai && { ai }) },
    })
    key = await world.key(undefined, { ratePerMinute: 100_000 })
    if (options.prompt !== undefined) await publish(options.prompt)
  })
  afterEach(async () => {
    await idle(world)
    for (const { id } of (await world.get('/tools')).body.tools) await world.api('DELETE', `/tools/${id}`, { key })
    shop.answers(200)
    shop.seen.length = 0
  })
  afterAll(async () => {
    await world.close()
    await shop.close()
  })
  return {
    world: () => world,
    shop: () => shop,
    key: () => key,
    publish,
    async tool(more: Record<string, unknown> = {}): Promise<Body> {
      const url = `${shop.url}/orders/{{args.number}}`
      const { body, status } = await world.post('/tools', { ...order, url, ...more })
      expect([status, body.id, body.error]).toEqual([201, expect.stringMatching(/^tool_/), undefined])
      return body
    },
    patch: (id: string, body: Body) => world.api('PATCH', `/tools/${id}`, { key, body }),
    /** What the shop answers from now on. */
    answers: (body: unknown, status = 200) =>
      shop.answers(
        (_, response) => void response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body)),
      ),
    /** A visitor asks, and what came of it. */
    async ask(message = 'Where is my order 4711?') {
      const { id, messages } = await world.start({ message })
      const conversation = (await world.get(`/conversations/${id}`)).body
      const reply = conversation.messages.find(({ role }: Body) => role === 'agent')
      const trace = (await world.get(`/messages/${reply.id}/trace`)).body
      const text = messages.map(({ text }: Body) => text).join('\n')
      return { id, text, trace, data: conversation.conversation.data }
    },
  }
}
