import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { centsOf } from '../server/features/jobs/values.ts'
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
const sql = () => world.services.database.sql

describe('a new job', () => {
  test('[R362, R363, R364, R370, R378] is in the first stage, open, and told by job.created', async () => {
    let job: Body
    const emitted = await emittedBy(world, async () => {
      job = await make({ title: 'Roof', details: 'Two tiles', value: 4.35, dueAt: '2030-02-01T10:00:00+01:00' })
    })
    job = job!
    const at = world.clock.now()
    expect(job).toEqual({
      id: expect.stringMatching(/^job_/),
      number: expect.any(Number),
      title: 'Roof',
      details: 'Two tiles',
      stage: { id: expect.stringMatching(/^stg_/), name: 'New', kind: 'open' },
      status: 'open',
      fields: {},
      contact: null,
      conversationId: null,
      source: 'api',
      value: 4.35,
      valueCents: 435,
      currency: 'EUR',
      dueAt: Date.UTC(2030, 1, 1, 9),
      assignedTo: null,
      assignedName: null,
      position: expect.any(Number),
      stale: false,
      stageChangedAt: at,
      closedAt: null,
      lostReason: null,
      createdAt: at,
      updatedAt: at,
    })
    expect(emitted).toEqual([{ type: 'job.created', data: { job } }])
    const { history, notes, conversation, ...rest } = await get(job.id)
    expect(rest).toEqual(job)
    expect([notes, conversation]).toEqual([[], null])
    expect(history).toEqual([
      { id: expect.any(String), at, actor: key.id, actorName: 'test', kind: 'created', data: expect.any(Object) },
    ])
    expect((await make({ dueAt: 1_900_000_000_000 })).dueAt).toBe(1_900_000_000_000)
  })

  test('[U92] is manual if a person makes it', async () => {
    expect((await make({ title: 'Roof' }, anna)).source).toBe('manual')
  })

  test('[R366, R367] has checked fields; a missing required one is accepted', async () => {
    const fields = { roof: 'flat', size: 12.5, built: '1999-12-31', heated: true, colour: ' red ' }
    expect((await make({ fields })).fields).toEqual({
      ...{ roof: 'flat', size: '12.5', built: '1999-12-31', heated: 'true', colour: 'red' },
    })
    for (const [name, value] of [
      ['door', 'oak'],
      ['roof', 'round'],
      ['roof', ''],
      ['size', 'big'],
      ['size', '1e999'],
      ['built', '1999-02-30'],
      ['heated', 'yes'],
      ['colour', 'x'.repeat(1001)],
      ['__proto__', 'x'],
      ['constructor', 'x'],
    ]) {
      const body = JSON.parse(`{"title":"Roof","fields":{${JSON.stringify(name)}:${JSON.stringify(value)}}}`)
      const refused = await key.post('/jobs', body)
      if (name === '__proto__') expect([201, 400]).toContain(refused.status)
      else
        expect([name, refused.status, refused.body.error.message]).toEqual([name, 400, expect.stringContaining(name!)])
    }
  })

  test('[R368] has a title of at most 160 characters, made from fields and contact', async () => {
    expect((await make({ fields: { colour: 'Red' }, contact: { name: 'Bea Black' } })).title).toBe('Red – Bea Black')
    expect((await make({ contact: { phone: '+44 1632 960555' } })).title).toBe('+44 1632 960555')
    const { title, number } = await make({})
    expect(title).toBe(`Job ${number}`)
    expect((await make({ title: 'x'.repeat(160) })).title).toHaveLength(160)
    for (const body of [{ title: 'x'.repeat(161) }, { details: 'x'.repeat(10_001) }])
      expect((await key.post('/jobs', body)).status).toBe(400)
  })

  test.each<[number, number]>([
    [4.35, 435],
    [1.005, 101],
    [0.145, 15],
    [0, 0],
    [0.004, 0],
    [5e-7, 0],
    [5e-324, 0],
    [90_071_992_547_409, 9_007_199_254_740_900],
  ])('[U93] value %d is %d cents', async (value, cents) => {
    expect(centsOf(value)).toBe(cents)
    expect(await make({ value })).toMatchObject({ value, valueCents: cents })
  })

  test.each<Body>([
    { value: -1 },
    { value: 1e15 },
    { value: '5' },
    { currency: 'EURO' },
    { currency: 'XYZ' },
    { stageId: 'stg_none' },
    { contactId: 'lead_none' },
    { conversationId: 'conv_none' },
    { callbackId: 'cb_none' },
    { assignedTo: 'nobody@team.example' },
    { dueAt: 'tomorrow' },
    { dueAt: '2030-02-01T10:00:00' },
    { dueAt: -5 },
  ])('is refused with %j', async (body) => {
    expect((await key.post('/jobs', body)).status).toBe(400)
  })

  test('uses no number if it is refused; numbers have no gap', async () => {
    const { number } = await make()
    await Promise.all([make(), key.post('/jobs', { fields: { door: 'oak' } }), make(), make()])
    expect((await make()).number).toBe(number + 4)
  })
})

describe('the contact of a job', () => {
  test('[R365] is found by email, then by phone, or created', async () => {
    const { body: ada } = await key.post('/leads', { name: 'Ada', email: 'ada@mail.example', phone: '+44 1632 960111' })
    const contact = { id: ada.id, name: 'Ada', email: 'ada@mail.example', phone: '+44 1632 960111' }
    expect((await make({ contact: { email: 'ADA@mail.example', phone: '1' } })).contact).toEqual(contact)
    expect((await make({ contact: { phone: '0044 (0)1632/960-111' } })).contact).toEqual(contact)
    expect((await make({ contactId: ada.id })).contact).toEqual(contact)
    let job: Body
    const emitted = await emittedBy(world, async () => {
      job = await make({ contact: { name: 'Cy', email: 'cy@mail.example' } })
    })
    expect(job!.contact).toMatchObject({ name: 'Cy', email: 'cy@mail.example', phone: null })
    expect(emitted.map(({ type }) => type)).toEqual(['lead.captured', 'job.created'])
    expect(emitted[0]?.data).toMatchObject({ leadId: job!.contact.id, source: 'api', conversationId: null })
  })

  test('shows no stored details to a caller who named it and may not read contacts', async () => {
    await key.post('/leads', { name: 'Secret Name', email: 'known@mail.example', phone: '+44 1632 960999' })
    const blind = await program(world, ['jobs:write'])
    const emitted = await emittedBy(world, async () => {
      const { id, contact } = await make({ contact: { email: 'known@mail.example', name: 'Guess' } }, blind)
      expect(contact).toMatchObject({ name: 'Guess', email: 'known@mail.example', phone: null })
      expect((await blind.get(`/jobs/${id}`)).body.contact).toEqual(contact)
      expect((await blind.get('/jobs?q=Secret')).body.items).toEqual([])
    })
    expect(JSON.stringify(emitted)).not.toContain('Secret Name')
  })

  test('is that of the conversation only if it is proven', async () => {
    const { id } = await world.start({ contact: { name: 'Dee', email: 'dee@mail.example' } })
    const job = await make({ conversationId: id })
    expect([job.conversationId, job.contact.email]).toEqual([id, 'dee@mail.example'])
    expect((await get(job.id)).conversation).toEqual({ id, firstMessage: null, startedAt: expect.any(Number) })
    const { id: claimed } = await world.start({ contact: { email: 'dee@mail.example' } })
    expect((await make({ conversationId: claimed })).contact).toBeNull()
    await key.del(`/leads/${job.contact.id}`)
    await key.del(`/conversations/${id}`)
    expect(await get(job.id)).toMatchObject({ contact: null, conversationId: null, conversation: null })
    const events = await sql()`select data from events where data -> 'job' ->> 'id' = ${job.id}`
    expect(JSON.stringify(events)).not.toContain('dee@mail.example')
  })

  test('[R369, U91] is that of the callback, which becomes done', async () => {
    const { id } = await world.start({ contact: { name: 'Eve', email: 'eve@mail.example' } })
    const [{ lead_id: lead }] = (await sql()`select lead_id from conversations where id = ${id}`) as unknown as [Body]
    await sql()`
      insert into callbacks (id, site, conversation_id, lead_id, name, phone, reason, requested_at)
      values ('cb_job', 'demo', ${id}, ${lead}, 'Eve', '+44 1632 960001', 'A flat roof', 1)`
    const emitted = await emittedBy(world, async () => {
      const job = await make({ callbackId: 'cb_job' })
      expect(job).toMatchObject({ source: 'callback', conversationId: id, details: 'A flat roof', title: 'Eve' })
      expect(job.contact.id).toBe(lead)
    })
    expect(emitted.map(({ type }) => type)).toEqual(['callback.updated', 'job.created'])
    const again = await emittedBy(world, () => make({ callbackId: 'cb_job' }))
    expect(again.map(({ type }) => type)).toEqual(['job.created'])
  })
})

describe('a change', () => {
  test('assigns a job to another person under their name, not under that of the person who asks', async () => {
    const ben = await person(world, 'member')
    const { id } = await make({ title: 'Roof' }, anna)
    const assign = async (assignedTo: string | null) => {
      const { status, body } = await anna.patch(`/jobs/${id}`, { assignedTo })
      return status === 200 ? [body.assignedTo, body.assignedName] : status
    }
    const names = await sql()<{ email: string; name: string }[]>`select email, name from accounts`
    const nameOf = (email: string) => names.find((one) => one.email === email)?.name || email
    expect(await assign(ben.id)).toEqual([ben.id, nameOf(ben.id)])
    expect(await assign(anna.id)).toEqual([anna.id, nameOf(anna.id)])
    expect(await assign('nobody@team.example')).toBe(400)
    expect(await assign(null)).toEqual([null, null])
  })

  test('[R371, R372] merges fields, clears with null and is in the history; job.updated is sent', async () => {
    const { id, stage: before } = await make({ title: 'Roof', fields: { roof: 'flat', colour: 'red' } })
    let after: Body
    const emitted = await emittedBy(world, async () => {
      after = (
        await key.patch(`/jobs/${id}`, {
          ...{ title: 'Gutter', details: 'New', fields: { roof: 'pitched', colour: null, size: '7' }, value: 9.5 },
          ...{ dueAt: 5, assignedTo: anna.id.toUpperCase(), stageId: stage('won')!.id },
        })
      ).body
    })
    expect(after!).toMatchObject({
      title: 'Gutter',
      fields: { roof: 'pitched', size: '7' },
      valueCents: 950,
      currency: 'EUR',
    })
    expect([after!.dueAt, after!.assignedTo, after!.stage]).toEqual([5, anna.id, before])
    expect(emitted).toEqual([{ type: 'job.updated', data: { job: after! } }])
    const { history } = await get(id)
    expect(history.slice(1).map(({ kind, data }: Body) => [kind, data])).toEqual([
      ['updated', { field: 'title', from: 'Roof', to: 'Gutter' }],
      ['updated', { field: 'details', from: null, to: 'New' }],
      ['updated', { field: 'value', from: null, to: 9.5 }],
      ['updated', { field: 'currency', from: null, to: 'EUR' }],
      ['updated', { field: 'dueAt', from: null, to: 5 }],
      ['assigned', { field: 'assignedTo', from: null, to: anna.id }],
      ['updated', { field: 'fields.roof', from: 'flat', to: 'pitched' }],
      ['updated', { field: 'fields.colour', from: 'red', to: null }],
      ['updated', { field: 'fields.size', from: null, to: '7' }],
    ])
    const nothing = await emittedBy(world, () =>
      key.patch(`/jobs/${id}`, { title: 'Gutter', fields: { colour: null } }),
    )
    expect(nothing).toEqual([])
    const cleared = (await key.patch(`/jobs/${id}`, { value: null, dueAt: null, assignedTo: null, details: null })).body
    expect(cleared).toMatchObject({ value: null, valueCents: null, dueAt: null, assignedTo: null, assignedName: null })
    expect((await key.patch(`/jobs/${id}`, { title: '' })).status).toBe(400)
    expect((await key.patch('/jobs/job_none', { title: 'x' })).status).toBe(404)
  })

  test('[R379, U23] of the details appends a paragraph', async () => {
    const { id } = await make({ details: 'One' })
    expect((await key.post(`/jobs/${id}/updates`, { text: 'Two' })).body.details).toBe('One\n\nTwo')
    expect((await get(id)).history.at(-1)).toMatchObject({ kind: 'details_added', data: { text: 'Two' } })
    await key.patch(`/jobs/${id}`, { details: 'x'.repeat(9_998) })
    expect((await key.post(`/jobs/${id}/updates`, { text: 'Two' })).status).toBe(400)
    expect((await key.post('/jobs/job_none/updates', { text: 'Two' })).status).toBe(404)
  })

  test('[U24] notes are changed and deleted with jobs:write', async () => {
    const { id } = await make()
    const { status, body: note } = await anna.post(`/jobs/${id}/notes`, { text: 'Ladder' })
    expect([status, Object.keys(note).sort()]).toEqual([
      201,
      ['author', 'authorName', 'createdAt', 'id', 'text', 'updatedAt'],
    ])
    const jobs = await program(world, ['jobs:write'])
    const chats = await program(world, ['conversations:write'])
    expect((await jobs.patch(`/notes/${note.id}`, { text: 'Long ladder' })).status).toBe(200)
    expect((await chats.patch(`/notes/${note.id}`, { text: 'x' })).status).toBe(403)
    expect((await get(id)).notes).toMatchObject([{ id: note.id, text: 'Long ladder', author: anna.id }])
    const chat = await key.post(`/conversations/${(await world.start({})).id}/notes`, { text: 'Chat' })
    expect((await jobs.patch(`/notes/${chat.body.id}`, { text: 'x' })).status).toBe(403)
    expect((await jobs.del(`/notes/${note.id}`)).body).toEqual({ id: note.id, deleted: true })
    expect((await get(id)).history.at(-1).kind).toBe('note_added')
  })

  test('[U26] deletes a job with its history and notes', async () => {
    const { id } = await make()
    await key.post(`/jobs/${id}/notes`, { text: 'Ladder' })
    expect((await key.del(`/jobs/${id}`)).body).toEqual({ id, deleted: true })
    expect((await key.del(`/jobs/${id}`)).status).toBe(404)
    expect((await key.get(`/jobs/${id}`)).status).toBe(404)
  })
})
