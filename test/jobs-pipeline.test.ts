import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Body, type ChatWorld, createChatWorld } from './support/chat.ts'
import { type Caller, emittedBy, program } from './support/desk.ts'

let world: ChatWorld
let key: Caller

beforeAll(async () => {
  world = await createChatWorld()
  key = await program(world)
})
afterAll(() => world.close())
beforeEach(async () => {
  const { sql } = world.services.database
  await sql`delete from jobs`
  await sql`delete from stages`
  await sql`delete from pipelines`
})

const pipeline = async (): Promise<Body> => (await key.get('/jobs/pipeline')).body
const put = (body: Body) => key.put('/jobs/pipeline', body)
const make = async (body: Body = { title: 'Roof' }): Promise<Body> => (await key.post('/jobs', body)).body

describe('the pipeline', () => {
  test('[U27, R362] exists from the beginning', async () => {
    expect(await pipeline()).toEqual({
      site: 'demo',
      fromChat: true,
      currency: expect.stringMatching(/^[A-Z]{3}$/),
      stages: [
        ['New', 'open'],
        ['In progress', 'open'],
        ['Done', 'won'],
        ['Lost', 'lost'],
      ].map(([name, kind], position) => ({
        ...{ id: expect.stringMatching(/^stg_/), name, kind, position, color: expect.stringMatching(/^#/) },
        ...{ rotDays: null, count: 0, valueCents: 0 },
      })),
      fields: [],
      templates: ['sales', 'service', 'projects', 'simple'].map((id) => ({ id, name: expect.any(String) })),
    })
  })

  test('is made once, however many ask first', async () => {
    await Promise.all([make(), pipeline(), make(), pipeline(), key.get('/jobs')])
    expect((await pipeline()).stages).toHaveLength(4)
  })

  test('[U29] is set up once', async () => {
    const fields = [{ name: 'size', type: 'number' }]
    const { status, body } = await key.post('/jobs/setup', { template: 'sales', currency: 'chf', fields })
    expect([status, body.created, body.pipeline.currency]).toEqual([200, true, 'CHF'])
    expect(body.pipeline.stages.map(({ name }: Body) => name)).toEqual([
      ...['New', 'Contacted', 'Proposal sent', 'Negotiation', 'Won', 'Lost'],
    ])
    expect(body.pipeline.fields).toEqual([{ name: 'size', label: 'size', type: 'number', required: false }])
    const again = await key.post('/jobs/setup', { template: 'service', currency: 'USD' })
    expect(again.body).toEqual({ created: false, pipeline: body.pipeline })
  })

  test('[U29] is not set up after the first job', async () => {
    await make()
    const before = await pipeline()
    expect((await key.post('/jobs/setup', { template: 'sales' })).body).toEqual({ created: false, pipeline: before })
  })

  test('has templates in the language of the site', async () => {
    await world.set({ assistant: { locale: 'de' } })
    const { templates, stages } = await pipeline()
    await world.set({ assistant: { locale: 'en' } })
    expect(templates[0]).toEqual({ id: 'sales', name: 'Vertrieb' })
    expect(stages[0].name).toBe('Neu')
  })
})

describe('PUT /jobs/pipeline', () => {
  test('[U27] keeps, adds, orders and removes stages', async () => {
    const [a, b, won, lost] = (await pipeline()).stages
    const emitted = await emittedBy(world, () =>
      put({
        stages: [
          { id: b.id },
          { name: 'Paid', kind: 'open', rotDays: 3, color: '#ABC' },
          { id: won.id, name: 'Sold' },
          { id: lost.id },
        ],
      }),
    )
    expect(emitted.map(({ type }) => type)).toEqual(['pipeline.changed'])
    const { stages } = await pipeline()
    expect(stages.map(({ name, kind, position }: Body) => [name, kind, position])).toEqual([
      ['In progress', 'open', 0],
      ['Paid', 'open', 1],
      ['Sold', 'won', 2],
      ['Lost', 'lost', 3],
    ])
    expect(stages[0]).toEqual({ ...b, position: 0 })
    expect(stages[1]).toMatchObject({ rotDays: 3, color: '#abc' })
    expect(stages.some(({ id }: Body) => id === a.id)).toBe(false)
  })

  test('[U27] refuses stages without one of each kind, and other mistakes', async () => {
    const [a, b, won, lost] = (await pipeline()).stages
    for (const stages of [
      [],
      [{ id: a.id }, { id: b.id }, { id: won.id }],
      [{ id: a.id }, { id: b.id }, { id: lost.id }],
      [{ id: won.id }, { id: lost.id }, { name: 'Second', kind: 'won' }],
      [{ id: a.id }, { id: a.id }, { id: won.id }, { id: lost.id }],
      [{ id: a.id, name: 'lost' }, { id: won.id }, { id: lost.id }],
      [{ id: 'stg_none' }, { id: a.id }, { id: won.id }, { id: lost.id }],
      [{ id: a.id }, {}, { id: won.id }, { id: lost.id }],
      [{ id: a.id }, { id: won.id }, { id: lost.id }, ...Array.from({ length: 18 }, (_, at) => ({ name: `S${at}` }))],
    ])
      expect([stages, (await put({ stages })).status]).toEqual([stages, 400])
    expect((await pipeline()).stages).toHaveLength(4)
  })

  test('[U27] a removed stage with jobs needs moveTo; the jobs then move, with events', async () => {
    const [a, b, won, lost] = (await pipeline()).stages
    const { id } = await make()
    const kept = [b, won, lost].map(({ id }) => ({ id }))
    const refused = await put({ stages: kept })
    expect([refused.status, refused.body.error]).toEqual([
      409,
      expect.objectContaining({ reason: 'stage_in_use', params: { stage: 'New', count: 1 } }),
    ])
    expect((await put({ stages: kept, moveTo: { [a.id]: a.id } })).status).toBe(400)
    const emitted = await emittedBy(world, () => put({ stages: kept, moveTo: { [a.id]: won.id } }))
    expect(emitted.map(({ type }) => type)).toEqual(['job.stage_changed', 'job.won', 'pipeline.changed'])
    const job = (await key.get(`/jobs/${id}`)).body
    expect(job).toMatchObject({ status: 'won', stage: { id: won.id, name: 'Done', kind: 'won' } })
    expect(job.history.map(({ kind }: Body) => kind)).toEqual(['created', 'stage_changed', 'won'])
  })

  test('[R363] the status of jobs follows the kind of their stage', async () => {
    const [a, b, won, lost] = (await pipeline()).stages
    const { id } = await make({ title: 'Roof', stageId: b.id })
    const stages = [{ id: a.id }, { id: b.id, kind: 'lost' }, { id: won.id }, { id: lost.id }]
    const emitted = await emittedBy(world, () => put({ stages }))
    expect(emitted.map(({ type }) => type)).toEqual(['job.stage_changed', 'job.lost', 'pipeline.changed'])
    expect((await key.get(`/jobs/${id}`)).body).toMatchObject({ status: 'lost', stage: { kind: 'lost' } })
    expect((await key.get('/jobs?status=lost')).body.items).toHaveLength(1)
    await put({ stages: stages.map((stage) => (stage.id === b.id ? { id: b.id, kind: 'open' } : stage)) })
    expect((await key.get(`/jobs/${id}`)).body).toMatchObject({ status: 'open', closedAt: null })
  })

  test('a removed field with values needs dropFields', async () => {
    const fields = [
      { name: 'size', type: 'number' },
      { name: 'roof', type: 'choice', options: ['flat'], label: 'Roof' },
    ]
    expect((await put({ fields })).body.fields[1]).toEqual({ ...fields[1], required: false })
    const { id } = await make({ title: 'Roof', fields: { size: 5, roof: 'flat' } })
    const refused = await put({ fields: [fields[0]] })
    expect([refused.status, refused.body.error.params]).toEqual([409, { field: 'roof', count: 1 }])
    expect((await put({ fields: [fields[0]], dropFields: true })).status).toBe(200)
    const job = (await key.get(`/jobs/${id}`)).body
    expect(job.fields).toEqual({ size: '5' })
    expect(job.history.at(-1)).toMatchObject({
      kind: 'updated',
      data: { field: 'fields.roof', from: 'flat', to: null },
    })
  })

  test.each<Body>([
    { currency: 'EURO' },
    { fields: [{ name: '1x' }] },
    { fields: [{ name: '__proto__' }] },
    { fields: [{ name: 'a' }, { name: 'a' }] },
    { fields: [{ name: 'a', type: 'choice' }] },
    { fields: [{ name: 'a', type: 'email' }] },
    { fields: Array.from({ length: 31 }, (_, at) => ({ name: `f${at}` })) },
  ])('refuses %j', async (body) => {
    expect((await put(body)).status).toBe(400)
  })
})

test('[U28] a template replaces the stages, unless jobs are in one that it removes', async () => {
  const before = await pipeline()
  const { id } = await make({ title: 'Roof', stageId: before.stages[1].id })
  const refused = await key.post('/jobs/pipeline/template', { template: 'sales' })
  expect([refused.status, refused.body.error.reason]).toEqual([409, 'stage_in_use'])
  await key.post(`/jobs/${id}/move`, { stageId: before.stages[0].id })
  const { status, body } = await key.post('/jobs/pipeline/template', { template: 'sales' })
  expect([status, body.stages.map(({ name }: Body) => name)]).toEqual([
    200,
    ['New', 'Contacted', 'Proposal sent', 'Negotiation', 'Won', 'Lost'],
  ])
  expect([body.stages[0].id, body.stages[0].count]).toEqual([before.stages[0].id, 1])
  expect((await key.post('/jobs/pipeline/template', { template: 'none' })).status).toBe(400)
})
