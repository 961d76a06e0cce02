import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Body, type ChatWorld, createChatWorld } from './support/chat.ts'
import { type Caller, emittedBy, program } from './support/desk.ts'

let world: ChatWorld
let key: Caller

beforeAll(async () => {
  world = await createChatWorld()
  key = await program(world)
  for (const name of ['old', 'new']) await key.post('/contact-tags', { name })
})
afterAll(() => world.close())

const add = async (count: number): Promise<string[]> => {
  const made = Array.from({ length: count }, () => key.post('/leads', { name: 'Ann' }))
  return (await Promise.all(made)).map(({ body }) => body.id)
}
const change = (body: unknown) => key.post('/leads/change', body)
const lead = async (id: string): Promise<Body> => (await key.get(`/leads/${id}`)).body

test('status and tags of many are changed with an event each; missing ones are named', async () => {
  const [one, other] = (await add(2)) as [string, string]
  await key.patch(`/leads/${one}`, { tags: ['old'] })
  const ids = [one, 'lead_nobody', other, one]
  let reply: Body
  const emitted = await emittedBy(world, async () => {
    reply = await change({ ids, status: 'won', addTags: ['new'], removeTags: ['old'] })
  })
  const failed = [{ id: 'lead_nobody', code: 'not_found', message: expect.any(String) }]
  expect([reply!.status, reply!.body]).toEqual([200, { done: [{ id: one }, { id: other }], failed }])
  expect(emitted.map(({ type, data }) => [type, data.leadId, data.changed])).toEqual([
    ['lead.updated', one, ['status', 'tags']],
    ['lead.updated', other, ['status', 'tags']],
  ])
  for (const id of [one, other]) expect(await lead(id)).toMatchObject({ status: 'won', tags: [{ name: 'new' }] })
})

test('many are deleted, but none of another site', async () => {
  const ids = await add(3)
  const theirs = (await world.api('POST', '/leads?site=other', { body: { name: 'Theirs' } })).body.id
  const { body } = await change({ ids: [...ids, theirs], delete: true })
  expect(body).toMatchObject({ done: ids.map((id) => ({ id })), failed: [{ id: theirs, code: 'not_found' }] })
  expect((await world.api('GET', `/leads/${theirs}?site=other`)).status).toBe(200)
  for (const id of ids) expect((await key.get(`/leads/${id}`)).status).toBe(404)
})

test('nothing is changed for an unknown tag or an ambiguous request', async () => {
  const ids = await add(2)
  for (const [field, body] of [
    ['addTags', { status: 'won', addTags: ['nowhere'] }],
    ['delete', {}],
    ['delete', { delete: true, status: 'won' }],
    ['ids', { status: 'won', ids: [] }],
    ['ids', { status: 'won', ids: Array.from({ length: 501 }, (_, n) => `lead_${n}`) }],
  ] as const) {
    const refused = await change({ ids, ...body })
    expect([refused.status, refused.body.error.message]).toEqual([400, expect.stringMatching(`^${field}`)])
  }
  for (const id of ids) expect(await lead(id)).toMatchObject({ status: 'new', tags: [] })
})
