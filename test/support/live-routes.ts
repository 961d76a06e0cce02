import { type ChatWorld, until } from './chat.ts'
import type { EventRoute } from './event-route.ts'
import { addPerson, type Person } from './team.ts'

type Tools = ReturnType<typeof toolsOf>

/** The team's actions in live chats, and the events of handover requests. */
export function liveRoutes(world: () => ChatWorld): EventRoute[] {
  const tools = toolsOf(world)
  return [...teamRoutes(tools), ...askRoutes(tools), ...timeRoutes(tools)]
}

function toolsOf(world: () => ChatWorld) {
  let anna: Promise<Person> | undefined
  const started = async () => (await world().start({})).id as string
  const ask = (id: string) => world().say(id, { action: { id: 'person' } })
  const tools = {
    world,
    started,
    ask,
    /** A team member with a dashboard. */
    async person() {
      anna ??= addPerson(world(), 'Anna Adler')
      await (await anna).open()
      return await anna
    },
    post: (id: string, what: string, body: Record<string, unknown> = {}) =>
      world().post(`/conversations/${id}/${what}`, body),
    async waiting() {
      await tools.person()
      const id = await started()
      await ask(id)
      return id
    },
    /** A live chat of the caller. */
    async live() {
      const id = await started()
      await tools.post(id, 'reply', { text: 'Hello' })
      return id
    },
    async close() {
      await (await tools.person()).leave()
    },
    completed: (id: string) => until(async () => (await world().completed(id)).length > 0),
  }
  return tools
}

const teamRoutes = ({ started, live, post, person, completed }: Tools): EventRoute[] => [
  {
    route: 'POST /conversations/:id/reply',
    emits: ['message.sent', 'conversation.changed'],
    prepare: started,
    call: (id) => post(id, 'reply', { text: 'Hello' }),
  },
  {
    route: 'POST /conversations/:id/reply in a chat that somebody has',
    emits: ['message.sent'],
    prepare: live,
    call: (id) => post(id, 'reply', { text: 'Hello again' }),
  },
  {
    route: 'POST /conversations/:id/takeover',
    emits: ['message.sent', 'conversation.assigned'],
    async prepare() {
      await person()
      return await started()
    },
    call: async (id) => (await person()).post(`/conversations/${id}/takeover`),
  },
  {
    route: 'POST /conversations/:id/assign',
    emits: ['conversation.assigned'],
    prepare: live,
    call: (id) => post(id, 'assign', { to: null }),
  },
  {
    route: 'POST /conversations/:id/close',
    emits: ['message.sent', 'conversation.closed', 'conversation.completed'],
    prepare: live,
    async call(id) {
      await post(id, 'close')
      await completed(id)
    },
  },
  {
    route: 'POST /conversations/:id/handback',
    emits: ['message.sent', 'handover.ended'],
    prepare: live,
    call: (id) => post(id, 'handback'),
  },
]

const askRoutes = ({ started, ask, person, close, world }: Tools): EventRoute[] => [
  {
    route: 'asking for a person',
    emits: ['message.received', 'message.sent', 'handover.requested'],
    async prepare() {
      await person()
      return await started()
    },
    call: ask,
  },
  {
    route: 'asking for a person where there is none',
    emits: ['message.received', 'message.sent', 'handover.requested', 'handover.missed'],
    async prepare() {
      await close()
      return await started()
    },
    call: ask,
  },
  {
    route: 'asking to be called',
    emits: ['lead.captured', 'callback.requested', 'message.received', 'message.sent'],
    async prepare() {
      await close()
      const id = await started()
      return `${id} ${(await ask(id)).body.messages[1].id}`
    },
    call(given) {
      const [id, form] = given.split(' ') as [string, string]
      const value = JSON.stringify({ name: 'Ada', phone: '+44 20 7946 0958' })
      return world().say(id, { action: { id: form, value } })
    },
  },
]

const timeRoutes = ({ started, waiting, live, world, post, completed }: Tools): EventRoute[] => {
  const becomes = (id: string, status: string) =>
    until(async () => (await world().get(`/conversations/${id}`)).body.conversation.status === status)
  return [
    {
      route: 'waiting for a person for too long',
      emits: ['handover.missed', 'message.sent'],
      prepare: waiting,
      async call(id) {
        world().clock.move(90_000)
        await becomes(id, 'bot')
      },
    },
    {
      route: 'a snooze that ends',
      emits: ['conversation.unsnoozed'],
      async prepare() {
        const id = await started()
        await post(id, 'snooze', { until: world().clock.now() + 1_000 })
        return id
      },
      async call(id) {
        world().clock.move(1_000)
        await until(async () => (await world().get(`/conversations/${id}`)).body.conversation.snoozed === null)
      },
    },
    {
      route: 'a live chat in which nobody writes',
      emits: ['message.sent', 'conversation.closed', 'conversation.completed'],
      async prepare() {
        // Otherwise, the others would close with it.
        await world().services.database.sql`update conversations set status = 'closed', waiting_since = null`
        const id = await live()
        await post(id, 'assign', { to: null })
        return id
      },
      async call(id) {
        world().clock.move(31 * 60_000)
        await becomes(id, 'closed')
        await completed(id)
      },
    },
    {
      route: 'five quiet minutes',
      emits: ['conversation.completed'],
      prepare: started,
      async call(id) {
        world().clock.move(5 * 60_000)
        await completed(id)
      },
    },
  ]
}
