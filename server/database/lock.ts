import type { Sql } from './database.ts'
import { findGeneration } from './installation.ts'

/** Why a program may not use the database for now, or ever again, as a sentence. */
export class DatabaseLocked extends Error {}

/** A command has put other data into the database. What this program remembers of the old data is wrong. */
export class DatabaseReplaced extends DatabaseLocked {}

/** How long a command waits for servers that are stopping, and how often it looks, in milliseconds. */
const waitMs = 3_000
const lookMs = 100

/** The key of the advisory lock. Programs in other schemas of the database are not concerned. */
const key = (sql: Sql) => sql`7302, hashtext(current_schema())`

/**
 * Locks the whole database for the transaction of `tx`, which replaces its data. It cannot be locked while a server uses it.
 * @returns whether it is locked
 */
export async function lockAlone(tx: Sql): Promise<boolean> {
  for (const until = performance.now() + waitMs; ; ) {
    const [{ locked }] = await tx<[{ locked: boolean }]>`select pg_try_advisory_xact_lock(${key(tx)}) as locked`
    if (locked || performance.now() > until) return locked
    await new Promise((resolve) => setTimeout(resolve, lookMs))
  }
}

export type SharedLock = {
  /** Takes the lock where it is not held. Throws DatabaseLocked, DatabaseReplaced or an error of the database. */
  keep(): Promise<void>
  isHeld(): boolean
  /** The connection ended, and with it the lock. Answers whether it was held. */
  drop(): boolean
}

/**
 * The lock that a server shares with other servers, for as long as the one connection of `sql` lives.
 * Each time it is taken, the database must still hold the data that it held the first time.
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
