/**
 * `npm run freeze`, before a release: keeps the hashes of its migrations and some data of it, as a dump of the database and
 * as a backup, in test/fixtures/releases/. test/releases.test.ts upgrades each with the program of the day. It needs a
 * PostgreSQL server's programs on this machine.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { writeBackup } from '../server/commands/backup-file.ts'
import { withSnapshot } from '../server/commands/snapshot.ts'
import { silentLog } from '../server/core/log.ts'
import { migrate } from '../server/core/migrate.ts'
import { secretCheck } from '../server/core/secret-check.ts'
import { openDatabase } from '../server/core/sql.ts'
import { secretFor } from '../server/secret.ts'
import { version } from '../server/version.ts'
import { findPostgres, startPostgres } from './support/postgres.ts'
import { hashMigrations, kept, migrations, releases } from './support/releases.ts'
import { createWorld, type World } from './support/world.ts'

const folder = new URL(`${version}/`, releases)
const file = (name: string) => new URL(name, folder)

const postgres = await startPostgres()
try {
  const database = await openDatabase({ url: postgres.url, dataDir: tmpdir(), log: silentLog })
  await migrate(database.sql, migrations)
  const world = await createWorld({ database: { ...database, drop: database.close } })
  await secretFor(world.config, database.sql)
  await fill(world)
  mkdirSync(folder, { recursive: true })
  writeFileSync(file('migrations.json'), `${JSON.stringify(hashMigrations(), null, 2)}\n`)
  writeFileSync(file('dump.sql.gz'), gzipSync(dump(postgres.url)))
  await backUp(world)
  await world.close()
} finally {
  await postgres.stop()
}
process.stdout.write(`${folder.pathname} is as this version leaves its data.\n`)

async function fill({ api }: World): Promise<void> {
  const made = [
    await api('POST', '/labels', { body: { site: 'demo', name: kept.label, color: '#b91c1c' } }),
    await api('POST', '/knowledge/manual', {
      body: { site: 'demo', title: kept.document, content: 'We open at nine.' },
    }),
    await api('POST', '/conversations', {
      body: { site: 'demo', message: kept.message, contact: { email: kept.email } },
    }),
    await api('POST', '/keys', { body: { site: 'demo', name: 'kept', preset: 'read' } }),
    await api('PUT', '/settings', { body: { site: 'demo', settings: { businessName: 'Kept' } } }),
  ]
  const failed = made.find(({ status }) => status >= 400)
  if (failed) throw new Error(`the data could not be made: ${JSON.stringify(failed.body)}`)
}

/** The database as statements that any PostgreSQL from 15 on executes; what is for psql and for its session alone is left out. */
function dump(url: string): string {
  const program = join(findPostgres() as string, 'pg_dump')
  const text = execFileSync(program, ['--inserts', '--no-owner', '--no-privileges', url], { encoding: 'utf8' })
  return text.replaceAll(/^(\\|SET |SELECT pg_catalog\.set_config).*\n/gm, '')
}

async function backUp({ parts }: World): Promise<void> {
  const handle = await open(file('desk.backup'), 'w')
  const about = {
    version,
    createdAt: new Date().toISOString(),
    secretCheck: secretCheck(parts.seal),
    secret: kept.secret,
  }
  await withSnapshot(parts.database.sql, ({ rows, others: _, ...snapshot }) =>
    writeBackup({ ...about, ...snapshot }, rows(), async (bytes) => void (await handle.write(bytes))),
  )
  await handle.close()
}
