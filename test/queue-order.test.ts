import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Body, type ChatWorld, createChatWorld, eventsOf } from './support/chat.ts'
import { type Following, openSocket, patience, type Socket } from './support/live.ts'
import { at, createPage } from './support/page.ts'
import { addPerson, type Person } from './support/team.ts'

let world: ChatWorld
let anna: Person
let socket: Socket
let following: Following
const page = createPage(() => world)

beforeAll(async () => {
  world = await createChatWorld()
  anna = await addPerson(world, 'Anna Adler')
  await world.set({ security: { limits: { messagesPerIpPerMinute: 1_000 } } })
})
afterAll(() => world.close())
beforeEach(async () => {
  world.clock.move(60_000)
  await anna.open()
  socket = openSocket(world, { token: anna.token })
  following = socket.follow({ site: 'demo' })
  await expect.poll(() => following.places.length, patience).toBe(1)
})
afterEach(async () => {
  await socket.close()
  await world.services.database.sql`delete from conversations`
})

/**
 * A visitor who asks for a person, some seconds after the one before. `published` are the ephemeral events of their page.
 */
async function ask() {
  const chat = await page.start({})
  const published: unknown[] = []
  const controller = new AbortController()
  const stream = await page.send('GET', at(chat.id, 'events'), { token: chat.token, signal: controller.signal })
  void (async () => {
    for await (const { event, data } of eventsOf(stream)) if (event === 'place.changed') published.push(data)
  })().catch(() => {})
  const body = { action: { id: 'person', value: '' } }
  await page.read(await page.send('POST', at(chat.id, 'messages'), { token: chat.token, body }))
  world.clock.move(5_000)
  return { id: chat.id, token: chat.token, published, leave: () => controller.abort() }
}

/** Advances the time a little with each check, because updates are published at most five times a second. */
const soon = <T>(look: () => T) =>
  expect.poll(() => {
    world.clock.move(50)
    return look()
  }, patience)

const queue = () => following.items.filter(({ type }) => type === 'queue.changed').at(-1)?.data
const take = (id: string) => anna.post(`/conversations/${id}/takeover`)
const place = (conversationId: string, place: number, minutes: number | null = null) => ({
  conversationId,
  place,
  minutes,
})

test('the team learns how many wait, and since when, and each visitor their place: the longest waiting first', async () => {
  const begun = world.clock.now()
  const [one, two, three] = [await ask(), await ask(), await ask()]
  await soon(queue).toEqual({ waiting: 3, unassigned: 3, longestSince: begun })
  await soon(() => three.published.at(-1)).toEqual(place(three.id, 3))
  await take(two.id)
  await soon(queue).toEqual({ waiting: 2, unassigned: 2, longestSince: begun })
  await soon(() => three.published.at(-1)).toEqual(place(three.id, 2))
  expect(one.published.at(-1)).toEqual(place(one.id, 1))
  await take(one.id)
  await soon(() => three.published.at(-1)).toEqual(place(three.id, 1))
  await soon(queue).toMatchObject({ waiting: 1, unassigned: 1 })
  await anna.post(`/conversations/${three.id}/close`)
  await soon(queue).toEqual({ waiting: 0, unassigned: 0, longestSince: null })
  for (const { leave } of [one, two, three]) leave()
})

test('a page whose stream opens after its place was published gets it at once, after the events before it', async () => {
  const first = await ask()
  const second = await ask()
  await soon(() => second.published.at(-1)).toEqual(place(second.id, 2))
  const history = await page.history(second)
  for (const headers of [{}, { 'last-event-id': history.lastEventId }] as Record<string, string>[]) {
    const events = eventsOf(await page.follow(second, headers))
    const got: Body[] = []
    for await (const event of events) {
      got.push(event)
      if (event.event === 'place.changed') break
    }
    expect(got.at(-1)).toEqual({ event: 'place.changed', id: undefined, data: place(second.id, 2) })
    expect(got.some(({ event }) => event === 'handover.requested')).toBe(!('last-event-id' in headers))
  }
  await take(second.id)
  const events = eventsOf(await page.follow(second))
  const types: string[] = []
  while (types.at(-1) !== 'conversation.assigned') types.push((await events.next()).value.event)
  await anna.post(`/conversations/${second.id}/handback`)
  while (types.at(-1) !== 'handover.ended') types.push((await events.next()).value.event)
  expect(types).not.toContain('place.changed')
  await events.return(undefined)
  for (const { leave } of [first, second]) leave()
})

test('a visitor learns the estimated wait, once enough others were answered recently', async () => {
  // Those of the previous test were answered within seconds.
  await world.set({ live: { waitSeconds: 600 } })
  for (const seconds of [120, 120, 120, 120, 120, 120]) {
    const { id, leave } = await ask()
    world.clock.move((seconds - 5) * 1_000)
    leave()
    await take(id)
  }
  world.clock.move(61_000)
  const last = await ask()
  await soon(() => last.published.at(-1)).toMatchObject({ conversationId: last.id, place: 1, minutes: 2 })
  world.clock.move(70_000)
  await soon(() => last.published.at(-1)).toMatchObject({ place: 1, minutes: 1 })
  last.leave()
})

test('is published when it changes, at most five times a second, and not without a change', async () => {
  const { id } = await world.start({ message: 'Hello' })
  const before = following.items.filter(({ type }) => type === 'queue.changed').length
  for (let count = 0; count < 5; count++) await world.say(id, { text: `Question ${count}` })
  await soon(() => following.items.filter(({ type }) => type === 'message.received').length).toBeGreaterThanOrEqual(5)
  expect(following.items.filter(({ type }) => type === 'queue.changed')).toHaveLength(before)
})
