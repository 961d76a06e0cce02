/**
 * `npm run freeze`, before a release: stores the hashes of its migrations and some of its data, as a database dump, a
 * backup and a folder of the embedded database, in test/fixtures/releases/. test/releases.test.ts upgrades each with
 * the current program. What is stored is never written again: a database that somebody has cannot be changed either.
 * It needs the programs of a PostgreSQL server on this machine, and a minute.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { writeBackup } from '../server/commands/backup-file.ts'
import { withSnapshot } from '../server/commands/database-copy.ts'
import { silentLog } from '../server/core/log.ts'
import { secretCheck } from '../server/core/seal.ts'
import type { Database } from '../server/database/database.ts'
import { openEmbedded } from '../server/database/embedded/embedded.ts'
import { migrate } from '../server/database/migrate.ts'
import { openDatabase } from '../server/database/open.ts'
import { secretFor } from '../server/secret.ts'
import { version } from '../server/version.ts'
import { findPostgres, startPostgres } from './support/postgres.ts'
import { hashMigrations, kept, migrations, releases } from './support/releases.ts'
import { createWorld, type World } from './support/world.ts'

const hashes = hashMigrations()
const folder = new URL(`${version}-${Object.keys(hashes).length}/`, releases)
const file = (name: string) => new URL(name, folder)

if (existsSync(folder)) throw new Error(`${folder.pathname} exists: these migrations are frozen already.`)
mkdirSync(folder, { recursive: true })
writeFileSync(file('migrations.json'), `${JSON.stringify(hashes, null, 2)}\n`)
const postgres = await startPostgres()
try {
  const world = await fill(await openDatabase({ url: postgres.url, dataDir: tmpdir(), log: silentLog }))
  writeFileSync(file('dump.sql.gz'), gzipSync(dump(postgres.url)))
  await backUp(world)
  await world.close()
} finally {
  await postgres.stop()
}
const embedded = await openEmbedded({ log: silentLog })
const world = await fill(embedded)
writeFileSync(file('data.tar.br'), compress(await embedded.dumpDataDir()))
await world.close()
process.stdout.write(`${folder.pathname} is as this version leaves its data.\n`)

async function fill(database: Database): Promise<World> {
  await migrate(database.sql, migrations)
  const world = await createWorld({ database: { ...database, drop: database.close } })
  await secretFor(world.config, database.sql)
  const { api } = world
  const made = [
    await api('POST', '/labels', { body: { site: 'demo', name: kept.label, color: '#b91c1c' } }),
    await api('POST', '/knowledge/manual', {
      body: { site: 'demo', title: kept.document, content: 'We open at nine.' },
    }),
    await api('POST', '/conversations', {
      body: { site: 'demo', message: kept.message, contact: { email: kept.email } },
    }),
    await api('POST', '/keys', { body: { site: 'demo', name: 'kept', preset: 'read' } }),
    await api('PUT', '/settings', {
      body: { site: 'demo', settings: { businessName: 'Kept', bookings: { mode: 'picker' } } },
    }),
    await api('POST', '/jobs', { body: { site: 'demo', title: kept.job, value: 4.35 } }),
    await api('POST', '/appointments', {
      body: { site: 'demo', title: kept.appointment, start: kept.start, contact: { email: kept.email } },
    }),
    await api('POST', '/webhooks', { body: { site: 'demo', url: kept.webhook, events: ['lead.captured'] } }),
  ]
  const failed = made.find(({ status }) => status >= 400)
  if (failed) throw new Error(`the data could not be made: ${JSON.stringify(failed.body)}`)
  return world
}

/** As small as possible, because the repository keeps it forever. */
function compress(bytes: Uint8Array): Buffer {
  const params = {
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  }
  return brotliCompressSync(bytes, { params })
}

/**
 * The database as statements for any PostgreSQL from 15 on, without those for psql and its session. Functions are created
 * before their tables, so they are not checked.
 */
function dump(url: string): string {
  const program = join(findPostgres() as string, 'pg_dump')
  const text = execFileSync(program, ['--inserts', '--no-owner', '--no-privileges', url], { encoding: 'utf8' })
  return text.replaceAll(/^(\\|SET (?!check_function_bodies)|SELECT pg_catalog\.set_config).*\n/gm, '')
}

async function backUp({ services }: World): Promise<void> {
  const handle = await open(file('desk.backup'), 'w')
  const about = {
    version,
    createdAt: new Date().toISOString(),
    secretCheck: secretCheck(services.seal),
    secret: kept.secret,
  }
  await withSnapshot(services.database.sql, ({ rows, others: _, ...snapshot }) =>
    writeBackup({ ...about, ...snapshot }, rows(), async (bytes) => void (await handle.write(bytes))),
  )
  await handle.close()
}
