import postgres from 'postgres'
import type { Database, Log, Sql } from '../database.ts'
import { askTypes, createPoolCheck, sqlOptions } from '../driver.ts'
import { GuardedSocket, startupPadding } from '../server/guarded-socket.ts'
import { Engine } from './engine.ts'
import { damaged, type Folder, fullDisk, setAside, takeFolder } from './folder.ts'
import { createGuard } from './lock.ts'
import { maintain } from './maintenance.ts'
import { Session, type Sessions } from './session.ts'
import { StartRefused } from './thread.ts'

export type EmbeddedDatabase = Database & {
  /** The whole database as a tar file for `load`. */
  dumpDataDir(): Promise<Uint8Array>
}

export type EmbeddedOptions = {
  /** Contains the folder `db` and the file `db.lock`. Undefined: in memory. */
  dataDir?: string
  log: Log
  /**
   * The output of dumpDataDir, or the path of a file with it. The database starts with this data. The folder must be
   * empty.
   */
  load?: Uint8Array | string
  /** How long a query waits for another transaction, in milliseconds. */
  waitMs?: number
  /** Maximum duration of a statement in milliseconds. A longer one terminates and restarts the engine. */
  statementMs?: number
  /** Maximum time for which a transaction may be idle, in milliseconds. */
  idleMs?: number
}

const settings = { server_version: '18', client_encoding: 'UTF8', standard_conforming_strings: 'on' }

/** Opens the embedded PostgreSQL. Throws a one-line Error that names the folder if it is in use or damaged. */
export async function openEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const folder = options.dataDir === undefined ? undefined : await takeFolder(options.dataDir)
  const sessions = new Set<Session>()
  let engine: Engine | undefined
  const stop = async () => {
    await engine?.close()
    folder?.lock.release()
  }
  try {
    const idleMs = options.idleMs ?? 60_000
    const started = await (folder?.doubtful
      ? startDoubtful(options, folder, { open: sessions, settings, idleMs })
      : start(options, folder, sessions))
    engine = started
    folder?.lock.watch((reason) => started.stop(reason))
    const sql = connect({ engine, open: sessions, settings, idleMs })
    await askTypes(sql)
    await sql`create extension if not exists vector`
    const [row] = await sql<[{ version: string }]>`select current_setting('server_version') as version`
    folder?.complete()
    const stopMaintenance = maintain(sql, options.log)
    const close = async () => {
      stopMaintenance()
      await sql.end({ timeout: 1 })
      await stop()
    }
    return describe({ sql, engine, version: row.version, close })
  } catch (error) {
    await stop()
    throw error
  }
}

/**
 * Starts on a folder that is marked as an interrupted first start. An interrupted start created no tables, so a
 * database with tables is complete and the mark is stale. Anything else is moved aside.
 */
async function startDoubtful(
  options: EmbeddedOptions,
  folder: Folder,
  shared: Omit<Sessions, 'engine'>,
): Promise<Engine> {
  const engine = await start(options, folder, shared.open).catch(async (error) => {
    // A new first start would also fail on a full disk.
    if (await fullDisk(folder)) throw error
    return undefined
  })
  if (engine && (await hasTables({ ...shared, engine }))) {
    options.log.warn({ path: folder.path }, 'the database is marked as unfinished but is complete, so it is used')
    return engine
  }
  await engine?.close()
  const { folder: empty, aside } = setAside(folder)
  options.log.warn({ path: folder.path, aside }, 'the first start was interrupted; its files were moved aside')
  return await start(options, empty, shared.open)
}

async function hasTables(shared: Sessions): Promise<boolean> {
  const sql = connect(shared)
  try {
    const [row] = await sql<[{ there: boolean }]>`select to_regclass('migrations') is not null as there`
    return row.there
  } finally {
    await sql.end({ timeout: 1 })
  }
}

async function start(options: EmbeddedOptions, folder: Folder | undefined, open: Set<Session>): Promise<Engine> {
  const { load, log } = options
  if (load && folder && !folder.fresh) throw new Error(`The database folder ${folder.path} is not empty.`)
  try {
    return await Engine.start({
      ...(folder ? { folder: folder.path, lock: folder.lock } : {}),
      ...(load ? { load } : { create: folder?.fresh ?? false }),
      log,
      waitMs: options.waitMs ?? 20_000,
      statementMs: options.statementMs ?? 300_000,
      onDeath: (error) => {
        for (const session of open) session.destroy(error)
      },
    })
  } catch (error) {
    throw new Error(await explain(error as Error, folder), { cause: error })
  }
}

/** The message of a failed start. PostgreSQL's own message names neither the folder nor a solution. */
async function explain(error: Error, folder: Folder | undefined): Promise<string> {
  if (!folder) return `The embedded database did not start: ${error.message}`
  const full = await fullDisk(folder)
  if (full) return full
  const isDamage = !folder.fresh && error instanceof StartRefused && !createGuard(folder.lock.held())()
  return isDamage
    ? damaged(folder.path, error.message)
    : `The embedded database in ${folder.path} did not start: ${error.message}`
}

function connect(shared: Sessions): Sql {
  return postgres({
    ...sqlOptions,
    socket: () => new GuardedSocket(async () => new Session(shared)),
    connection: startupPadding,
    host: 'embedded',
    user: 'postgres',
    database: 'postgres',
    ssl: false,
    max: 10,
    // Sessions cost nothing, and a new one would have to prepare all statements again.
    idle_timeout: undefined,
    max_lifetime: null,
    keep_alive: null,
    backoff: () => 0.05,
  } as postgres.Options<Record<string, postgres.PostgresType>>) as unknown as Sql
}

type Opened = { sql: Sql; engine: Engine; version: string; close(): Promise<void> }

function describe({ sql, engine, version, close }: Opened): EmbeddedDatabase {
  const poolCheck = createPoolCheck(sql)
  return {
    kind: 'embedded',
    sql,
    vectors: true,
    version,
    check: async () => engine.down ?? (await poolCheck()),
    dumpDataDir: () => engine.dump(),
    close,
  }
}
