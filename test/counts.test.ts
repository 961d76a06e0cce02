import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { idle } from './support/idle.ts'
import { runTask } from './support/tasks.ts'
import { createWorld, type World } from './support/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())
beforeEach(() => empty())

/** A task that adds up at the same moment would deadlock with the truncation. */
async function empty(): Promise<void> {
  await idle(world)
  await sql()`truncate conversations, leads, callbacks, tallies, tally_changes cascade`
}

const sql = () => world.services.database.sql
const any = <T>(...values: T[]) => fc.constantFrom(...values)

/** All kinds of changes of contacts and callbacks: of one, of all of a kind, by retention, and without effect. */
const step = fc.record({
  act: any('contact', 'callback', 'status', 'tagged', 'close', 'forget', 'drop', 'undone', 'add up'),
  place: fc.integer({ min: 0, max: 9 }),
  status: any('new', 'contacted', 'qualified', 'won', 'lost'),
  closed: any('open', 'done', 'dismissed'),
  site: any('demo', 'other'),
  tagged: fc.boolean(),
})
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

async function perform({ act, place, status, closed, site, tagged }: Step, n: number): Promise<void> {
  const contact = { id: `lead_${n}`, site, source: 'api', status, tagged, created_at: n, updated_at: n }
  switch (act) {
    case 'contact':
      return void (await sql()`insert into leads ${sql()(contact)}`)
    case 'callback':
      return void (await sql()`insert into callbacks ${sql()({ id: `cb_${n}`, site, status: closed, requested_at: n })}`)
    case 'status':
      return void (await sql()`update leads set status = ${status}, updated_at = ${n} where id like ${`%${place}`}`)
    case 'tagged':
      return void (await sql()`update leads set tagged = ${tagged} where id like ${`%${place}`}`)
    case 'close':
      return void (await sql()`update callbacks set status = ${closed}, note = ${status} where id like ${`%${place}`}`)
    case 'drop':
      return void (await sql()`delete from leads where status = ${status}`)
    case 'forget':
      return await sql().begin(async (tx) => {
        await tx`select set_config('frontdesk.tallies', 'still', true)`
        await tx`delete from leads where id like ${`%${place}`}`
        await tx`delete from callbacks where id like ${`%${place}`}`
      })
    case 'undone':
      await sql()
        .begin(async (tx) => {
          await tx`update leads set status = ${status}`
          throw new Error('in vain')
        })
        .catch((error) => expect(error.message).toBe('in vain'))
      return
    case 'add up':
      return await runTask(world.services, 'overview.addUp')
  }
}

/** Counted in the simplest way. */
async function counted(rows: PromiseLike<readonly { status: string; count: number }[]>, all: readonly string[]) {
  const found = new Map((await rows).map(({ status, count }) => [status, count]))
  return Object.fromEntries(all.map((status) => [status, found.get(status) ?? 0]))
}

test('[R166] [U68] the counts of contacts and callbacks are exact, whatever happens to them', async () => {
  const contacts = ['new', 'contacted', 'qualified', 'won', 'lost']
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
      await empty()
      for (const [n, one] of steps.entries()) await perform(one, n)
      for (const site of ['demo', 'other']) {
        const of = async (path: string) => (await world.api('GET', `${path}site=${site}&limit=1`)).body.counts
        const leads = (which: boolean[]) => sql()<{ status: string; count: number }[]>`
          select status, count(*)::int as count from leads
          where site = ${site} and tagged in ${sql()(which)} group by status`
        expect(await of('/leads?')).toEqual(await counted(leads([true, false]), contacts))
        expect(await of('/leads?tag=untagged&')).toEqual(await counted(leads([false]), contacts))
        const callbacks = sql()<{ status: string; count: number }[]>`
          select status, count(*)::int as count from callbacks where site = ${site} group by status`
        expect(await of('/callbacks?')).toEqual(await counted(callbacks, ['open', 'done', 'dismissed']))
      }
    }),
    // The embedded database takes three times as long, and the triggers are the same.
    { numRuns: process.env.TEST_DATABASE === 'server' ? 25 : 8 },
  )
})
