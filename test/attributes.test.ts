import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Body, type ChatWorld, createChatWorld } from './support/chat.ts'
import { type Caller, person, program } from './support/desk.ts'

let world: ChatWorld
let key: Caller

beforeAll(async () => {
  world = await createChatWorld()
  key = await program(world)
})
afterAll(() => world.close())
beforeEach(async () => {
  await world.services.database.sql`delete from attribute_definitions`
})

const choice = { entity: 'contact', key: 'plan', label: 'Plan', type: 'choice', options: ['basic', 'full'] }
const define = async (body: Record<string, unknown> = choice): Promise<Body> => {
  const reply = await key.post('/attribute-definitions', body)
  expect(reply.status).toBe(201)
  return reply.body
}
const list = async (query = ''): Promise<Body[]> => (await key.get(`/attribute-definitions${query}`)).body.definitions

test('[U39] an attribute is defined for contacts or conversations, each key once', async () => {
  const made = await define()
  expect(made).toEqual({
    id: expect.stringMatching(/^attr_/),
    ...choice,
    description: '',
    createdAt: world.clock.now(),
    updatedAt: world.clock.now(),
  })
  const refused = await key.post('/attribute-definitions', { ...choice, label: 'Again' })
  expect([refused.status, refused.body.error.message]).toEqual([409, expect.stringContaining(made.id)])
  const other = await define({ entity: 'conversation', key: 'plan', label: 'Plan' })
  expect(other).toMatchObject({ type: 'text', options: [] })
  expect((await list()).map(({ id }) => id)).toEqual([made.id, other.id])
  expect((await list('?entity=conversation')).map(({ id }) => id)).toEqual([other.id])
  expect((await key.get('/attribute-definitions?entity=job')).status).toBe(400)
})

test('a name of only spaces is refused, on a record too', async () => {
  for (const body of [{ attributes: { ' ': 'x' } }, { fields: { ' ': 'x' } }]) {
    const refused = await key.post('/leads', { name: 'Ann', ...body })
    expect([refused.status, refused.body.error.message]).toEqual([400, expect.stringContaining('not only spaces')])
  }
})

test('[U39] requires only its entity and key; the label defaults to the key', async () => {
  expect(await define({ entity: 'contact', key: 'plan' })).toMatchObject({ label: 'plan', type: 'text', options: [] })
  for (const body of [{ entity: 'contact' }, { key: 'plan' }])
    expect((await key.post('/attribute-definitions', body)).status).toBe(400)
})

test('[U39] invalid fields are refused and named', async () => {
  for (const [field, value] of [
    ['entity', 'job'],
    ['key', ''],
    ['key', ' '],
    ['key', 'a/b'],
    ['key', 'x'.repeat(65)],
    ['label', ''],
    ['type', 'colour'],
    ['options', []],
    ['options', ['']],
  ] as const) {
    const refused = await key.post('/attribute-definitions', { ...choice, [field]: value })
    expect([refused.status, refused.body.error.message]).toEqual([400, expect.stringMatching(`^${field}`)])
  }
})

test('[U39] it is changed and deleted by an id in the path, body or query', async () => {
  const { id } = await define()
  world.clock.move(10)
  const renamed = await key.patch('/attribute-definitions', { id, label: 'Which plan' })
  expect(renamed.body).toMatchObject({ id, label: 'Which plan', options: choice.options, updatedAt: world.clock.now() })
  expect((await key.patch(`/attribute-definitions/${id}`, { type: 'text' })).body).toMatchObject({ options: [] })
  expect((await key.patch(`/attribute-definitions/${id}`, { type: 'choice' })).status).toBe(400)
  expect((await key.patch('/attribute-definitions', { label: 'Nobody' })).status).toBe(400)
  const ids = [id, ...(await Promise.all(['a', 'b'].map(async (key) => (await define({ ...choice, key })).id)))]
  const gone = (id: string) => ({ status: 200, body: { id, deleted: true } })
  expect(await key.del(`/attribute-definitions/${ids[0]}`)).toMatchObject(gone(ids[0]))
  expect(await key.del(`/attribute-definitions?id=${ids[1]}`)).toMatchObject(gone(ids[1]))
  const inBody = await world.api('DELETE', '/attribute-definitions', { body: { id: ids[2], site: 'demo' } })
  expect(inBody).toMatchObject(gone(ids[2]))
  expect((await key.del(`/attribute-definitions?id=${ids[2]}`)).status).toBe(404)
  expect((await key.del('/attribute-definitions')).status).toBe(400)
})

test('[U39] a choice accepts only its options, on contacts and on conversations; existing values stay', async () => {
  const { id: lead } = (await key.post('/leads', { name: 'Ann', attributes: { plan: 'old one' } })).body
  await define()
  const refused = await key.patch(`/leads/${lead}`, { attributes: { plan: 'gold' }, status: 'won' })
  expect([refused.status, refused.body.error.message]).toEqual([
    400,
    expect.stringMatching(/^attributes\.plan: .*basic/),
  ])
  expect((await key.post('/leads', { name: 'Bea', attributes: { plan: 'gold' } })).status).toBe(400)
  const kept = await key.patch(`/leads/${lead}`, { attributes: { size: 'L' } })
  expect(kept.body).toMatchObject({ status: 'new', attributes: { plan: 'old one', size: 'L' } })
  expect((await key.patch(`/leads/${lead}`, { attributes: { plan: 'full' } })).body.attributes.plan).toBe('full')
  const { id } = await world.start()
  const patch = (attributes: object) => key.patch(`/conversations/${id}`, { attributes })
  expect((await patch({ plan: 'gold' })).status).toBe(200)
  await define({ ...choice, entity: 'conversation' })
  expect((await patch({ plan: 'silver' })).status).toBe(400)
  expect((await patch({ plan: null })).body.attributes).toEqual({})
})

test('if many define one key at once, one succeeds', async () => {
  const replies = await Promise.all([1, 2, 3, 4].map(() => key.post('/attribute-definitions', choice)))
  expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
})

test('a site can define at most 50 of each', async () => {
  const { sql } = world.services.database
  await sql`
    insert into attribute_definitions (id, site, entity, key, label, type, created_at, updated_at)
    select 'attr_' || n, 'demo', 'contact', 'key' || n, 'Key', 'text', 0, 0 from generate_series(1, 50) n`
  expect((await key.post('/attribute-definitions', choice)).status).toBe(400)
  await define({ ...choice, entity: 'conversation' })
})

test('reading needs settings:read, writing settings:write', async () => {
  const member = await person(world, 'member')
  expect((await member.get('/attribute-definitions')).status).toBe(403)
  const reader = await program(world, ['settings:read'])
  expect((await reader.get('/attribute-definitions')).status).toBe(200)
  expect((await reader.post('/attribute-definitions', choice)).status).toBe(403)
})
