import postgres from 'postgres'
import type { Database, Log, Sql } from '../database.ts'
import { listenOn } from '../notifications.ts'
import { askTypes, sqlOptions } from '../options.ts'
import { askRoom } from '../room.ts'
import { Line, startupPadding } from '../server/line.ts'
import { Engine } from './engine.ts'
import { damaged, type Folder, fullDisk, setAside, takeFolder } from './folder.ts'
import { createGuard } from './lock.ts'
import { maintain } from './maintenance.ts'
import { Session, type Sessions } from './session.ts'
import { StartRefused } from './thread.ts'

export type EmbeddedDatabase = Database & {
  /** The whole database as one tar file, to be handed to `load` later. */
  dumpDataDir(): Promise<Uint8Array>
}

export type EmbeddedOptions = {
  /** Where the folder `db` and the file `db.lock` are; none: in memory. */
  dataDir?: string
  log: Log
  /** What dumpDataDir gave, or the path of a file with it: the database starts from there. The folder must be empty. */
  load?: Uint8Array | string
  /** How long a query waits for another's transaction, in milliseconds. */
  waitMs?: number
  /** How long one statement may take, in milliseconds; longer ones end the engine, which is then started anew. */
  statementMs?: number
  /** How long a transaction may stay open with nothing happening in it, in milliseconds. */
  idleMs?: number
}

const settings = { server_version: '18', client_encoding: 'UTF8', standard_conforming_strings: 'on' }

/** Opens the embedded PostgreSQL. Throws an Error of one line that names the folder when it is in use or damaged. */
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
 * Starts on a folder whose first start was cut off, as a mark says. That start made no table: a database with tables is
 * whole, and the mark was left over. Anything else is moved away.
 */
async function startDoubtful(
  options: EmbeddedOptions,
  folder: Folder,
  shared: Omit<Sessions, 'engine'>,
): Promise<Engine> {
  const engine = await start(options, folder, shared.open).catch(async (error) => {
    // On a full disk, another first start would not succeed either.
    if (await fullDisk(folder)) throw error
    return undefined
  })
  if (engine && (await hasTables({ ...shared, engine }))) {
    options.log.warn({ path: folder.path }, 'a mark said that the database is unfinished, but it is whole: it is used')
    return engine
  }
  await engine?.close()
  const { folder: empty, aside } = setAside(folder)
  options.log.warn({ path: folder.path, aside }, 'the first start was cut off; what it left was moved aside')
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
      ...(load ? { load } : {}),
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

/** What a start that failed says: PostgreSQL's own last words name neither the folder nor what to do. */
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
    socket: () => new Line(async () => new Session(shared)),
    connection: startupPadding,
    host: 'embedded',
    user: 'postgres',
    database: 'postgres',
    ssl: false,
    max: 10,
    // A session costs nothing to keep, and a new one would prepare every statement again.
    idle_timeout: undefined,
    max_lifetime: null,
    keep_alive: null,
    backoff: () => 0.05,
  } as postgres.Options<Record<string, postgres.PostgresType>>) as unknown as Sql
}

type Opened = { sql: Sql; engine: Engine; version: string; close(): Promise<void> }

function describe({ sql, engine, version, close }: Opened): EmbeddedDatabase {
  const room = askRoom(sql)
  return {
    kind: 'embedded',
    sql,
    vectors: true,
    version,
    listen: listenOn(sql),
    check: async () => engine.down ?? (await room()),
    dumpDataDir: () => engine.dump(),
    close,
  }
}
