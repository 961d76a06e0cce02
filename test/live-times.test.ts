import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { systemContext } from '../server/core/transaction.ts'
import { beginWaiting } from '../server/features/conversations/queue-entry.ts'
import { putSettings } from '../server/features/settings/settings.ts'
import { type Body, type ChatWorld, createChatWorld } from './support/chat.ts'
import { patience } from './support/live.ts'
import { openSecond, type Second } from './support/second.ts'
import { addPerson } from './support/team.ts'

let world: ChatWorld
let second: Second
const minute = 60_000

beforeAll(async () => {
  world = await createChatWorld()
  await (await addPerson(world, 'Anna Adler')).open()
  second = await openSecond(world)
})
afterAll(async () => {
  await second.close()
  await world.close()
})
beforeEach(async () => {
  await set({ waitSeconds: 90, closeAfterMinutes: 30 })
  world.clock.move(minute)
})

const set = (live: Record<string, number>) => world.set({ live })
const read = async (id: string): Promise<Body> => (await world.get(`/conversations/${id}`)).body.conversation

/** A visitor who waits for a person from now on. */
async function waiting(): Promise<string> {
  const { id } = await world.start({})
  await world.say(id, { action: { id: 'person' } })
  return id
}

/** A live chat of a key with a message from just now. */
async function live(): Promise<string> {
  const { id } = await world.start({})
  await world.post(`/conversations/${id}/reply`, { text: 'Hello' })
  return id
}

/** When the task that ends it is due; undefined while it runs. */
async function planned(type: 'handover.miss' | 'conversation.closeIdle', id: string): Promise<number | undefined> {
  const [job] = await world.services.database.sql<{ run_at: number; lease: string | null }[]>`
    select run_at, lease from queue where type = ${type} and name = ${id}`
  return job?.lease === null ? job.run_at : undefined
}
const isPlanned = (type: Parameters<typeof planned>[0], id: string, at: number) =>
  expect.poll(() => planned(type, id), patience).toEqual(at)

test('[U105] a wait ends by the current setting, whether shorter or longer than when it began', async () => {
  const begun = world.clock.now()
  const id = await waiting()
  await isPlanned('handover.miss', id, begun + 90_000)
  await set({ waitSeconds: 300 })
  await isPlanned('handover.miss', id, begun + 300_000)
  await set({ waitSeconds: 60 })
  await isPlanned('handover.miss', id, begun + 60_000)
  world.clock.move(59_000)
  expect((await read(id)).status).toBe('live')
  world.clock.move(1_000)
  await expect.poll(async () => (await read(id)).status, patience).toBe('bot')
})

test('[U105] a visitor who already waited longer than the new setting is missed at once', async () => {
  const id = await waiting()
  world.clock.move(40_000)
  await set({ waitSeconds: 30 })
  await expect.poll(async () => (await read(id)).status, patience).toBe('bot')
  expect((await world.emitted(id)).at(-2)).toMatchObject({ type: 'handover.missed' })
})

test('[R75] a live chat is closed by the current setting', async () => {
  const begun = world.clock.now()
  const id = await live()
  await isPlanned('conversation.closeIdle', id, begun + 30 * minute)
  await set({ closeAfterMinutes: 120 })
  await isPlanned('conversation.closeIdle', id, begun + 120 * minute)
  await set({ closeAfterMinutes: 10 })
  await isPlanned('conversation.closeIdle', id, begun + 10 * minute)
  world.clock.move(10 * minute)
  await expect.poll(async () => (await read(id)).status, patience).toBe('closed')
})

test('saving other settings reschedules nothing', async () => {
  const id = await waiting()
  const { sql } = world.services.database
  const before = await sql`select * from queue where name = ${id} order by type`
  await world.set({ live: { capacity: 7 }, botName: 'Robin' })
  expect(await sql`select * from queue where name = ${id} order by type`).toEqual(before)
})

test('[U105] a server that has not seen the new setting schedules by it all the same', async () => {
  const ctx = await second.context()
  expect(ctx.site.settings.live.waitSeconds).toBe(90)
  const { id } = await world.start({})
  const before = world.clock.now()
  await set({ waitSeconds: 45 })
  // Like a call there that began before the change.
  const stale = systemContext(second.services, ctx.site)
  await stale.tx(async (tx) => {
    const changes = await beginWaiting(tx, { id, waiting_since: null })
    await tx.sql`update conversations set ${tx.sql({ ...changes, status: 'live' })} where id = ${id}`
  })
  expect(await planned('handover.miss', id)).toEqual(before + 45_000)
})

test('[threat 7] a wait that begins during the change ends by the new setting', async () => {
  const { sql } = world.services.database
  const ctx = await second.context()
  const began = world.clock.now()
  const ids = await Promise.all(Array.from({ length: 8 }, async () => (await world.start({})).id as string))
  const begin = async (id: string, at: typeof ctx) =>
    await at.tx(async (tx) => {
      const changes = await beginWaiting(tx, { id, waiting_since: null })
      await tx.sql`update conversations set ${tx.sql({ ...changes, status: 'live' })} where id = ${id}`
    })
  const own = await world.context()
  await Promise.all([
    ...ids.slice(0, 4).map((id) => begin(id, ctx)),
    putSettings(own, { settings: { live: { waitSeconds: 47 } } }),
    ...ids.slice(4).map((id) => begin(id, own)),
  ])
  for (const id of ids) await isPlanned('handover.miss', id, began + 47_000)
  await sql`delete from queue where type = 'handover.miss'`
})
