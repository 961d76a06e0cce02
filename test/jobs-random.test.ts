import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Context } from '../server/core/context.ts'
import { deleteJob } from '../server/features/jobs/change.ts'
import { putPipeline } from '../server/features/jobs/change-pipeline.ts'
import { createJob } from '../server/features/jobs/create.ts'
import { moveJob } from '../server/features/jobs/move.ts'
import { readPipeline } from '../server/features/jobs/pipeline.ts'
import { type ChatWorld, createChatWorld } from './support/chat.ts'
import { openSecond, type Second } from './support/second.ts'

let world: ChatWorld
let second: Second
let servers: Context[]

beforeAll(async () => {
  world = await createChatWorld()
  second = await openSecond(world, { start: false })
  servers = [await world.context(), await second.context()]
})
afterAll(async () => {
  await second.close()
  await world.close()
})

type Action =
  | { do: 'create'; stage: number; fails: boolean }
  | { do: 'move'; which: number; stage: number; place: number | null }
  | { do: 'before'; which: number; other: number }
  | { do: 'delete'; which: number }
  | { do: 'turn'; stage: number }

const stage = fc.nat(3)
const which = fc.nat(30)
const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('create'), stage, fails: fc.boolean() }) as fc.Arbitrary<Action>,
  },
  {
    weight: 6,
    arbitrary: fc.record({
      ...{ do: fc.constant('move'), which, stage },
      place: fc.oneof(fc.constant(0), fc.nat(8), fc.constant(null)),
    }) as fc.Arbitrary<Action>,
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('before'), which, other: which }) as fc.Arbitrary<Action> },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('delete'), which }) as fc.Arbitrary<Action> },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('turn'), stage: fc.nat(1) }) as fc.Arbitrary<Action> },
)

type Row = { id: string; number: number; stage_id: string; position: number; status: string; kind: string }
const rows = () => world.services.database.sql<Row[]>`
  select j.id, number, stage_id, j.position, status, s.kind from jobs j join stages s on s.id = j.stage_id order by number`
const stages = () => world.services.database.sql<{ id: string; kind: string }[]>`
  select id, kind from stages where site = 'demo' order by position`

/** Refusals are expected: of records that somebody deleted, and of wrong fields. */
async function perform(ctx: Context, act: Action): Promise<void> {
  const [all, boards] = await Promise.all([rows(), stages()])
  const job = 'which' in act && all.length > 0 ? all[act.which % all.length] : undefined
  const board = 'stage' in act ? boards[act.stage % boards.length]! : undefined
  const isRefused = (error: { status?: number }) => {
    if (error.status === undefined || error.status >= 500) throw error
  }
  if (act.do === 'create') {
    const fields: Record<string, string> = act.fails ? { none: 'x' } : {}
    await createJob(ctx, { title: 'Roof', stageId: board!.id, fields, value: 1 }).catch(isRefused)
  }
  if (act.do === 'move' && job)
    await moveJob(ctx, {
      ...{ id: job.id, stageId: board!.id },
      ...(act.place !== null && { position: act.place }),
    }).catch(isRefused)
  if (act.do === 'before' && job) {
    const other = all[act.other % all.length]!
    await moveJob(ctx, { id: job.id, stageId: other.stage_id, before: other.id }).catch(isRefused)
  }
  if (act.do === 'delete' && job) await deleteJob(ctx, { id: job.id }).catch(isRefused)
  if (act.do === 'turn') {
    const given = boards.map(({ id, kind }, at) => ({
      id,
      ...(at === 1 && { kind: kind === 'open' ? 'won' : 'open' }),
    }))
    await putPipeline(ctx, { stages: given as { id: string }[], dropFields: false }).catch(isRefused)
  }
}

test('interleaved moves and creations on two servers leave each job in one place, and numbers without gaps', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(action, fc.nat(1)), { minLength: 10, maxLength: 60 }), async (acts) => {
      const { sql } = world.services.database
      await sql`delete from jobs`
      await sql`delete from pipelines`
      await sql`delete from stages`
      await readPipeline(servers[0]!)
      let deleted = 0
      for (let from = 0; from < acts.length; from += 6) {
        const before = await rows()
        await Promise.all(acts.slice(from, from + 6).map(([act, server]) => perform(servers[server]!, act)))
        const ids = new Set((await rows()).map(({ id }) => id))
        deleted += before.filter(({ id }) => !ids.has(id)).length
      }
      const all = await rows()
      const [{ next = 1 } = {}] = await sql<{ next: number }[]>`select next_number as next from pipelines`
      // A job that is created and deleted in the same turn is in no list.
      expect(next - 1).toBeGreaterThanOrEqual(all.length + deleted)
      expect(new Set(all.map(({ number }) => number)).size).toBe(all.length)
      const created = await sql<{ number: number }[]>`
        select (data -> 'job' ->> 'number')::int as number from events
        where type = 'job.created' and site = 'demo' order by seq desc limit ${next - 1}`
      expect(created.map(({ number }) => number).reverse()).toEqual(Array.from({ length: next - 1 }, (_, at) => at + 1))
      expect(new Set(all.map(({ stage_id, position }) => `${stage_id} ${position}`)).size).toBe(all.length)
      for (const { status, kind } of all) expect(status).toBe(kind)
      const tallies = await sql`
        select stage_id, sum(count)::int as count, sum(value_cents)::int as cents from job_tallies group by 1 order by 1`
      const counted = await sql`
        select stage_id, count(*)::int as count, sum(value_cents)::int as cents from jobs group by 1 order by 1`
      expect([...tallies]).toEqual([...counted])
    }),
    { numRuns: 12 },
  )
}, 60_000)
