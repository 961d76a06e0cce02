import { randomUUID } from 'node:crypto'
import type { Database, Sql } from '../database/database.ts'
import { repeat } from './async.ts'
import { systemClock } from './clock.ts'
import type { Log } from './log.ts'

/**
 * A lease is a text in a row: `<server>.<unique part>`. It marks the row as being worked on by that server. It holds as
 * long as the server is alive, so it needs no renewal. In SQL, `lease_holds(lease)` checks it and returns false for
 * null. A change that requires a lease compares the whole text, so a server that was suspended cannot change what
 * another has taken over.
 */
export type Heartbeat = {
  /** The id of this process among the servers that share the database. */
  server: string
  /** A new, unique lease of this server. */
  newLease(): string
  /** Registers this server as alive and sends a heartbeat each second. Its leases hold from here on. */
  start(): Promise<void>
  /** Ends all leases of this server. */
  close(): Promise<void>
}

const heartbeatEvery = 1_000
/** A server without a heartbeat for this long counts as dead. */
const deadAfter = 5_000
/**
 * Only a server with a heartbeat this recent may remove others, because after an outage of the database all heartbeats
 * are old.
 */
const maxHeartbeatAge = 2 * heartbeatEvery + heartbeatEvery / 2

/**
 * Sends this server's heartbeat and removes dead servers. It uses the database's clock and monotonic time, so a changed
 * system clock ends no lease. The embedded database has only one server and needs no heartbeat.
 */
export function createHeartbeat({ database, log }: { database: Database; log: Log }): Heartbeat {
  const { sql, kind } = database
  const server = randomUUID()
  let leases = 0
  let stop = async () => {}
  const sendHeartbeat = async () => {
    const dead = await sql<{ id: string }[]>`
      with own as (select heartbeat from servers where id = ${server}),
      beat as (
        insert into servers (id, heartbeat) values (${server}, ${databaseNow(sql)})
        on conflict (id) do update set heartbeat = excluded.heartbeat)
      delete from servers
      where id <> ${server} and heartbeat < ${databaseNow(sql)} - ${deadAfter}
        and exists (select from own where heartbeat > ${databaseNow(sql)} - ${maxHeartbeatAge})
      returning id`
    for (const { id } of dead) log.warn({ server: id }, 'a server is silent: others take over what it was doing')
  }
  return {
    server,
    newLease: () => `${server}.${++leases}`,
    async start() {
      await sendHeartbeat()
      if (kind === 'server')
        stop = repeat(systemClock, heartbeatEvery, sendHeartbeat, (err) =>
          log.warn({ err }, 'this server could not say that it is alive'),
        )
    },
    async close() {
      await stop()
      await sql`delete from servers where id = ${server}`.catch((err) =>
        log.warn({ err }, 'the leases of this server end in some seconds: it could not end them'),
      )
    },
  }
}

/** The current time of the database, in milliseconds since the epoch. */
const databaseNow = (sql: Sql) => sql`(extract(epoch from clock_timestamp()) * 1000)::bigint`

/** Whether the server that holds this lease is alive. */
export async function leaseHolds(sql: Sql, lease: string | null): Promise<boolean> {
  const [{ holds }] = await sql<[{ holds: boolean }]>`select lease_holds(${lease}) as holds`
  return holds
}

/** Ends the leases of all servers. For the embedded database, before its only server starts. */
export const endLeases = (sql: Sql) => sql`delete from servers`
