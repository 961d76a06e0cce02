import type { ChatWorld } from './chat.ts'
import type { EventRoute } from './event-route.ts'

/** The operations on webhook endpoints. */
export function webhookRoutes(world: () => ChatWorld): EventRoute[] {
  const send = (method: string, path: string, body: unknown = {}) =>
    world().api(method, `${path}?site=demo`, { body: method === 'DELETE' ? undefined : body })
  const create = () => send('POST', '/webhooks', { url: 'https://hooks.example/', enabled: false })
  const prepare = async () => {
    const { webhooks } = (await world().get('/webhooks')).body as { webhooks: { id: string; enabled: boolean }[] }
    for (const { id } of webhooks.filter(({ enabled }) => !enabled)) await send('DELETE', `/webhooks/${id}`)
    return (await create()).body.id as string
  }
  return [
    { route: 'POST /webhooks', emits: ['webhook.changed'], call: create },
    {
      route: 'PATCH /webhooks/:id',
      emits: ['webhook.changed'],
      prepare,
      call: (id) => send('PATCH', `/webhooks/${id}`, { description: 'Orders' }),
    },
    {
      route: 'DELETE /webhooks/:id',
      emits: ['webhook.changed'],
      prepare,
      call: (id) => send('DELETE', `/webhooks/${id}`),
    },
    {
      route: 'POST /webhooks/:id/test',
      emits: ['test.ping', 'webhook.changed'],
      prepare,
      call: (id) => send('POST', `/webhooks/${id}/test`),
    },
  ]
}
