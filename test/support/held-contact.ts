import postgres from 'postgres'
import { expect } from 'vitest'
import type { Server } from './server.ts'

export type HeldContact = {
  /** Waits until at least so many others wait for something that is locked, the change of this contact included. */
  isWaitedFor(count: number): Promise<void>
  release(): Promise<void>
  /** Releases it if the test failed before it did, so that the next try is not blocked. */
  [Symbol.asyncDispose](): Promise<void>
}

/** Locks a contact of a server with a server database, so that a bulk change stops before it. */
export async function holdContact({ databaseUrl }: Pick<Server, 'databaseUrl'>, id: string): Promise<HeldContact> {
  const sql = postgres(databaseUrl as string, { max: 2, onnotice() {} })
  const [locked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const held = sql.begin(async (tx) => {
    await tx`select from leads where id = ${id} for update`
    locked.resolve()
    await released.promise
  })
  await locked.promise
  const waiting = async () => {
    const [row] = await sql<[{ count: number }]>`
      select count(*)::int as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`
    return row.count
  }
  const release = async () => {
    released.resolve()
    await held
    await sql.end()
  }
  return {
    isWaitedFor: async (count) => void (await expect.poll(waiting, { timeout: 30_000 }).toBeGreaterThanOrEqual(count)),
    release,
    [Symbol.asyncDispose]: release,
  }
}
