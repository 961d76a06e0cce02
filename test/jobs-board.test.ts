import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Body, type ChatWorld, createChatWorld } from './support/chat.ts'
import { type Caller, emittedBy, person, program } from './support/desk.ts'

let world: ChatWorld
let key: Caller
let anna: Caller
let stages: Body[]

beforeAll(async () => {
  world = await createChatWorld()
  key = await program(world)
  anna = await person(world, 'member')
  const fields = [
    { name: 'roof', label: 'Roof', type: 'choice', options: ['flat', 'pitched'] },
    { name: 'size', label: 'Size', type: 'number', required: true },
    { name: 'built', label: 'Built', type: 'date' },
    { name: 'heated', label: 'Heated', type: 'boolean' },
    { name: 'colour', label: 'Colour' },
  ]
  const { body } = await key.post('/jobs/setup', { template: 'simple', currency: 'EUR', fields })
  expect(body.created).toBe(true)
  stages = body.pipeline.stages
})
afterAll(() => world.close())
beforeEach(() => world.clock.move(60_000))

const make = async (body: Body = { title: 'Roof' }, caller = key): Promise<Body> => {
  const reply = await caller.post('/jobs', body)
  expect([reply.status, reply.body.error]).toEqual([201, undefined])
  return reply.body
}
const get = async (id: string): Promise<Body> => (await key.get(`/jobs/${id}`)).body
const stage = (kind: string, name?: string) => stages.find((one) => one.kind === kind && (!name || one.name === name))
const move = (id: string, body: Body) => key.post(`/jobs/${id}/move`, body)

describe('a move', () => {
  const types = async (work: () => Promise<unknown>) => (await emittedBy(world, work)).map(({ type }) => type)

  test('[R363, R373, R374, R375, R438, U22] changes the status, and sends what happened in order', async () => {
    const { id } = await make()
    world.clock.move(60_000)
    let moved: Body
    const won = await emittedBy(world, async () => {
      moved = (await move(id, { stageId: stage('won')!.id })).body
    })
    const at = world.clock.now()
    expect(moved!).toMatchObject({ status: 'won', closedAt: at, stageChangedAt: at, lostReason: null })
    expect(won).toEqual([
      { type: 'job.stage_changed', data: { job: moved!, from: 'New', to: 'Done' } },
      { type: 'job.won', data: { job: moved! } },
    ])
    const lost = await emittedBy(world, () => move(id, { stageId: stage('lost')!.id, lostReason: 'Too dear' }))
    expect(lost.map(({ type }) => type)).toEqual(['job.stage_changed', 'job.lost'])
    expect(lost[1]?.data).toMatchObject({ reason: 'Too dear', job: { status: 'lost', lostReason: 'Too dear' } })
    expect(await types(() => move(id, { stageId: stage('open')!.id }))).toEqual(['job.stage_changed'])
    const reopened = await get(id)
    expect(reopened).toMatchObject({ status: 'open', closedAt: null, lostReason: null })
    expect(reopened.history.map(({ kind }: Body) => kind)).toEqual([
      ...['created', 'stage_changed', 'won', 'stage_changed', 'lost', 'stage_changed', 'reopened'],
    ])
  })

  test('refuses an unknown stage, and a reason for a stage that is not lost', async () => {
    const { id } = await make()
    for (const body of [
      {},
      { stageId: 'stg_none' },
      { stageId: stage('open')!.id, lostReason: 'x' },
      { stageId: stage('lost')!.id, lostReason: 'x'.repeat(501) },
      { stageId: stage('open')!.id, position: -1 },
      { stageId: stage('open')!.id, position: 1, before: null },
      { stageId: stage('open')!.id, before: 'job_none' },
    ])
      expect([body, (await move(id, body)).status]).toEqual([body, 400])
    expect((await move('job_none', { stageId: stage('open')!.id })).status).toBe(404)
  })

  test('in the same stage only orders, and sends no public event', async () => {
    const other = stage('open', 'In progress')!.id
    const jobs: string[] = []
    for (const title of ['A', 'B', 'C', 'D']) jobs.push((await make({ title, stageId: other })).id)
    const [a, b, c, d] = jobs as [string, string, string, string]
    const order = async () =>
      (await key.get(`/jobs?stage=${other}`)).body.items.map(({ title }: Body) => title).join('')
    expect(await order()).toBe('ABCD')
    expect(await types(() => move(d, { stageId: other, position: 0 }))).toEqual(['job.changed'])
    expect(await order()).toBe('DABC')
    await move(d, { stageId: other, position: 2 })
    expect(await order()).toBe('ABDC')
    await move(a, { stageId: other, before: c })
    expect(await order()).toBe('BDAC')
    await move(b, { stageId: other, before: null })
    expect(await order()).toBe('DACB')
    for (const body of [{}, { position: 3 }, { position: 999 }, { before: b }, { before: null }])
      expect(await types(() => move(b, { stageId: other, ...body }))).toEqual([])
    const { history, updatedAt } = await get(d)
    expect([history.length, updatedAt]).toEqual([1, history[0].at])
    // Far more often than a gap can be halved.
    for (let times = 0; times < 40; times++) await move(times % 2 ? c : d, { stageId: other, position: 1 })
    expect(await order()).toHaveLength(4)
    const { items } = (await key.get(`/jobs?stage=${other}`)).body
    const positions = items.map(({ position }: Body) => position)
    expect(positions).toEqual([...new Set(positions)].sort((one, two) => (one as number) - (two as number)))
  })

  test.each([
    ['between two without a number between them', [7, 8, 9], { position: 1 }, 'ADBC'],
    ['to an end without a number after it', [7, 2 ** 49, 2 ** 50], { before: null }, 'ABCD'],
    ['to a beginning without a number before it', [-(2 ** 50), 7, 8], { position: 0 }, 'DABC'],
  ])('puts a job %s, and keeps the order', async (_, positions, place, order) => {
    const other = stage('open', 'In progress')!.id
    const { sql } = world.services.database
    await sql`delete from jobs where stage_id = ${other}`
    for (const [at, position] of positions.entries()) {
      const { id } = await make({ title: 'ABC'[at], stageId: other })
      await sql`update jobs set position = ${position} where id = ${id}`
    }
    expect((await move((await make({ title: 'D' })).id, { stageId: other, ...place })).status).toBe(200)
    const { items } = (await key.get(`/jobs?stage=${other}`)).body
    expect(items.map(({ title }: Body) => title).join('')).toBe(order)
    const numbers = await sql<{ position: number }[]>`select position from jobs where stage_id = ${other}`
    expect(new Set(numbers.map(({ position }) => position)).size).toBe(4)
  })

  test('to its own lost stage changes the reason and its history, and tells only the screens', async () => {
    const { id } = await make()
    const lost = stage('lost')!.id
    await move(id, { stageId: lost, lostReason: 'Too dear' })
    const again = (lostReason: string) => types(() => move(id, { stageId: lost, lostReason }))
    expect(await again('Too dear')).toEqual([])
    world.clock.move(60_000)
    expect(await again('Too late')).toEqual(['job.changed'])
    const { lostReason, history, updatedAt } = await get(id)
    expect([lostReason, updatedAt]).toEqual(['Too late', world.clock.now()])
    const data = { field: 'lostReason', from: 'Too dear', to: 'Too late' }
    expect(history).toContainEqual(expect.objectContaining({ kind: 'updated', data }))
    expect([await again(''), (await get(id)).lostReason]).toEqual([['job.changed'], null])
  })
})

describe('the list', () => {
  test('[R376] shows open jobs in board order, with counts and values of all stages', async () => {
    const { id, contact } = await make({ title: 'Listed', value: 12.34, contact: { email: 'list@mail.example' } })
    const { body } = await key.get('/jobs')
    expect(new Set(body.items.map(({ status }: Body) => status))).toEqual(new Set(['open']))
    const places = body.items.map(({ stage, position }: Body) => [
      stages.findIndex((one) => one.id === stage.id),
      position,
    ])
    expect(places).toEqual([...places].sort((one, two) => one[0] - two[0] || one[1] - two[1]))
    const all = (await key.get('/jobs?status=all')).body
    for (const { id, count, valueCents } of all.stages) {
      const of = all.items.filter(({ stage }: Body) => stage.id === id)
      const sum = of.reduce((total: number, one: Body) => total + (one.valueCents ?? 0), 0)
      expect(count).toBe(of.length)
      // The largest value makes the sum inexact.
      if (sum < 1e12) expect(valueCents).toBe(sum)
    }
    await move(id, { stageId: stage('won')!.id })
    const listed = async (query: string) => {
      const { items, stages } = (await key.get(`/jobs?contact=${contact.id}${query}`)).body
      const counted = stages.filter(({ count }: Body) => count > 0)
      return [items.length, counted.map(({ kind, count, valueCents }: Body) => [kind, count, valueCents])]
    }
    expect(await listed('')).toEqual([0, [['won', 1, 1234]]])
    expect(await listed('&status=won')).toEqual([1, [['won', 1, 1234]]])
    expect(await listed(`&stage=${stage('won')!.id}`)).toEqual([1, [['won', 1, 1234]]])
    expect(await listed('&status=lost')).toEqual([0, [['won', 1, 1234]]])
  })

  test('filters by assignee, source and conversation', async () => {
    const { id: chat } = await world.start({})
    const { id } = await make({ title: 'Mine', assignedTo: anna.id, conversationId: chat }, anna)
    const ids = async (query: string, caller = anna) =>
      (await caller.get(`/jobs?${query}`)).body.items.map(({ id }: Body) => id)
    expect(await ids('assigned=me')).toEqual([id])
    expect(await ids(`assigned=${anna.id.toUpperCase()}`, key)).toEqual([id])
    expect(await ids('assigned=none')).not.toContain(id)
    expect(await ids('source=manual')).toContain(id)
    expect(await ids('source=chat')).toEqual([])
    expect(await ids(`conversation=${chat}`)).toEqual([id])
    const { stages } = (await anna.get('/jobs?assigned=me')).body
    expect(stages.map(({ count }: Body) => count)).toEqual([1, 0, 0, 0])
    for (const query of ['status=done', 'source=email', `q=${'x'.repeat(201)}`])
      expect((await key.get(`/jobs?${query}`)).status).toBe(400)
  })

  test('[R377] q finds title, details, fields, contact and number', async () => {
    const job = await make({
      title: 'Überdachung am Haus',
      details: 'Mit Regenrinne',
      fields: { colour: 'Anthrazit' },
      contact: { name: 'Zoë Quibble' },
    })
    for (const q of [
      'uberdachung',
      'REGENRINNE',
      'anthrazit',
      'quibble',
      'zoe',
      String(job.number),
      `#${job.number}`,
    ]) {
      const { items, stages } = (await key.get(`/jobs?q=${encodeURIComponent(q)}`)).body
      expect([q, items.map(({ id }: Body) => id)]).toEqual([q, expect.arrayContaining([job.id])])
      expect(stages[0].count).toBeGreaterThan(0)
    }
    expect((await key.get('/jobs?q=xylophone')).body.items).toEqual([])
  })

  test('belongs to one site', async () => {
    const { id } = await make()
    const other = await world.key(undefined, { site: 'other' })
    expect((await world.api('GET', `/jobs/${id}`, { key: other })).status).toBe(404)
    expect((await world.api('GET', '/jobs', { key: other })).body.items).toEqual([])
  })

  test('[U97] a job is stale after the days of its stage', async () => {
    const rotting = stages.map(({ id }) => ({ id, rotDays: id === stages[0]?.id ? 2 : null }))
    await key.put('/jobs/pipeline', { stages: rotting })
    const { id } = await make()
    world.clock.move(2 * 86_400_000 - 30_000)
    expect((await get(id)).stale).toBe(false)
    world.clock.move(60_000)
    expect((await get(id)).stale).toBe(true)
  })
})

test('the overview counts what was created, won and lost', async () => {
  const insights = async (): Promise<Body> => (await key.get('/overview?days=1')).body.insights.jobs
  const before = await insights()
  const [won, lost, deleted, reopened] = [
    await make({ value: 12.34 }),
    await make(),
    await make(),
    await make({ value: 5 }),
  ]
  await move(won.id, { stageId: stage('won')!.id })
  await move(lost.id, { stageId: stage('lost')!.id })
  await move(reopened.id, { stageId: stage('won')!.id })
  await move(reopened.id, { stageId: stage('open')!.id })
  await move(deleted.id, { stageId: stage('won')!.id })
  await key.del(`/jobs/${deleted.id}`)
  expect(await insights()).toEqual({
    ...{ created: before.created + 3, fromChat: 0, won: before.won + 1, lost: before.lost + 1 },
    ...{ wonValue: Math.round(before.wonValue * 100 + 1234) / 100, currency: 'EUR' },
  })
})
