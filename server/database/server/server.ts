import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import postgres from 'postgres'
import type { Database, Log, Sql } from '../database.ts'
import { askTypes, createPoolCheck, sqlOptions } from '../driver.ts'
import { databaseFault, describeFault } from '../fault.ts'
import { createSharedLock, DatabaseLocked, DatabaseReplaced, type SharedLock } from '../lock.ts'
import { type Address, connectTo, parseAddress, shown } from './address.ts'
import { type ConnectionMonitor, startConnectionMonitor } from './connection-monitor.ts'
import { GuardedSocket, startupPadding } from './guarded-socket.ts'

const oldestVersion = 15

/** How long opening waits for a command that replaces the data, in milliseconds. */
const lockedMs = 5_000

export type ServerOptions = {
  url: string
  log: Log
  /**
   * Keeps out commands that replace the data while the database is open. Called if the data was replaced anyway; no
   * query is executed afterwards.
   */
  onReplaced?: ((reason: string) => void) | undefined
  /** The interval of health checks and the time limit of each, in milliseconds. */
  everyMs?: number
  answerMs?: number
}

/**
 * Opens a database on a PostgreSQL server: at most ten connections for queries, one for listening, and one for health
 * checks. Throws a one-line Error without the password if the server cannot be used.
 */
export async function openServer(options: ServerOptions): Promise<Database> {
  const address = parseAddress(options.url)
  const name = shown(address)
  const sockets = createSockets()
  const openSocket = () => connectTo(address, sockets.track)
  let monitor: ConnectionMonitor | undefined
  // A lost connection releases the lock, so it is taken again immediately.
  const watch = connect(address, 1, openSocket, () => {
    if (lock?.drop()) void monitor?.ping()
  })
  const lock = options.onReplaced && createSharedLock(watch)
  const closeWatch = async () => {
    monitor?.stop()
    await watch.end({ timeout: 1 })
    sockets.cut()
  }
  try {
    const found = await inspect(watch)
    if (lock) await keepWithin(lock, lockedMs)
    const ask = lock ? () => lock.keep() : () => watch`select 1`
    const watching = watchOver(ask, name, sockets.cut, options)
    monitor = watching
    const sql = connect(address, 10, async () => {
      const reason = watching.silent() ?? (lock?.isHeld() === false ? await watching.ping() : undefined)
      if (reason) throw Object.assign(new Error(reason), { code: 'DATABASE_DOWN' })
      return await openSocket()
    })
    await askTypes(sql)
    const close = async () => {
      await sql.end({ timeout: 1 })
      await closeWatch()
    }
    return describe({ sql, monitor: watching, close, ...found })
  } catch (error) {
    await closeWatch()
    throw new Error(`The database server ${name} cannot be used: ${describeFault(error)}`, { cause: error })
  }
}

/** Tracks all connections to the server, so that they can be destroyed. */
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

function watchOver(
  ask: () => Promise<unknown>,
  name: string,
  cut: () => void,
  options: ServerOptions,
): ConnectionMonitor {
  const { log, everyMs = 5_000, answerMs = 5_000, onReplaced } = options
  const replaced = (error: unknown) => {
    if (error instanceof DatabaseReplaced) onReplaced?.(error.message)
    throw error
  }
  return startConnectionMonitor({
    ask: () => ask().catch(replaced),
    cut,
    reason: describeFault,
    name,
    log,
    everyMs,
    answerMs,
  })
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
  openSocket: () => Promise<Duplex>,
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
    socket: () => new GuardedSocket(openSocket),
    max,
    // A monitored connection has no maximum lifetime.
    ...(onclose && { onclose, max_lifetime: null }),
    connect_timeout: 5,
    backoff: () => 0.1,
    connection: {
      application_name: 'frontdesk',
      statement_timeout: 30_000,
      idle_in_transaction_session_timeout: 10_000,
      ...startupPadding,
    },
  } as postgres.Options<Record<string, postgres.PostgresType>>) as unknown as Sql
}

/** Checks the version and encoding of the server, and enables pgvector if it is installed. */
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
  // Not installed, or not permitted for this user. Everything except semantic search works without it.
  await sql`create extension if not exists vector`.catch((error) => {
    if (databaseFault(error)) throw error
  })
  const [extension] = await sql`select from pg_extension where extname = 'vector'`
  return { version: server.version, vectors: extension !== undefined }
}

/** On a dedicated connection that the `postgres` package restores. */
const listenOn =
  (sql: Sql): Database['listen'] =>
  async (channel, onMessage, onListen) => {
    const { unlisten } = await sql.listen(channel, onMessage, onListen)
    return async () => {
      try {
        await unlisten()
      } catch (error) {
        // A lost connection does not listen any more.
        if (!databaseFault(error)) throw error
      }
    }
  }

type Opened = { sql: Sql; monitor: ConnectionMonitor; version: string; vectors: boolean; close(): Promise<void> }

function describe({ sql, monitor, version, vectors, close }: Opened): Database {
  const poolCheck = createPoolCheck(sql)
  return {
    kind: 'server',
    sql,
    vectors,
    version,
    listen: listenOn(sql),
    check: async () => (await monitor.ping()) ?? (await poolCheck()),
    close,
  }
}
