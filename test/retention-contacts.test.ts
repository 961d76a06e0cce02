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
const nothing = { conversations: null, leads: null, callbacks: null, traces: null, audit: 90 }
const keeps = (retention: Partial<Settings['retention']>) => world.set({ retention: { ...nothing, ...retention } })

/** Advances by this many days, until the hourly clean-up has run. */
async function pass(days: number): Promise<void> {
  world.clock.move(days * day)
  await addTask(world.services, 'retention.run')
  await hurryTask(world.services, 'retention.removeOld', 'demo')
  world.services.queue.wake()
  const left = () => sql()`
    select from queue
    where type in ('retention.run', 'retention.removeOld') and (lease is not null or run_at <= ${world.clock.now()})`
  await until(async () => (await left()).length === 0)
}
let made = 0
const add = async (): Promise<string> =>
  (await world.post('/leads', { name: 'Ada', email: `old${++made}@mail.example` })).body.id
const isThere = async (id: string) => (await world.get(`/leads/${id}`)).status === 200
const preview = async (query = ''): Promise<Record<string, Body>> => {
  const { kinds } = (await world.get(`/retention?${query}`)).body
  return Object.fromEntries(kinds.map(({ kind, days, count }: Body) => [kind, [days, count]]))
}

test('[U110] a contact is deleted once it had no change and no message for the days of its site', async () => {
  await keeps({ leads: 30 })
  const [old, changed, heard, called] = [await add(), await add(), await add(), await add()]
  await sql()`insert into callbacks (id, site, lead_id, requested_at) values ('cb_called', 'demo', ${called}, 1)`
  await world.post(`/leads/${old}/notes`, { text: 'A note of long ago' })
  await pass(20)
  await world.api('PATCH', `/leads/${changed}`, { body: { site: 'demo', status: 'won' } })
  const { email } = (await world.get(`/leads/${heard}`)).body
  await world.start({ message: 'Here again', user: { id: 1, email } })
  expect((await preview()).leads).toEqual([30, 0])
  expect((await preview('leads=19')).leads).toEqual([19, 1])
  await pass(11)
  expect([await isThere(old), await isThere(changed), await isThere(heard), await isThere(called)]).toEqual([
    false,
    true,
    true,
    true,
  ])
  expect(await sql()`select from notes where text = 'A note of long ago'`).toHaveLength(0)
  const [line] = (await world.get('/audit')).body.items.filter(({ action }: Body) => action === 'retention leads')
  expect(line).toMatchObject({ actor: 'system', target: '1 removed' })
})

test('[U110] a contact that changes just before its deletion stays', async () => {
  await keeps({ leads: 30 })
  const id = await add()
  world.clock.move(31 * day)
  const ctx = await world.context()
  await beats(
    world.services.database,
    (tx) => tx`update leads set updated_at = ${ctx.now()} where id = ${id}`,
    () => removeOld(ctx),
  )
  expect(await isThere(id)).toBe(true)
})

test('[U110] the audit log of a site is kept for its number of days, separately for each site', async () => {
  await sql()`delete from audit`
  await add()
  await world.api('POST', '/leads?site=other', { body: { name: 'Theirs' } })
  const left = async () =>
    (await sql()<{ site: string }[]>`select site from audit where action = 'POST /leads'`).map(({ site }) => site)
  await keeps({ audit: 7 })
  await pass(6.9)
  expect((await left()).sort()).toEqual(['demo', 'other'])
  expect((await preview('audit=6')).audit?.[1]).toBeGreaterThan(0)
  await pass(0.2)
  expect(await left()).toEqual(['other'])
  await pass(84)
  expect(await left()).toEqual([])
})

test('the preview counts with other days than the settings, and deletes nothing', async () => {
  await keeps({ conversations: 400 })
  const { id } = await world.start({ message: 'Is it private?' })
  world.clock.move(10 * day)
  const saved = await preview()
  expect(saved.conversations).toEqual([400, 0])
  expect([saved.leads, saved.callbacks, saved.traces]).toEqual([
    [null, 0],
    [null, 0],
    [null, 0],
  ])
  const tried = await preview('conversations=9&traces=9&callbacks=1')
  expect(tried.conversations?.[1]).toBeGreaterThan(0)
  expect(tried.traces?.[1]).toBeGreaterThan(0)
  expect(tried.callbacks).toEqual([1, 0])
  expect((await preview('conversations=11')).conversations?.[1]).toBe(tried.conversations![1] - 1)
  expect((await world.get(`/conversations/${id}`)).status).toBe(200)
  expect((await world.api('GET', '/retention', { key: await world.key(['leads:read']) })).status).toBe(403)
})
