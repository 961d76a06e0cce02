import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeAudit } from '../core/audit.ts'
import type { Database, Sql } from '../database/database.ts'
import { renewInstallation } from '../database/installation.ts'
import { lockAlone } from '../database/lock.ts'
import { migrateWithin, schemaState } from '../database/migrate.ts'
import { openDatabase } from '../database/open.ts'
import { parseAddress, shown } from '../database/server/address.ts'
import { cliActor } from './cli-actor.ts'
import { CommandError, type Given, inUse, needed, type Out, type Surroundings, textOf } from './command.ts'
import { loadTables } from './load.ts'
import { migrations } from './migrations.ts'
import { refuseNoDatabase } from './place.ts'
import { notEmpty } from './restore-backup.ts'
import type { Sum } from './rows.ts'
import { liftTimeLimits, type Snapshot, withSnapshot } from './snapshot.ts'
import { listFilled, listTables } from './tables.ts'
import { aligned, counted } from './wording.ts'

/** Copies the embedded database, which no server uses, to the address that is given. */
export async function moveDatabase({ config, out, openAlone, log }: Surroundings, given: Given): Promise<void> {
  const { databaseUrl, dataDir, secret } = config()
  const url = addressOf(given)
  if (databaseUrl !== undefined)
    throw new CommandError('DATABASE_URL is set: what is moved is the embedded database. Run this without it.')
  refuseNoDatabase(dataDir)
  const source = await openAlone('move')
  try {
    await refuseOldSource(source.sql)
    const target = await openDatabase({ url, dataDir, log })
    try {
      const sums = await withSnapshot(source.sql, (snapshot) => copyInto(target.sql, snapshot))
      await target.sql`analyze`
      tell(out, sums, shown(parseAddress(url)), target)
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
  }
  out.note(
    'Now set these for the server, and start it. The embedded database is no longer used, and may be kept as a copy.',
  )
  out.note('  DATABASE_URL     the address that you gave')
  out.note(
    secret === undefined ? `  SVC_SECRET_FILE  ${join(dataDir, 'secret')}` : '  SVC_SECRET       as it is set now',
  )
}

function addressOf(given: Given): string {
  const file = textOf(given, 'to-file')
  const url = file === undefined ? needed(given, 'to') : readFileSync(file, 'utf8').trim()
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

/** Fills the target in one transaction; gives what each table holds now. */
async function copyInto(target: Sql, snapshot: Snapshot): Promise<Map<string, Sum>> {
  const sums = await target.begin(async (transaction) => {
    const tx = transaction as unknown as Sql
    await liftTimeLimits(tx)
    if (!(await lockAlone(tx))) throw new CommandError(inUse('move'))
    await migrateWithin(tx, migrations)
    const { tables } = await listTables(tx, migrations)
    const filled = await listFilled(tx, tables)
    if (filled.length > 0) throw new CommandError(notEmpty(filled, 'Give an empty one.'))
    const sums = await loadTables(tx, tables, snapshot.rows(), snapshot.sequences)
    for (const { name, rows } of snapshot.tables) {
      if (sums.get(name)?.rows !== rows)
        throw new CommandError(`Table ${name} did not arrive wholly. Nothing was changed.`)
    }
    await renewInstallation(tx)
    const line = { action: 'move', target: null, site: null, status: 200 }
    await writeAudit(tx, { ...line, at: Date.now(), actor: cliActor.id })
    return sums
  })
  return sums as Map<string, Sum>
}

function tell(out: Pick<Out, 'line' | 'note'>, sums: Map<string, Sum>, name: string, target: Database): void {
  const filled = [...sums].filter(([, { rows }]) => rows > 0)
  for (const line of aligned(filled.map(([table, { rows }]) => [table, counted(rows, 'row'), 'the same there'])))
    out.line(line)
  const total = filled.reduce((sum, [, { rows }]) => sum + rows, 0)
  out.line(
    `Moved ${counted(total, 'row')} to ${name} (PostgreSQL ${target.version}), each table the same by rows and checksum.`,
  )
  if (!target.vectors) out.note('That server has no pgvector: all but the search by vectors works.')
}
