import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { allScopes } from '../shared/scope.ts'
import type { Body } from './support/chat.ts'
import { runTask } from './support/tasks.ts'
import { createWorld, type World } from './support/world.ts'

const minute = 60_000
const hour = 60 * minute
let world: World
/** By site. */
const keys: Record<string, string> = {}
let made = 0

beforeAll(async () => {
  world = await createWorld()
  for (const site of ['demo', 'other']) keys[site] = await world.key(allScopes, { ratePerMinute: 100_000, site })
})
afterAll(() => world.close())
beforeEach(async () => {
  await sql()`truncate conversations, gaps, tallies, tally_changes cascade`
})

const sql = () => world.services.database.sql

async function read(day: string, site = 'demo'): Promise<Body> {
  const { status, body } = await world.api('GET', `/overview/day?day=${day}&site=${site}`, { key: keys[site] ?? '' })
  expect(status).toBe(200)
  return body
}

async function setZones(live: string, assistant: string, site = 'demo') {
  const settings = { live: { timezone: live }, assistant: { timezone: assistant } }
  const { status } = await world.api('PUT', `/settings?site=${site}`, { body: { settings }, key: keys[site] ?? '' })
  expect(status).toBe(200)
}

/** The clock of a world only goes forward, so each test is later than those before. */
const setClock = (now: number) => world.clock.move(now - world.clock.now())

/** A conversation in which the visitor asked for a person at its start. */
async function add(at: number, fields: Record<string, unknown> = {}) {
  const id = `conv_${++made}`
  await sql()`insert into conversations ${sql()({
    ...{ id, site: 'demo', channel: 'widget', status: 'closed', started_at: at, last_at: at, started_by: 'visitor' },
    ...{ message_count: 1, visitor_count: 1, first_message: 'Hello', asked_person: true },
    ...fields,
  })}`
  return id
}

const answeredBy = (name: string, seconds: number) => ({ waited: seconds * 1000, answered_by: [name] })

test.each([
  ['the clock goes forward', Date.UTC(2030, 2, 30, 23), 23],
  ['the clock goes back', Date.UTC(2030, 9, 26, 22), 25],
  ['nothing changes', Date.UTC(2030, 10, 9, 23), 24],
])('[U109] a day from midnight to midnight in Berlin when %s', async (_, from, hours) => {
  await setZones('', 'Europe/Berlin')
  const to = from + hours * hour
  for (const at of [from - 1, from, from + 15 * minute, to - 1, to]) await add(at)
  setClock(to - minute)
  const today = await read('today')
  expect(today).toMatchObject({ timezone: 'Europe/Berlin', from, to, requested: 3 })
  expect((await read('yesterday')).requested).toBe(1)
  setClock(to + minute)
  expect(await read('yesterday')).toMatchObject({ date: today.date, from, to, requested: 3 })
  expect(await read('today')).toMatchObject({ from: to, requested: 1 })
  // The counts are the same after they were added up.
  await runTask(world.services, 'overview.addUp')
  expect((await read('yesterday')).requested).toBe(3)
  const { body } = await world.api('GET', `/conversations?site=demo&handover=requested&from=${from}&to=${to}`)
  expect(body.items.length).toBe(3)
})

test('each site has days in its own zone: of its opening hours, otherwise of its assistant', async () => {
  await setZones('Pacific/Auckland', 'Europe/Berlin')
  await setZones('', 'America/St_Johns', 'other')
  const now = Date.UTC(2030, 10, 20, 13)
  setClock(now)
  await add(Date.UTC(2030, 10, 20, 10, 59))
  await add(Date.UTC(2030, 10, 20, 11))
  await add(Date.UTC(2030, 10, 20, 3, 29), { site: 'other' })
  await add(Date.UTC(2030, 10, 20, 3, 30), { site: 'other' })
  const auckland = { timezone: 'Pacific/Auckland', date: '2030-11-21', from: Date.UTC(2030, 10, 20, 11), requested: 1 }
  expect(await read('today')).toMatchObject(auckland)
  expect(await read('yesterday')).toMatchObject({ date: '2030-11-20', requested: 1 })
  const newfoundland = { timezone: 'America/St_Johns', date: '2030-11-20', from: Date.UTC(2030, 10, 20, 3, 30) }
  expect(await read('today', 'other')).toMatchObject({ ...newfoundland, requested: 1 })
  expect(await read('yesterday', 'other')).toMatchObject({ date: '2030-11-19', requested: 1 })
})

test('waits are exact, people are counted by name, and an empty day has no waits', async () => {
  await setZones('', 'UTC')
  setClock(Date.UTC(2030, 11, 2, 12))
  const [today, before] = [Date.UTC(2030, 11, 2, 9), Date.UTC(2030, 11, 1, 9)]
  expect(await read('today')).toMatchObject({
    ...{ requested: 0, answered: 0, missed: 0, byPerson: [], longestWaitSeconds: null, medianWaitSeconds: null },
    ...{ unansweredQuestions: 0, now: { open: 0, waiting: 0, missed: 0 } },
  })
  for (const seconds of [7, 95, 3601]) await add(today, answeredBy('Anna Marsh', seconds))
  await add(today, answeredBy('Ben Ode', 20))
  await add(today, { missed_person: true })
  await add(today, { ...answeredBy('Anna Marsh', 9_000), spam: true })
  await add(before, answeredBy('Ben Ode', 333))
  const people = [
    { name: 'Anna Marsh', count: 3 },
    { name: 'Ben Ode', count: 1 },
  ]
  const waits = { longestWaitSeconds: 3601, medianWaitSeconds: 20 }
  expect(await read('today')).toMatchObject({ requested: 5, answered: 4, missed: 1, byPerson: people, ...waits })
  const one = { longestWaitSeconds: 333, medianWaitSeconds: 333, byPerson: [{ name: 'Ben Ode', count: 1 }] }
  expect(await read('yesterday')).toMatchObject({ requested: 1, answered: 1, missed: 0, ...one })
})

test('current counts and new open questions equal the lengths of their lists', async () => {
  await setZones('', 'UTC')
  const now = Date.UTC(2030, 11, 11, 12)
  setClock(now)
  const longAgo = now - 40 * 24 * hour
  await add(longAgo, { status: 'live', waiting_since: now - minute })
  await add(longAgo, { status: 'live', assigned_to: 'anna@shop.example' })
  await add(longAgo, { status: 'live', spam: true })
  await add(longAgo, { status: 'bot', missed_open: true, missed_at: longAgo })
  const asked = async (id: string, at: number, status: string) =>
    await sql()`insert into gaps ${sql()({
      ...{ id, site: 'demo', question: id, terms: sql().json([]), lexemes: [], count: 1, status },
      ...{ first_asked_at: at, last_asked_at: now },
    })}`
  await asked('gap_new', now - hour, 'open')
  await asked('gap_answered', now - hour, 'answered')
  await asked('gap_yesterday', now - 13 * hour, 'open')
  for (const day of ['today', 'yesterday'])
    expect(await read(day)).toMatchObject({ unansweredQuestions: 1, now: { open: 2, waiting: 1, missed: 1 } })
  for (const [query, count] of [
    ['status=live', 2],
    ['filter=waiting', 1],
    ['filter=missed', 1],
  ] as const)
    expect((await world.api('GET', `/conversations?site=demo&${query}`)).body.items.length).toBe(count)
})

test('the newest conversations are ordered by the time that is shown', async () => {
  const now = Date.UTC(2030, 11, 12, 12)
  setClock(now)
  const older = await add(now - 2 * hour, { last_at: now })
  const newer = await add(now - hour)
  const { body } = await world.api('GET', '/overview?site=demo')
  expect(body.recentQuestions.map(({ id }: Body) => id)).toEqual([newer, older])
})

test('other days are rejected, and the scope is required', async () => {
  const { status, body } = await world.api('GET', '/overview/day?day=tomorrow&site=demo')
  expect([status, body.error.code]).toEqual([400, 'bad_request'])
  const other = await world.key(['leads:read'], { site: 'demo' })
  expect((await world.api('GET', '/overview/day?site=demo', { key: other })).status).toBe(403)
})
