import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { eventId, type StoredEvent } from '../server/core/events.ts'
import { events } from '../shared/event.ts'
import { type Body, type ChatWorld, createChatWorld } from './support/chat.ts'
import { addPerson } from './support/team.ts'

let world: ChatWorld

beforeAll(async () => {
  world = await createChatWorld()
})
afterAll(() => world.close())
beforeEach(() => world.clock.move(60_000))

const logOf = async (): Promise<StoredEvent[]> =>
  await world.services.database.sql<StoredEvent[]>`select * from events where site = 'demo' order by seq`
const withWords = async () =>
  (await world.services.database.sql`select from events where data::text ~* 'heliotrope'`).count

test('[U7] the texts of a deleted conversation leave the log; its events stay in place with their shape', async () => {
  const context = { pageUrl: 'https://demo.example/heliotrope', pageTitle: 'Heliotrope' }
  const { id } = await world.start({
    message: 'My secret is heliotrope',
    contact: { email: 'hal@mail.example' },
    context,
  })
  world.says({ text: 'Heliotrope, you say' })
  await world.say(id, { text: 'Yes, heliotrope' })
  const offer = (await world.say(id, { action: { id: 'person', label: 'Heliotrope!' } })).body.messages.at(-1)
  const value = JSON.stringify({ name: 'Hal', phone: '+44 20 7946 0958', message: 'Heliotrope' })
  await world.say(id, { action: { id: offer.id, value } })
  const [wish] = (await world.get('/callbacks')).body.items
  const key = await world.key()
  await world.api('PATCH', `/callbacks/${wish.id}`, { key, body: { note: 'heliotrope' } })
  const other = await world.start({ message: 'Another heliotrope' })
  const before = await logOf()
  await world.api('DELETE', `/conversations/${id}?site=demo`)
  const after = await logOf()
  const shape = ({ seq, type, at }: StoredEvent) => ({ seq, type, at })
  expect(after.slice(0, before.length).map(shape)).toEqual(before.map(shape))
  for (const { type, data } of after) expect(events[type].data.parse(data)).toEqual(data)
  const ofIt = after.filter(({ data }) => JSON.stringify(data).includes(id))
  expect(ofIt.length).toBeGreaterThan(8)
  expect(ofIt.filter(({ data }) => /heliotrope/i.test(JSON.stringify(data)))).toEqual([])
  expect(await withWords()).toBeGreaterThan(0)
  // Read over the API, because every response is checked against its documentation.
  const { items } = (await world.get(`/events?limit=500&after=${eventId(before[0]!.seq - 1)}`)).body
  const received = items.filter((event: Body) => event.type === 'message.received' && event.data.conversationId === id)
  expect(received.length).toBeGreaterThan(2)
  for (const { data } of received) expect(data).toMatchObject({ conversationId: id, text: '', action: null })
  await world.api('DELETE', `/conversations/${other.id}?site=demo`)
  expect(await withWords()).toBe(0)
})

test('authors and times stay', async () => {
  const { id } = await world.start({ message: 'Soon gone' })
  const anna = await addPerson(world, 'Anna Adler')
  await anna.post(`/conversations/${id}/reply`, { text: 'Hello' })
  await world.api('DELETE', `/conversations/${id}?site=demo`)
  const emitted = await world.emitted(id)
  expect(emitted.filter(({ type }) => type === 'message.sent').at(-1)).toMatchObject({
    data: { conversationId: id, text: '', messages: [], author: { id: anna.email } },
  })
})
