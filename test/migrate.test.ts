import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { migrate, schemaState } from '../server/database/migrate.ts'
import { createDatabase, type TestDatabase } from './support/database.ts'

let database: TestDatabase
let path: string
let folder: URL

beforeAll(async () => {
  database = await createDatabase()
})

beforeEach(async () => {
  await database.sql.unsafe('drop schema public cascade; create schema public')
  path = mkdtempSync(join(tmpdir(), 'migrations-'))
  folder = pathToFileURL(`${path}/`)
  write('0001_people.sql', "create table people (name text);\ninsert into people values ('Ada');\n")
  write(
    '0002_more.sql',
    "create function two() returns int language sql as $$ select 1; select 2 $$; insert into people values ('Bo');",
  )
})

afterEach(() => rmSync(path, { recursive: true }))

afterAll(() => database.drop())

const write = (name: string, text: string) => writeFileSync(join(path, name), text)

const people = async () => (await database.sql`select name from people order by name`).map((row) => row.name)

test('applies the files in order, and records them', async () => {
  expect(await migrate(database.sql, folder)).toEqual({ applied: 2, expected: 2 })
  expect(await people()).toEqual(['Ada', 'Bo'])
  const rows = await database.sql`select number, name, length(sha256) as digits from migrations order by number`
  expect(rows).toEqual([
    { number: 1, name: '0001_people.sql', digits: 64 },
    { number: 2, name: '0002_more.sql', digits: 64 },
  ])
})

test('four programs that start together apply them once', async () => {
  await Promise.all(Array.from({ length: 4 }, () => migrate(database.sql, folder)))
  expect(await people()).toEqual(['Ada', 'Bo'])
})

test('a later start applies only what is new', async () => {
  await migrate(database.sql, folder)
  write('0003_last.sql', "insert into people values ('Cleo')")
  expect(await schemaState(database.sql, folder)).toEqual({ applied: 2, expected: 3 })
  expect(await migrate(database.sql, folder)).toEqual({ applied: 3, expected: 3 })
  expect(await people()).toEqual(['Ada', 'Bo', 'Cleo'])
})

test('the state of an empty database is reported without changing it', async () => {
  expect(await schemaState(database.sql, folder)).toEqual({ applied: 0, expected: 2 })
  expect(await database.sql`select to_regclass('migrations') as found`).toEqual([{ found: null }])
})

test('a file that was edited after it was applied is refused by name', async () => {
  await migrate(database.sql, folder)
  write('0001_people.sql', 'create table people (name text, age int)')
  write('0003_last.sql', "insert into people values ('Cleo')")
  await expect(migrate(database.sql, folder)).rejects.toThrow(/0001_people\.sql was changed/)
  await expect(schemaState(database.sql, folder)).rejects.toThrow(/0001_people\.sql was changed/)
  expect(await people()).toEqual(['Ada', 'Bo'])
})

test('other line endings are not an edit', async () => {
  await migrate(database.sql, folder)
  write('0001_people.sql', "create table people (name text);\r\ninsert into people values ('Ada');\r\n")
  expect(await migrate(database.sql, folder)).toEqual({ applied: 2, expected: 2 })
})

test('a database that is newer than the program is refused, with the unknown migration', async () => {
  await migrate(database.sql, folder)
  rmSync(join(path, '0002_more.sql'))
  await expect(migrate(database.sql, folder)).rejects.toThrow(/newer than this program.*0002_more\.sql/)
  await expect(schemaState(database.sql, folder)).rejects.toThrow(/newer than this program.*0002_more\.sql/)
})

test('a database from before release 0.1.0 is refused, with how to move its data', async () => {
  write('0001_foundation.sql', 'create table people (name text)')
  rmSync(join(path, '0001_people.sql'))
  await migrate(database.sql, folder)
  rmSync(join(path, '0001_foundation.sql'))
  write('0001_platform.sql', 'create table people (name text)')
  const refusal = /before release 0\.1\.0.*backup <file>.*restore <file>.*secret/
  await expect(migrate(database.sql, folder)).rejects.toThrow(refusal)
  await expect(schemaState(database.sql, folder)).rejects.toThrow(refusal)
})

test('a failing migration changes nothing, and is named', async () => {
  write('0003_broken.sql', "insert into people values ('Cleo'); insert into nowhere values (1)")
  await expect(migrate(database.sql, folder)).rejects.toThrow(/0003_broken\.sql failed: relation "nowhere"/)
  expect(await schemaState(database.sql, folder)).toEqual({ applied: 0, expected: 3 })
  expect(await database.sql`select to_regclass('people') as found`).toEqual([{ found: null }])
})

test.each(['0004_gap.sql', '0002_twice.sql', 'notes.sql'])(
  'a file %s out of order is refused by name',
  async (name) => {
    write(name, 'select 1')
    await expect(migrate(database.sql, folder)).rejects.toThrow(/is out of order/)
  },
)
