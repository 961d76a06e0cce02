import type postgres from 'postgres'
import { openEmbedded } from './embedded.ts'
import { openServer } from './server-database.ts'

/** The `postgres` package's tagged template. Columns keep their snake_case names; a bigint is a number. */
export type Sql = postgres.Sql

/** What the databases write to: pino has this shape. */
export type Log = Record<'info' | 'warn' | 'error', (details: object, message: string) => void>

export type Database = {
  kind: 'embedded' | 'server'
  sql: Sql
  /** Whether pgvector is there. */
  vectors: boolean
  /** PostgreSQL's version, such as `15.14`. */
  version: string
  /**
   * Calls `onMessage` with the payload of each NOTIFY on the channel, and `onListen` whenever listening has begun, also
   * after a lost connection: what came between was missed, and is to be read again.
   * @returns what ends it
   */
  listen(channel: string, onMessage: (payload: string) => void, onListen?: () => void): Promise<() => Promise<void>>
  /** Why the database does not answer, in a plain sentence; undefined when it does. */
  check(): Promise<string | undefined>
  close(): Promise<void>
}

export type OpenOptions = {
  url?: string | undefined
  dataDir: string
  log: Log
  /**
   * For whoever goes on using the database: keeps commands away that replace its data. Called where the data was replaced
   * all the same; no query is executed from then on. The embedded database's folder has one owner and needs no such lock.
   */
  onReplaced?: ((reason: string) => void) | undefined
}

/** Opens the server's database that `url` names, or the embedded one below `dataDir`. Throws an Error of one line. */
export function openDatabase({ url, dataDir, log, onReplaced }: OpenOptions): Promise<Database> {
  return url ? openServer({ url, log, onReplaced }) : openEmbedded({ dataDir, log })
}
