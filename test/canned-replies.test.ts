import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Body, type ChatWorld, createChatWorld } from './support/chat.ts'
import { type Caller, person, program, toldBy } from './support/desk.ts'
import { hostileTexts } from './support/hostile.ts'

let world: ChatWorld
let key: Caller
let anna: Caller
let member: Caller

beforeAll(async () => {
  world = await createChatWorld()
  key = await program(world)
  anna = await person(world)
  member = await person(world, 'member')
})
afterAll(() => world.close())

const list = async (caller = member): Promise<Body[]> => (await caller.get('/canned-replies')).body.items
const create = (body: Record<string, unknown>, caller = anna) => caller.post('/canned-replies', body)

test('[U110] one is made, listed by its shortcut, changed and deleted', async () => {
  const at = world.clock.now()
  const { status, body } = await create({
    shortcut: 'hello',
    title: 'Greeting',
    text: 'Hello {{visitor.firstName}}!\n',
  })
  expect(status).toBe(201)
  expect(body).toEqual({
    id: expect.stringMatching(/^can_/),
    shortcut: 'hello',
    title: 'Greeting',
    text: 'Hello {{visitor.firstName}}!',
    createdBy: anna.id,
    createdAt: at,
    updatedAt: at,
  })
  const first = (await create({ shortcut: 'Bye', text: 'Good bye.' })).body
  expect(first.title).toBe('')
  expect(await list()).toEqual([first, body])
  world.clock.move(5)
  const changed = await key.patch(`/canned-replies/${body.id}`, { text: 'Hi.', createdBy: 'x', id: 'can_x' })
  expect(changed.body).toEqual({ ...body, text: 'Hi.', updatedAt: at + 5 })
  world.clock.move(5)
  expect((await key.patch(`/canned-replies/${body.id}`, { text: 'Hi.' })).body).toEqual(changed.body)
  for (const { id } of await list())
    expect((await anna.del(`/canned-replies/${id}`)).body).toEqual({ id, deleted: true })
  expect((await anna.del(`/canned-replies/${body.id}`)).status).toBe(404)
  expect(await list()).toEqual([])
})

test('each change is told, so that every window shows the same; what changes nothing is not', async () => {
  const { body } = await create({ shortcut: 'told', text: 'One' })
  const change = (text: string) => anna.patch(`/canned-replies/${body.id}`, { text })
  const told = await toldBy(world, async () => {
    await change('Two')
    await change('Two')
    await anna.del(`/canned-replies/${body.id}`)
    await anna.del(`/canned-replies/${body.id}`)
  })
  const changed = { type: 'canned-reply.changed', data: { id: body.id } }
  expect(told).toEqual([changed, changed])
})

test('[U110] [threat 7] an equal shortcut is 409 whatever its case, and of two at once one wins', async () => {
  const { body } = await create({ shortcut: 'Öffnung_1', text: 'Nine to five.' })
  for (const shortcut of ['öffnung_1', 'ÖFFNUNG_1', ' Öffnung_1 ']) {
    const refused = await create({ shortcut, text: 'x' })
    expect([refused.status, refused.body.error.code], shortcut).toEqual([409, 'conflict'])
    expect(refused.body.error.message).toContain(body.id)
  }
  const race = await Promise.all([1, 2, 3].map(async () => (await create({ shortcut: 'race', text: 'x' })).status))
  expect(race.sort()).toEqual([201, 409, 409])
  const other = (await list()).find(({ shortcut }) => shortcut === 'race')
  expect((await anna.patch(`/canned-replies/${other.id}`, { shortcut: 'öffnung_1' })).status).toBe(409)
  expect((await anna.patch(`/canned-replies/${other.id}`, { shortcut: 'RACE' })).body.shortcut).toBe('RACE')
  const elsewhere = await world.api('POST', '/canned-replies?site=other', { body: { shortcut: 'race', text: 'x' } })
  expect(elsewhere.status).toBe(201)
  expect((await anna.patch(`/canned-replies/${elsewhere.body.id}`, { text: 'y' })).status).toBe(404)
  expect((await anna.del(`/canned-replies/${elsewhere.body.id}`)).status).toBe(404)
})

test('a shortcut is one word of letters and digits, and words are needed', async () => {
  for (const shortcut of ['', 'two words', '/x', 'a.b', '😀', '<b>', 'x'.repeat(41)])
    expect((await create({ shortcut, text: 'x' })).body.error?.message, shortcut).toMatch(/^shortcut: /)
  for (const shortcut of ['مرحبا', '你好', 'a-b_1']) expect((await create({ shortcut, text: 'x' })).status).toBe(201)
  for (const text of ['', ' ', 'x'.repeat(4001)])
    expect((await create({ shortcut: 'words', text })).body.error?.message).toMatch(/^text: /)
})

test('[threat 3] hostile words come back as they were written', async () => {
  for (const [place, text] of hostileTexts.entries())
    expect((await create({ shortcut: `h${place}`, title: 'x', text })).body.text).toBe(text)
})

test('[U108] [U110] members read them, and only who may change settings writes them', async () => {
  const [{ id }] = await list()
  for (const refused of [
    await create({ shortcut: 'mine', text: 'x' }, member),
    await member.patch(`/canned-replies/${id}`, { text: 'x' }),
    await member.del(`/canned-replies/${id}`),
  ])
    expect(refused.status).toBe(403)
})

test('a site has at most 500', async () => {
  const { sql } = world.parts.database
  await sql`delete from canned_replies`
  await sql`
    insert into canned_replies (id, site, shortcut, title, text, created_by, created_at, updated_at)
    select 'can_' || n, 'demo', 's' || n, '', 'x', 'x', 0, 0 from generate_series(1, 500) n`
  const refused = await create({ shortcut: 'more', text: 'x' })
  expect([refused.status, refused.body.error.message]).toEqual([400, expect.stringContaining('500')])
  expect(await list()).toHaveLength(500)
  await anna.del('/canned-replies/can_7')
  expect((await create({ shortcut: 'more', text: 'x' })).status).toBe(201)
})
