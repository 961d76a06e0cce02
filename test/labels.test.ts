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
  const reply = await key.post('/labels', { name: `Label ${++made}`, ...body })
  expect(reply.status).toBe(201)
  return reply.body
}
const list = async (): Promise<Body[]> => (await key.get('/labels')).body.labels
const clear = async () => {
  for (const { id } of await list()) await key.del(`/labels/${id}`)
}

test('[R41] [R42] [R44] a label gets an id, and by default a colour and use by the assistant', async () => {
  const label = await create({ name: '  Very   urgent ' })
  expect(label).toEqual({
    id: expect.stringMatching(/^lbl_/),
    name: 'Very urgent',
    color: expect.stringMatching(/^#[0-9a-f]{6}$/),
    description: '',
    ai: true,
  })
  expect(await create({ name: 'Quiet', color: '#ABC', description: 'Not loud.', ai: false })).toMatchObject({
    color: '#abc',
    description: 'Not loud.',
    ai: false,
  })
})

test('[R42] the default colour is the least used one', async () => {
  await clear()
  await create({ color: palette[1] })
  const picked = []
  for (let count = 0; count < palette.length; count++) picked.push((await create()).color)
  expect(new Set(picked.slice(0, -1))).toEqual(new Set(palette.filter((color) => color !== palette[1])))
  expect(picked.at(-1)).toBe(palette[0])
})

test('the list is sorted by name, with the colours to choose from', async () => {
  await clear()
  for (const name of ['b', 'A', 'Ärger', 'c']) await create({ name })
  const { body } = await key.get('/labels')
  expect(body.labels.map((label: Body) => label.name)).toEqual(['A', 'Ärger', 'b', 'c'])
  expect(body.colors).toEqual([...palette])
})

test('[R150] [R41] [R229] a taken name is 409 in any case; of two at once one wins', async () => {
  await clear()
  const label = await create({ name: 'Straße Ä' })
  for (const name of ['Straße Ä', 'straße ä', 'STRAßE Ä', ' Straße  Ä ', 'Straße A\u0308']) {
    const refused = await key.post('/labels', { name })
    expect([refused.status, refused.body.error.code], name).toEqual([409, 'conflict'])
    expect(refused.body.error.message).toContain(label.id)
  }
  const { id } = await world.start()
  const marked = await key.patch(`/conversations/${id}`, { addLabels: ['straße a\u0308'] })
  expect(marked.body.labels).toMatchObject([{ id: label.id }])
  const statuses = await Promise.all([1, 2, 3, 4].map(async () => (await key.post('/labels', { name: 'Race' })).status))
  expect(statuses.sort()).toEqual([201, 409, 409, 409])
  const other = (await list()).find(({ name }) => name === 'Race')
  expect((await key.patch(`/labels/${other.id}`, { name: 'straße Ä' })).status).toBe(409)
  expect((await key.patch(`/labels/${other.id}`, { name: 'RACE' })).body.name).toBe('RACE')
  expect((await world.api('POST', '/labels?site=other', { body: { name: 'Straße Ä' } })).status).toBe(201)
})

test('[R41] [R43] [threat 10] invalid fields are refused and named; unknown ones are ignored', async () => {
  const before = await list()
  for (const [field, value] of [
    ['name', ''],
    ['name', 'x'.repeat(41)],
    ['color', 'red'],
    ['color', '#12345'],
    ['description', 'x'.repeat(201)],
    ['ai', 'yes'],
  ] as const) {
    const refused = await key.post('/labels', { name: 'Fine', [field]: value })
    expect([refused.status, refused.body.error.message]).toEqual([400, expect.stringMatching(`^${field}: `)])
    if (before[0]) expect((await key.patch(`/labels/${before[0].id}`, { [field]: value })).status).toBe(400)
  }
  expect(await list()).toEqual(before)
  const label = await create({ id: 'lbl_mine', site_id: 'other', created_at: 1 })
  expect(label.id).not.toBe('lbl_mine')
})

test('[R46] a label is changed everywhere, and deleted from every conversation', async () => {
  const label = await create()
  const ids = [(await world.start()).id, (await world.start()).id]
  for (const id of ids) await key.patch(`/conversations/${id}`, { addLabels: [label.id] })
  const changed = await key.patch(`/labels/${label.id}`, { name: 'Renamed', color: '#123456', ai: false })
  expect(changed).toMatchObject({ status: 200, body: { ...label, name: 'Renamed', color: '#123456', ai: false } })
  const labelled = async () => (await key.get('/conversations?label=renamed')).body.items
  expect((await labelled()).map(({ labels }: Body) => labels)).toEqual(
    ids.map(() => [{ id: label.id, name: 'Renamed', color: '#123456' }]),
  )
  expect((await key.del(`/labels/${label.id}`)).body).toEqual({ id: label.id, deleted: true })
  expect((await key.del(`/labels/${label.id}`)).status).toBe(404)
  expect(await labelled()).toEqual([])
  for (const id of ids) expect((await key.get(`/conversations/${id}`)).body.labels).toEqual([])
})

test('creating, changing and deleting a label emits an event; a change without effect does not', async () => {
  let label: Body
  const emitted = await emittedBy(world, async () => {
    label = await create({ description: 'Old' })
    await key.patch(`/labels/${label.id}`, { description: 'Old', name: label.name })
    await key.patch(`/labels/${label.id}`, {})
    await key.patch(`/labels/${label.id}`, { description: '' })
    await key.del(`/labels/${label.id}`)
  })
  const event = { type: 'label.changed', data: { id: label.id } }
  expect(emitted).toEqual([event, event, event])
})

test('[R151] [U108] reading needs conversations:read, writing settings:write: a member can only read', async () => {
  const member = await person(world, 'member')
  expect((await member.get('/labels')).status).toBe(200)
  expect((await member.post('/labels', { name: 'Mine' })).status).toBe(403)
  const reader = await program(world, ['conversations:write'])
  expect([(await reader.get('/labels')).status, (await reader.post('/labels', { name: 'Mine' })).status]).toEqual([
    200, 403,
  ])
  const writer = await program(world, ['settings:write'])
  expect([(await writer.get('/labels')).status, (await writer.post('/labels', { name: 'Mine' })).status]).toEqual([
    403, 201,
  ])
})

test('[threat 3] a hostile name is only a name', async () => {
  for (const text of hostileTexts.map((text) => text.slice(0, 40).trim())) {
    const label = await create({ name: text, description: text })
    expect([label.name, label.description]).toEqual([text.replace(/\s+/g, ' '), text])
  }
})

test('a site has at most 500 labels', async () => {
  await clear()
  const { sql } = world.services.database
  await sql`
    insert into labels (id, site, name, color, created_at)
    select 'lbl_' || n, 'demo', 'Many ' || n, '#000000', 0 from generate_series(1, 500) n`
  const refused = await key.post('/labels', { name: 'One more' })
  expect([refused.status, refused.body.error.message]).toEqual([400, expect.stringContaining('500')])
  expect(await list()).toHaveLength(500)
})
