import { createHash, randomUUID } from 'node:crypto'
import { cpSync, existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import postgres from 'postgres'
import { silentLog } from '../../server/core/log.ts'
import type { Database } from '../../server/database/database.ts'
import { openEmbedded } from '../../server/database/embedded/embedded.ts'
import { migrate } from '../../server/database/migrate.ts'
import { openDatabase } from '../../server/database/open.ts'
import { lend, type TestDatabase } from './database-lending.ts'

export type { TestDatabase } from './database-lending.ts'

const migrations = new URL('../../migrations/', import.meta.url)

/**
 * A fresh database with all migrations, until it is dropped. `TEST_DATABASE` selects it: `embedded` (in memory, the
 * default) or `server` (a copy on the PostgreSQL server with the administrator's address `TEST_DATABASE_URL`).
 */
export function createDatabase(): Promise<TestDatabase> {
  const kind = process.env.TEST_DATABASE ?? 'embedded'
  if (kind === 'embedded') return lend('embedded', startTemplate)
  if (kind === 'server') return lend('server', copyTemplate)
  throw new Error(`TEST_DATABASE is ${kind}; it can be embedded or server`)
}

async function startTemplate() {
  const database = await openEmbedded({ log: silentLog, load: await embeddedTemplate() })
  return { database, close: database.close }
}

/** The path of a dump of an embedded database with all migrations, created by the first test that needs it. */
export const embeddedTemplate = (): Promise<string> => dumpOnce('tar', ({ sql }) => migrate(sql, migrations))

/**
 * The path of a dump of an embedded database without tables. Starting from it takes a third of the time of creating
 * one.
 */
export const emptyTemplate = (): Promise<string> => dumpOnce('empty.tar', async () => {})

const dumpOnce = (ending: string, prepare: (database: Database) => Promise<unknown>) =>
  makeOnce(ending, async (path) => {
    const database = await openEmbedded({ log: silentLog })
    try {
      await prepare(database)
      await writeFile(path, await database.dumpDataDir())
    } finally {
      await database.close()
    }
  })

/** The same as a data folder. */
const embeddedFolder = (): Promise<string> =>
  makeOnce('data', async (dataDir) => {
    const database = await openEmbedded({ dataDir, log: silentLog })
    try {
      await migrate(database.sql, migrations)
    } finally {
      await database.close()
    }
  })

/** Copies the folder of a closed database. Starting on it takes half the time of starting from a dump. */
export const putEmbedded = async (dataDir: string) => cpSync(await embeddedFolder(), dataDir, { recursive: true })

/** Kept between runs. */
const cache = fileURLToPath(new URL('../../node_modules/.cache/frontdesk-test/', import.meta.url))

/**
 * The path of a file that takes long to create. The first caller creates it, and it appears only when it is complete.
 */
async function makeOnce(ending: string, make: (path: string) => Promise<void>): Promise<string> {
  const hash = await embeddedHash()
  const path = join(cache, `${hash}.${ending}`)
  if (existsSync(path)) return path
  await mkdir(cache, { recursive: true })
  const older = (await readdir(cache)).filter((name) => !name.startsWith(hash))
  for (const name of older) await rm(join(cache, name), { recursive: true, force: true })
  const unfinished = `${path}.${randomUUID()}`
  await make(unfinished)
  await rename(unfinished, path).catch(async (error: NodeJS.ErrnoException) => {
    // Two created it at the same time. A folder cannot replace another one.
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
    await rm(unfinished, { recursive: true })
  })
  return path
}

async function copyTemplate() {
  const { url, drop } = await copyOnServer()
  const database = await openDatabase({ url, dataDir: tmpdir(), log: silentLog })
  const close = async () => {
    await database.close()
    await drop()
  }
  return { database, close }
}

/** A database with all migrations on the tests' PostgreSQL server. */
export async function copyOnServer(): Promise<{ url: string; drop(): Promise<void> }> {
  const url = process.env.TEST_DATABASE_URL
  if (!url) throw new Error('TEST_DATABASE=server needs TEST_DATABASE_URL, the address of a PostgreSQL server')
  const name = `frontdesk_test_${randomUUID().replaceAll('-', '')}`
  const template = await serverTemplate(url)
  // Copying files costs a third of writing everything to the log.
  await asAdmin(url, (admin) => admin`create database ${admin(name)} template ${admin(template)} strategy file_copy`)
  return {
    url: withDatabase(url, name),
    drop: () => asAdmin(url, async (admin) => void (await admin`drop database if exists ${admin(name)} with (force)`)),
  }
}

/** The name of a template database with all migrations, created by the first test that needs it while others wait. */
async function serverTemplate(url: string): Promise<string> {
  const name = `frontdesk_template_${await migrationsHash()}`
  await asAdmin(url, async (admin) => {
    // A session lock, because `create database` cannot run in a transaction. This is never the embedded database.
    await admin`select pg_advisory_lock(7283641906)`
    const [existing] = await admin`select from pg_database where datname = ${name} and datistemplate`
    if (existing) return
    await admin`drop database if exists ${admin(name)}`
    await admin`create database ${admin(name)} template template0 encoding 'UTF8'`
    const database = await openDatabase({ url: withDatabase(url, name), dataDir: tmpdir(), log: silentLog })
    try {
      await migrate(database.sql, migrations)
    } finally {
      await database.close()
    }
    await admin`alter database ${admin(name)} with is_template true`
  })
  return name
}

async function asAdmin(url: string, work: (admin: postgres.Sql) => Promise<unknown>): Promise<void> {
  const admin = postgres(url, { max: 1, onnotice: () => {} })
  try {
    await work(admin)
  } finally {
    await admin.end()
  }
}

function withDatabase(url: string, name: string): string {
  const other = new URL(url)
  other.pathname = `/${name}`
  return other.href
}

const migrationsHash = (): Promise<string> => hashOf(migrations, /\.sql$/)

/** Also covers what creates an embedded database. */
async function embeddedHash(): Promise<string> {
  const root = new URL('../../', import.meta.url)
  const makers = [
    hashOf(root, /^package-lock\.json$/),
    hashOf(new URL('server/database/', root), /^migrate\.ts$/),
    hashOf(new URL('server/database/embedded/', root), /\.ts$/),
  ]
  return [await migrationsHash(), ...(await Promise.all(makers))].map((hash) => hash.slice(0, 8)).join('')
}

async function hashOf(folder: URL, files: RegExp): Promise<string> {
  const hash = createHash('sha256')
  for (const name of (await readdir(folder)).filter((file) => files.test(file)).sort()) {
    hash.update(`${name}\0`).update(await readFile(new URL(name, folder)))
  }
  return hash.digest('hex').slice(0, 16)
}
