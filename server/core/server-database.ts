import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import postgres from 'postgres'
import { databaseFault, describeFault } from './database-fault.ts'
import { Line, startupPadding } from './line.ts'
import { listenOn } from './notifications.ts'
import { type Address, connectTo, parseAddress, shown } from './server-address.ts'
import { type Pulse, startPulse } from './server-pulse.ts'
import type { Database, Log, Sql } from './sql.ts'
import { askTypes, sqlOptions } from './sql-options.ts'
import { askRoom } from './sql-room.ts'

const oldestVersion = 15

export type ServerOptions = {
  url: string
  log: Log
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
  const watch = connect(address, 1, way)
  let pulse: Pulse | undefined
  const closeWatch = async () => {
    pulse?.stop()
    await watch.end({ timeout: 1 })
    sockets.cut()
  }
  try {
    const found = await inspect(watch)
    pulse = watchOver(watch, name, sockets.cut, options)
    const sql = connect(address, 10, () => {
      const silent = pulse?.silent()
      return silent ? Promise.reject(Object.assign(new Error(silent), { code: 'DATABASE_DOWN' })) : way()
    })
    await askTypes(sql)
    const close = async () => {
      await sql.end({ timeout: 1 })
      await closeWatch()
    }
    return describe({ sql, pulse, close, ...found })
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

function watchOver(watch: Sql, name: string, cut: () => void, { log, everyMs, answerMs }: ServerOptions): Pulse {
  const limits = { everyMs: everyMs ?? 5_000, answerMs: answerMs ?? 5_000 }
  return startPulse({ ask: () => watch`select 1`, cut, reason: describeFault, name, log, ...limits })
}

function connect({ host, port, user, password, database }: Address, max: number, way: () => Promise<Duplex>): Sql {
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
