import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Body, type ChatWorld, createChatWorld } from './support/chat.ts'
import { at, type Chat, createPage } from './support/page.ts'
import { addPerson, type Person } from './support/team.ts'

let world: ChatWorld
let anna: Person
const page = createPage(() => world)

beforeAll(async () => {
  world = await createChatWorld()
  await world.set({ security: { limits: { messagesPerIpPerMinute: 1_000 } } })
  anna = await addPerson(world, 'Anna Adler')
  await anna.open()
})
afterAll(() => world.close())
beforeEach(() => world.clock.move(60_000))

/** A visitor who asks for a person, in their own chat. */
async function ask(): Promise<Chat> {
  const chat = await page.start({})
  const body = { action: { id: 'person', value: '' } }
  await page.read(await page.send('POST', at(chat.id, 'messages'), { token: chat.token, body }))
  return chat
}

const does = (id: string, what: string) => anna.post(`/conversations/${id}/${what}`)

test('[U105] a reloaded page learns its place in the queue, who joined, and that they left', async () => {
  const [first, second] = [await ask(), await ask()]
  expect(await page.history(first)).toMatchObject({ status: 'live', person: null, queue: { place: 1, minutes: null } })
  expect(await page.history(second)).toMatchObject({ person: null, queue: { place: 2, minutes: null } })
  await does(first.id, 'takeover')
  expect(await page.history(first)).toMatchObject({ person: { name: 'Anna' }, queue: null })
  expect((await page.history(second)).queue).toEqual({ place: 1, minutes: null })
  await does(first.id, 'handback')
  expect(await page.history(first)).toMatchObject({ status: 'bot', person: null, queue: null })
  await does(second.id, 'takeover')
  await does(second.id, 'close')
  expect(await page.history(second)).toMatchObject({ status: 'closed', person: null, queue: null })
})

test('[R156] it learns a first name only if the site shows names, and never an email', async () => {
  const chat = await ask()
  await does(chat.id, 'takeover')
  await world.set({ live: { showAgentName: false } })
  expect((await page.history(chat)).person).toEqual({ name: '' })
  await world.set({ live: { showAgentName: true } })
  const nameless = await addPerson(world)
  await anna.post(`/conversations/${chat.id}/assign`, { to: nameless.email })
  expect((await page.history(chat)).person).toEqual({ name: '' })
})

test('[U100] each message has its rating and when it was seen', async () => {
  const chat = await page.start({ message: 'Hello' })
  const [mine, reply] = (await page.history(chat)).messages
  expect([mine, reply]).toMatchObject([
    { role: 'user', feedback: null, seenAt: null },
    { role: 'agent', feedback: null, seenAt: null },
  ])
  const { sql } = world.services.database
  await sql`update messages set feedback = -1 where id = ${reply.id}`
  await sql`update messages set seen_at = ${world.clock.now()} where id = ${mine.id}`
  const read: Body[] = (await page.history(chat)).messages
  expect(read).toMatchObject([{ seenAt: world.clock.now() }, { feedback: -1, seenAt: null }])
})
