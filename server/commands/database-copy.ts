import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import type { Sql } from '../database/database.ts'
import { CommandError } from './command.ts'
import { migrations } from './database.ts'

/** Lines of a table, in batches. The batches of a table are consecutive. */
export type TableLines = { table: string; lines: string[] }

/** A consistent snapshot of a database. */
export type Snapshot = {
  /** The number of its migrations. */
  schema: number
  tables: (Table & { rows: number })[]
  sequences: Sequence[]
  /** Tables that no migration created, which are not copied. */
  others: string[]
  rows(): AsyncGenerator<TableLines>
}

/**
 * Calls `work` with a snapshot of the database. The embedded database is blocked until `work` ends, so wait only for
 * this machine's disk or another database in it.
 */
export async function withSnapshot<T>(sql: Sql, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  const result = await sql.begin('isolation level repeatable read read only', async (transaction) => {
    const tx = transaction as unknown as Sql
    await liftTimeLimits(tx)
    const { tables, others } = await listTables(tx, migrations)
    if (tables.length === 0) throw new CommandError('This database is empty.')
    const [{ schema }] = await tx<[{ schema: number }]>`select count(*) as schema from migrations`
    const counted = []
    for (const table of tables) counted.push({ ...table, rows: await countRows(tx, table.name) })
    const sequences = await listSequences(tx, tables)
    async function* rows(): AsyncGenerator<TableLines> {
      for (const table of tables) for await (const lines of readRows(tx, table)) yield { table: table.name, lines }
    }
    return await work({ schema, tables: counted, sequences, others, rows })
  })
  return result as T
}

/** Copying a whole database takes longer than the query limits of the server. */
export async function liftTimeLimits(tx: Sql): Promise<void> {
  await tx`set local statement_timeout = 0`
  await tx`set local idle_in_transaction_session_timeout = 0`
}

export type Column = { name: string; type: string }

/** A table to copy, by the text form of its values, which is the same in all versions of PostgreSQL. */
export type Table = { name: string; columns: Column[] }

/** The last number of an identity column. */
export type Sequence = { table: string; column: string; last: number }

/** Filled by migrations, so their rows do not show that a database is in use. */
const filledByMigrations = ['event_floor', 'installation']
/** The list of migrations, and of the servers that are alive with their leases: all are about this database only. */
const notCopied = ['migrations', 'servers', 'leases']

/**
 * The tables that migrations created, sorted by name, without those in `notCopied`. `others` are all other tables, which
 * are not copied either.
 */
export async function listTables(sql: Sql, migrations: URL): Promise<{ tables: Table[]; others: string[] }> {
  const names = await namesOf(migrations)
  const found = await sql<Table[]>`
    select c.relname as name,
      json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by a.attnum)
        filter (where a.attgenerated = '') as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and c.relname <> all(${notCopied})
    group by c.relname order by c.relname collate "C"`
  return {
    tables: found.filter(({ name }) => names.has(name)),
    others: found.filter(({ name }) => !names.has(name)).map(({ name }) => name),
  }
}

/** The names of tables in the migrations. Tables that a later migration dropped do not exist in any database. */
async function namesOf(migrations: URL): Promise<Set<string>> {
  const files = (await readdir(migrations)).filter((name) => name.endsWith('.sql'))
  const texts = await Promise.all(files.map((name) => readFile(new URL(name, migrations), 'utf8')))
  const made =
    /^\s*(?:create\s+(?:unlogged\s+)?table\s+(?:if\s+not\s+exists\s+)?|alter\s+table\s+\S+\s+rename\s+to\s+)(\w+)/gm
  return new Set(texts.flatMap((text) => [...text.matchAll(made)].map((match) => match[1] as string)))
}

/** Tables that have rows which a new database does not have, with their row counts. */
export async function listFilled(sql: Sql, tables: Table[]): Promise<{ name: string; rows: number }[]> {
  const counts = []
  for (const { name } of tables) counts.push({ name, rows: await countRows(sql, name) })
  return counts.filter(({ name, rows }) => rows > 0 && !filledByMigrations.includes(name))
}

/** The error of a restore or move into a database that is in use. */
export function notEmpty(filled: { name: string; rows: number }[], hint: string): string {
  const some = filled.slice(0, 4).map(({ name, rows }) => `${name} ${rows}`)
  return `The database is not empty (${some.join(', ')}${filled.length > 4 ? ', …' : ''}). ${hint}`
}

export async function countRows(sql: Sql, table: string): Promise<number> {
  const [{ count }] = await sql<[{ count: number }]>`select count(*) from ${sql(table)}`
  return count
}

/** All identity columns of the tables and their last numbers. */
async function listSequences(sql: Sql, tables: Table[]): Promise<Sequence[]> {
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

/** The row count of a table, and a checksum that does not depend on row order. */
export type Sum = { rows: number; sum: string }

const batchBytes = 4_000_000
const maxRows = 2_000

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** A row as one JSON array of texts and nulls. */
const lineOf = ({ columns }: Table) =>
  `array_to_json(array[${columns.map(({ name }) => `t.${quoted(name)}::text`).join(', ')}])::text`

/**
 * Reads a table in batches of at most a few megabytes, one line per row. Lines contain no line breaks. `sql` is a
 * transaction; use `repeatable read` for a snapshot of several tables.
 */
export async function* readRows(sql: Sql, table: Table): AsyncGenerator<string[]> {
  const lines = `select ${lineOf(table)} as line from ${quoted(table.name)} t`
  const [{ longest }] = await sql.unsafe<[{ longest: number }]>(
    `select coalesce(max(octet_length(line)), 1) as longest from (${lines}) as lines`,
  )
  const count = Math.min(maxRows, Math.max(1, Math.floor(batchBytes / longest)))
  await sql.unsafe(`declare copied_rows no scroll cursor for ${lines}`)
  for (;;) {
    const rows = await sql.unsafe<{ line: string }[]>(`fetch ${count} from copied_rows`)
    if (rows.length > 0) yield rows.map(({ line }) => line)
    if (rows.length < count) break
  }
  await sql.unsafe('close copied_rows')
}

/** Computes the same checksum as `sumInDatabase`. */
function createSum(): { add(lines: string[]): void; sum(): Sum } {
  let rows = 0
  let sum = 0n
  return {
    add(lines) {
      rows += lines.length
      for (const line of lines)
        sum += BigInt(Number.parseInt(createHash('sha256').update(line).digest('hex').slice(0, 13), 16))
    },
    sum: () => ({ rows, sum: String(sum) }),
  }
}

/** The checksum of a table: the sum of the first 52 bits of each line's SHA-256. */
export async function sumInDatabase(sql: Sql, table: Table): Promise<Sum> {
  const [found] = await sql.unsafe<[Sum]>(
    `select count(*) as rows, coalesce(sum(('x' || left(encode(sha256(convert_to(line, 'UTF8')), 'hex'), 13))::bit(52)::bigint), 0)::text as sum
     from (select ${lineOf(table)} as line from ${quoted(table.name)} t) as lines`,
  )
  return found
}

type ForeignKey = { table: string; name: string; definition: string }

/**
 * Empties and fills tables in the transaction of `sql`: all rows, then foreign keys, then the next numbers of identity
 * columns. Then reads every table again and compares it with what was written.
 * @throws CommandError if something does not fit or differs. The caller must roll back.
 */
export async function loadTables(
  sql: Sql,
  tables: Table[],
  batches: AsyncIterable<TableLines>,
  sequences: Sequence[],
): Promise<Map<string, Sum>> {
  // Migrations that follow must not count the rows again either: the overview's counts are copied.
  await sql`select set_config('frontdesk.tallies', 'copied', true)`
  // What triggers wrote is copied too, and what they refuse was allowed.
  const setTriggers = async (state: 'disable' | 'enable') => {
    for (const { name } of tables) await sql.unsafe(`alter table ${quoted(name)} ${state} trigger user`)
  }
  await setTriggers('disable')
  const keys = await dropForeignKeys(sql, tables)
  await sql.unsafe(`truncate ${tables.map(({ name }) => quoted(name)).join(', ')}`)
  const sums = new Map(tables.map(({ name }) => [name, createSum()]))
  const known = new Map(tables.map((table) => [table.name, table]))
  for await (const { table: name, lines } of batches) {
    const table = known.get(name)
    if (!table) throw new CommandError(`There is no table ${name} here.`)
    await insertLines(sql, table, lines)
    sums.get(name)?.add(lines)
  }
  await setTriggers('enable')
  for (const { table, name, definition } of keys)
    await sql.unsafe(`alter table ${quoted(table)} add constraint ${quoted(name)} ${definition}`)
  await setSequences(sql, sequences)
  const written = new Map([...sums].map(([name, sum]) => [name, sum.sum()]))
  for (const table of tables) await compare(sql, table, written.get(table.name) as Sum)
  return written
}

/** Without foreign keys, tables and rows can be loaded in any order. */
async function dropForeignKeys(sql: Sql, tables: Table[]): Promise<ForeignKey[]> {
  const keys = await sql<ForeignKey[]>`
    select c.relname as table, k.conname as name, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_class c on c.oid = k.conrelid
    where k.contype = 'f' and k.conparentid = 0 and c.relnamespace = current_schema()::regnamespace
      and c.relname = any(${tables.map(({ name }) => name)}::text[])
    order by c.relname, k.conname`
  for (const { table, name } of keys) await sql.unsafe(`alter table ${quoted(table)} drop constraint ${quoted(name)}`)
  return keys
}

async function insertLines(sql: Sql, { name, columns }: Table, lines: string[]): Promise<void> {
  const names = columns.map((column) => quoted(column.name)).join(', ')
  const values = columns.map(({ type }, place) => `(line ->> ${place})::${type}`).join(', ')
  await sql.unsafe(
    `insert into ${quoted(name)} (${names}) overriding system value
     select ${values} from json_array_elements($1::text::json) as lines (line)`,
    [`[${lines.join(',')}]`],
    // Prepared, because each table repeats one statement.
    { prepare: true },
  )
}

/** Numbers must never be reused, even if retention deleted their rows. */
async function setSequences(sql: Sql, sequences: Sequence[]): Promise<void> {
  for (const { table, column, last } of sequences) {
    await sql`
      select setval(pg_get_serial_sequence(${quoted(table)}, ${column}), greatest(highest, ${last}, 1),
        greatest(highest, ${last}) >= 1)
      from (select coalesce(max(${sql(column)}), 0)::bigint as highest from ${sql(table)}) as found`
  }
}

async function compare(sql: Sql, table: Table, written: Sum): Promise<void> {
  const found = await sumInDatabase(sql, table)
  if (found.rows !== written.rows)
    throw new CommandError(
      `Table ${table.name} has ${found.rows} rows instead of ${written.rows}. Nothing was changed.`,
    )
  if (found.sum !== written.sum)
    throw new CommandError(`The content of table ${table.name} differs from what was written. Nothing was changed.`)
}
