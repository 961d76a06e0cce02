import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { removeOld } from '../server/features/retention.ts'
import type { Settings } from '../shared/settings.ts'
import { type Body, type ChatWorld, createChatWorld, until } from './support/chat.ts'
import { beats } from './support/rival.ts'
import { addTask, hurryTask } from './support/tasks.ts'

const day = 86_400_000
let world: ChatWorld

beforeAll(async () => {
  world = await createChatWorld()
})
afterAll(() => world.close())
beforeEach(() => keeps({}))

const sql = () => world.services.database.sql
const nothing = { conversations: null, leads: null, callbacks: null, jobs: null, appointments: null, traces: null }
const keeps = (retention: Partial<Settings['retention']>) => world.set({ retention: { ...nothing, ...retention } })

/** Advances by this many days, until the hourly clean-up of both sites has run. */
async function pass(days: number): Promise<void> {
  world.clock.move(days * day)
  await addTask(world.services, 'retention.run')
  for (const site of ['demo', 'other']) await hurryTask(world.services, 'retention.removeOld', site)
  world.services.queue.wake()
  // A batch that is enqueued during this query is due a millisecond later than its parameter.
  const left = () => sql()`
    select from queue
    where type in ('retention.run', 'retention.removeOld')
      and (lease is not null or run_at <= ${world.clock.now() + 1000})`
  await until(async () => (await left()).length === 0)
}
const start = async (body: Body = {}) => (await world.start({ message: 'Is it private?', ...body })).id as string
const isThere = async (id: string) => (await world.get(`/conversations/${id}`)).status === 200
/** Whether an event with this type prefix contains this text. */
const says = async (text: string, type = '') =>
  (await sql()`select from events where type like ${`${type}%`} and strpos(data::text, ${text}) > 0`).length > 0
const removals = async () =>
  (await world.get('/audit')).body.items
    .filter(({ action }: Body) => action.startsWith('retention '))
    .map(({ actor, action, target, status }: Body) => [actor, action, target, status])

test('[U110] a conversation is deleted once nothing happened in it for the days of its site, with its texts in the log; the contact stays', async () => {
  await keeps({ conversations: 30 })
  const contact = { name: 'Ada Gray', email: 'ada@mail.example' }
  const old = await start({ message: 'A secret of long ago', contact })
  const { lead_id } = (await world.get(`/conversations/${old}`)).body.conversation
  const kept = await start()
  await pass(20)
  await world.say(kept, { text: 'I am still here' })
  await pass(9)
  expect([await isThere(old), await says('A secret of long ago')]).toEqual([true, true])
  await pass(1.1)
  expect([await isThere(old), await isThere(kept)]).toEqual([false, true])
  expect(await says('A secret of long ago')).toBe(false)
  expect((await world.get(`/leads/${lead_id}`)).body.email).toBe(contact.email)
  expect(await removals()).toEqual([['system', 'retention conversations', '1 removed', 200]])
})

test('[U110] without a number of days nothing is deleted, and sites are independent', async () => {
  const other = await world.key(undefined, { site: 'other' })
  const theirs = (await world.api('POST', '/conversations', { key: other, body: { message: 'Hello' } })).body.id
  const id = await start()
  await world.api('PUT', '/settings', { body: { site: 'other', settings: { retention: { conversations: 1 } } } })
  await until(async () => (await world.services.sites.find('other'))?.settings.retention.conversations === 1)
  await pass(400)
  expect(await isThere(id)).toBe(true)
  expect((await world.api('GET', `/conversations/${theirs}`, { key: other })).status).toBe(404)
})

test('[U110] a person in a live chat or with an open callback is not deleted until that has ended', async () => {
  await world.set({ live: { closeAfterMinutes: 10_080 } })
  await keeps({ conversations: 3 })
  const live = await start()
  await world.post(`/conversations/${live}/reply`, { text: 'Hello' })
  const called = await start()
  const callback = await requests(called)
  await pass(4)
  expect([await isThere(live), await isThere(called)]).toEqual([true, true])
  await world.post(`/conversations/${live}/close`)
  await closes(callback)
  await pass(4)
  expect([await isThere(live), await isThere(called)]).toEqual([false, false])
})

test('[U110] live chats are not counted in the preview, and delay nothing', async () => {
  await keeps({ conversations: 1 })
  const at = world.clock.now()
  await sql()`
    insert into conversations (id, site, channel, started_at, last_at, started_by, status, assigned_to)
    select 'conv_live' || n, 'demo', 'api', ${at}, ${at - 200}::bigint + n, 'test', 'live', 'key:abc' from generate_series(1, 101) n`
  const old = await start()
  world.clock.move(2 * day)
  const { kinds } = (await world.get('/retention')).body
  const isOver = await sql()`
    select from conversations where site = 'demo' and status <> 'live' and last_at < ${world.clock.now() - day}`
  expect(kinds.find(({ kind }: Body) => kind === 'conversations').count).toBe(isOver.length)
  await pass(0)
  expect(await isThere(old)).toBe(false)
  expect(await sql()`select from conversations where id like 'conv_live%'`).toHaveLength(101)
  await sql()`delete from conversations where id like 'conv_live%'`
})

test.each([
  ['somebody writes in', { last_at: Number.MAX_SAFE_INTEGER }],
  ['somebody of the team takes', { status: 'live', assigned_to: 'key:abc' }],
])('[U110] a conversation that %s just before its deletion stays', async (_, row) => {
  await keeps({ conversations: 1 })
  const id = await start()
  world.clock.move(2 * day)
  const ctx = await world.context()
  await beats(
    world.services.database,
    (tx) => tx`update conversations set ${tx(row as never)} where id = ${id}`,
    () => removeOld(ctx),
  )
  expect(await isThere(id)).toBe(true)
  await sql()`delete from conversations where id = ${id}`
})

test('[U110] a callback is deleted some days after it was closed, with its texts in the log; the conversation stays', async () => {
  await keeps({ callbacks: 7 })
  const id = await start()
  const [closed, open] = [await requests(id, '+44 20 7946 0111'), await requests(await start(), '+44 20 7946 0222')]
  await pass(10)
  await closes(closed)
  await pass(6)
  expect((await world.get(`/conversations/${id}`)).body.callbacks).toHaveLength(1)
  await pass(1.1)
  expect((await world.get(`/conversations/${id}`)).body.callbacks).toEqual([])
  for (const gone of ['7946 0111', 'A wrong number']) expect(await says(gone, 'callback.')).toBe(false)
  expect(await says('7946 0222', 'callback.')).toBe(true)
  expect((await world.get('/callbacks')).body.items.map(({ id }: Body) => id)).toEqual([open])
})

test('[U110] a trace is deleted and the reply stays, without one', async () => {
  await keeps({ traces: 2 })
  const id = await start()
  const reply = async () => (await world.stored(id)).findLast(({ role }) => role === 'agent')
  const { id: message } = await reply()
  expect((await world.get(`/messages/${message}/trace`)).status).toBe(200)
  await pass(2.1)
  expect(await reply()).toMatchObject({ id: message, text: 'All is well.' })
  expect(await reply()).not.toHaveProperty('traceId')
  expect((await world.get(`/messages/${message}/trace`)).status).toBe(404)
})

test('[U110] more than a batch are all deleted, batch by batch', async () => {
  await keeps({ conversations: 1 })
  const at = world.clock.now()
  await sql()`
    insert into conversations (id, site, channel, started_at, last_at, started_by, spam)
    select 'conv_old' || n, 'demo', 'api', ${at}, ${at}, 'test', n % 3 = 0 from generate_series(1, 230) n`
  await pass(1.1)
  expect((await sql()`select from conversations where id like 'conv_old%'`).length).toBe(0)
  const counts = (await removals()).map(([, , target]: string[]) => Number.parseInt(target ?? '', 10))
  expect(Math.max(...counts)).toBe(100)
})

/** A visitor's callback request. */
async function requests(conversation: string, phone = '+44 20 7946 0333'): Promise<string> {
  await world.say(conversation, { action: { id: 'person' } })
  const form = (await world.stored(conversation)).findLast(({ type }) => type === 'form')
  const value = JSON.stringify({ name: 'Ada Gray', phone })
  expect((await world.say(conversation, { action: { id: form.id, value } })).status).toBe(200)
  return (await world.get(`/conversations/${conversation}`)).body.callbacks[0].id
}

async function closes(callback: string): Promise<void> {
  const body = { status: 'done', note: 'A wrong number', site: 'demo' }
  expect((await world.api('PATCH', `/callbacks/${callback}`, { body })).status).toBe(200)
}
