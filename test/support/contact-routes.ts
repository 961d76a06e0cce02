import { type ChatWorld, until } from './chat.ts'
import type { EventRoute } from './event-route.ts'

/** Changes a contact by a bulk change, and waits for its end. */
const changeInBulk = (world: () => ChatWorld) => async (lead: string) => {
  const { id } = (await world().post('/bulk-changes', { ids: [lead], status: 'won' })).body
  await until(async () => (await world().get(`/bulk-changes/${id}`)).body.status === 'done')
}

/** The team's actions on contacts, tags and attributes. */
export function contactRoutes(world: () => ChatWorld): EventRoute[] {
  let made = 0
  const desk = async (method: string, path: string, body: unknown = {}) =>
    await world().api(method, `${path}?site=demo`, { body: method === 'DELETE' ? undefined : body })
  const add = (path: string, body: unknown) => async () => (await desk('POST', path, body)).body.id as string
  const newTag = () => add('/contact-tags', { name: `Tag ${++made}` })()
  const newLead = () => add('/leads', { email: `contact${++made}@mail.example` })()
  const newAttribute = () => add('/attribute-definitions', { entity: 'contact', key: `key${++made}`, label: 'Key' })()
  return [
    { route: 'POST /leads', emits: ['lead.captured'], call: newLead },
    {
      route: 'POST /leads with an email that is known',
      emits: [],
      prepare: add('/leads', { email: 'known@mail.example' }),
      call: () => desk('POST', '/leads', { email: 'known@mail.example' }),
    },
    {
      route: 'PATCH /leads/:id',
      emits: ['lead.updated'],
      prepare: newLead,
      call: (id) => desk('PATCH', `/leads/${id}`, { status: 'won', attributes: { plan: 'full' }, notes: 'Kind' }),
    },
    {
      route: 'DELETE /leads/:id',
      emits: ['lead.changed'],
      prepare: newLead,
      call: (id) => desk('DELETE', `/leads/${id}`),
    },
    { route: 'POST /bulk-changes', emits: ['lead.updated'], prepare: newLead, call: changeInBulk(world) },
    { route: 'POST /contact-tags', emits: ['contact-tag.changed'], call: newTag },
    {
      route: 'PATCH /contact-tags/:id',
      emits: ['contact-tag.changed'],
      prepare: newTag,
      call: (id) => desk('PATCH', `/contact-tags/${id}`, { name: `Tag ${++made}` }),
    },
    {
      route: 'DELETE /contact-tags/:id',
      emits: ['contact-tag.changed'],
      prepare: newTag,
      call: (id) => desk('DELETE', `/contact-tags/${id}`),
    },
    { route: 'POST /attribute-definitions', emits: ['attribute-definition.changed'], call: newAttribute },
    {
      route: 'PATCH /attribute-definitions/:id',
      emits: ['attribute-definition.changed'],
      prepare: newAttribute,
      call: (id) => desk('PATCH', `/attribute-definitions/${id}`, { label: 'Another' }),
    },
    {
      route: 'DELETE /attribute-definitions/:id',
      emits: ['attribute-definition.changed'],
      prepare: newAttribute,
      call: (id) => desk('DELETE', `/attribute-definitions/${id}`),
    },
  ]
}
