import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Body, type ChatWorld, createChatWorld } from './support/chat.ts'
import { type Caller, emittedBy, person, program } from './support/desk.ts'
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
const none = { addLabels: [], assignTo: null, snooze: null, close: false, note: '' }
const create = (body: Record<string, unknown>, caller = anna) => caller.post('/canned-replies', body)

test('[U110] a canned reply is created, listed by shortcut, updated and deleted', async () => {
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
    actions: none,
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

test('actions of a canned reply are stored and replaced as a whole, and name labels of the site', async () => {
  const label = (await key.post('/labels', { name: 'Refund' })).body.id
  const actions = {
    addLabels: [label],
    assignTo: 'nobody',
    snooze: 'tomorrow',
    close: true,
    note: 'Refund for {{visitor.name}}',
  }
  const { status, body } = await create({ shortcut: 'refund', text: 'Your money is on its way.', actions })
  expect([status, body.actions], JSON.stringify(body)).toEqual([201, actions])
  expect((await list()).find(({ id }) => id === body.id)?.actions).toEqual(actions)
  expect((await anna.patch(`/canned-replies/${body.id}`, { title: 'Refund' })).body.actions).toEqual(actions)
  const changed = await anna.patch(`/canned-replies/${body.id}`, { actions: { note: 'Paid' } })
  expect(changed.body.actions).toEqual({ ...none, note: 'Paid' })
  for (const wrong of [
    { addLabels: ['lbl_none'] },
    { addLabels: Array(21).fill(label) },
    { close: 'yes' },
    { snooze: 'never' },
  ])
    expect((await create({ shortcut: 'wrong', text: 'x', actions: wrong })).status).toBe(400)
  const foreign = (await world.api('POST', '/labels', { body: { site: 'other', name: 'Theirs' } })).body.id
  expect((await anna.patch(`/canned-replies/${body.id}`, { actions: { addLabels: [foreign] } })).status).toBe(400)
})

test('each change is emitted, so that all windows show the same; a change without effect is not', async () => {
  const { body } = await create({ shortcut: 'told', text: 'One' })
  const change = (text: string) => anna.patch(`/canned-replies/${body.id}`, { text })
  const emitted = await emittedBy(world, async () => {
    await change('Two')
    await change('Two')
    await anna.del(`/canned-replies/${body.id}`)
    await anna.del(`/canned-replies/${body.id}`)
  })
  const changed = { type: 'canned-reply.changed', data: { id: body.id } }
  expect(emitted).toEqual([changed, changed])
})

test('[U110] [threat 7] an equal shortcut is 409 in any case, and of two at once one wins', async () => {
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

test('a shortcut is one word of letters and digits, and the text is required', async () => {
  for (const shortcut of ['', 'two words', '/x', 'a.b', '😀', '<b>', 'x'.repeat(41)])
    expect((await create({ shortcut, text: 'x' })).body.error?.message, shortcut).toMatch(/^shortcut: /)
  for (const shortcut of ['مرحبا', '你好', 'a-b_1']) expect((await create({ shortcut, text: 'x' })).status).toBe(201)
  for (const text of ['', ' ', 'x'.repeat(4001)])
    expect((await create({ shortcut: 'words', text })).body.error?.message).toMatch(/^text: /)
})

test('[threat 3] hostile text is returned unchanged', async () => {
  for (const [place, text] of hostileTexts.entries())
    expect((await create({ shortcut: `h${place}`, title: 'x', text })).body.text).toBe(text)
})

test('[U108] [U110] members read them, but only those who may change settings write them', async () => {
  const [{ id }] = await list()
  for (const refused of [
    await create({ shortcut: 'mine', text: 'x' }, member),
    await member.patch(`/canned-replies/${id}`, { text: 'x' }),
    await member.del(`/canned-replies/${id}`),
  ])
    expect(refused.status).toBe(403)
})

test('a site has at most 500', async () => {
  const { sql } = world.services.database
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
