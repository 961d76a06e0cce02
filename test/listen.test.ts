import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Database } from '../server/database/database.ts'
import { createDatabase, type TestDatabase } from './support/database.ts'

let database: TestDatabase
let listen: NonNullable<Database['listen']>

beforeAll(async () => {
  database = await createDatabase()
  listen = database.listen!
})

afterAll(() => database.drop())

test('a notification reaches every listener of its channel, and no other', async () => {
  const [first, second, other] = [[] as string[], [] as string[], [] as string[]]
  const stops = [
    await listen('test_a', (payload) => first.push(payload)),
    await listen('test_a', (payload) => second.push(payload)),
    await listen('test_b', (payload) => other.push(payload)),
  ]
  await database.sql`select pg_notify('test_a', 'hello')`
  await vi.waitFor(() => expect([first, second]).toEqual([['hello'], ['hello']]))
  expect(other).toEqual([])
  for (const stop of stops) await stop()
})

test('a listener that stops does not stop the others', async () => {
  const channel = `test_${randomUUID()}`
  const [gone, here] = [[] as string[], [] as string[]]
  const stop = await listen(channel, (payload) => gone.push(payload))
  const stopHere = await listen(channel, (payload) => here.push(payload))
  await stop()
  await database.sql.notify(channel, 'still there?')
  await vi.waitFor(() => expect(here).toEqual(['still there?']))
  expect(gone).toEqual([])
  await stopHere()
})

test('is sent after the commit, and not after a rollback', async () => {
  const heard: string[] = []
  const stop = await listen('test_c', (payload) => heard.push(payload))
  const { sql } = database
  await sql.begin((tx) => [tx`select pg_notify('test_c', 'undone')`, tx`select 1 / 0`]).catch(() => 'undone')
  await sql.begin(async (tx) => {
    await tx`select pg_notify('test_c', 'kept')`
    await tx`select 1`
    expect(heard).toEqual([])
  })
  await vi.waitFor(() => expect(heard).toEqual(['kept']))
  await stop()
})
