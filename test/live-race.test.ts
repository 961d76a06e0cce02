import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Body, type ChatWorld, createChatWorld } from './support/chat.ts'
import { addPerson, type Person } from './support/team.ts'

let world: ChatWorld
let anna: Person
let bert: Person

beforeAll(async () => {
  world = await createChatWorld()
  anna = await addPerson(world, 'Anna Adler')
  bert = await addPerson(world, 'Bert Brandt')
})
afterAll(() => world.close())
beforeEach(async () => {
  world.clock.move(60_000)
  for (const person of [anna, bert]) await person.open()
})

const at = (id: string, what: string) => `/conversations/${id}/${what}`
const start = async (): Promise<string> => (await world.start()).id
const read = async (id: string): Promise<Body> => (await world.get(`/conversations/${id}`)).body.conversation
/** The events after the first answer. */
const later = async (id: string): Promise<Body[]> => (await world.emitted(id)).slice(3)
const typesOf = (events: Body[]) => events.map(({ type }) => type)

test('taking over from a colleague is possible, but not a moment after another takeover', async () => {
  const id = await start()
  await bert.post(at(id, 'takeover'))
  const late = await anna.post(at(id, 'takeover'))
  expect(late).toMatchObject({ status: 409, body: { error: { code: 'conflict' } } })
  expect(late.body.error.message).toContain('Bert Brandt')
  expect(late.body).toMatchObject({ assignedTo: bert.email, assignedName: 'Bert Brandt' })
  expect((await anna.post(at(id, 'takeover'), { assignedTo: null })).status).toBe(409)
  expect((await anna.post(at(id, 'takeover'), { assignedTo: bert.email })).status).toBe(200)
  world.clock.move(3_000)
  expect((await bert.post(at(id, 'takeover'), { assignedTo: null })).status).toBe(409)
  expect((await bert.post(at(id, 'takeover'))).status).toBe(200)
})

test('a chat that was assigned to somebody was not taken over by them, so another may take it at once', async () => {
  const id = await start()
  await bert.post(at(id, 'takeover'))
  await bert.post(at(id, 'assign'), { to: anna.email })
  expect((await bert.post(at(id, 'takeover'))).status).toBe(200)
})

test('[threat 7] 64 people take over the same conversation at once: one gets it, the others learn who', async () => {
  const people: Person[] = []
  for (let place = 0; place < 64; place++) {
    people.push(await addPerson(world, `Person${place} Last`, 'member'))
    world.clock.move(2 * 60_000)
  }
  for (const body of [{}, { assignedTo: null }]) {
    const id = await start()
    const before = (await later(id)).length
    const replies = await Promise.all(people.map((person) => person.post(at(id, 'takeover'), body)))
    const won = replies.filter(({ status }) => status === 200)
    expect(won).toHaveLength(1)
    const lost = replies.filter(({ status }) => status === 409)
    expect(lost).toHaveLength(63)
    const { assignedTo, assignedName } = won[0]!.body
    for (const { body } of lost) {
      expect(body).toMatchObject({ assignedTo, assignedName })
      expect(body.error.message).toContain(assignedName)
    }
    expect(typesOf((await later(id)).slice(before))).toEqual(['message.sent', 'conversation.assigned'])
    expect(await read(id)).toMatchObject({ assigned_to: assignedTo, status: 'live' })
    world.clock.move(60_000)
  }
})
