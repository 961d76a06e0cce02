import type postgres from 'postgres'

/** The tagged template of the `postgres` package. Columns keep their snake_case names; a bigint is a number. */
export type Sql = postgres.Sql

/** The log that databases write to, in the shape of pino. */
export type Log = Record<'info' | 'warn' | 'error', (details: object, message: string) => void>

export type Database = {
  kind: 'embedded' | 'server'
  sql: Sql
  /** Whether pgvector is available. */
  vectors: boolean
  /** The PostgreSQL version, such as `15.14`. */
  version: string
  /**
   * Calls `onMessage` with the payload of each NOTIFY on the channel. Calls `onListen` whenever listening begins, also
   * after a lost connection: notifications in between were missed, so read the data again. Only on a server, because an
   * embedded database has no other processes to listen to.
   * @returns a function that stops listening
   */
  listen?(channel: string, onMessage: (payload: string) => void, onListen?: () => void): Promise<() => Promise<void>>
  /** Why the database is not responding, as a sentence; undefined if it is. */
  check(): Promise<string | undefined>
  close(): Promise<void>
}
