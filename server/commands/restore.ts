import { renameSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { createSeal, secretCheck } from '../core/seal.ts'
import type { Sql } from '../database/database.ts'
import { renewInstallation } from '../database/installation.ts'
import { lockAlone } from '../database/lock.ts'
import { migrateWithin, schemaState } from '../database/migrate.ts'
import { findSecret, keepSecret } from '../secret.ts'
import { checkBackup, type Header, openBackup } from './backup-file.ts'
import { type BlobReport, checkBlobs, describeFaults, isDamaged } from './blob-check.ts'
import { type Cli, type Command, CommandError, inUse } from './command.ts'
import { auditCommand, migrations } from './database.ts'
import { liftTimeLimits, listFilled, listTables, loadTables, notEmpty, type Table } from './database-copy.ts'
import { counted } from './terminal.ts'

export const command: Command = {
  description: [
    'Verifies the file before changing anything, and compares the restored data with it, in one ',
    'transaction. The server must be stopped. Backups of older versions are migrated; they need an empty database.',
  ],
  positionals: ['file'],
  options: { replace: { type: 'boolean', summary: 'delete what the database holds now' } },
  run: (cli, { positionals: [file], values }) => restoreBackup(cli, file as string, values.replace === true),
}

/** Restores a backup and its secret while no server uses the database. */
async function restoreBackup({ config, out, openAlone }: Cli, path: string, replace: boolean): Promise<void> {
  const header = await checkBackup(path)
  const secret = restoredSecret(config(), header)
  const database = await openAlone()
  let files: BlobReport
  try {
    await restoreInto(database.sql, path, header, replace)
    await database.sql`analyze`
    files = await checkBlobs(database.sql, Date.now())
  } finally {
    await database.close()
  }
  const rows = header.tables.reduce((sum, table) => sum + table.rows, 0)
  out.line(`Restored ${counted(rows, 'row')} of ${counted(header.tables.length, 'table')}, as of ${header.createdAt}.`)
  if (isDamaged(files)) out.note(`The backup was made of damaged files: ${describeFaults(files).join(', ')}.`)
  for (const note of secret.keep()) out.note(note)
}

/** Replaces the data in the database with the backup, in one transaction. Throws a CommandError if it cannot. */
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
    await auditCommand(tx, { action: 'restore', target: header.createdAt })
  })
}

/** The number of migrations of release 0.1.0. */
const firstRelease = 11

/** The number of migrations of a database in the last version before they were consolidated for release 0.1.0. */
const migrationsBeforeRelease = 20

/** Rows are loaded into tables of the backup's own version; later migrations then convert them as usual. */
async function prepareSchema(tx: Sql, header: Header): Promise<void> {
  const { applied, expected } = await schemaState(tx, migrations)
  if (isBeforeRelease(header) && header.schema !== migrationsBeforeRelease)
    throw new CommandError('This backup was made by a version before release 0.1.0 that this version cannot read.')
  const schema = isBeforeRelease(header) ? firstRelease : header.schema
  if (schema > expected)
    throw new CommandError(`This backup was made by a later version (${header.version}). Restore it with that version.`)
  if (applied === 0) await migrateWithin(tx, migrations, schema)
  else if (applied !== schema)
    throw new CommandError(
      `The version of this backup (${header.version}) differs from that of the database. Restore it into an empty one: ` +
        'move DATA_DIR/db away, or create a new database on the server.',
    )
}

const isBeforeRelease = ({ formatVersion }: Header) => formatVersion === 1

/**
 * The tables with the columns of the backup's rows. Throws a CommandError if a table or column of the backup does not
 * exist here.
 */
function fittingTables(header: Header, tables: Table[]): Table[] {
  const shape = (list: Table[]) =>
    JSON.stringify(list.map(({ name, columns }) => [name, columns.map((one) => one.name)]))
  if (shape(header.tables) === shape(tables)) return tables
  const fitting = isBeforeRelease(header) ? tables.map((table) => withColumnsOf(header, table)) : []
  if (shape(header.tables) !== shape(fitting.filter(({ name }) => header.tables.some((one) => one.name === name))))
    throw new CommandError('The tables of this backup do not match this version. Nothing was changed.')
  return fitting
}

/** Backups from before release 0.1.0 may lack columns that the release added, which get their defaults. */
function withColumnsOf(header: Header, table: Table): Table {
  const names = header.tables.find(({ name }) => name === table.name)?.columns.map(({ name }) => name)
  if (names === undefined) return table
  return { ...table, columns: names.flatMap((name) => table.columns.filter((column) => column.name === name)) }
}

/**
 * Decides which secret the server has after a restore: the backup's, if it contains one and the environment sets none.
 * `keep` writes it once the database is restored, and returns what is left to do.
 */
export function restoredSecret(config: Config, header: Header): { keep(): string[] } {
  const present = config.secret ?? findSecret(config.dataDir)
  const fits = (secret: string) => secretCheck(createSeal(secret)) === header.secretCheck
  if (present !== undefined && fits(present)) return { keep: () => [] }
  if (header.secret !== null && config.secret === undefined)
    return { keep: () => replaceSecret(config.dataDir, header.secret as string, present !== undefined) }
  const where = config.secret === undefined ? join(config.dataDir, 'secret') : 'SVC_SECRET'
  return {
    keep: () => [
      `${where} is not the secret of this backup's server. Use that secret: until then, no server starts.`,
      'If it is lost, run the command secret replace, which lists what is lost with it.',
    ],
  }
}

function replaceSecret(dataDir: string, secret: string, other: boolean): string[] {
  const path = join(dataDir, 'secret')
  if (other) renameSync(path, `${path}.before-restore`)
  keepSecret(dataDir, secret)
  const note = `${path} is now the secret of the backup.`
  return [other ? `${note} The previous one is in ${path}.before-restore.` : note]
}
