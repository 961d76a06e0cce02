import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import postgres from 'postgres'
import type { Database, Log, Sql } from '../database.ts'
import { databaseFault, describeFault } from '../fault.ts'
import { createSharedLock, DatabaseLocked, DatabaseReplaced, type SharedLock } from '../lock.ts'
import { listenOn } from '../notifications.ts'
import { askTypes, sqlOptions } from '../options.ts'
import { askRoom } from '../room.ts'
import { type Address, connectTo, parseAddress, shown } from './address.ts'
import { Line, startupPadding } from './line.ts'
import { type Pulse, startPulse } from './pulse.ts'

const oldestVersion = 15

/** How long an opening waits for a command that replaces the data, in milliseconds. */
const lockedMs = 5_000

export type ServerOptions = {
  url: string
  log: Log
  /**
   * Keeps commands that replace the data away for as long as the database is open. Called where that failed, because the
   * data was replaced; no query is executed from then on.
   */
  onReplaced?: ((reason: string) => void) | undefined
  /** How often the server is asked whether it is there, and how long it may take to say so, in milliseconds. */
  everyMs?: number
  answerMs?: number
}

/**
 * Opens a database on a PostgreSQL server: at most ten connections for queries, one that listens, and one that watches
 * over the server. Throws an Error of one line, without the password, when the server cannot be used.
 */
export async function openServer(options: ServerOptions): Promise<Database> {
  const address = parseAddress(options.url)
  const name = shown(address)
  const sockets = createSockets()
  const way = () => connectTo(address, sockets.track)
  let pulse: Pulse | undefined
  // A connection that ended took the lock with it: it is taken again at once.
  const watch = connect(address, 1, way, () => {
    if (lock?.drop()) void pulse?.beat()
  })
  const lock = options.onReplaced && createSharedLock(watch)
  const closeWatch = async () => {
    pulse?.stop()
    await watch.end({ timeout: 1 })
    sockets.cut()
  }
  try {
    const found = await inspect(watch)
    if (lock) await keepWithin(lock, lockedMs)
    const ask = lock ? () => lock.keep() : () => watch`select 1`
    const watching = watchOver(ask, name, sockets.cut, options)
    pulse = watching
    const sql = connect(address, 10, async () => {
      const reason = watching.silent() ?? (lock?.isHeld() === false ? await watching.beat() : undefined)
      if (reason) throw Object.assign(new Error(reason), { code: 'DATABASE_DOWN' })
      return await way()
    })
    await askTypes(sql)
    const close = async () => {
      await sql.end({ timeout: 1 })
      await closeWatch()
    }
    return describe({ sql, pulse: watching, close, ...found })
  } catch (error) {
    await closeWatch()
    throw new Error(`The database server ${name} cannot be used: ${describeFault(error)}`, { cause: error })
  }
}

/** All connections to the server, so that they can be broken. */
function createSockets() {
  const open = new Set<Socket>()
  return {
    track(socket: Socket) {
      open.add(socket)
      socket.on('close', () => open.delete(socket))
    },
    cut() {
      for (const socket of open) socket.destroy()
    },
  }
}

function watchOver(ask: () => Promise<unknown>, name: string, cut: () => void, options: ServerOptions): Pulse {
  const { log, everyMs = 5_000, answerMs = 5_000, onReplaced } = options
  const replaced = (error: unknown) => {
    if (error instanceof DatabaseReplaced) onReplaced?.(error.message)
    throw error
  }
  return startPulse({ ask: () => ask().catch(replaced), cut, reason: describeFault, name, log, everyMs, answerMs })
}

/** Waits for a command that replaces the data. */
async function keepWithin(lock: SharedLock, ms: number): Promise<void> {
  for (const until = performance.now() + ms; ; ) {
    try {
      return await lock.keep()
    } catch (error) {
      if (!(error instanceof DatabaseLocked) || performance.now() > until) throw error
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
}

function connect(
  { host, port, user, password, database }: Address,
  max: number,
  way: () => Promise<Duplex>,
  onclose?: () => void,
): Sql {
  return postgres({
    ...sqlOptions,
    host,
    port,
    user,
    pass: password,
    database,
    ssl: false,
    socket: () => new Line(way),
    max,
    // A connection that is watched is not ended because of its age.
    ...(onclose && { onclose, max_lifetime: null }),
    connect_timeout: 5,
    backoff: () => 0.1,
    connection: {
      application_name: 'frontdesk',
      statement_timeout: 30_000,
      idle_in_transaction_session_timeout: 60_000,
      ...startupPadding,
    },
  } as postgres.Options<Record<string, postgres.PostgresType>>) as unknown as Sql
}

/** Looks at what the server is, and turns pgvector on where the server has it. */
async function inspect(sql: Sql): Promise<{ version: string; vectors: boolean }> {
  await askTypes(sql)
  const [server] = await sql<[{ version: string; number: number; encoding: string }]>`
    select split_part(current_setting('server_version'), ' ', 1) as version,
      current_setting('server_version_num')::int as number,
      current_setting('server_encoding') as encoding`
  if (server.number < oldestVersion * 10_000) {
    throw new Error(`it is PostgreSQL ${server.version}; version ${oldestVersion} or later is needed`)
  }
  if (server.encoding !== 'UTF8') {
    throw new Error(`its database is encoded in ${server.encoding}; create one with encoding 'UTF8'`)
  }
  // Not installed, or not for this user to turn on: everything but the search by vectors works without.
  await sql`create extension if not exists vector`.catch((error) => {
    if (databaseFault(error)) throw error
  })
  const [extension] = await sql`select from pg_extension where extname = 'vector'`
  return { version: server.version, vectors: extension !== undefined }
}

type Opened = { sql: Sql; pulse: Pulse; version: string; vectors: boolean; close(): Promise<void> }

function describe({ sql, pulse, version, vectors, close }: Opened): Database {
  const room = askRoom(sql)
  return {
    kind: 'server',
    sql,
    vectors,
    version,
    listen: listenOn(sql),
    check: async () => (await pulse.beat()) ?? (await room()),
    close,
  }
}
