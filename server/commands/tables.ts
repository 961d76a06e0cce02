import { readdir, readFile } from 'node:fs/promises'
import type { Sql } from '../database/database.ts'

export type Column = { name: string; type: string }

/** A table as it is copied: by its columns' values as texts, which every PostgreSQL writes and reads alike. */
export type Table = { name: string; columns: Column[] }

/** Where an identity column has come to: its next number is above `last`. */
export type Sequence = { table: string; column: string; last: number }

/** Filled by the migrations that make them: their rows do not tell that a database is in use. */
const filledByMigrations = ['event_floor', 'installation']

/**
 * The tables that migrations made, without the list of migrations itself, in the order of their names. `others` names what
 * else is there, which is no part of a copy.
 */
export async function listTables(sql: Sql, migrations: URL): Promise<{ tables: Table[]; others: string[] }> {
  const names = await namesOf(migrations)
  const found = await sql<Table[]>`
    select c.relname as name,
      json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by a.attnum)
        filter (where a.attgenerated = '') as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and c.relname <> 'migrations'
    group by c.relname order by c.relname collate "C"`
  return {
    tables: found.filter(({ name }) => names.has(name)),
    others: found.filter(({ name }) => !names.has(name)).map(({ name }) => name),
  }
}

/** What the migrations call their tables; a name that a later one dropped is found in no database. */
async function namesOf(migrations: URL): Promise<Set<string>> {
  const files = (await readdir(migrations)).filter((name) => name.endsWith('.sql'))
  const texts = await Promise.all(files.map((name) => readFile(new URL(name, migrations), 'utf8')))
  const made =
    /^\s*(?:create\s+(?:unlogged\s+)?table\s+(?:if\s+not\s+exists\s+)?|alter\s+table\s+\S+\s+rename\s+to\s+)(\w+)/gm
  return new Set(texts.flatMap((text) => [...text.matchAll(made)].map((match) => match[1] as string)))
}

/** Tables that hold something which a fresh database does not have, with the number of their rows. */
export async function listFilled(sql: Sql, tables: Table[]): Promise<{ name: string; rows: number }[]> {
  const counts = []
  for (const { name } of tables) counts.push({ name, rows: await countRows(sql, name) })
  return counts.filter(({ name, rows }) => rows > 0 && !filledByMigrations.includes(name))
}

export async function countRows(sql: Sql, table: string): Promise<number> {
  const [{ count }] = await sql<[{ count: number }]>`select count(*) from ${sql(table)}`
  return count
}

/** All identity columns of the tables, with the last number that each gave. */
export async function listSequences(sql: Sql, tables: Table[]): Promise<Sequence[]> {
  const found = await sql<{ table: string; column: string; sequence: string }[]>`
    select c.relname as table, a.attname as column, pg_get_serial_sequence(quote_ident(c.relname), a.attname) as sequence
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = current_schema()::regnamespace and c.relname = any(${tables.map(({ name }) => name)}::text[])
      and a.attidentity <> '' and not a.attisdropped
    order by c.relname, a.attname`
  const sequences: Sequence[] = []
  for (const { table, column, sequence } of found) {
    const [{ last }] = await sql<[{ last: number }]>`
      select case when is_called then last_value else last_value - 1 end as last from ${sql.unsafe(sequence)}`
    sequences.push({ table, column, last })
  }
  return sequences
}
