import { type ChatWorld, until } from './chat.ts'
import type { EventRoute } from './event-route.ts'
import { createGate } from './steps.ts'

/** Downloads for the model server. */
export function modelRoutes(world: () => ChatWorld): EventRoute[] {
  const pull = async (): Promise<string> =>
    (await world().api('POST', '/models/pull', { body: { model: 'tiny' } })).body.id
  const isOver = () => until(async () => (await world().api('GET', '/models?site=demo')).body.pull.finishedAt !== null)
  return [
    {
      route: 'POST /models/pull',
      emits: ['model.changed', 'model.changed'],
      async call() {
        await pull()
        await isOver()
      },
    },
    {
      route: 'POST /models/pulls/:id/cancel',
      emits: ['model.changed'],
      async prepare() {
        world().model.hold = createGate()
        return await pull()
      },
      async call(id) {
        await world().api('POST', `/models/pulls/${id}/cancel`, { body: {} })
        world().model.hold?.open()
        world().model.hold = undefined
      },
    },
  ]
}
