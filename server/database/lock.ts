import type { Sql } from './database.ts'
import { findGeneration } from './installation.ts'

/** The database cannot be used now, or ever again, for the reason in the message. */
export class DatabaseLocked extends Error {}

/** A command replaced the data, so everything that this program cached is wrong. */
export class DatabaseReplaced extends DatabaseLocked {}

/** How long a command waits for stopping servers, and its polling interval, in milliseconds. */
const waitMs = 3_000
const pollMs = 100

/** The key of the advisory lock. Programs in other schemas of the database are not affected. */
const key = (sql: Sql) => sql`7302, hashtext(current_schema())`

/**
 * Locks the whole database for the transaction of `tx`, which replaces its data. Fails while a server uses it.
 * @returns whether it is locked
 */
export async function lockAlone(tx: Sql): Promise<boolean> {
  for (const until = performance.now() + waitMs; ; ) {
    const [{ locked }] = await tx<[{ locked: boolean }]>`select pg_try_advisory_xact_lock(${key(tx)}) as locked`
    if (locked || performance.now() > until) return locked
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
}

export type SharedLock = {
  /** Takes the lock if it is not held. Throws DatabaseLocked, DatabaseReplaced or a database error. */
  keep(): Promise<void>
  isHeld(): boolean
  /** Called when the connection, and thus the lock, was lost. Returns whether it was held. */
  drop(): boolean
}

/**
 * The lock that a server shares with other servers, for the lifetime of the single connection of `sql`. Each time it is
 * taken, the database must still have the same data as the first time.
 */
export function createSharedLock(sql: Sql): SharedLock {
  let connected = false
  let held = false
  let known: string | undefined
  return {
    async keep() {
      if (!held) connected = await takeShared(sql)
      const found = await findGeneration(sql)
      if (known !== undefined && found !== known)
        throw new DatabaseReplaced('other data was put into it, by a restore or a move')
      known = found
      // The connection may have ended since the lock was taken.
      held = connected
    },
    isHeld: () => held,
    drop() {
      const before = held
      connected = false
      held = false
      return before
    },
  }
}

async function takeShared(sql: Sql): Promise<true> {
  const [{ locked }] = await sql<[{ locked: boolean }]>`select pg_try_advisory_lock_shared(${key(sql)}) as locked`
  if (!locked) throw new DatabaseLocked('a command is replacing its data')
  return true
}
