import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type ChatWorld, createChatWorld } from './support/chat.ts'
import { type Caller, keepThere, person } from './support/desk.ts'
import { idle } from './support/idle.ts'

const minute = 60_000

let world: ChatWorld
let anna: Caller

beforeAll(async () => {
  world = await createChatWorld()
  anna = await person(world)
})
afterAll(() => world.close())
beforeEach(async () => {
  await world.services.database.sql`delete from conversations`
  await keepThere(world, anna)
})

async function wait(): Promise<string> {
  const { id } = await world.start({ message: 'Where is my order?' })
  await world.say(id, { action: { id: 'person', value: '' } })
  return id
}

/** A visitor whom nobody answered in time. */
async function miss(): Promise<string> {
  const id = await wait()
  world.clock.move(2 * minute)
  await idle(world)
  return id
}

const missed = async () => {
  const [{ body: page }, { body: counts }] = [
    await anna.get('/conversations?filter=missed'),
    await anna.get('/conversations/counts'),
  ]
  const ids = page.items.map(({ id }: { id: string }) => id)
  expect(counts.missed).toBe(ids.length)
  return ids
}
const missedAt = async (id: string) => (await anna.get(`/conversations/${id}`)).body.conversation.missed_at

describe('the missed chats', () => {
  test('are those that nobody answered in time, newest first, page by page, and found by a search', async () => {
    const ids = [await miss(), await miss(), await miss()].reverse()
    await wait()
    expect(await missed()).toEqual(ids)
    const { body: first } = await anna.get('/conversations?filter=missed&limit=2')
    const { body: second } = await anna.get(`/conversations?filter=missed&limit=2&before=${first.next}`)
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(ids)
    expect(first.items[0]).toMatchObject({
      missedAt: await missedAt(ids[0]!),
      lastVisitorMessage: 'Where is my order?',
    })
    const { body: found } = await anna.get('/conversations?filter=missed&q=order')
    expect(found.items.map(({ id }: { id: string }) => id)).toEqual(ids)
  })

  test('include a visitor who asked when nobody was available', async () => {
    await world.services.database.sql`delete from presence`
    const id = await wait()
    expect(await missed()).toEqual([id])
  })

  test.each<[string, (id: string) => Promise<unknown>]>([
    ['a reply', (id) => anna.post(`/conversations/${id}/reply`, { text: 'Sorry. It is on its way.' })],
    ['a takeover', (id) => anna.post(`/conversations/${id}/takeover`)],
    ['closing it', (id) => anna.post(`/conversations/${id}/close`)],
    ['spam', (id) => anna.patch(`/conversations/${id}`, { spam: true })],
    ['its deletion', (id) => anna.del(`/conversations/${id}`)],
    ['a dismissal', (id) => anna.post(`/conversations/${id}/missed`, { open: false })],
  ])('are left by %s', async (_, act) => {
    const [id, other] = [await miss(), await miss()]
    await act(id)
    expect(await missed()).toEqual([other])
  })

  test.each(['done', 'dismissed'])('are left when their callback request is %s', async (status) => {
    const id = await miss()
    const form = (await anna.get(`/conversations/${id}`)).body.messages.at(-1).id
    await world.say(id, { action: { id: form, value: JSON.stringify({ name: 'Ada', phone: '+44 20 7946 0958' }) } })
    expect(await missed()).toEqual([id])
    const [callback] = (await anna.get('/callbacks')).body.items
    await anna.patch(`/callbacks/${callback.id}`, { note: 'Rang once.' })
    expect(await missed()).toEqual([id])
    await anna.patch(`/callbacks/${callback.id}`, { status })
    expect(await missed()).toEqual([])
  })

  test('stay while time passes, the visitor writes, the assistant answers, and an idle chat closes', async () => {
    const id = await miss()
    await world.say(id, { text: 'Hello?' })
    world.clock.move(120 * minute)
    await idle(world)
    expect(await missed()).toEqual([id])
  })

  test('leave out a visitor who waits again, and hold them again when nobody comes', async () => {
    const id = await miss()
    const before = await missedAt(id)
    await world.say(id, { action: { id: 'person', value: '' } })
    expect(await missed()).toEqual([])
    world.clock.move(2 * minute)
    await idle(world)
    expect(await missed()).toEqual([id])
    expect(await missedAt(id)).toBeGreaterThan(before)
  })
})

describe('a dismissal', () => {
  test('is undone with the time of the miss, and emits an event only when it changes something', async () => {
    const id = await miss()
    const at = await missedAt(id)
    const dismiss = async (open: boolean) => (await anna.post(`/conversations/${id}/missed`, { open })).body
    const changes = async () =>
      (await world.services.database.sql`select from events where type = 'conversation.changed'`).length
    const before = await changes()
    expect([await dismiss(false), await dismiss(false)]).toEqual(Array(2).fill({ conversationId: id, missedAt: null }))
    expect(await changes()).toBe(before + 1)
    expect([await dismiss(true), await dismiss(true)]).toEqual(Array(2).fill({ conversationId: id, missedAt: at }))
    expect(await changes()).toBe(before + 2)
    expect(await missed()).toEqual([id])
  })

  test('changes nothing in a chat that was never missed; 404 for one that does not exist', async () => {
    const { id } = await world.start()
    expect((await anna.post(`/conversations/${id}/missed`, { open: true })).body.missedAt).toBeNull()
    expect((await anna.post('/conversations/conv_none/missed', { open: true })).status).toBe(404)
  })
})
