import type { ChatWorld } from './chat.ts'
import type { EventRoute } from './event-route.ts'
import type { Reply } from './world.ts'

type Send = (method: string, path: string, body?: unknown) => Promise<Reply>

/** The operations on webhook endpoints, tools and the email service. */
export function webhookRoutes(world: () => ChatWorld): EventRoute[] {
  const send = (method: string, path: string, body: unknown = {}) =>
    world().api(method, `${path}?site=demo`, { body: method === 'DELETE' ? undefined : body })
  return [
    ...integrationRoutes(world, send),
    ...emailRoutes(world, send),
    ...toolRoutes(world, send),
    ...endpointRoutes(world, send),
  ]
}

function emailRoutes(world: () => ChatWorld, send: Send): EventRoute[] {
  const service = { preset: 'resend', key: 're_x', from: 'desk@example.com', enabled: false }
  const saveEmail = () => send('PUT', '/notifications/email', service)
  return [
    { route: 'PUT /notifications/email', emits: ['email.changed'], call: saveEmail },
    {
      route: 'DELETE /notifications/email',
      emits: ['email.changed'],
      prepare: async () => String((await saveEmail()).status),
      call: () => send('DELETE', '/notifications/email'),
    },
    {
      route: 'POST /notifications/email/test',
      emits: ['email.changed'],
      async prepare() {
        await saveEmail()
        await world().services.database.sql`
          update email_services set url = 'https://10.0.0.1/', last_status = 'ok' where site = 'demo'`
        return ''
      },
      call: () => send('POST', '/notifications/email/test', { to: 'ann@example.com' }),
    },
  ]
}

function integrationRoutes(world: () => ChatWorld, send: Send): EventRoute[] {
  const save = () => send('PUT', '/integrations/calendly', { key: 'eyJ_a_token' })
  return [
    { route: 'PUT /integrations/:kind', emits: ['integration.changed', 'integration.changed'], call: save },
    {
      route: 'POST /integrations/:kind/test',
      emits: ['integration.changed'],
      async prepare() {
        await save()
        await world().services.database.sql`update integrations set status = 'ok' where site = 'demo'`
        return ''
      },
      call: () => send('POST', '/integrations/calendly/test'),
    },
    {
      route: 'DELETE /integrations/:kind',
      emits: ['integration.changed'],
      prepare: async () => String((await save()).status),
      call: () => send('DELETE', '/integrations/calendly'),
    },
  ]
}

function toolRoutes(world: () => ChatWorld, send: Send): EventRoute[] {
  const tool = { name: 'parcel', description: 'A parcel.', url: 'https://api.example/' }
  const prepareTool = async () => {
    const { tools } = (await world().get('/tools')).body as { tools: { id: string }[] }
    for (const { id } of tools) await send('DELETE', `/tools/${id}`)
    return (await send('POST', '/tools', tool)).body.id as string
  }
  return [
    { route: 'POST /tools', emits: ['tool.changed'], call: () => send('POST', '/tools', { ...tool, name: 'letter' }) },
    {
      route: 'PATCH /tools/:id',
      emits: ['tool.changed'],
      prepare: prepareTool,
      call: (id) => send('PATCH', `/tools/${id}`, { description: 'A letter.' }),
    },
    {
      route: 'DELETE /tools/:id',
      emits: ['tool.changed'],
      prepare: prepareTool,
      call: (id) => send('DELETE', `/tools/${id}`),
    },
  ]
}

function endpointRoutes(world: () => ChatWorld, send: Send): EventRoute[] {
  const create = () => send('POST', '/webhooks', { url: 'https://hooks.example/', enabled: false })
  const prepare = async () => {
    const { webhooks } = (await world().get('/webhooks')).body as { webhooks: { id: string; enabled: boolean }[] }
    for (const { id } of webhooks.filter(({ enabled }) => !enabled)) await send('DELETE', `/webhooks/${id}`)
    const id = (await create()).body.id as string
    await world().services.database.sql`update webhooks set url = 'https://10.0.0.1/' where id = ${id}`
    return id
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
