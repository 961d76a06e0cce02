import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { databaseFault } from '../server/database/fault.ts'
import { createDatabase, type TestDatabase } from './support/database.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createDatabase()
  await database.sql`create table things (id bigint primary key, name text, amount integer)`
})

beforeEach(() => database.sql`truncate things`)

afterAll(() => database.drop())

test('it reports its kind and its health', async () => {
  expect(database.kind).toBe(process.env.TEST_DATABASE ?? 'embedded')
  expect(Number.parseInt(database.version, 10)).toBeGreaterThanOrEqual(15)
  expect(await database.check()).toBeUndefined()
})

test('all migrations are applied', async () => {
  const [row] = await database.sql<[{ count: number }]>`select count(*) from migrations`
  expect(row.count).toBeGreaterThan(0)
})

test('each of 300 concurrent queries gets its own rows', async () => {
  const { sql } = database
  const numbers = Array.from({ length: 300 }, (_, index) => index)
  const answers = await Promise.all(
    numbers.map((n) =>
      n % 2 === 0
        ? sql`select ${n}::integer as n, ${`text ${n}`} as name`
        : sql.unsafe(`select ${n} as n, 'text ${n}' as name`),
    ),
  )
  expect(answers.map((rows) => rows.map((row) => ({ ...row })))).toEqual(numbers.map((n) => [{ n, name: `text ${n}` }]))
})

describe('values', () => {
  test('a bigint is a number', async () => {
    const [row] = await database.sql`select 1793273723456::bigint as at, array[1, 2]::bigint[] as list`
    expect(row).toEqual({ at: 1793273723456, list: [1, 2] })
  })

  test('a bigint that is too large for a number is an error, not another number', async () => {
    await expect(database.sql`select 9007199254740993::bigint as large`).rejects.toThrow(/too large/)
    expect(await database.sql`select 1 as one`).toEqual([{ one: 1 }])
  })

  test('text, JSON, bytes, arrays and null are returned unchanged', async () => {
    const { sql } = database
    const json = { text: 'Grüße 🌍', list: [1, null, { deep: true }] }
    const bytes = Buffer.from([0, 1, 254, 255])
    const tags = ['a', 'b "c"', '{d,e}']
    const [row] = await sql`
      select ${sql.json(json)}::jsonb as json, ${bytes}::bytea as bytes, ${tags}::text[] as tags, ${null}::text as nothing`
    expect(row).toEqual({ json, bytes, tags, nothing: null })
  })

  test('five megabytes of text', async () => {
    const long = 'ü'.repeat(2_500_000)
    const [row] = await database.sql`select ${long} as long`
    expect(row?.long === long).toBe(true)
  })
})

describe('a failed statement', () => {
  test.each([
    ['a zero byte in a text', '22021', () => database.sql`select ${'a\0b'}::text`],
    ['a mistake in a statement', '42P01', () => database.sql`select * from nowhere where id = ${1}`],
    ['a division by zero', '22012', () => database.sql`select 1 / ${0}::integer`],
    ['JSON that is nested too deeply', '54001', () => database.sql`select ${deep(100_000)}::text::jsonb`],
  ])('%s is error %s, and the connection continues', async (_, code, query) => {
    await expect(query()).rejects.toMatchObject({ code })
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => database.sql`select ${n}::integer as n`))
    expect(answers.map(([row]) => row?.n)).toEqual(Array.from({ length: 20 }, (_, n) => n))
  })

  test('is not mistaken for a failure of the database', async () => {
    const error = await database.sql`select * from nowhere`.catch((reason) => reason)
    expect(databaseFault(error)).toBeUndefined()
  })

  test('in a read-only database is a failure of the database', async () => {
    const refused = await database.sql
      .begin(async (tx) => {
        await tx`set transaction read only`
        await tx`create table written (id int)`
      })
      .catch((error) => error)
    expect(databaseFault(refused)).toBe('it takes no changes, as it is read-only')
  })
})

const deep = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

describe('a transaction', () => {
  test('is rolled back as a whole when one statement fails', async () => {
    const { sql } = database
    const work = sql.begin(async (tx) => {
      await tx`insert into things (id) values (1)`
      await tx`insert into things (id) values (1)`
    })
    await expect(work).rejects.toMatchObject({ code: '23505' })
    expect(await sql`select * from things`).toEqual([])
  })

  test('is rolled back when the work throws', async () => {
    const { sql } = database
    const work = sql.begin(async (tx) => {
      await tx`insert into things (id) values (1)`
      throw new Error('changed my mind')
    })
    await expect(work).rejects.toThrow('changed my mind')
    expect(await sql`select * from things`).toEqual([])
  })

  test('can roll back a part of itself', async () => {
    const { sql } = database
    await sql.begin(async (tx) => {
      await tx`insert into things (id) values (1)`
      await tx.savepoint((inner) => inner`insert into things (id) values (1)`).catch(() => 'undone')
      await tx`insert into things (id) values (2)`
    })
    expect(await sql`select id from things order by id`).toEqual([{ id: 1 }, { id: 2 }])
  })

  test('is isolated: of 40 concurrent increments none is lost', async () => {
    const { sql } = database
    await sql`insert into things (id, amount) values (1, 0)`
    await Promise.all(
      Array.from({ length: 40 }, () =>
        sql.begin(async (tx) => {
          const [row] = await tx`select amount from things where id = 1 for update`
          await tx`update things set amount = ${row?.amount + 1} where id = 1`
        }),
      ),
    )
    expect(await sql`select amount from things`).toEqual([{ amount: 40 }])
  })

  test('shows nothing before its commit', async () => {
    const { sql } = database
    const seen: number[] = []
    await Promise.all([
      sql.begin(async (tx) => {
        for (const id of [1, 2, 3]) await tx`insert into things (id) values (${id})`
      }),
      ...Array.from({ length: 20 }, async () => {
        const [row] = await sql<[{ count: number }]>`select count(*) from things`
        seen.push(row.count)
      }),
    ])
    expect(seen.filter((count) => count !== 0 && count !== 3)).toEqual([])
  })
})
