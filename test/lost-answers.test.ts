import { afterAll, beforeAll, expect, test } from 'vitest'
import { withLease } from '../server/core/lease.ts'
import { defineTask, nothing } from '../server/core/queue.ts'
import { allScopes } from '../shared/scope.ts'
import { type ChatWorld, createChatWorld } from './support/chat.ts'
import { createDatabase } from './support/database.ts'
import { idle } from './support/idle.ts'
import { type Lossy, makeLossy } from './support/lossy.ts'

// The database stores what a server claims, and the server does not learn of it. It lives on, so no other server takes
// over what it claimed.

let world: ChatWorld
let lossy: Lossy
let key: string

beforeAll(async () => {
  const database = await createDatabase()
  lossy = makeLossy(database.sql)
  world = await createChatWorld({ database: { ...database, sql: lossy.sql } })
  key = await world.key(allScopes, { ratePerMinute: 100_000 })
  await idle(world)
})
afterAll(() => world.close())

test('a task whose claim was stored unnoticed runs', async () => {
  const { queue, database } = world.services
  const lost = lossy.loseAnswerTo('update queue set lease =')
  await queue.add(defineTask('overview.addUp', nothing), '', {}, { name: 'unnoticed' })
  await lost
  await idle(world)
  expect(await database.sql`select from queue where name = 'unnoticed'`).toEqual([])
})

test('a message that was stored unnoticed is answered, and so is the next one', async () => {
  const { id } = await world.start({})
  const lost = lossy.loseAnswerTo('excluded.lease, rerun = false')
  const message = { text: 'Hello', clientMessageId: 'unnoticed' }
  const refused = await world.say(id, message)
  await lost
  expect([refused.status, refused.body.error.code]).toEqual([503, 'unavailable'])
  await idle(world)
  expect((await world.say(id, message)).body.messages).toMatchObject([{ text: 'All is well.' }])
  expect((await world.say(id, { text: 'And now?' })).status).toBe(200)
  const texts = (await world.stored(id)).map(({ text }) => text)
  expect(texts.slice(1)).toEqual(['Hello', 'All is well.', 'And now?', 'All is well.'])
})

test('a request whose key was claimed unnoticed can be repeated', async () => {
  const post = () =>
    world.api('POST', '/leads', { key, body: { name: 'Ann' }, headers: { 'idempotency-key': 'unnoticed' } })
  const lost = lossy.loseAnswerTo('insert into idempotency')
  expect((await post()).status).toBe(503)
  await lost
  expect((await post()).status).toBe(201)
})

test('a lease that was taken unnoticed can be taken by the next', async () => {
  const take = () => withLease(world.services, 'unnoticed', AbortSignal.timeout(10_000), async () => 'done')
  const lost = lossy.loseAnswerTo('insert into leases')
  await expect(take()).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' })
  await lost
  expect(await take()).toBe('done')
})

test('a change that was made unnoticed is not made again when the request is repeated', async () => {
  const post = () =>
    world.api('POST', '/leads', { key, body: { name: 'Twice' }, headers: { 'idempotency-key': 'made unnoticed' } })
  const lost = lossy.loseAnswerTo('insert into leads')
  expect((await post()).status).toBe(503)
  await lost
  const again = await post()
  const { items } = (await world.api('GET', '/leads?q=twice', { key })).body
  expect([again.status, again.body.error.reason, items.length]).toEqual([409, 'answer_not_kept', 1])
  expect(again.body.id).toBe(items[0].id)
})
