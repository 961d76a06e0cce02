import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Sql } from '../server/database/database.ts'
import { setCalendarSource } from '../server/features/bookings/calendars/of-site.ts'
import { allScopes } from '../shared/scope.ts'
import { type Body, type ChatWorld, createChatWorld } from './support/chat.ts'
import { createDatabase } from './support/database.ts'
import { createFakeCalendar, type FakeCalendar } from './support/fake-calendar.ts'
import { idle } from './support/idle.ts'
import { patience } from './support/live.ts'
import { type Lossy, makeLossy } from './support/lossy.ts'
import type { Reply } from './support/world.ts'

// Whatever statement or commit it is whose answer gets lost: a client that repeats its request gets what it asked for,
// once, and nothing waits for ever.

let world: ChatWorld
let lossy: Lossy
/** Loses nothing. */
let sql: Sql
let key: string
/** Differs in each run, for keys and names. */
let run = ''

beforeAll(async () => {
  const database = await createDatabase()
  sql = database.sql
  lossy = makeLossy(sql)
  world = await createChatWorld({ database: { ...database, sql: lossy.sql } })
  key = await world.key(allScopes, { ratePerMinute: 100_000 })
  await world.set({ security: { limits: { messagesPerSitePerDay: 100_000 } } })
})
afterAll(() => world.close())
beforeEach(() => idle(world))

/** Seconds pass until nothing is left to do. The server looks each second for what it was not told of. */
async function settle(): Promise<void> {
  await expect
    .poll(async () => {
      world.clock.move(1_000)
      const [left] = await sql<[{ tasks: number; last: number }]>`
        select (select count(*) from queue where (run_at <= ${world.clock.now()} and not blocked) or lease is not null) as tasks,
          (select max(seq) from events) as last`
      return [left.tasks, left.last - world.services.events.position()]
    }, patience)
    .toEqual([0, 0])
}

/** Sends a request until the server answers it, as clients do. */
async function persistently(send: () => Promise<Reply>): Promise<Reply> {
  for (;;) {
    const reply = await send()
    if (reply.status < 500) return reply
    await settle()
  }
}

const send = (method: string, path: string, body?: object) =>
  persistently(() => world.api(method, path, { key, body, headers: { 'idempotency-key': `${path} ${run}` } }))
const post = (path: string, body: object) => send('POST', path, body)
const get = async (path: string): Promise<Body> => (await world.api('GET', path, { key })).body
const say = (id: string, body: object) =>
  persistently(() => world.say(id, { ...body, clientMessageId: `${JSON.stringify(body)} ${run}` }))

/** In each run, loses the answer to the next statement or commit of `act` and what follows, until none is left. */
async function losingEach<P, A>(
  prepare: () => Promise<P>,
  act: (prepared: P) => Promise<A>,
  check: (answered: A, prepared: P) => Promise<void>,
): Promise<void> {
  for (let lost = 0; ; lost++) {
    run = `${expect.getState().currentTestName} ${lost}`
    const prepared = await prepare()
    void lossy.loseAnswerTo('', lost)
    const answered = await act(prepared)
    await settle()
    const isEnough = lossy.loseNoMore()
    await check(answered, prepared)
    if (!isEnough) continue
    expect(lost).toBeGreaterThan(2)
    return
  }
}

const textsOf = async (id: string) => (await world.stored(id)).map(({ text }) => text)

test('a message is answered once, and so is the next one', async () => {
  await losingEach(
    () => world.start({}),
    async ({ id }) => [await say(id, { text: 'Hello' }), await say(id, { text: 'And now?' })],
    async (answered, { id }) => {
      for (const { status, body } of answered)
        expect([status, body.messages]).toEqual([200, [expect.objectContaining({ text: 'All is well.' })]])
      expect((await textsOf(id)).slice(1)).toEqual(['Hello', 'All is well.', 'And now?', 'All is well.'])
    },
  )
})

test('a conversation is started once', async () => {
  await losingEach(
    async () => {},
    () => post('/conversations', { message: 'Hello', externalId: run }),
    async ({ status, body }) => {
      expect([status, body.messages.length]).toEqual([201, 1])
      const { items } = await get(`/conversations?externalId=${encodeURIComponent(run)}`)
      expect(items.map((one: Body) => one.id)).toEqual([body.id])
      expect(await textsOf(body.id)).toEqual(['Hello', 'All is well.'])
    },
  )
})

test('a visitor asks for a person once, and hears once that nobody is there', async () => {
  await losingEach(
    () => world.start({ message: 'Hello' }),
    ({ id }) => say(id, { action: { id: 'person', value: '' } }),
    async ({ status }, { id }) => {
      const { messages } = await get(`/conversations/${id}`)
      const roles = messages.map(({ role }: Body) => role)
      expect([status, roles.slice(0, 3)]).toEqual([200, ['user', 'agent', 'user']])
      expect(new Set(messages.map(({ type, text }: Body) => `${type} ${text}`)).size).toBe(messages.length)
    },
  )
})

test('a reply of the team arrives once, and the chat is closed', async () => {
  await losingEach(
    () => world.start({ message: 'Hello' }),
    async ({ id }) => [
      await post(`/conversations/${id}/reply`, { text: 'Here I am.' }),
      await post(`/conversations/${id}/close`, {}),
    ],
    async ([replied, closed], { id }) => {
      // It is not closed again, because the visitor may have gone on.
      expect([replied?.status, [200, 409].includes(closed?.status ?? 0)]).toEqual([201, true])
      const { conversation, messages } = await get(`/conversations/${id}`)
      expect(conversation.status).toBe('closed')
      const replies = messages.filter(({ text }: Body) => text === 'Here I am.')
      expect(replies.map((one: Body) => one.id)).toEqual([replied?.body.id])
    },
  )
})

test('a file of the team is sent once', async () => {
  await world.set({ files: { chat: 'always' } })
  const upload = async (id: string): Promise<Reply> => {
    const form = new FormData()
    form.append('file', new Blob(['The offer.'], { type: 'text/plain' }), 'offer.txt')
    const headers = { authorization: `Bearer ${key}`, 'idempotency-key': run }
    const sent = { method: 'POST', headers, body: form }
    const response = await fetch(`${world.url}/api/v1/conversations/${id}/files`, sent)
    return { status: response.status, headers: response.headers, body: await response.json() }
  }
  await losingEach(
    () => world.start({ message: 'Hello' }),
    ({ id }) => persistently(() => upload(id)),
    async ({ status, body }, { id }) => {
      expect([status, body.file?.name]).toEqual([201, 'offer.txt'])
      const { messages } = await get(`/conversations/${id}`)
      expect(messages.filter(({ file }: Body) => file).map((one: Body) => one.id)).toEqual([body.id])
    },
  )
})

test('notes and jobs are created once, and a repeat gets them', async () => {
  await losingEach(
    () => world.start({ message: 'Hello', contact: { name: 'Ann', email: 'ann@mail.example' } }),
    async ({ id: conversationId }) => {
      const note = await post(`/conversations/${conversationId}/notes`, { text: 'She waits.' })
      const job = await post('/jobs', { title: run, conversationId })
      const update = await post(`/jobs/${job.body.id}/updates`, { text: 'Two spokes are broken.' })
      return { note, job, update, jobNote: await post(`/jobs/${job.body.id}/notes`, { text: 'On Friday.' }) }
    },
    async ({ note, job, update, jobNote }, { id }) => {
      expect([note, job, update, jobNote].map(({ status }) => status)).toEqual([201, 201, 200, 201])
      expect((await get(`/conversations/${id}`)).notes).toEqual([note.body])
      const { items } = await get('/jobs?limit=100')
      expect(items.filter(({ title }: Body) => title === run)).toHaveLength(1)
      const { details, notes } = await get(`/jobs/${job.body.id}`)
      expect([details, notes]).toEqual(['Two spokes are broken.', [jobNote.body]])
    },
  )
})

test('a contact is created once; a repeat gets it, or is told its id', async () => {
  const emailOf = () => `${run.replace(/\W+/g, '.')}@mail.example`
  await losingEach(
    async () => {},
    () => post('/leads', { name: 'Ann', email: emailOf() }),
    async ({ status, body }) => {
      expect([201, 409]).toContain(status)
      const { items } = await get(`/leads?q=${emailOf()}`)
      expect(items.map((one: Body) => one.id)).toEqual([body.id])
    },
  )
})

test('an appointment is booked in the calendar once, moved, and cancelled', async () => {
  let calendar: FakeCalendar
  let start = Date.UTC(2032, 0, 5, 9)
  const hour = 3_600_000
  setCalendarSource(world.services, () => calendar)
  await world.set({ bookings: { mode: 'picker', sync: 'google', title: 'Visit' } })
  await losingEach(
    async () => {
      calendar = createFakeCalendar()
      start += 24 * hour
    },
    async () => {
      const booked = await post('/appointments', { start, contact: { name: 'Ann', email: 'ann.cal@mail.example' } })
      const path = `/appointments/${booked.body.id}`
      const moved = await send('PATCH', path, { start: start + hour })
      const events = [...calendar.events.values()].map((one) => one.start - start)
      return { events, answers: [booked, moved, await send('DELETE', path)] }
    },
    async ({ events, answers }) => {
      expect(answers.map(({ status }) => status)).toEqual([201, 200, 200])
      expect(events).toEqual([hour])
      const { items } = await get(`/appointments?status=all&from=${start}&to=${start + 2 * hour}`)
      expect(items).toEqual([expect.objectContaining({ id: answers[0]?.body.id, status: 'cancelled' })])
      expect([...calendar.events.values()].filter(({ status }) => status !== 'cancelled')).toEqual([])
    },
  )
})

test('several contacts are changed together once', async () => {
  const add = (number: number) => world.api('POST', '/leads', { key, body: { name: `Ann ${number}` } })
  const ids = (await Promise.all(Array.from({ length: 3 }, (_, at) => add(at)))).map(({ body }) => body.id)
  let status = 'lost'
  await losingEach(
    async () => {
      status = status === 'won' ? 'lost' : 'won'
    },
    () => post('/bulk-changes', { ids, status }),
    async (answer) => {
      expect(answer.status).toBe(202)
      expect(await get(`/bulk-changes/${answer.body.id}`)).toMatchObject({ status: 'done', done: 3, failed: 0 })
      const changed = await sql`select from leads where id = any(${ids}::text[]) and status = ${status}`
      expect(changed.length).toBe(3)
    },
  )
})
