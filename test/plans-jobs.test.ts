import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Sql } from '../server/database/database.ts'
import { type Body, type ChatWorld, createChatWorld } from './support/chat.ts'
import { expectFrugal as expectFrugalOf } from './support/explain.ts'
import { fillAtOnce } from './support/fill.ts'
import { fillJobs } from './support/fill-jobs.ts'

/** Jobs of a busy site, and the maximum rows of a table that a response may scan. */
const many = 20_000
const most = 1_600

let world: ChatWorld
let stages: Body[]

beforeAll(async () => {
  world = await createChatWorld()
  stages = (await world.get('/jobs/pipeline')).body.stages
  const jobs = { site: 'demo', count: many, stages: stages as { id: string }[] }
  await fillAtOnce(world.services.database.sql, (sql) => fillJobs(sql, jobs), fillHistory)
})
afterAll(() => world.close())

const all = (sql: Sql) => sql`generate_series(1, ${many}::bigint) n`

async function fillHistory(sql: Sql): Promise<void> {
  await sql`
    insert into job_history (id, job_id, at, actor, kind, data) select 'jhist_' || n, 'job_' || n, n, 'key:x', 'created', '{}' from ${all(sql)}`
  await sql`
    insert into job_history (id, job_id, at, actor, kind, data)
    select 'jhist_1_' || n, 'job_1', n, 'key:x', 'updated', '{}' from ${all(sql)}`
}

const large = ['jobs', 'leads', 'job_history', 'notes', 'job_tallies']

const expectFrugal = (work: () => Promise<unknown>, allowed = most) =>
  expectFrugalOf(world.services.database.sql, large, allowed, work)

const get = async (path: string): Promise<Body> => {
  const { status, body } = await world.get(path)
  expect([path, status]).toEqual([path, 200])
  return body
}

describe('the board reads only what it shows, and counts without reading jobs', () => {
  test.each([
    '',
    'status=all',
    'status=won',
    'assigned=none',
    'assigned=busy@example.com',
    'assigned=rare@example.com',
    'source=chat&status=all',
    'contact=lead_20',
    'conversation=conv_x',
    'q=visitor20',
  ])('GET /jobs?%s', async (query) => {
    await expectFrugal(() => get(`/jobs?${query}`))
  })

  test('counts are those of all jobs', async () => {
    const { items, stages: counted } = await get('/jobs')
    expect(items).toHaveLength(500)
    expect(counted.map(({ count }: Body) => count).reduce((sum: number, count: number) => sum + count)).toBe(many)
    expect(counted[0]).toMatchObject({ count: many / 2, valueCents: (many / 2) * 100 })
  })

  test('a search of many jobs reads a limited number of them', async () => {
    await expectFrugal(() => get('/jobs?q=roof&status=all'), 4 * 2_000 + 4_500)
  })
})

test('one job, its move and its neighbours are found by index', async () => {
  await expectFrugal(() => get('/jobs/job_1'), 1_100)
  const [first, second] = stages as [Body, Body]
  const move = (body: Body) => world.post('/jobs/job_1000/move', body)
  for (const body of [
    { stageId: first.id, position: 3 },
    { stageId: first.id, before: 'job_10000' },
    { stageId: second.id },
    { stageId: first.id, position: 0 },
  ])
    await expectFrugal(async () => expect((await move(body)).status).toBe(200), 20)
  await expectFrugal(
    async () => expect((await world.post('/jobs', { contact: { phone: '0123456' } })).status).toBe(201),
    20,
  )
})
