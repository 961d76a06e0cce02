import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { OverviewAnswer } from '../shared/overview.ts'
import type { Body } from './support/chat.ts'
import { idle } from './support/idle.ts'
import { type Answered, type Asked, overviewOracle } from './support/overview-oracle.ts'
import { runTask } from './support/tasks.ts'
import { createWorld, type World } from './support/world.ts'

const hour = 3_600_000
const day = 24 * hour
let world: World
let answered: Answered[]
let made = 0

beforeAll(async () => {
  world = await createWorld()
  // The tasks that repeat begin with the server, and some change records.
  await idle(world)
})
afterAll(() => world.close())
beforeEach(forget)

const sql = () => world.services.database.sql

async function forget() {
  answered = []
  await sql()`truncate conversations, leads, callbacks, summaries, tallies, tally_changes cascade`
}

const outcomes = ['answered', 'booked', 'lead_captured', 'callback_requested', 'unanswered', 'abandoned', 'pending']
const any = <T>(...values: T[]) => fc.constantFrom(...values)
/** At most 70 days ago: more than two spans of 32 days. */
const ago = fc.integer({ min: 0, max: 70 * day })
const which = fc.nat(30)
const site = any('demo', 'demo', 'other')
const action = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      ...{ do: any('start'), site, ago, spam: fc.nat(6).map((number) => number === 0) },
      page: any(null, 'https://demo.example/', 'https://demo.example/prices?utm=1', 'https://demo.example/a'),
      ...{ country: any(null, 'DE', 'FR'), lead: fc.option(which) },
    }),
  },
  { weight: 6, arbitrary: fc.record({ do: any('say'), which, after: fc.integer({ min: 0, max: 90 * 60_000 }) }) },
  { weight: 3, arbitrary: fc.record({ do: any('complete', 'spam', 'wait', 'take', 'delete'), which }) },
  { weight: 2, arbitrary: fc.record({ do: any('take'), which, after: fc.integer({ min: 0, max: 400_000 }) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      ...{ do: any('summarise'), which, outcome: any(...outcomes), sentiment: any('positive', 'neutral', 'negative') },
      ...{ quality: any('hot', 'warm', 'cold', 'none'), topics: fc.uniqueArray(any('rent', 'repair', 'hours')) },
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: any('rate'), which, rating: any(1, -1, null) }) },
  { weight: 3, arbitrary: fc.record({ do: any('lead'), site, ago }) },
  { weight: 1, arbitrary: fc.record({ do: any('drop lead', 'add up'), which }) },
  { weight: 3, arbitrary: fc.record({ do: any('call'), which, site, ago }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: any('close'), which, status: any('open', 'done', 'dismissed'), after: ago }),
  },
  { weight: 2, arbitrary: fc.record({ do: any('asked_person', 'missed_person'), which }) },
)
/** Each kind has its own fields. */
type Action = Body

async function nth(table: 'conversations' | 'leads' | 'callbacks', which: number): Promise<Body> {
  const rows = await sql()`select * from ${sql()(table)} order by id`
  return rows[which % Math.max(1, rows.length)]
}

async function perform(action: Action): Promise<void> {
  const now = world.clock.now()
  const id = `x_${String(++made).padStart(6, '0')}`
  const at = now - (action.ago ?? 0)
  switch (action.do) {
    case 'start': {
      const lead = action.lead === null ? undefined : await nth('leads', action.lead)
      await sql()`insert into conversations ${sql()({
        ...{
          id,
          site: action.site,
          channel: 'api',
          started_at: at,
          last_at: at,
          page_url: action.page,
          started_by: 'x',
        },
        ...{
          country: action.country,
          spam: action.spam,
          visitor_count: 1,
          message_count: 2,
          lead_id: lead?.id ?? null,
        },
      })}`
      return
    }
    case 'lead':
      await sql()`insert into leads ${sql()({ id, site: action.site, source: 'api', created_at: at, updated_at: at })}`
      return
    case 'call':
      await sql()`insert into callbacks ${sql()({
        ...{
          id,
          site: action.site,
          requested_at: at,
          conversation_id: (await nth('conversations', action.which))?.id ?? null,
        },
      })}`
      return
    case 'close': {
      const closed_at = action.status === 'open' ? null : now + action.after
      const { id } = (await nth('callbacks', action.which)) ?? {}
      await sql()`update callbacks set ${sql()({ status: action.status, closed_at })} where id = ${id ?? ''}`
      return
    }
    case 'drop lead':
      await sql()`delete from leads where id = ${(await nth('leads', action.which))?.id ?? ''}`
      return
    case 'add up':
      return await addUp()
  }
  const conversation = await nth('conversations', action.which)
  if (conversation) await change(conversation, action, id)
}

async function change(row: Body, action: Action, id: string): Promise<void> {
  const set = (changes: Record<string, unknown>) =>
    sql()`update conversations set ${sql()(changes as never)} where id = ${row.id}`
  switch (action.do) {
    case 'say':
      return void (await set({
        ...{ message_count: row.message_count + 2, visitor_count: row.visitor_count + 1 },
        last_at: row.last_at + action.after,
      }))
    case 'complete':
      return void (await set({ completed_at: row.last_at + 300_000 }))
    case 'spam':
      return void (await set({ spam: !row.spam }))
    case 'asked_person':
    case 'missed_person':
      return void (await set({ [action.do]: true }))
    case 'wait':
      return void (await set({ status: 'live', waiting_since: row.last_at, assigned_to: null, assigned_name: null }))
    case 'take': {
      const taken_at = row.last_at + (action.after ?? 0)
      const name = `Anna ${action.which % 3}`
      if (row.waiting_since !== null) answered.push({ id: row.id, name, wait: taken_at - row.waiting_since })
      return void (await set({ status: 'live', assigned_to: name, assigned_name: name, waiting_since: null, taken_at }))
    }
    case 'delete':
      return void (await sql()`delete from conversations where id = ${row.id}`)
    case 'rate': {
      const message = { id, conversation_id: row.id, site: row.site, ts: 0, role: 'agent', type: 'text' }
      await sql()`insert into messages ${sql()({ ...message, content: sql().json({}) })}`
      const [rated] = await sql()`select id from messages where conversation_id = ${row.id} order by id limit 1`
      return void (await sql()`update messages set feedback = ${action.rating} where id = ${rated?.id}`)
    }
    case 'summarise': {
      const { outcome, sentiment, quality: lead_quality, topics } = action
      const summary = { outcome, sentiment, lead_quality, topics: sql().json(topics), at: 0, messages: 2 }
      await sql()`insert into summaries ${sql()({
        ...{ conversation_id: row.id, site: row.site, written_by: 'rules', unanswered: sql().json([]), ...summary },
        ...{ follow_up: '', lead_name: '', lead_phone: '' },
      })} on conflict (conversation_id) do update set ${sql()(summary)}`
    }
  }
}

const addUp = () => runTask(world.services, 'overview.addUp')

async function compare({ site, now, days, tz }: Asked): Promise<void> {
  const query = new URLSearchParams({ site, days: String(days), tz: String(tz) })
  const got = (await world.api('GET', `/overview?${query}`)).body as OverviewAnswer
  const want = await overviewOracle(sql(), { site, now, days, tz }, answered)
  const full = <T extends Record<string, number>>(shape: T, counts: Record<string, number>) =>
    Object.fromEntries(Object.keys(shape).map((key) => [key, counts[key] ?? 0]))
  const { insights } = got
  expect(got.range).toEqual({ days, since: want.since })
  expect([got.totals, got.previous, got.headline]).toEqual([want.totals, want.previous, want.headline])
  expect([got.series, got.previousSeries]).toEqual([want.series, want.previousSeries])
  expect(insights.hours.flatMap((count, hour) => (count > 0 ? [{ hour, count }] : []))).toEqual(want.hours)
  expect(got.topPages).toEqual(want.topPages)
  expect([got.countries, insights.topics]).toEqual([want.countries, want.topics])
  for (const name of ['outcomes', 'sentiment', 'leadQuality'] as const)
    expect(insights[name]).toEqual(full(insights[name], want[name]))
  const { medianSeconds, oneMessage, returningVisitors } = insights.engagement
  expect({ oneMessage, returningVisitors }).toEqual(want.engagement)
  isNear(medianSeconds, want.medianSeconds ?? 0)
  const { requested, answered: came, missed, medianWaitSeconds, byPerson } = insights.live
  expect({ requested, answered: came, missed, byPerson: new Set(byPerson) }).toEqual({
    ...{ requested: want.live.requested, answered: want.live.answered, missed: want.live.missed },
    byPerson: new Set(want.live.byPerson),
  })
  expect(medianWaitSeconds === null).toBe(want.live.wait === null)
  isNear(medianWaitSeconds ?? 0, want.live.wait ?? 0)
  expect(insights.callbacks).toMatchObject(want.callbacks)
  expect(got.openCallbacks).toBe(want.openCallbacks)
}

/** Medians are read from steps of a second, or of a fiftieth. */
const isNear = (got: number, want: number) => expect(Math.abs(got - want)).toBeLessThanOrEqual(1 + want * 0.02)

test('[R187, R189, R190, R191] every figure equals what the records say, whatever happened, in any zone, added up or not', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(action, { minLength: 20, maxLength: 60 }),
      fc.integer({ min: 1, max: 35 }),
      any<number | string>(0, 120, -570, 'Europe/Berlin', 'America/St_Johns'),
      async (actions, days, tz) => {
        await forget()
        for (const one of actions) await perform(one)
        const now = world.clock.now()
        await compare({ site: 'demo', now, days, tz })
        await addUp()
        await compare({ site: 'demo', now, days, tz })
        await compare({ site: 'other', now, days, tz })
      },
    ),
    // Shrinking repeats it for longer than a test may take, and would hide what failed.
    { numRuns: 5, endOnFailure: true },
  )
})
