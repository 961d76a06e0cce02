import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import postgres, { type Sql } from 'postgres'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { allDay } from '../../shared/time.ts'
import { type Client, createClient, type Reply } from '../support/client.ts'
import { type FakeComposio, startFakeComposio } from '../support/fake-composio.ts'
import { type Server, startServer } from '../support/server.ts'

/** In every second round, one of two servers is killed in the middle of its bookings. By hand, more: `ROUNDS=1000`. */
const rounds = Number(process.env.ROUNDS ?? 4)
const bookings = 64
const halfHour = 30 * 60_000
const day = 48 * halfHour
/** The leases of a killed server end after five seconds. A busy machine takes its time. */
const patience = { timeout: 60_000, interval: 100 }
const creation = '/tools/execute/GOOGLECALENDAR_CREATE_EVENT'

let composio: FakeComposio
let servers: Server[]
let key: string
let sql: Sql

beforeAll(async () => {
  composio = await startFakeComposio()
  const { host } = new URL(composio.url)
  const sites = [{ id: 'demo' }]
  const config = { sites, ai: { provider: 'none' }, providers: { composio: composio.url }, outbound: { allow: [host] } }
  const first = await startServer({ database: 'server', config })
  const { databaseUrl, secret, adminKey } = first
  const env = { DATABASE_URL: databaseUrl as string, SVC_SECRET: secret, ADMIN_API_KEY: adminKey }
  servers = [first, await startServer({ env, config })]
  sql = postgres(databaseUrl as string, { max: 1, onnotice: () => {} })
  key = (await createClient(first).post('/keys', { name: 'bookings', preset: 'full', ratePerMinute: 100_000 })).body.key
  await connect(0)
  // Every time can be booked, so that each round has its own.
  const settings = { mode: 'picker', sync: 'google', syncMinutes: 1, hours: allDay, timezone: 'UTC', daysAhead: 365 }
  await client(first).call('PUT', '/settings', { body: { settings: { bookings: settings } } })
  for (const server of servers)
    await vi.waitFor(async () => {
      expect((await client(server).get('/bookings')).body.calendar).toMatchObject({ sync: 'google', ready: true })
    }, patience)
}, 120_000)
afterAll(async () => {
  await sql.end()
  for (const server of servers.toReversed()) await server[Symbol.asyncDispose]()
  await composio.close()
})

const client = (server: Server): Client => createClient({ url: server.url, adminKey: key })

/** Each round has a key of its own, because the calls of a key are limited. */
async function connect(round: number): Promise<void> {
  composio.key = `ak_of_round_${round}`
  const { body } = await client(servers[0] as Server).call('PUT', '/integrations/composio', {
    body: { key: composio.key },
  })
  expect(body.check).toMatchObject({ ok: true })
}

type Answer = { server: Server; reply: Reply | undefined }

/** The answer of a server, or none if it was killed. */
async function book(server: Server, start: number, email: string, isKilled: () => boolean): Promise<Answer> {
  try {
    return { server, reply: await client(server).post('/appointments', { start, duration: 30, contact: { email } }) }
  } catch (error) {
    if (!isKilled()) throw error
    return { server, reply: undefined }
  }
}

/** Sends all bookings for one time at once. */
async function race(start: number, round: number, killed: Server | undefined): Promise<Answer[]> {
  let isOver = false
  const created = composio.next(creation)
  const answers = Array.from({ length: bookings }, (_, place) => {
    const server = servers[place % servers.length] as Server
    return book(server, start, `visitor${place}.${round}@mail.example`, () => isOver && server === killed)
  })
  if (killed) {
    // Often between the event and the appointment, otherwise at any time.
    await (randomInt(2) === 0 ? Promise.race([created, Promise.all(answers)]) : pause(randomInt(300)))
    isOver = true
    await killed.kill9()
  }
  return await Promise.all(answers)
}

type Row = { id: string; status: string; job_id: string; external_id: string; is_held: boolean }
const rowsAt = (start: number) => sql<Row[]>`
  select id, status, job_id, external_id, held_until is not null as is_held from appointments where starts_at = ${start}`
const eventsAt = (start: number) =>
  [...composio.google.entries()].filter(([, one]) => one.start === start && !one.isCancelled).map(([id]) => id)

/** What a killed server left behind is settled after two minutes. The test does not wait for them. */
async function settle(start: number): Promise<void> {
  const isHeld = async () => {
    await sql`update queue set run_at = least(run_at, ${Date.now()}) where type = 'appointment.settle'`
    return (await rowsAt(start)).some(({ is_held }) => is_held)
  }
  await expect.poll(isHeld, { ...patience, interval: 500 }).toBe(false)
}

async function expectAnswers(answers: Answer[], killed: Server | undefined): Promise<string | undefined> {
  const replies = answers.flatMap(({ reply }) => reply ?? [])
  const made = replies.filter(({ status }) => status === 201)
  const refused = replies.filter(({ status }) => status !== 201)
  expect(made.length).toBeLessThan(2)
  for (const { status, body } of refused) {
    expect([status, body.error]).toMatchObject([409, { code: 'conflict', reason: 'time_taken' }])
    expect(body.next.length).toBeGreaterThan(0)
  }
  if (!killed) expect([made.length, refused.length]).toEqual([1, bookings - 1])
  return made[0]?.body.id
}

/** One appointment with one event in the calendar, one job and one contact, told once. */
async function expectOne(start: number, wanted: string | undefined, seqBefore: number): Promise<void> {
  const rows = await rowsAt(start)
  expect(rows).toMatchObject([{ status: 'confirmed', is_held: false }])
  const [{ id, job_id, external_id }] = rows as unknown as [Row]
  if (wanted) expect(id).toBe(wanted)
  expect(eventsAt(start)).toEqual([external_id])
  const log = await sql<{ type: string; id: string }[]>`
    select type, coalesce(data -> 'appointment' ->> 'id', data -> 'job' ->> 'id') as id from events
    where seq > ${seqBefore} and type in ('appointment.created', 'job.created', 'appointment.cancelled', 'appointment.updated')`
  expect(log.map(({ type, id }) => [type, id]).sort()).toEqual([
    ['appointment.created', id],
    ['job.created', job_id],
  ])
}

test(
  '[R335, R337] one of 64 bookings for a time gets it, over two servers, one of which is killed now and then',
  async () => {
    // Ten hours on, so that a round never comes to a time that has begun.
    const first = Math.ceil(Date.now() / day) * day + 20 * halfHour
    for (let round = 1; round <= rounds; round++) {
      const start = first + round * halfHour
      await connect(round)
      const [{ seq }] = await sql<[{ seq: number }]>`select coalesce(max(seq), 0)::int as seq from events`
      const killed = round % 2 === 0 ? servers[randomInt(servers.length)] : undefined
      const answers = await race(start, round, killed)
      const made = await expectAnswers(answers, killed)
      await killed?.restart()
      await settle(start)
      const before = await rowsAt(start)
      expect([before.length, eventsAt(start).length]).toEqual(before.length === 1 ? [1, 1] : [0, 0])
      // A booking that the kill ended early has left the time free.
      const again = await book(servers[0] as Server, start, `again.${round}@mail.example`, () => false)
      expect(again.reply?.status).toBe(before.length === 1 ? 409 : 201)
      await expectOne(start, made, seq)
    }
    const [counts] = await sql`
      select (select count(*) from appointments)::int as appointments, (select count(*) from jobs)::int as jobs,
        (select count(*) from leads)::int as contacts`
    expect(counts).toEqual({ appointments: rounds, jobs: rounds, contacts: rounds })
    expect(composio.google.size).toBe(rounds)
  },
  60_000 + rounds * 30_000,
)
