import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { EventData, StoredEventType } from '../shared/event.ts'
import { type Body, type ChatWorld, createChatWorld } from './support/chat.ts'
import { type Caller, keepThere, person } from './support/desk.ts'

let world: ChatWorld
let anna: Caller
let ben: Caller
const day = 86_400_000

beforeAll(async () => {
  world = await createChatWorld()
  anna = await person(world)
  ben = await person(world, 'member')
})
afterAll(() => world.close())
beforeEach(async () => {
  await world.services.database.sql`delete from conversations`
  await world.services.database.sql`delete from events`
  world.clock.move(60_000)
  await keepThere(world, anna)
})

const away = async (since: number, caller = anna): Promise<Body> => (await caller.get(`/live/away?since=${since}`)).body
const idsOf = (list: Body[]): string[] => list.map(({ id }) => id)

/** Emits an event, like its feature. */
async function happens<T extends StoredEventType>(type: T, data: EventData<T>, site = 'demo'): Promise<void> {
  world.clock.move(1000)
  await (await world.context(site)).tx(async (tx) => tx.emit(type, data))
}
const page = { url: null, title: null, referrer: null, utm: null }
const asks = (conversationId: string) => happens('handover.requested', { conversationId, reason: null, page })
const misses = (conversationId: string) => happens('handover.missed', { conversationId })
const closes = (conversationId: string) =>
  happens('conversation.closed', { conversationId, by: 'system', reason: 'idle', wasLive: true })
const goesTo = (conversationId: string, assignedTo: string | null) =>
  happens('conversation.assigned', { conversationId, assignedTo, name: null, by: 'system' })

test('events since then are counted, and none from before', async () => {
  const [a, b, c] = [(await world.start()).id, (await world.start()).id, (await world.start()).id]
  await asks(a)
  await misses(a)
  const left = world.clock.now() + 500
  await asks(b)
  await goesTo(b, ben.id)
  await asks(c)
  await misses(c)
  await asks(c)
  await closes(b)
  const emitted = await away(left)
  expect(emitted).toMatchObject({ since: left, requested: 3, answered: 1, missed: 1, closed: 1, mine: [] })
  expect(idsOf(emitted.missedList)).toEqual([c])
  expect(await away(left - 60_000)).toMatchObject({ requested: 4, missed: 2 })
  expect(await away(world.clock.now() + day)).toMatchObject({
    since: world.clock.now(),
    requested: 0,
    missedList: [],
  })
})

test('a team member’s reply counts as an answer; unassigning does not', async () => {
  const [a, b] = [(await world.start()).id, (await world.start()).id]
  const left = world.clock.now()
  await asks(a)
  await ben.post(`/conversations/${a}/reply`, { text: 'Ben here.' })
  await asks(b)
  await goesTo(b, null)
  expect(await away(left)).toMatchObject({ requested: 2, answered: 1 })
})

test('lists my conversations with activity, and those of mine that returned to the queue', async () => {
  const still = (await world.start()).id
  const moved = (await world.start({ message: 'Hi', contact: { name: 'Bea', email: 'bea@mail.example' } })).id
  const gone = (await world.start()).id
  const bens = (await world.start()).id
  const replied = (await world.start()).id
  for (const id of [still, moved, gone]) await goesTo(id, anna.id)
  await anna.post(`/conversations/${replied}/reply`, { text: 'Anna here.' })
  await goesTo(bens, ben.id)
  const { sql } = world.services.database
  await sql`
    update conversations set status = 'live', assigned_to = ${anna.id}, last_at = ${world.clock.now()}
    where id in (${still}, ${moved})`
  world.clock.move(1000)
  const left = world.clock.now()
  world.clock.move(1000)
  await world.say(moved, { text: 'Still there?' })
  for (const id of [gone, replied, bens]) {
    await goesTo(id, null)
    await sql`update conversations set assigned_to = null, last_at = ${world.clock.now()} where id = ${id}`
  }
  const { mine } = await away(left)
  expect(idsOf(mine)).toEqual([replied, gone, moved])
  expect(mine.at(-1)).toEqual({
    id: moved,
    name: 'Bea',
    lastMessage: 'Still there?',
    lastVisitorMessage: 'Still there?',
    lastAt: left + 1000,
    status: 'live',
  })
  expect(idsOf((await away(left, ben)).mine)).toEqual([bens])
})

test('lists at most the 20 newest of each, without spam, deleted records and other sites', async () => {
  const { sql } = world.services.database
  const left = world.clock.now()
  await sql`
    insert into conversations (id, site, channel, status, started_at, last_at, started_by, assigned_to, spam)
    select 'conv_' || n, case n when 3 then 'other' else 'demo' end, 'widget', 'bot', 1, ${left}::bigint + n, 'visitor',
      ${anna.id}, n = 5
    from generate_series(1, 30) n`
  for (let n = 1; n <= 30; n++) await misses(`conv_${n}`)
  await happens('handover.missed', { conversationId: 'conv_3' }, 'other')
  await misses('conv_deleted')
  const { mine, missedList, missed } = await away(left)
  const newest = Array.from({ length: 20 }, (_, n) => `conv_${30 - n}`)
  expect([idsOf(mine), idsOf(missedList), missed]).toEqual([newest, newest, 31])
  await sql`delete from conversations where id like 'conv___' and id <> 'conv_10'`
  expect(idsOf((await away(left)).missedList)).toEqual([
    'conv_10',
    'conv_9',
    'conv_8',
    'conv_7',
    'conv_6',
    ...['conv_4', 'conv_2', 'conv_1'],
  ])
})

test('it reads back as far as the log is kept, and requires a valid time', async () => {
  const { since } = await away(0)
  expect(since).toEqual(world.clock.now() - 30 * day)
  for (const bad of ['', '?since=-1', '?since=x', '?since=1.5'])
    expect((await anna.get(`/live/away${bad}`)).status, bad).toBe(400)
})
