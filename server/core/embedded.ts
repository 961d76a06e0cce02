import postgres from 'postgres'
import { Engine } from './embedded-engine.ts'
import { damaged, type Folder, fullDisk, takeFolder } from './embedded-folder.ts'
import { createGuard } from './embedded-lock.ts'
import { maintain } from './embedded-maintenance.ts'
import { Session, type Sessions } from './embedded-session.ts'
import { StartRefused } from './embedded-thread.ts'
import { Line, startupPadding } from './line.ts'
import { listenOn } from './notifications.ts'
import type { Database, Log, Sql } from './sql.ts'
import { askTypes, sqlOptions } from './sql-options.ts'
import { askRoom } from './sql-room.ts'

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
    const started = await start(options, folder, sessions)
    engine = started
    folder?.lock.watch((reason) => started.stop(reason))
    const settings = { server_version: '18', client_encoding: 'UTF8', standard_conforming_strings: 'on' }
    const sql = connect({ engine, open: sessions, settings, idleMs: options.idleMs ?? 60_000 })
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
