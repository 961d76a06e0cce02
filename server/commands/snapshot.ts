import type { Sql } from '../database/database.ts'
import type { TableLines } from './backup-file.ts'
import { CommandError } from './command.ts'
import { migrations } from './migrations.ts'
import { readRows } from './rows.ts'
import { countRows, listSequences, listTables, type Sequence, type Table } from './tables.ts'

/** All of a database at one moment. */
export type Snapshot = {
  /** How many migrations it has. */
  schema: number
  tables: (Table & { rows: number })[]
  sequences: Sequence[]
  /** Tables that are none of the product's, and stay out. */
  others: string[]
  rows(): AsyncGenerator<TableLines>
}

/**
 * Hands `work` the database as it is at one moment, whatever is written meanwhile. The embedded database can do nothing
 * else until `work` is over: wait in it for nothing but this machine's disk or another database.
 */
export async function withSnapshot<T>(sql: Sql, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  const result = await sql.begin('isolation level repeatable read read only', async (transaction) => {
    const tx = transaction as unknown as Sql
    await liftTimeLimits(tx)
    const { tables, others } = await listTables(tx, migrations)
    if (tables.length === 0) throw new CommandError('This database is empty: nothing was ever stored in it.')
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

/** Copying a whole database takes longer than a query of the running product may. */
export async function liftTimeLimits(tx: Sql): Promise<void> {
  await tx`set local statement_timeout = 0`
  await tx`set local idle_in_transaction_session_timeout = 0`
}
