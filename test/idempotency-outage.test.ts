import { afterAll, beforeAll, expect, test } from 'vitest'
import { claimOrReplay, type Repeatable } from '../server/core/idempotency.ts'
import { patience } from './support/live.ts'
import { createWorld, type World } from './support/world.ts'

let world: World

beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const requestOf = (key: string): Repeatable => ({
  ...{ caller: 'key:probe', route: 'x', key, body: { a: 1 } },
  signal: new AbortController().signal,
})

test('a request whose first server is cut off in the middle of the change waits for seconds at most', async () => {
  const { sql } = world.services.database
  const repeatable = requestOf('cut off')
  await claimOrReplay(world.services, repeatable)
  // No heartbeat supports this lease.
  await sql`update idempotency set lease = 'dead.1' where key = ${repeatable.key}`
  const [held, locked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const cutOff = sql.begin(async (tx) => {
    await tx`update idempotency set committed = true where key = ${repeatable.key}`
    locked.resolve()
    await held.promise
    throw new Error('The connection is gone.')
  })
  await locked.promise
  await expect(claimOrReplay(world.services, repeatable)).rejects.toMatchObject({ code: '55P03' })
  held.resolve()
  await expect(cutOff).rejects.toThrow('gone')
  expect(await claimOrReplay(world.services, repeatable)).toHaveProperty('claim')
})

test('a request that cannot be released while the database is away is released when it is back', async () => {
  const { database } = world.services
  let isAway = true
  const breaking = new Proxy(database.sql, {
    apply: (target, self, given) =>
      isAway && given[0]?.[0]?.includes('with dropped')
        ? Promise.reject(new Error('gone'))
        : Reflect.apply(target, self, given),
  })
  const repeatable = requestOf('repeat')
  const claimed = await claimOrReplay({ ...world.services, database: { ...database, sql: breaking } }, repeatable)
  if (!('claim' in claimed)) throw new Error('it was claimed before')
  await claimed.claim.release()
  const row = () => database.sql`select from idempotency where key = ${repeatable.key}`
  world.clock.move(2_000)
  expect(await row()).toHaveLength(1)
  isAway = false
  const isReleased = async () => {
    world.clock.move(1_000)
    return (await row()).length === 0
  }
  await expect.poll(isReleased, patience).toBe(true)
  expect(await claimOrReplay(world.services, repeatable)).toHaveProperty('claim')
})
