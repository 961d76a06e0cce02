import { writeAudit } from '../core/audit.ts'
import type { Sql } from '../database/database.ts'
import { renewInstallation } from '../database/installation.ts'
import { lockAlone } from '../database/lock.ts'
import { migrateWithin, schemaState } from '../database/migrate.ts'
import type { Header } from './backup-file.ts'
import { checkBackup, openBackup } from './backup-read.ts'
import { cliActor } from './cli-actor.ts'
import { CommandError, inUse, type Surroundings } from './command.ts'
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
    if (!(await lockAlone(tx))) throw new CommandError(inUse('restore'))
    await prepareSchema(tx, header)
    const { tables } = await listTables(tx, migrations)
    const filled = replace ? [] : await listFilled(tx, tables)
    if (filled.length > 0) throw new CommandError(notEmpty(filled, 'With --replace, all of it is deleted first.'))
    const { rows } = await openBackup(path)
    await loadTables(tx, fittingTables(header, tables), rows, header.sequences)
    await migrateWithin(tx, migrations)
    await renewInstallation(tx, header.secretCheck)
    const line = { action: 'restore', target: header.createdAt, site: null, status: 200 }
    await writeAudit(tx, { ...line, at: Date.now(), actor: cliActor.id })
  })
}

/** The sentence about a database that is in use. */
export function notEmpty(filled: { name: string; rows: number }[], what: string): string {
  const some = filled.slice(0, 4).map(({ name, rows }) => `${name} ${rows}`)
  return `The database is not empty (${some.join(', ')}${filled.length > 4 ? ', …' : ''}). ${what}`
}

/** How many migrations release 0.1.0 has. */
const firstRelease = 11

/** How many migrations a database had in the last version before they were consolidated for release 0.1.0. */
const migrationsBeforeRelease = 20

/** Rows are loaded into tables of the backup's own version; later migrations then change them as they would have. */
async function prepareSchema(tx: Sql, header: Header): Promise<void> {
  const { applied, expected } = await schemaState(tx, migrations)
  if (isBeforeRelease(header) && header.schema !== migrationsBeforeRelease)
    throw new CommandError('This backup is of a version before release 0.1.0 that this program does not read.')
  const schema = isBeforeRelease(header) ? firstRelease : header.schema
  if (schema > expected)
    throw new CommandError(`This backup is of a later version (${header.version}). Restore it with that version.`)
  if (applied === 0) await migrateWithin(tx, migrations, schema)
  else if (applied !== schema)
    throw new CommandError(
      `This backup is of another version (${header.version}) than the database. Restore it into an empty one: ` +
        'move DATA_DIR/db away, or create a new database on the server.',
    )
}

const isBeforeRelease = ({ formatVersion }: Header) => formatVersion === 1

/** The tables as the backup's rows fit them. Throws a CommandError if a table or column of the backup does not exist here. */
function fittingTables(header: Header, tables: Table[]): Table[] {
  const shape = (list: Table[]) =>
    JSON.stringify(list.map(({ name, columns }) => [name, columns.map((one) => one.name)]))
  if (shape(header.tables) === shape(tables)) return tables
  const fitting = isBeforeRelease(header) ? tables.map((table) => withColumnsOf(header, table)) : []
  if (shape(header.tables) !== shape(fitting.filter(({ name }) => header.tables.some((one) => one.name === name))))
    throw new CommandError('The tables of this backup are not those of this version. Nothing was changed.')
  return fitting
}

/** A backup from before release 0.1.0 may lack columns that the release added. They get their defaults. */
function withColumnsOf(header: Header, table: Table): Table {
  const names = header.tables.find(({ name }) => name === table.name)?.columns.map(({ name }) => name)
  if (names === undefined) return table
  return { ...table, columns: names.flatMap((name) => table.columns.filter((column) => column.name === name)) }
}
