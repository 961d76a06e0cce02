import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type ChatWorld, createChatWorld } from './support/chat.ts'
import { type Caller, emittedBy, person, program } from './support/desk.ts'

let world: ChatWorld
let [anna, ben] = [] as unknown as [Caller, Caller]

beforeAll(async () => {
  world = await createChatWorld()
  anna = await person(world)
  ben = await person(world, 'member')
})
afterAll(() => world.close())
beforeEach(() => world.services.database.sql`delete from conversations`)

const start = async (): Promise<string> => (await world.start({ message: 'Hello' })).id
const note = async (id: string, text: string): Promise<string> =>
  (await ben.post(`/conversations/${id}/notes`, { text })).body.id
const mentions = async (who = anna): Promise<string[]> => {
  const { items } = (await who.get('/conversations?filter=mentions')).body
  return items.map(({ id }: { id: string }) => id)
}
const count = async (who = anna): Promise<number> => (await who.get('/conversations/counts')).body.mentions

test('conversations whose notes mention somebody are in their list, and count until they have seen them', async () => {
  const [first, second, other] = [await start(), await start(), await start()]
  await note(first, `@${anna.id} do you know them?`)
  await note(second, `Ask @${anna.id}.`)
  await note(second, `Or @${anna.id}, again.`)
  await note(other, 'For nobody.')
  expect([await mentions(), await count()]).toEqual([[second, first], 2])
  // Not for the author, nor for a key.
  expect([await mentions(ben), await count(ben)]).toEqual([[], 0])
  expect(await count(await program(world))).toBe(0)

  const [message] = (await anna.get(`/conversations/${first}`)).body.messages
  const read = () => anna.put(`/conversations/${first}/read`, { messageId: message.id })
  const emitted = await emittedBy(world, async () => {
    await read()
    await read()
  })
  expect(emitted.map(({ type }) => type)).toEqual(['read.changed'])
  expect([await mentions(), await count()]).toEqual([[second, first], 1])
  // Mentioned again, it counts again, although no message is new.
  await note(first, `@${anna.id} and now?`)
  expect(await count()).toBe(2)
  expect((await emittedBy(world, read)).map(({ type }) => type)).toEqual(['read.changed'])
  expect(await count()).toBe(1)
})

test('a note that is changed or deleted no longer mentions whom it does not name', async () => {
  const [changed, deleted, added] = [await start(), await start(), await start()]
  const [a, b, c] = [await note(changed, `@${anna.id}`), await note(deleted, `@${anna.id}`), await note(added, 'Hm')]
  await ben.patch(`/notes/${a}`, { text: 'Never mind.' })
  await ben.del(`/notes/${b}`)
  await ben.patch(`/notes/${c}`, { text: `Hm, @${anna.id}?` })
  expect([await mentions(), await count()]).toEqual([[added], 1])
  await ben.patch(`/notes/${c}`, { text: `Hm, @${anna.id}!` })
  expect([await mentions(), await count()]).toEqual([[added], 1])
  await anna.del(`/conversations/${added}`)
  expect([await mentions(), await count()]).toEqual([[], 0])
})
