import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type BulkChange, maxBulkIds, maxWaitingChanges } from '../shared/bulk-change.ts'
import { type Body, type ChatWorld, createChatWorld, until } from './support/chat.ts'
import { type Caller, emittedBy, person, program } from './support/desk.ts'
import { idle } from './support/idle.ts'
import { type Item, openSocket } from './support/live.ts'
import type { Reply } from './support/world.ts'

let world: ChatWorld
let key: Caller

beforeAll(async () => {
  world = await createChatWorld()
  key = await program(world)
  for (const name of ['old', 'new', 'gone']) await key.post('/contact-tags', { name })
})
afterAll(() => world.close())
beforeEach(async () => {
  await idle(world)
  await world.services.database.sql`delete from bulk_changes`
})

const sql = () => world.services.database.sql

/** Adds contacts in the order of their ids, in which they are changed. */
const add = async (count: number, given: Record<string, unknown> = {}): Promise<string[]> => {
  const made = Array.from({ length: count }, () => key.post('/leads', { name: 'Ann', ...given }))
  return (await Promise.all(made)).map(({ body }) => body.id as string).toSorted((a, b) => (a < b ? -1 : 1))
}
const start = async (body: unknown, by = key): Promise<BulkChange> => {
  const reply = await by.post('/bulk-changes', body)
  expect([reply.status, reply.body.status]).toEqual([202, 'queued'])
  return reply.body
}
const read = async (id: string): Promise<Body> => (await key.get(`/bulk-changes/${id}`)).body
/** Waits until nothing is to be done, and returns the change as it is then. */
const ended = async ({ id }: Pick<BulkChange, 'id'>): Promise<Body> => {
  await idle(world)
  return await read(id)
}
const act = async (id: string, what: 'cancel' | 'resume' | 'undo'): Promise<Body> =>
  (await key.post(`/bulk-changes/${id}/${what}`)).body
const lead = async (id: string): Promise<Body> => (await key.get(`/leads/${id}`)).body
const tagId = async (name: string): Promise<string> =>
  (await key.get('/contact-tags')).body.tags.find((tag: { name: string }) => tag.name === name).id
const audited = async (action: string) =>
  await sql()`select actor, target, status from audit where action = ${action} and site = 'demo' order by id`

/** Runs `work` while no change of this contact's status can be stored: its batch fails, and is retried when the clock moves. */
async function whileBroken(id: string, work: () => Promise<unknown>): Promise<void> {
  await sql().unsafe(`alter table leads add constraint broken check (id <> '${id}' or status = 'new')`)
  try {
    await work()
  } finally {
    await sql()`alter table leads drop constraint broken`
  }
}

/** Waits until a batch of this change failed and is to be retried. */
const stuck = ({ id }: Pick<BulkChange, 'id'>): Promise<void> =>
  until(async () => (await sql()`select from queue where name = ${id} and run_at > ${world.clock.now()}`).length === 1)

test('each contact is changed, published and audited as by the single operation; one that is not there is listed', async () => {
  const [one, other] = (await add(2)) as [string, string]
  await key.patch(`/leads/${one}`, { tags: ['old'] })
  await sql()`delete from audit`
  let change: BulkChange
  const told = await emittedBy(world, async () => {
    const ids = [other, 'lead_nobody', one, one]
    change = await start({ ids, status: 'won', addTags: ['new'], removeTags: ['old'] })
    await idle(world)
  })
  expect(change!).toMatchObject({
    change: { status: 'won', addTags: [await tagId('new')], removeTags: [await tagId('old')] },
    ...{ undoes: null, total: 3, done: 0, failed: 0, error: null, askedBy: key.id, finishedAt: null },
  })
  const failure = { id: 'lead_nobody', name: null, code: 'not_found', message: 'No such contact.' }
  expect(await read(change!.id)).toMatchObject({
    ...{ status: 'done', done: 2, failed: 1, undoable: 2, failures: [failure], finishedAt: expect.any(Number) },
  })
  expect(told.map(({ type, data }) => [type, data.leadId, data.changed])).toEqual([
    ['lead.updated', one, ['status', 'tags']],
    ['lead.updated', other, ['status', 'tags']],
  ])
  for (const id of [one, other]) expect(await lead(id)).toMatchObject({ status: 'won', tags: [{ name: 'new' }] })
  expect(await audited('PATCH /leads/:id')).toEqual([
    { actor: key.id, target: one, status: 200 },
    { actor: key.id, target: other, status: 200 },
    { actor: key.id, target: 'lead_nobody', status: 404 },
  ])
  expect(await audited('POST /bulk-changes')).toEqual([{ actor: key.id, target: change!.id, status: 202 }])
})

test('many are deleted over tRPC, and a contact that is already gone counts as deleted', async () => {
  const ids = await add(60)
  await key.del(`/leads/${ids[7]}`)
  await sql()`delete from audit`
  const socket = openSocket(world, { token: (await world.key()) as string })
  const change = (await socket.mutation('bulkChanges.start', { ids, delete: true })) as BulkChange
  const told = await emittedBy(world, () => idle(world))
  expect(await socket.query('bulkChanges.get', { id: change.id })).toMatchObject({
    ...{ change: { delete: true }, status: 'done', total: 60, done: 60, failed: 0, undoable: 0, failures: [] },
  })
  await socket.close()
  for (const id of ids) expect((await key.get(`/leads/${id}`)).status).toBe(404)
  expect(told.filter(({ type }) => type === 'lead.changed').length).toBeLessThanOrEqual(59)
  expect((await audited('DELETE /leads/:id')).length).toBe(60)
})

test('another site’s contacts and changes are not there', async () => {
  const theirs = (await world.api('POST', '/leads?site=other', { body: { name: 'Theirs' } })).body.id
  const failed = await ended(await start({ ids: [theirs], status: 'won' }))
  expect(failed).toMatchObject({ done: 0, failed: 1, failures: [{ id: theirs, name: null, code: 'not_found' }] })
  const deleted = await ended(await start({ ids: [theirs], delete: true }))
  expect(deleted).toMatchObject({ done: 1, failed: 0 })
  expect((await world.api('GET', `/leads/${theirs}?site=other`)).body.status).toBe('new')
  const { body } = await world.api('POST', '/bulk-changes?site=other', { body: { ids: [theirs], status: 'won' } })
  expect((await key.get(`/bulk-changes/${body.id}`)).status).toBe(404)
  expect((await key.get('/bulk-changes')).body.items.map(({ id }: Body) => id)).not.toContain(body.id)
})

describe('a filter', () => {
  const matching = async (filter: unknown): Promise<string[]> => {
    const { id } = await start({ filter, status: 'won' })
    const rows = await sql()<{ id: string }[]>`
      select lead_id as id from bulk_change_contacts where change_id = ${id} order by lead_id`
    expect(await ended({ id })).toMatchObject({ status: 'done', total: rows.length, done: rows.length })
    return rows.map(({ id }) => id)
  }

  test('names the contacts that match when the change is started', async () => {
    await sql()`delete from leads where site = 'demo'`
    const tag = await tagId('old')
    const [plain, tagged, lost] = [await add(3), await add(2), await add(2, { status: 'lost' })]
    for (const id of tagged) await key.patch(`/leads/${id}`, { addTags: ['old'] })
    await key.patch(`/leads/${plain[0]}`, { notes: 'Likes mangroves' })
    const from = Math.min(...(await Promise.all(tagged.map(lead))).map(({ created_at }) => created_at))
    expect(await matching({ status: 'lost' })).toEqual(lost)
    expect(await matching({ tag })).toEqual(tagged)
    expect(await matching({ tag: 'untagged', status: 'new' })).toEqual(plain)
    expect(await matching({ q: 'mangrove' })).toEqual([plain[0]])
    expect(await matching({ from, tag })).toEqual(tagged)
    expect(await matching({ to: from, tag })).toEqual([])
    expect(await matching({ q: 'nowhere' })).toEqual([])
    expect(await matching({})).toEqual([...plain, ...tagged, ...lost].toSorted((a, b) => (a < b ? -1 : 1)))
  })

  test('of a search reads on until all contacts were examined', async () => {
    await sql()`delete from leads where site = 'demo'`
    await sql()`
      insert into leads (id, site, name, source, created_at, updated_at)
      select 'lead_' || n, 'demo', case when n % 10 = 0 then 'Mangrove' else 'Ann' end, 'api', n, n
      from generate_series(10001, 22000) n`
    const { body } = await key.post('/bulk-changes', { filter: { q: 'mangrove' }, status: 'won' })
    expect(body.total).toBe(1200)
    await act(body.id, 'cancel')
    await idle(world)
    await sql()`delete from leads where site = 'demo'`
  })
})

test('nothing is started by a tag that is not there, or if it is not clear what is asked for', async () => {
  const ids = await add(1)
  for (const [field, body] of [
    ['addTags', { ids, status: 'won', addTags: ['nowhere'] }],
    ['delete', { ids }],
    ['delete', { ids, delete: true, status: 'won' }],
    ['ids', { status: 'won' }],
    ['ids', { ids, filter: {}, status: 'won' }],
    ['ids', { status: 'won', ids: [] }],
    ['ids', { status: 'won', ids: Array.from({ length: maxBulkIds + 1 }, (_, n) => `lead_${n}`) }],
    ['filter', { status: 'won', filter: { stauts: 'new' } }],
    ['filter.tag', { status: 'won', filter: { tag: 'old' } }],
  ] as const) {
    const refused = await key.post('/bulk-changes', body)
    expect([refused.status, refused.body.error.message]).toEqual([400, expect.stringMatching(`^${field}`)])
  }
  await idle(world)
  expect((await key.get('/bulk-changes')).body.items).toEqual([])
})

test('changing needs leads:write and reading leads:read', async () => {
  const ids = await add(1)
  const [reader, stranger] = [await program(world, ['leads:read']), await program(world, ['conversations:write'])]
  const { id } = await start({ ids, status: 'won' })
  const statusOf = async (reply: Promise<Reply>) => (await reply).status
  expect(await statusOf(reader.post('/bulk-changes', { ids, delete: true }))).toBe(403)
  for (const what of ['cancel', 'resume', 'undo'])
    expect(await statusOf(reader.post(`/bulk-changes/${id}/${what}`))).toBe(403)
  for (const path of ['/bulk-changes', `/bulk-changes/${id}`]) {
    expect(await statusOf(reader.get(path))).toBe(200)
    expect(await statusOf(stranger.get(path))).toBe(403)
  }
  expect(await statusOf((await person(world, 'member')).post('/bulk-changes', { ids, status: 'lost' }))).toBe(202)
})

test('a repeated request starts one change', async () => {
  const ids = await add(2)
  const post = () => world.post('/bulk-changes', { ids, status: 'won' }, { 'idempotency-key': 'a bulk change of two' })
  const [first, second] = [await post(), await post()]
  expect([second.status, second.body]).toEqual([202, first.body])
  expect(second.headers.get('idempotent-replay')).toBe('true')
  expect((await key.get('/bulk-changes')).body.items).toHaveLength(1)
})

test('a site carries out one change at a time and lets few wait', async () => {
  const [one, other] = (await add(2)) as [string, string]
  const changes: BulkChange[] = []
  await whileBroken(one, async () => {
    changes.push(await start({ ids: [one], status: 'won' }), await start({ ids: [other], status: 'won' }))
    for (let count = 2; count < maxWaitingChanges; count++) await start({ ids: [other], status: 'lost' })
    const refused = await key.post('/bulk-changes', { ids: [other], status: 'won' })
    expect([refused.status, refused.body.error]).toEqual([
      409,
      expect.objectContaining({ reason: 'too_many_bulk_changes', params: { limit: maxWaitingChanges } }),
    ])
    await stuck(changes[0]!)
    expect((await lead(other)).status).toBe('new')
  })
  world.clock.move(1_000)
  for (const change of changes) expect(await ended(change)).toMatchObject({ status: 'done', done: 1 })
  expect((await lead(other)).status).toBe('lost')
})

test('a cancelled change keeps what it did, and goes on from there when it is resumed', async () => {
  const ids = await add(60)
  let change: BulkChange
  const told = await emittedBy(world, async () => {
    await whileBroken(ids[52]!, async () => {
      change = await start({ ids, status: 'won' })
      await stuck(change)
      expect(await read(change.id)).toMatchObject({ status: 'running', total: 60, done: 50, finishedAt: null })
      expect(await act(change.id, 'cancel')).toMatchObject({ status: 'cancelled', finishedAt: expect.any(Number) })
    })
    world.clock.move(1_000)
    expect(await ended(change!)).toMatchObject({ status: 'cancelled', done: 50 })
  })
  expect(told.map(({ data }) => data.leadId)).toEqual(ids.slice(0, 50))
  expect(await act(change!.id, 'cancel')).toMatchObject({ status: 'cancelled', done: 50 })
  const rest = await emittedBy(world, async () => {
    expect(await act(change.id, 'resume')).toMatchObject({ status: 'queued', finishedAt: null })
    expect(await ended(change)).toMatchObject({ status: 'done', done: 60, failed: 0 })
  })
  expect(rest.map(({ data }) => data.leadId)).toEqual(ids.slice(50))
  expect(await act(change!.id, 'resume')).toMatchObject({ status: 'done' })
  expect(await act(change!.id, 'cancel')).toMatchObject({ status: 'done' })
})

describe('an undo', () => {
  test('restores each contact that was changed as it was, and no other', async () => {
    const [fresh, won, tagged] = (await add(3)) as [string, string, string]
    await key.patch(`/leads/${won}`, { status: 'won', tags: ['new'] })
    await key.patch(`/leads/${tagged}`, { tags: ['old'] })
    const body = { ids: [fresh, won, tagged, 'lead_nobody'], status: 'won', addTags: ['new'], removeTags: ['old'] }
    const { id } = await ended(await start(body))
    expect(await read(id)).toMatchObject({ done: 3, failed: 1, undoable: 2 })
    const undo = await act(id, 'undo')
    expect(undo).toMatchObject({ status: 'queued', change: {}, undoes: id, total: 2 })
    const told = await emittedBy(world, () => idle(world))
    expect(told.map(({ data }) => data.leadId)).toEqual([fresh, tagged])
    expect(await lead(fresh)).toMatchObject({ status: 'new', tags: [] })
    expect(await lead(won)).toMatchObject({ status: 'won', tags: [{ name: 'new' }] })
    expect(await lead(tagged)).toMatchObject({ status: 'new', tags: [{ name: 'old' }] })
    expect(await ended(await act(undo.id, 'undo'))).toMatchObject({ done: 2 })
    expect(await lead(fresh)).toMatchObject({ status: 'won', tags: [{ name: 'new' }] })
  })

  test('cancels a change that has not ended', async () => {
    const ids = await add(30)
    await whileBroken(ids[27]!, async () => {
      const change = await start({ ids, status: 'won' })
      await stuck(change)
      const undo = await act(change.id, 'undo')
      expect(undo).toMatchObject({ undoes: change.id, total: 25 })
      expect((await read(change.id)).status).toBe('cancelled')
      world.clock.move(1_000)
      expect(await ended(undo)).toMatchObject({ status: 'done', done: 25 })
    })
    for (const id of ids) expect((await lead(id)).status).toBe('new')
  })
})

test('a change whose tag is deleted before its turn fails with the reason, and its contacts stay as they are', async () => {
  const [one, other] = (await add(2)) as [string, string]
  let change: BulkChange
  await whileBroken(one, async () => {
    await stuck(await start({ ids: [one], status: 'won' }))
    change = await start({ ids: [other], status: 'won', addTags: ['gone'] })
    await key.del(`/contact-tags/${await tagId('gone')}`)
  })
  world.clock.move(1_000)
  expect(await ended(change!)).toMatchObject({
    ...{ status: 'failed', done: 0, failed: 0, error: { reason: 'unknown_record', params: { record: 'tag' } } },
  })
  expect((await lead(other)).status).toBe('new')
})

test('an error of the server is retried, and fails the change in the end', async () => {
  const ids = await add(30)
  let change: BulkChange
  await whileBroken(ids[27]!, async () => {
    change = await start({ ids, status: 'won' })
    await stuck(change)
    for (const pause of [1_000, 10_000, 60_000, 600_000]) {
      expect((await read(change.id)).status).toBe('running')
      world.clock.move(pause + 1_000)
      await idle(world)
    }
    expect(await read(change.id)).toMatchObject({ status: 'failed', done: 25, error: { code: 'internal' } })
  })
  await act(change!.id, 'resume')
  expect(await ended(change!)).toMatchObject({ status: 'done', done: 30, failed: 0, error: null })
})

test('progress is published to those who may read contacts, and to nobody else', async () => {
  const open = async (scopes: Parameters<typeof world.key>[0]) =>
    openSocket(world, { token: await world.key(scopes, { ratePerMinute: 100_000 }) })
  const [reader, stranger] = [await open(['leads:read']), await open(['conversations:read'])]
  const [seen, unseen] = [reader.follow({ site: 'demo' }), stranger.follow({ site: 'demo' })]
  await Promise.all([seen.started, unseen.started])
  const { id } = await start({ ids: await add(200), status: 'won' })
  const isEnd = ({ type, data }: Item) => type === 'bulk-change.changed' && data.bulkChange.status === 'done'
  const { data } = await seen.has(isEnd)
  const { failures: _, ...summary } = await read(id)
  expect(data.bulkChange).toEqual(summary)
  const about = seen.items.filter(({ type }) => type === 'bulk-change.changed')
  // The clock of the test hardly moves: one when it is started, one for the first batch, and one for the end.
  expect(about.length).toBeLessThanOrEqual(4)
  expect(about.map((item) => item.id)).toEqual(about.map(() => undefined))
  expect(unseen.items.filter(({ type }) => type === 'bulk-change.changed')).toEqual([])
  await Promise.all([reader.close(), stranger.close()])
})

test('an erased contact is in no bulk change, and a change is deleted a week after it ended', async () => {
  const [erased, other] = (await add(2)) as [string, string]
  const { id } = await ended(await start({ ids: [erased, other], status: 'won' }))
  await key.post(`/leads/${erased}/erase`)
  expect(await sql()`select lead_id from bulk_change_contacts`).toEqual([{ lead_id: other }])
  const day = 86_400_000
  world.clock.move(6 * day)
  await idle(world)
  expect((await key.get(`/bulk-changes/${id}`)).status).toBe(200)
  world.clock.move(2 * day)
  await idle(world)
  expect((await key.get(`/bulk-changes/${id}`)).status).toBe(404)
  expect(await sql()`select from bulk_change_contacts`).toHaveLength(0)
})

test('the list is paged, newest first', async () => {
  const ids = await add(1)
  const made: string[] = []
  for (let count = 0; count < 3; count++) made.unshift((await ended(await start({ ids, status: 'won' }))).id)
  const first = (await key.get('/bulk-changes?limit=2')).body
  const rest = (await key.get(`/bulk-changes?limit=2&before=${first.next}`)).body
  expect([...first.items, ...rest.items].map(({ id }: Body) => id)).toEqual(made)
  expect(rest.next).toBeNull()
})
