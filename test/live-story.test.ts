import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Body, type ChatWorld, createChatWorld, eventsOf, nextEvent } from './support/chat.ts'
import { openSocket, type Socket } from './support/live.ts'
import { at, createPage, sse } from './support/page.ts'
import { addPerson, type Person } from './support/team.ts'

let world: ChatWorld
let anna: Person
let bert: Person
const dashboards: Socket[] = []
const { send, read, start, history, follow } = createPage(() => world)

beforeAll(async () => {
  world = await createChatWorld()
  anna = await addPerson(world, 'Anna Adler')
  bert = await addPerson(world, 'Bert Brandt', 'member')
  for (const person of [anna, bert]) await person.open()
})
afterAll(async () => {
  for (const dashboard of dashboards) await dashboard.close()
  await world.close()
})

/** A dashboard: the events of this chat, and its actions. */
function openDashboard({ token }: Person, chat: string) {
  const socket = openSocket(world, { token })
  dashboards.push(socket)
  const following = socket.follow({ site: 'demo' })
  return {
    started: following.started,
    does: (name: string, more: object = {}) =>
      socket.mutation(`conversations.${name}`, { site: 'demo', id: chat, ...more }) as Promise<Body>,
    sees: (type: string, fits: (data: Body) => boolean = () => true) =>
      following.has((item) => item.type === type && item.data.conversationId === chat && fits(item.data)),
  }
}

type Scene = Awaited<ReturnType<typeof openScene>>

/** A chat on a page with its events, and the dashboards of two people. */
async function openScene() {
  const chat = await start({})
  const [annas, berts] = [openDashboard(anna, chat.id), openDashboard(bert, chat.id)]
  await Promise.all([annas.started, berts.started])
  const followFrom = async (id: string) => eventsOf(await follow(chat, { 'last-event-id': id }))
  let events = await followFrom((await history(chat)).lastEventId)
  return {
    ...chat,
    chat,
    annas,
    berts,
    say: async (body: object) => await read(await send('POST', at(chat.id, 'messages'), { token: chat.token, body })),
    /** The next event of the log; ephemeral ones have no id. */
    async next(): Promise<Body> {
      for (;;) {
        const { value } = await events.next()
        // Read marks arrive in between; the story is about messages.
        if (value.id !== undefined && value.event !== 'message.changed') return value
      }
    },
    loseConnection: () => events.return(undefined),
    async connect(lastEventId: string) {
      events = await followFrom(lastEventId)
    },
  }
}

test('a visitor asks for a person, one of two takes the chat, they talk through a lost connection, and the assistant continues', async () => {
  const scene = await openScene()
  await isAskedFor(scene)
  await isTaken(scene)
  const answer = await areTalking(scene)
  await missNothing(scene, answer)
  await isHandedBack(scene)
  await scene.loseConnection()
})

/** The visitor asks over a stream and reads the outcome; both dashboards are notified. */
async function isAskedFor({ id, token, chat, annas, berts, next }: Scene): Promise<void> {
  const body = { action: { id: 'person', label: 'A person' } }
  const asked = eventsOf(await send('POST', at(id, 'messages'), { token, headers: sse, body }))
  const done = await nextEvent(asked, 'done')
  expect(done.data.messages).toMatchObject([{ role: 'agent', text: expect.stringMatching(/^I’ve asked the team/) }])
  for (const dashboard of [annas, berts]) await dashboard.sees('handover.requested')
  expect((await history(chat)).status).toBe('live')
  expect(await next()).toMatchObject({ event: 'message.sent', data: { messages: done.data.messages } })
  expect(await next()).toMatchObject({ event: 'handover.requested', data: { conversationId: id } })
}

/** Bert takes it over. Anna sees that, and learns who has it when she tries. */
async function isTaken({ id, annas, berts, next }: Scene): Promise<void> {
  expect(await berts.does('takeover', { assignedTo: null })).toMatchObject({ assignedTo: bert.email })
  await annas.sees('conversation.assigned', ({ assignedTo }) => assignedTo === bert.email)
  await expect(annas.does('takeover', { assignedTo: null })).rejects.toThrow('Bert Brandt has taken')
  const joined = await next()
  expect(joined.data.messages).toMatchObject([{ role: 'system', type: 'notice', text: 'Bert joined the chat.' }])
  const assigned = await next()
  expect(assigned).toMatchObject({ event: 'conversation.assigned', id: expect.stringMatching(/^evt_/) })
  expect(assigned.data).toEqual({ conversationId: id })
}

/** They talk, and the visitor sees only what visitors may see of Bert. Returns his message as received. */
async function areTalking({ id, berts, next, say }: Scene): Promise<Body> {
  await berts.does('reply', { text: 'Hello, how can I help?' })
  const answer = await next()
  const message = expect.objectContaining({ text: 'Hello, how can I help?', meta: { human: true, agentName: 'Bert' } })
  expect(answer.data).toEqual({ conversationId: id, messages: [message] })
  expect(JSON.stringify(answer)).not.toMatch(/Brandt|example\.com/)
  expect(await say({ text: 'My bike squeaks.' })).toMatchObject({ messages: [] })
  await berts.sees('message.received', ({ text }) => text === 'My bike squeaks.')
  return answer
}

/** The page loses its connection; nothing is missed or repeated. */
async function missNothing({ berts, next, loseConnection, connect }: Scene, last: Body): Promise<void> {
  await loseConnection()
  await berts.does('reply', { text: 'Bring it in.' })
  await berts.does('reply', { text: 'We are open until six.' })
  await connect(last.id)
  const missed = [await next(), await next()].map(({ data }) => data.messages[0].text)
  expect(missed).toEqual(['Bring it in.', 'We are open until six.'])
}

/** It is handed back, and the assistant answers the next message. */
async function isHandedBack({ id, chat, annas, berts, next, say }: Scene): Promise<void> {
  await berts.does('handback')
  await annas.sees('handover.ended')
  expect((await next()).data.messages).toMatchObject([{ role: 'system', text: expect.stringMatching(/^Assistant,/) }])
  expect(await next()).toMatchObject({ event: 'handover.ended', data: { conversationId: id } })
  expect(await say({ text: 'Thank you!' })).toMatchObject({ messages: [{ text: 'All is well.' }] })
  expect((await next()).data.messages).toMatchObject([{ text: 'All is well.' }])
  const { messages, status } = await history(chat)
  expect(status).toBe('bot')
  const said = messages.slice(1).filter(({ role }: Body) => role !== 'system')
  expect(said.map(({ text, meta }: Body) => meta?.agentName ?? text)).toEqual([
    'A person',
    expect.stringMatching(/^I’ve asked/),
    ...['Bert', 'My bike squeaks.', 'Bert', 'Bert'],
    ...['Thank you!', 'All is well.'],
  ])
}
