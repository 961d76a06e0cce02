import type postgres from 'postgres'

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
