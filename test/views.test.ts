import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ChatWorld, createChatWorld } from './support/chat.ts'
import { type Caller, emittedBy, person, program } from './support/desk.ts'
import { hostileTexts } from './support/hostile.ts'

let world: ChatWorld
let [anna, ben, key] = [] as unknown as [Caller, Caller, Caller]

beforeAll(async () => {
  world = await createChatWorld()
  anna = await person(world)
  ben = await person(world, 'member')
  key = await program(world)
})
afterAll(() => world.close())

const names = async (who: Caller): Promise<string[]> =>
  (await who.get('/views')).body.items.map(({ name }: { name: string }) => name)

test('a view is its author’s alone, or shared; a change is published, and both can delete a shared one', async () => {
  const query = 'status=live&assigned=me&q=bike'
  const emitted = await emittedBy(world, async () => {
    const { status, body } = await anna.post('/views', { name: ' My bikes ', query })
    expect(status).toBe(201)
    expect(body).toEqual({
      ...{ id: expect.stringMatching(/^view_/), name: 'My bikes', query, shared: false, createdBy: anna.id },
      createdAt: expect.any(Number),
    })
  })
  expect(emitted.map(({ type }) => type)).toEqual(['view.changed'])
  const own = (await anna.get('/views')).body.items[0].id
  const shared = (await ben.post('/views', { name: 'For all', query: 'filter=missed', shared: true })).body.id
  expect([await names(anna), await names(ben), await names(key)]).toEqual([
    ['My bikes', 'For all'],
    ['For all'],
    ['For all'],
  ])
  expect((await ben.del(`/views/${own}`)).status).toBe(404)
  expect((await anna.del(`/views/${shared}`)).body).toEqual({ id: shared, deleted: true })
  expect((await anna.del(`/views/${own}`)).status).toBe(200)
  expect((await anna.del(`/views/${own}`)).status).toBe(404)
})

test('a query must be one of the list of conversations, and names are kept as they are', async () => {
  for (const query of ['', 'status=none', 'nonsense=1', 'limit=5', 'before=x', `q=${'x'.repeat(49)}`, 'x'.repeat(1001)])
    expect((await anna.post('/views', { name: 'No', query })).status, query).toBe(400)
  for (const name of ['', ' ', 'x'.repeat(41), 7])
    expect((await anna.post('/views', { name, query: 'status=live' })).status).toBe(400)
  for (const text of hostileTexts.map((one) => one.slice(0, 40).trim()).filter(Boolean)) {
    const { status, body } = await anna.post('/views', { name: text, query: 'handover=missed&from=1' })
    if (status === 201) await anna.del(`/views/${body.id}`)
    expect([201, 400]).toContain(status)
  }
})

test('a site has at most 500 views', async () => {
  await world.services.database.sql`
    insert into saved_views (id, site, name, query, shared, created_by, created_at)
    select 'view_' || n, 'demo', 'View', 'status=live', true, 'x', n from generate_series(1, 500) n`
  expect(await anna.post('/views', { name: 'One more', query: 'status=live' })).toMatchObject({
    status: 400,
    body: { error: { reason: 'too_many_views', params: { limit: 500 } } },
  })
  expect(await names(anna)).toHaveLength(500)
})
