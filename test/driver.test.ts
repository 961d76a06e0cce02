import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Database, Sql } from '../server/database/database.ts'
import { createDatabase, type TestDatabase } from './support/database.ts'
import { openAgain } from './support/second.ts'
import { createWorld } from './support/world.ts'

// Many statements take time on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

/** The number of connections of the pool. */
const connections = 10
const five = [{ n: 1 }, { n: 2 }, { n: 3 }, { n: 4 }, { n: 5 }]

let lent: TestDatabase
let database: Database
let sql: Sql

beforeEach(async () => {
  lent = await createDatabase()
  database = await openAgain(lent)
  sql = database.sql
})
afterEach(async () => {
  await database.close()
  await lent.drop()
})

/** The error codes of a statement that fails on every connection. */
const failEverywhere = (statement: () => Promise<unknown>): Promise<string[]> =>
  Promise.all(
    Array.from({ length: connections }, () =>
      statement().then(
        () => 'none',
        ({ code }) => code,
      ),
    ),
  )

/** Reads on every connection, several times. */
async function expectWholeResults(): Promise<void> {
  const reads = Array.from({ length: 6 * connections }, (_, at) =>
    at % 2 ? sql`select generate_series(1, 5) as n` : sql`select n from generate_series(1, ${5}::int) n`,
  )
  expect((await Promise.all(reads)).filter((rows) => JSON.stringify(rows) !== JSON.stringify(five))).toEqual([])
}

/** Fails at its fourth row. */
const divide = (by: Sql = sql) => by`select 1 / (${4}::int - n) as n from generate_series(1, 10) n`

describe('after a statement that failed behind its first rows every later result is complete', () => {
  test('a division by zero', async () => {
    expect(new Set(await failEverywhere(divide))).toEqual(new Set(['22012']))
    await expectWholeResults()
  })

  test('a division by zero, with the next query on its way', async () => {
    const failed = failEverywhere(divide)
    await expectWholeResults()
    expect(new Set(await failed)).toEqual(new Set(['22012']))
  })

  test('a division by zero in a transaction and in a savepoint', async () => {
    await failEverywhere(() => sql.begin((tx) => divide(tx as unknown as Sql)))
    await failEverywhere(() =>
      sql.begin(async (tx) => {
        await tx.savepoint((part) => divide(part as unknown as Sql)).catch(() => {})
        expect(await tx`select generate_series(1, 5) as n`).toEqual(five)
        return await divide(tx as unknown as Sql)
      }),
    )
    await expectWholeResults()
  })

  if (process.env.TEST_DATABASE === 'server') {
    /** Sends three rows, and sleeps before the fourth. */
    const sleep = () => sql`select n, pg_sleep(case when n > 3 then 60 else 0 end)::text from generate_series(1, 10) n`

    test.each([
      ['a query that is cancelled', 'pg_cancel_backend', /57014/],
      // Whichever is read first: the reason, or the end of the connection.
      ['a connection that is terminated', 'pg_terminate_backend', /57P01|CONNECTION_CLOSED/],
    ])('%s', async (_, end, code) => {
      let over = false
      const failed = failEverywhere(sleep).finally(() => {
        over = true
      })
      while (!over) {
        await lent.sql.unsafe(`select ${end}(pid) from pg_stat_activity
          where datname = current_database() and state = 'active' and query like 'select n, pg_sleep%'`)
      }
      for (const found of await failed) expect(found).toMatch(code)
      await expectWholeResults()
    })

    test('a query over the statement_timeout', async () => {
      const limit = () => sql`select set_config('statement_timeout', '1500', false), pg_sleep(0.2)::text`
      await Promise.all(Array.from({ length: connections }, limit))
      expect(new Set(await failEverywhere(sleep))).toEqual(new Set(['57014']))
      await expectWholeResults()
    })
  }
})

test('statements that fail constantly turn no valid key into an unknown one, and hide no conversation', async () => {
  const world = await createWorld()
  let over = false
  let storm = Promise.resolve()
  try {
    const keys = await Promise.all(Array.from({ length: 20 }, () => world.key()))
    const { body } = await world.api('POST', '/conversations', { key: keys[0]!, body: { message: 'Hello' } })
    storm = (async () => {
      while (!over) await failEverywhere(() => divide(world.services.database.sql))
    })()
    const statuses = new Set<number>()
    // The server has seen only the first of the keys.
    for (const key of keys) {
      for (const path of ['/me', `/conversations/${body.id}`]) {
        const answers = await Promise.all([1, 2, 3].map(() => world.api('GET', path, { key })))
        for (const { status } of answers) statuses.add(status)
      }
    }
    expect([...statuses]).toEqual([200])
  } finally {
    over = true
    await storm
    await world.close()
  }
})
