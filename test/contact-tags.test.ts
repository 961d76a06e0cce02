import { afterAll, beforeAll, expect, test } from 'vitest'
import { palette } from '../shared/color.ts'
import { type Body, type ChatWorld, createChatWorld } from './support/chat.ts'
import { type Caller, emittedBy, person, program } from './support/desk.ts'
import { hostileTexts } from './support/hostile.ts'

let world: ChatWorld
let key: Caller

beforeAll(async () => {
  world = await createChatWorld()
  key = await program(world)
})
afterAll(() => world.close())

let made = 0
const create = async (body: Record<string, unknown> = {}): Promise<Body> => {
  const reply = await key.post('/contact-tags', { name: `Tag ${++made}`, ...body })
  expect(reply.status).toBe(201)
  return reply.body
}
const list = async (): Promise<Body[]> => (await key.get('/contact-tags')).body.tags
const clear = async () => {
  for (const { id } of await list()) await key.del(`/contact-tags/${id}`)
}
const contact = async (): Promise<string> =>
  (await key.post('/leads', { email: `tagged${++made}@mail.example` })).body.id
const tagsOf = async (id: string): Promise<string[]> =>
  (await key.get(`/leads/${id}`)).body.tags.map(({ name }: Body) => name)

test('[R47] [R49] a tag gets an id and one of the nine colours; others are refused', async () => {
  const tag = await create({ name: '  Very   loyal ' })
  expect(tag).toEqual({ id: expect.stringMatching(/^ctag_/), name: 'Very loyal', color: expect.any(String) })
  expect(palette).toContain(tag.color)
  const { body } = await key.get('/contact-tags')
  expect(body.colors).toEqual([...palette])
  expect(body.colors).toHaveLength(9)
  for (const [field, value] of [
    ['color', '#123456'],
    ['color', 'red'],
    ['name', ''],
    ['name', 'x'.repeat(41)],
  ] as const) {
    const refused = await key.post('/contact-tags', { name: 'Fine', [field]: value })
    expect([refused.status, refused.body.error.message]).toEqual([400, expect.stringMatching(`^${field}: `)])
  }
})

test('[R47] [R162] [R229] a taken name is 409 in any case; of many at once one wins', async () => {
  const tag = await create({ name: 'Straße Ä' })
  for (const name of ['straße ä', 'STRAßE Ä', ' Straße  Ä ']) {
    const refused = await key.post('/contact-tags', { name })
    expect([refused.status, refused.body.error.code], name).toEqual([409, 'conflict'])
    expect(refused.body.error.message).toContain(tag.id)
  }
  const contact = (await key.post('/leads', { name: 'Ann' })).body.id
  const marked = await key.patch(`/leads/${contact}`, { addTags: ['straße a\u0308'] })
  expect(marked.body.tags).toMatchObject([{ name: 'Straße Ä' }])
  const race = () => key.post('/contact-tags', { name: 'Race' })
  const statuses = (await Promise.all([1, 2, 3, 4].map(race))).map(({ status }) => status)
  expect(statuses.sort()).toEqual([201, 409, 409, 409])
  const other = await create()
  expect((await key.patch(`/contact-tags/${other.id}`, { name: 'straße Ä' })).status).toBe(409)
  expect((await key.patch(`/contact-tags/${tag.id}`, { name: 'STRASSE' })).body.name).toBe('STRASSE')
  expect((await world.api('POST', '/contact-tags?site=other', { body: { name: 'Race' } })).status).toBe(201)
})

test('[R48] a site has at most 100 tags', async () => {
  await clear()
  const { sql } = world.services.database
  await sql`
    insert into contact_tags (id, site, name, color, created_at)
    select 'ctag_' || n, 'demo', 'Many ' || n, ${palette[0]}, 0 from generate_series(1, 100) n`
  const refused = await key.post('/contact-tags', { name: 'One more' })
  expect([refused.status, refused.body.error.message]).toEqual([400, expect.stringContaining('100')])
  expect(await list()).toHaveLength(100)
  await clear()
})

test('[R50] [R170] a tag is changed on every contact, and deleted from all; those without another are untagged again', async () => {
  await clear()
  const [tag, other] = [await create({ name: 'Regular' }), await create({ name: 'Shop' })]
  const [one, both] = [await contact(), await contact()]
  await key.patch(`/leads/${one}`, { tags: [tag.id] })
  await key.patch(`/leads/${both}`, { tags: ['regular', 'SHOP'] })
  await key.patch(`/contact-tags/${tag.id}`, { name: 'Old friend', color: palette[3] })
  expect([await tagsOf(one), await tagsOf(both)]).toEqual([['Old friend'], ['Old friend', 'Shop']])
  const listed = await key.get(`/leads?tag=${tag.id}`)
  expect(listed.body.items.map(({ id }: Body) => id)).toEqual([both, one])
  expect(listed.body.items[1].tags).toEqual([{ id: tag.id, name: 'Old friend', color: palette[3] }])
  expect((await key.del(`/contact-tags/${tag.id}`)).body).toEqual({ id: tag.id, deleted: true })
  expect((await key.del(`/contact-tags/${tag.id}`)).status).toBe(404)
  expect([await tagsOf(one), await tagsOf(both)]).toEqual([[], ['Shop']])
  const untagged = (await key.get('/leads?tag=untagged')).body.items.map(({ id }: Body) => id)
  expect([untagged.includes(one), untagged.includes(both)]).toEqual([true, false])
  expect((await key.get(`/leads?tag=${other.id}`)).body.items).toHaveLength(1)
})

test('deleting a tag while contacts are given it leaves nothing behind', async () => {
  for (let round = 0; round < 3; round++) {
    const tag = await create()
    const ids = await Promise.all([1, 2, 3, 4, 5].map(contact))
    await Promise.all([
      ...ids.map((id) => key.patch(`/leads/${id}`, { addTags: [tag.id] })),
      key.del(`/contact-tags/${tag.id}`),
    ])
    const { sql } = world.services.database
    expect(await sql`select from lead_tags where tag_id = ${tag.id}`).toHaveLength(0)
    expect(await sql`select from leads where id = any(${ids}::text[]) and tagged`).toHaveLength(0)
  }
})

test('creating, changing and deleting a tag emits an event; a change without effect does not', async () => {
  let tag: Body
  const emitted = await emittedBy(world, async () => {
    tag = await create()
    await key.patch(`/contact-tags/${tag.id}`, { name: tag.name, color: tag.color })
    await key.patch(`/contact-tags/${tag.id}`, {})
    await key.patch(`/contact-tags/${tag.id}`, { name: 'Something else' })
    await key.del(`/contact-tags/${tag.id}`)
  })
  const event = { type: 'contact-tag.changed', data: { id: tag!.id } }
  expect(emitted).toEqual([event, event, event])
})

test('[R163] [U108] reading needs leads:read, writing settings:write: a member can only read', async () => {
  const member = await person(world, 'member')
  expect((await member.get('/contact-tags')).status).toBe(200)
  expect((await member.post('/contact-tags', { name: 'Mine' })).status).toBe(403)
  const writer = await program(world, ['settings:write'])
  expect([
    (await writer.get('/contact-tags')).status,
    (await writer.post('/contact-tags', { name: 'Mine' })).status,
  ]).toEqual([403, 201])
})

test('[threat 3] a hostile name is only a name', async () => {
  for (const text of hostileTexts.map((text) => text.slice(0, 40).trim()))
    expect((await create({ name: text })).name).toBe(text.replace(/\s+/g, ' '))
})
