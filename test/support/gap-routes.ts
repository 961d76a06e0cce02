import type { ChatWorld } from './chat.ts'
import type { EventRoute } from './event-route.ts'

/** Actions on questions that the knowledge does not cover. */
export function gapRoutes(world: () => ChatWorld): EventRoute[] {
  let made = 0
  const asked = async () => {
    const question = `Do you rent out ${['tandems', 'kayaks', 'unicycles', 'trailers', 'scooters'][made++ % 5]}?`
    world().says({ text: 'I do not know.' }, { tool: 'note_unanswered', arguments: { question } })
    const { id } = await world().start({ message: question })
    world().says({ text: 'All is well.' })
    const [gap] = await world().services.database.sql`select gap from gap_askings where conversation_id = ${id}`
    return { id, gap: gap?.gap as string }
  }
  const call = (method: string, path: string, body?: unknown) => world().api(method, `${path}?site=demo`, { body })
  return [
    {
      route: 'a question that the model notes as unanswered',
      emits: ['conversation.started', 'message.received', 'knowledge.gap', 'message.sent'],
      call: asked,
    },
    {
      route: 'POST /knowledge/gaps/:id/answer',
      emits: ['gap.changed'],
      prepare: async () => (await asked()).gap,
      call: (id) => call('POST', `/knowledge/gaps/${id}/answer`, { answer: 'No.' }),
    },
    {
      route: 'PATCH /knowledge/gaps/:id',
      emits: ['gap.changed'],
      prepare: async () => (await asked()).gap,
      call: (id) => call('PATCH', `/knowledge/gaps/${id}`, { status: 'dismissed' }),
    },
    {
      route: 'PATCH /knowledge/gaps/:id to what it is',
      emits: [],
      prepare: async () => (await asked()).gap,
      call: (id) => call('PATCH', `/knowledge/gaps/${id}`, { status: 'open' }),
    },
    {
      route: 'DELETE /conversations/:id in which a gap was asked',
      emits: ['gap.changed', 'conversation.changed'],
      prepare: async () => (await asked()).id,
      call: (id) => call('DELETE', `/conversations/${id}`),
    },
  ]
}
