import type { ChatWorld } from './chat.ts'
import type { EventRoute } from './event-route.ts'
import { signIn } from './sign-in.ts'

type Tools = ReturnType<typeof toolsOf>

/** The team's actions besides conversations. */
export function deskRoutes(world: () => ChatWorld): EventRoute[] {
  const tools = toolsOf(world)
  return [
    ...conversationRoutes(tools),
    ...recordRoutes(tools),
    ...noteRoutes(tools),
    ...labelRoutes(tools),
    ...ownRoutes(tools),
  ]
}

function toolsOf(world: () => ChatWorld) {
  let made = 0
  const desk = async (method: string, path: string, body: unknown = {}) =>
    await world().api(method, `${path}?site=demo`, { body: ['GET', 'DELETE'].includes(method) ? undefined : body })
  const started = async () => (await world().start({})).id as string
  return {
    world,
    desk,
    started,
    newLabel: async () => (await desk('POST', '/labels', { name: `Label ${++made}` })).body.id as string,
    newNote: async () =>
      (await desk('POST', `/conversations/${await started()}/notes`, { text: 'A' })).body.id as string,
  }
}

const conversationRoutes = ({ desk, started }: Tools): EventRoute[] => [
  {
    route: 'PATCH /conversations/:id',
    emits: ['conversation.changed'],
    prepare: started,
    call: (id) => desk('PATCH', `/conversations/${id}`, { attributes: { plan: 'basic' } }),
  },
  {
    route: 'PATCH /conversations/:id as spam',
    emits: ['conversation.closed', 'conversation.changed'],
    prepare: started,
    call: (id) => desk('PATCH', `/conversations/${id}`, { spam: true }),
  },
  {
    route: 'DELETE /conversations/:id',
    emits: ['conversation.changed'],
    prepare: started,
    call: (id) => desk('DELETE', `/conversations/${id}`),
  },
]

const recordRoutes = ({ desk, started, world }: Tools): EventRoute[] => [
  {
    route: 'POST /conversations/:id/block',
    emits: ['settings.changed', 'conversation.closed', 'conversation.changed'],
    async prepare() {
      const id = await started()
      await world().services.database.sql`
        update conversations set channel = 'widget', address = '203.0.113.9' where id = ${id}`
      return id
    },
    call: (id) => desk('POST', `/conversations/${id}/block`, { blocked: true }),
  },
  {
    route: 'PATCH /callbacks/:id',
    emits: ['callback.updated'],
    async prepare() {
      const id = await started()
      await world().services.database.sql`
        insert into callbacks (id, site, conversation_id, requested_at) values (${`cb_${id}`}, 'demo', ${id}, 1)`
      return `cb_${id}`
    },
    call: (id) => desk('PATCH', `/callbacks/${id}`, { status: 'done', note: 'Called.' }),
  },
]

const noteRoutes = ({ desk, started, newNote, world }: Tools): EventRoute[] => [
  {
    route: 'POST /conversations/:id/notes',
    emits: ['note.changed'],
    prepare: started,
    call: (id) => desk('POST', `/conversations/${id}/notes`, { text: 'Careful' }),
  },
  {
    route: 'PATCH /notes/:id',
    emits: ['note.changed'],
    prepare: newNote,
    call: (id) => desk('PATCH', `/notes/${id}`, { text: 'Careful now' }),
  },
  {
    route: 'DELETE /notes/:id',
    emits: ['note.changed'],
    prepare: newNote,
    call: (id) => desk('DELETE', `/notes/${id}`),
  },
  {
    route: 'POST /leads/:id/notes',
    emits: ['note.changed'],
    async prepare() {
      const { id } = await world().start({ message: 'Hello', contact: { name: 'Bea' } })
      return (await desk('GET', `/conversations/${id}`)).body.lead.id
    },
    call: (id) => desk('POST', `/leads/${id}/notes`, { text: 'Careful' }),
  },
]

const labelRoutes = ({ desk, newLabel }: Tools): EventRoute[] => [
  { route: 'POST /labels', emits: ['label.changed'], call: () => desk('POST', '/labels', { name: 'Urgent' }) },
  {
    route: 'PATCH /labels/:id',
    emits: ['label.changed'],
    prepare: newLabel,
    call: (id) => desk('PATCH', `/labels/${id}`, { ai: false }),
  },
  {
    route: 'DELETE /labels/:id',
    emits: ['label.changed'],
    prepare: newLabel,
    call: (id) => desk('DELETE', `/labels/${id}`),
  },
]

const ownRoutes = ({ desk, started, world }: Tools): EventRoute[] => [
  {
    route: 'PUT /knowledge/facts',
    emits: ['facts.changed'],
    call: () => desk('PUT', '/knowledge/facts', { facts: { phones: ['01632 960417'] } }),
  },
  {
    route: 'POST /views',
    emits: ['view.changed'],
    call: () => desk('POST', '/views', { name: 'Bikes', query: 'q=bike' }),
  },
  {
    route: 'POST /canned-replies',
    emits: ['canned-reply.changed'],
    call: () => desk('POST', '/canned-replies', { shortcut: 'hours', text: 'We open at nine.' }),
  },
  {
    route: 'PUT /conversations/:id/read',
    emits: ['read.changed'],
    async prepare() {
      const { token } = await signIn(world())
      const id = await started()
      return JSON.stringify({ token, id, messageId: (await world().stored(id)).at(-1).id })
    },
    call(given) {
      const { token: key, id, messageId } = JSON.parse(given)
      return world().api('PUT', `/conversations/${id}/read?site=demo`, { key, body: { messageId } })
    },
  },
]
