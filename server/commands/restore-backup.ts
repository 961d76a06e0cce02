import { writeAudit } from '../core/audit.ts'
import { migrateWithin, schemaState } from '../core/migrate.ts'
import type { Database, Sql } from '../core/sql.ts'
import type { Header } from './backup-file.ts'
import { checkBackup, openBackup } from './backup-read.ts'
import { cliActor } from './cli-actor.ts'
import { CommandError, type Surroundings } from './command.ts'
import { loadTables } from './load.ts'
import { migrations } from './migrations.ts'
import { restoredSecret } from './restored-secret.ts'
import { liftTimeLimits } from './snapshot.ts'
import { listFilled, listTables, type Table } from './tables.ts'
import { counted } from './wording.ts'

/** Puts the file's content into the database that no server uses, and its secret where that belongs. */
export async function restoreBackup(
  { config, out, openAlone }: Surroundings,
  path: string,
  replace: boolean,
): Promise<void> {
  const header = await checkBackup(path)
  const secret = restoredSecret(config(), header)
  const database = await openAlone('restore')
  try {
    await refuseOtherServers(database)
    await restoreInto(database.sql, path, header, replace)
    await database.sql`analyze`
  } finally {
    await database.close()
  }
  const rows = header.tables.reduce((sum, table) => sum + table.rows, 0)
  out.line(`Restored ${counted(rows, 'row')} of ${counted(header.tables.length, 'table')}, as of ${header.createdAt}.`)
  for (const note of secret.keep()) out.note(note)
}

/** Replaces what the database holds by the backup, in one transaction. Throws a CommandError where it cannot. */
export async function restoreInto(sql: Sql, path: string, header: Header, replace: boolean): Promise<void> {
  await sql.begin(async (transaction) => {
    const tx = transaction as unknown as Sql
    await liftTimeLimits(tx)
    await prepareSchema(tx, header)
    const { tables } = await listTables(tx, migrations)
    const filled = replace ? [] : await listFilled(tx, tables)
    if (filled.length > 0) throw new CommandError(notEmpty(filled, 'With --replace, all of it is deleted first.'))
    refuseOtherTables(header, tables)
    const { rows } = await openBackup(path)
    await loadTables(tx, tables, rows, header.sequences)
    await migrateWithin(tx, migrations)
    const line = { action: 'restore', target: header.createdAt, site: null, status: 200 }
    await writeAudit(tx, { ...line, at: Date.now(), actor: cliActor.id })
  })
}

/** The sentence about a database that is in use. */
export function notEmpty(filled: { name: string; rows: number }[], what: string): string {
  const some = filled.slice(0, 4).map(({ name, rows }) => `${name} ${rows}`)
  return `The database is not empty (${some.join(', ')}${filled.length > 4 ? ', …' : ''}). ${what}`
}

/** Rows are loaded into tables of the backup's own version; later migrations then change them as they would have. */
async function prepareSchema(tx: Sql, header: Header): Promise<void> {
  const { applied, expected } = await schemaState(tx, migrations)
  if (header.schema > expected)
    throw new CommandError(`This backup is of a later version (${header.version}). Restore it with that version.`)
  if (applied === 0) await migrateWithin(tx, migrations, header.schema)
  else if (applied !== header.schema)
    throw new CommandError(
      `This backup is of another version (${header.version}) than the database. Restore it into an empty one: ` +
        'move DATA_DIR/db away, or create a new database on the server.',
    )
}

function refuseOtherTables(header: Header, tables: Table[]): void {
  const shape = (list: Table[]) =>
    JSON.stringify(list.map(({ name, columns }) => [name, columns.map((one) => one.name)]))
  if (shape(header.tables) !== shape(tables))
    throw new CommandError('The tables of this backup are not those of this version. Nothing was changed.')
}

/** A server that runs would go on with what it remembers of the data that is replaced. */
async function refuseOtherServers({ kind, sql }: Database): Promise<void> {
  if (kind === 'embedded') return
  const others = await sql`
    select from pg_stat_activity other, pg_stat_activity mine
    where mine.pid = pg_backend_pid() and other.datname = mine.datname
      and other.application_name = mine.application_name and other.backend_start < mine.backend_start - interval '5 seconds'`
  if (others.count > 0) throw new CommandError('A server is connected to this database. Stop it first.')
}
