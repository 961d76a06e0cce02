import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Database, Sql } from '../database/database.ts'
import { renewInstallation } from '../database/installation.ts'
import { lockAlone } from '../database/lock.ts'
import { migrateWithin, schemaState } from '../database/migrate.ts'
import { openDatabase } from '../database/open.ts'
import { parseAddress, shown } from '../database/server/address.ts'
import { type Args, type Cli, type Command, CommandError, inUse, needed, type Out, textOf } from './command.ts'
import { auditCommand, migrations, refuseNoDatabase } from './database.ts'
import {
  liftTimeLimits,
  listFilled,
  listTables,
  loadTables,
  notEmpty,
  type Snapshot,
  type Sum,
  withSnapshot,
} from './database-copy.ts'
import { aligned, counted } from './terminal.ts'

export const command: Command = {
  description: [
    'Copies in one transaction and compares row counts and checksums of all tables. The embedded database is not changed. ',
    'The server must be stopped, because data written during the copy would be missing. The target must be empty.',
  ],
  options: {
    to: { type: 'string', value: '<address>', summary: 'postgres://user:password@host:5432/name' },
    'to-file': {
      type: 'string',
      value: '<file>',
      summary: 'a file with that address, to keep the password private',
    },
  },
  run: moveDatabase,
}

/** Copies the embedded database to the given address while no server uses it. */
async function moveDatabase({ config, out, openAlone, log }: Cli, args: Args): Promise<void> {
  const { databaseUrl, dataDir, secret } = config()
  const url = addressOf(args)
  if (databaseUrl !== undefined)
    throw new CommandError(
      'DATABASE_URL is set, but this command moves the embedded database. Run it without DATABASE_URL.',
    )
  refuseNoDatabase(config())
  const source = await openAlone()
  try {
    await refuseOldSource(source.sql)
    const target = await openDatabase({ url, dataDir, log })
    try {
      const sums = await withSnapshot(source.sql, (snapshot) => copyInto(target.sql, snapshot))
      await target.sql`analyze`
      report(out, sums, shown(parseAddress(url)), target)
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
  }
  out.note(
    'Now set these for the server and start it. The embedded database is no longer used; you can keep it as a copy.',
  )
  out.note('  DATABASE_URL     the address that you specified')
  out.note(
    secret === undefined ? `  SVC_SECRET_FILE  ${join(dataDir, 'secret')}` : '  SVC_SECRET       as currently set',
  )
}

function addressOf(args: Args): string {
  const file = textOf(args, 'to-file')
  const url = file === undefined ? needed(args, 'to') : readFileSync(file, 'utf8').trim()
  parseAddress(url)
  return url
}

async function refuseOldSource(sql: Sql): Promise<void> {
  const { applied, expected } = await schemaState(sql, migrations)
  if (applied !== expected)
    throw new CommandError(
      `The embedded database has ${applied} of ${expected} migrations. Run the command migrate first.`,
    )
}

/** Fills the target in one transaction. Returns the checksum of each table. */
async function copyInto(target: Sql, snapshot: Snapshot): Promise<Map<string, Sum>> {
  const sums = await target.begin(async (transaction) => {
    const tx = transaction as unknown as Sql
    await liftTimeLimits(tx)
    if (!(await lockAlone(tx))) throw new CommandError(inUse('move'))
    await migrateWithin(tx, migrations)
    const { tables } = await listTables(tx, migrations)
    const filled = await listFilled(tx, tables)
    if (filled.length > 0) throw new CommandError(notEmpty(filled, 'Use an empty one.'))
    const sums = await loadTables(tx, tables, snapshot.rows(), snapshot.sequences)
    for (const { name, rows } of snapshot.tables) {
      if (sums.get(name)?.rows !== rows)
        throw new CommandError(`Table ${name} was not copied completely. Nothing was changed.`)
    }
    await renewInstallation(tx)
    await auditCommand(tx, { action: 'move' })
    return sums
  })
  return sums as Map<string, Sum>
}

function report(out: Pick<Out, 'line' | 'note'>, sums: Map<string, Sum>, name: string, target: Database): void {
  const filled = [...sums].filter(([, { rows }]) => rows > 0)
  for (const line of aligned(filled.map(([table, { rows }]) => [table, counted(rows, 'row'), 'identical'])))
    out.line(line)
  const total = filled.reduce((sum, [, { rows }]) => sum + rows, 0)
  out.line(
    `Moved ${counted(total, 'row')} to ${name} (PostgreSQL ${target.version}). All row counts and checksums match.`,
  )
  if (!target.vectors) out.note('That server has no pgvector: everything except semantic search works.')
}
