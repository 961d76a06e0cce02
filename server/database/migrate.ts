import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import type { Sql } from './database.ts'

/**
 * The number of migrations applied to the database, and the number of files of this program. Equal means up to date.
 */
export type SchemaState = { applied: number; expected: number }

type Migration = { number: number; name: string; text: string; sha256: string }
type Applied = { number: number; name: string; sha256: string }

/** The key of the lock under which one program migrates at a time. The number is arbitrary. */
const lockKey = 7_283_641_905

/**
 * Applies the migrations `0001_name.sql`, `0002_…` of `folder` in one transaction. Programs that start concurrently
 * wait for each other. Throws a one-line Error that names the file if an applied file was edited, if the database has
 * unknown migrations, or if a migration fails; nothing is changed then.
 */
export async function migrate(sql: Sql, folder: URL): Promise<SchemaState> {
  return await sql.begin((tx) => migrateWithin(tx as unknown as Sql, folder))
}

/** Migrates in the caller's transaction; with `last`, only up to that number. */
export async function migrateWithin(tx: Sql, folder: URL, last = Number.POSITIVE_INFINITY): Promise<SchemaState> {
  const files = await readMigrations(folder)
  const [here] = await tx<Here[]>`select current_user::text as "user", current_database()::text as database`
  try {
    return await applyMissing(tx, files, last)
  } catch (error) {
    throw (here && describeDenied(error, here)) ?? error
  }
}

type Here = { user: string; database: string }

/** A one-line Error with the solution if the database user may not create tables, as by default since Postgres 15. */
function describeDenied(error: unknown, here: Here): Error | undefined {
  const { code, message, cause } = error as { code?: string; message: string; cause?: unknown }
  // insufficient_privilege, and invalid_schema_name without a schema that the user may use.
  if (code !== '42501' && code !== '3F000') return cause ? describeDenied(cause, here) : undefined
  const [user, database] = [here.user, here.database].map((name) => `"${name.replaceAll('"', '""')}"`)
  const why = `The user ${user} may not create the tables of Frontdesk in the database ${database}: ${message} (${code}).`
  const isOfOthers = /must be owner|for (?:table|relation|sequence)/.test(message)
  const todo = isOfOthers
    ? 'Its tables belong to another user: set that one in DATABASE_URL.'
    : `As a superuser, run either: alter database ${database} owner to ${user}; or, in that database: ` +
      `grant create, usage on schema public to ${user};`
  return new Error(`${why} ${todo}`, { cause: error })
}

async function applyMissing(tx: Sql, files: Migration[], last: number): Promise<SchemaState> {
  // Migrations may take longer than the statement timeout.
  await tx`set local statement_timeout = 0`
  await tx`select pg_advisory_xact_lock(${lockKey})`
  await tx`
    create table if not exists migrations (
      number integer primary key,
      name text not null,
      sha256 text not null,
      applied_at bigint not null
    )`
  const applied = await tx<Applied[]>`select number, name, sha256 from migrations order by number`
  verify(files, applied)
  const missing = files.slice(applied.length).filter(({ number }) => number <= last)
  for (const file of missing) await apply(tx, file)
  return { applied: applied.length + missing.length, expected: files.length }
}

/** The state of the schema, without changes. Throws like `migrate` if files and database disagree. */
export async function schemaState(sql: Sql, folder: URL): Promise<SchemaState> {
  const files = await readMigrations(folder)
  const [table] = await sql<[{ known: boolean }]>`select to_regclass('migrations') is not null as known`
  if (!table.known) return { applied: 0, expected: files.length }
  const applied = await sql<Applied[]>`select number, name, sha256 from migrations order by number`
  verify(files, applied)
  return { applied: applied.length, expected: files.length }
}

/** The migrations of a folder in order. Throws if a number is missing or used twice. */
async function readMigrations(folder: URL): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name, index) => {
      const number = Number(/^(\d{4})_[a-z0-9_]+\.sql$/.exec(name)?.[1])
      if (number !== index + 1) {
        const wanted = String(index + 1).padStart(4, '0')
        throw new Error(`Migration ${name} is out of order: a file ${wanted}_<name>.sql belongs in its place.`)
      }
      // Normalises line endings, so that every checkout has the same hash.
      const text = (await readFile(new URL(name, folder), 'utf8')).replaceAll('\r\n', '\n')
      return { number, name, text, sha256: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

/** The first of twenty files that were consolidated before release 0.1.0. */
const firstBeforeRelease = '0001_foundation.sql'

function verify(files: Migration[], applied: Applied[]): void {
  if (applied[0]?.name === firstBeforeRelease)
    throw new Error(
      'This database was made by a version before release 0.1.0, and this program cannot upgrade it in place. Nothing was ' +
        'changed. Write a backup with the version that made it (npm run svc -- backup <file>), then restore the file with ' +
        'this version into an empty database (npm run svc -- restore <file>). Keep the secret: SVC_SECRET or DATA_DIR/secret.',
    )
  applied.forEach((row, index) => {
    const file = files[index]
    if (!file) {
      throw new Error(
        `The database is newer than this program: it has migration ${row.name}, which is unknown here. ` +
          'Start the version that made it or a later one, or restore a backup from before.',
      )
    }
    if (file.name !== row.name || file.sha256 !== row.sha256 || row.number !== file.number) {
      throw new Error(
        `Migration ${file.name} was changed after it was applied to this database (as ${row.name}). ` +
          'Put the file back as it was, and make the change in a new migration.',
      )
    }
  })
}

async function apply(tx: Sql, { number, name, text, sha256 }: Migration): Promise<void> {
  try {
    await tx.unsafe(text).simple()
  } catch (error) {
    throw new Error(`Migration ${name} failed: ${(error as Error).message}`, { cause: error })
  }
  await tx`
    insert into migrations (number, name, sha256, applied_at)
    values (${number}, ${name}, ${sha256}, ${Date.now()})`
}
