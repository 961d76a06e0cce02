import { afterAll, beforeAll, expect, test } from 'vitest'
import { claimOrReplay, type Repeatable } from '../server/core/idempotency.ts'
import { patience } from './support/live.ts'
import { createWorld, type World } from './support/world.ts'

let world: World

beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

test('a request that cannot be released while the database is away is released when it is back', async () => {
  const { database } = world.services
  let isAway = true
  const breaking = new Proxy(database.sql, {
    apply: (target, self, given) =>
      isAway && given[0]?.[0]?.includes('with dropped')
        ? Promise.reject(new Error('gone'))
        : Reflect.apply(target, self, given),
  })
  const repeatable: Repeatable = {
    caller: 'key:probe',
    route: 'x',
    key: 'repeat',
    body: { a: 1 },
    signal: new AbortController().signal,
  }
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
