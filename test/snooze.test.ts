import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type ChatWorld, createChatWorld } from './support/chat.ts'
import { type Caller, emittedBy, keepThere, person } from './support/desk.ts'
import { idle } from './support/idle.ts'

const hour = 3_600_000

let world: ChatWorld
let anna: Caller

beforeAll(async () => {
  world = await createChatWorld()
  // Days pass in these tests.
  await world.set({
    security: { sessionTtlHours: 8_760 },
    assistant: { timezone: 'Asia/Kolkata' },
    live: { closeAfterMinutes: 10, waitSeconds: 3_600 },
  })
  anna = await person(world)
})
afterAll(() => world.close())
beforeEach(async () => {
  await world.services.database.sql`delete from conversations`
  await keepThere(world, anna)
})

const get = async (id: string) => (await anna.get(`/conversations/${id}`)).body.conversation
const snooze = (id: string, until: unknown) => anna.post(`/conversations/${id}/snooze`, { until })
const listed = async (query: string) =>
  (await anna.get(`/conversations?${query}`)).body.items.map(({ id }: { id: string }) => id)
const mine = () => listed('status=live&assigned=me&snoozed=false')

async function live(): Promise<string> {
  const { id } = await world.start({ message: 'Where is my order?' })
  await anna.post(`/conversations/${id}/takeover`)
  return id
}

describe('a snoozed conversation', () => {
  test('leaves the list of its assignee, and returns on top at its time, with an event', async () => {
    const [snoozed, other] = [await live(), await live()]
    const until = world.clock.now() + 2 * hour
    expect(await snooze(snoozed, until)).toMatchObject({
      status: 200,
      body: { conversationId: snoozed, snoozed: { until } },
    })
    expect((await get(snoozed)).snoozed).toEqual({ until })
    expect(await mine()).toEqual([other])
    expect(await listed('filter=snoozed')).toEqual([snoozed])
    expect((await anna.get('/conversations/counts')).body).toMatchObject({ mine: 1, snoozed: 1, all: 2 })
    expect((await anna.get('/conversations?filter=snoozed')).body.items[0].snoozed).toEqual({ until })
    await anna.post(`/conversations/${other}/reply`, { text: 'On its way.' })
    const emitted = await emittedBy(world, async () => {
      // The visitor of the other one has left by then, which ends it first.
      world.clock.move(hour)
      await idle(world)
      world.clock.move(hour)
      await idle(world)
    })
    expect(emitted.filter(({ type }) => type === 'conversation.unsnoozed')).toEqual([
      { type: 'conversation.unsnoozed', data: { conversationId: snoozed, assignedTo: anna.id, reason: 'time' } },
    ])
    expect(await listed('')).toEqual([snoozed, other])
    expect(await get(snoozed)).toMatchObject({ snoozed: null, status: 'live', assigned_to: anna.id })
    expect(await listed('filter=snoozed')).toEqual([])
  })

  test('returns as soon as its visitor writes, whatever its time', async () => {
    for (const until of ['message', world.clock.now() + hour] as const) {
      const id = await live()
      await snooze(id, until)
      const emitted = await emittedBy(world, () => world.say(id, { text: 'Hello?' }))
      expect(emitted.map(({ type }) => type)).toEqual(['message.received', 'conversation.unsnoozed'])
      expect(emitted[1]?.data).toMatchObject({ assignedTo: anna.id, reason: 'message' })
      expect((await get(id)).snoozed).toBeNull()
    }
  })

  test('until tomorrow returns at nine of the next day in the site’s time zone', async () => {
    // 23:30 in India, the evening before in UTC.
    const day = Math.floor(world.clock.now() / (24 * hour) + 1) * 24 * hour
    world.clock.move(day + 18 * hour - world.clock.now())
    await keepThere(world, anna)
    const id = await live()
    expect((await snooze(id, 'tomorrow')).body.snoozed).toEqual({ until: day + 27.5 * hour })
  })

  test('that is live stays open and assigned while nobody writes and its assignee is away', async () => {
    const id = await live()
    await snooze(id, 'message')
    await world.services.database.sql`delete from presence`
    world.clock.move(5 * hour)
    await idle(world)
    expect(await get(id)).toMatchObject({ status: 'live', assigned_to: anna.id, waiting_since: null })
    await snooze(id, null)
    world.clock.move(hour)
    await idle(world)
    expect((await get(id)).status).not.toBe('live')
  })

  test('can be snoozed again, earlier or later; only the last time counts', async () => {
    const id = await live()
    const now = world.clock.now()
    for (const hours of [3, 1, 6]) await snooze(id, now + hours * hour)
    world.clock.move(4 * hour)
    await idle(world)
    expect((await get(id)).snoozed).toEqual({ until: now + 6 * hour })
    await keepThere(world, anna)
    world.clock.move(2 * hour)
    await idle(world)
    expect((await get(id)).snoozed).toBeNull()
  })

  test('is closed for good; undoing that snoozes it again', async () => {
    const id = await live()
    const until = world.clock.now() + hour
    await snooze(id, until)
    await anna.post(`/conversations/${id}/close`)
    expect((await get(id)).snoozed).toBeNull()
    await anna.post(`/conversations/${id}/undo`)
    expect((await get(id)).snoozed).toEqual({ until })
    world.clock.move(hour)
    await idle(world)
    expect((await get(id)).snoozed).toBeNull()
  })
})

test('a waiting visitor cannot be put off, nor is a time accepted that is past or too far', async () => {
  const { id } = await world.start({ message: 'Hello' })
  const now = world.clock.now()
  for (const until of [now - 1, now + 400 * 24 * hour, 'later', 1.5, undefined])
    expect((await snooze(id, until)).status, String(until)).toBe(400)
  await world.say(id, { action: { id: 'person', value: '' } })
  expect(await snooze(id, 'tomorrow')).toMatchObject({ status: 409, body: { error: { reason: 'visitor_waits' } } })
})
