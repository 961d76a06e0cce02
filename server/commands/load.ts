import type { Sql } from '../database/database.ts'
import { CommandError } from './command.ts'
import { createSum, quoted, type Sum, sumInDatabase } from './rows.ts'
import type { Sequence, Table } from './tables.ts'

/** What is to be written: each batch belongs to one table, and the batches of a table follow one another. */
export type Batch = { table: string; lines: string[] }

type ForeignKey = { table: string; name: string; definition: string }

/**
 * Fills tables that are empty, or are emptied here, in the transaction of `sql`: all rows, then the foreign keys, then the
 * numbers from which identity columns go on. Afterwards every table is read again and compared with what was written.
 * @throws CommandError where something does not fit or is not as it was; the caller's transaction is to be rolled back
 */
export async function loadTables(
  sql: Sql,
  tables: Table[],
  batches: AsyncIterable<Batch>,
  sequences: Sequence[],
): Promise<Map<string, Sum>> {
  // What was counted is copied, too.
  await sql`select set_config('frontdesk.tallies', 'copied', true)`
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
  for (const { table, name, definition } of keys)
    await sql.unsafe(`alter table ${quoted(table)} add constraint ${quoted(name)} ${definition}`)
  await setSequences(sql, sequences)
  const written = new Map([...sums].map(([name, sum]) => [name, sum.sum()]))
  for (const table of tables) await compare(sql, table, written.get(table.name) as Sum)
  return written
}

/** Without them, no table has to be filled before another, nor a row before another of its table. */
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
    // The same few statements over and over.
    { prepare: true },
  )
}

/** Numbers that were given once are never given again, also where retention removed their rows. */
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
      `Table ${table.name} holds ${found.rows} rows instead of ${written.rows}. Nothing was changed.`,
    )
  if (found.sum !== written.sum)
    throw new CommandError(`Table ${table.name} does not hold what was written to it. Nothing was changed.`)
}
