import { expect, test } from 'vitest'
import type { Sql } from '../server/database/database.ts'
import { createDatabase } from './support/database.ts'
import { createWorld } from './support/world.ts'

/** All rows of all tables, and the positions of all sequences. */
async function contentOf(sql: Sql): Promise<Record<string, unknown>> {
  const tables = await sql<{ name: string }[]>`
    select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by relname`
  const content: Record<string, unknown> = {}
  for (const { name } of tables) content[name] = [...(await sql.unsafe(`select * from ${name}`))]
  content.sequences = [...(await sql`select sequencename, last_value from pg_sequences order by sequencename`)]
  return content
}

test('a used database is returned like a new one', async () => {
  const fresh = await createDatabase()
  const asNew = await contentOf(fresh.sql)
  const world = await createWorld({ database: fresh })
  await world.api('POST', '/conversations', { body: { message: 'Hello', site: 'demo' } })
  const used = await contentOf(fresh.sql)
  const differing = Object.keys(asNew).filter((name) => JSON.stringify(asNew[name]) !== JSON.stringify(used[name]))
  expect(differing).toEqual(expect.arrayContaining(['conversations', 'messages', 'events', 'sequences']))
  await fresh.sql`delete from messages`
  await fresh.sql`update event_floor set seq = -1`
  await world.close()
  const again = await createDatabase()
  expect(await contentOf(again.sql)).toEqual(asNew)
  await again.drop()
})

test.each([
  ['comes back when nothing but its rows changed', 'select 1', true],
  ['does not come back after a new table', 'create table things (id integer)', false],
  [
    'does not after one that is taken back',
    'alter table labels rename to signs; alter table signs rename to labels',
    false,
  ],
  ['does not without one of its indexes', 'drop index labels_by_name', false],
  [
    'does not with a function of another body',
    'create or replace function last_place() returns bigint language sql as $$ select 0::bigint $$',
    false,
  ],
])('a database %s', async (_, change, returns) => {
  const changed = await createDatabase()
  const [{ name }] = await changed.sql<[{ name: string }]>`select current_database() as name`
  await changed.sql.unsafe(`${change}; comment on database ${name} is 'used'`)
  await changed.drop()
  const next = await createDatabase()
  const [row] = await next.sql`
    select shobj_description(oid, 'pg_database') as said from pg_database where datname = current_database()`
  expect(row?.said === 'used').toBe(returns)
  if (returns) await next.sql.unsafe(`comment on database ${name} is null`)
  await next.drop()
})
