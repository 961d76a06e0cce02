import { randomUUID } from 'node:crypto'
import type { Database, Sql } from '../database/database.ts'
import { isRefusal } from '../database/fault.ts'
import { growingPause, persist, repeat } from './async.ts'
import { type Clock, systemClock } from './clock.ts'
import { AppError, unavailable } from './error.ts'
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
  /**
   * Ends a lease whose storing failed with this error. It may be stored, now or later, if only the answer was lost; then
   * nobody would take over what it claims as long as this server is alive.
   */
  lose(lease: string, error: unknown): void
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
 * How many lost leases are kept, and for how long in milliseconds: as long as requests can be repeated. When the database
 * fails, the first are those whose statements had reached it.
 */
const maxLost = 200
const keepLost = 24 * 60 * 60_000

/**
 * Sends this server's heartbeat and removes dead servers. It uses the database's clock and monotonic time, so a changed
 * system clock ends no lease. The embedded database has only one server and needs no heartbeat.
 */
export function createHeartbeat({ database, log }: { database: Database; log: Log }): Heartbeat {
  const { sql, kind } = database
  const server = randomUUID()
  let leases = 0
  let stop = async () => {}
  /** By the part of the lease that follows the dot: until when it is kept. */
  const lost = new Map<string, number>()
  const sendHeartbeat = async () => {
    for (const [name, until] of lost) if (performance.now() > until) lost.delete(name)
    const dead = await sql<{ id: string }[]>`
      with own as (select heartbeat from servers where id = ${server}),
      beat as (
        insert into servers (id, heartbeat, lost) values (${server}, ${databaseNow(sql)}, ${[...lost.keys()]})
        on conflict (id) do update set heartbeat = excluded.heartbeat, lost = excluded.lost)
      delete from servers
      where id <> ${server} and heartbeat < ${databaseNow(sql)} - ${deadAfter}
        and exists (select from own where heartbeat > ${databaseNow(sql)} - ${maxHeartbeatAge})
      returning id`
    if (dead.length > 0) await sql`delete from leases where not lease_holds(lease)`
    for (const { id } of dead) log.warn({ server: id }, 'a server is silent: others take over what it was doing')
  }
  return {
    server,
    newLease: () => `${server}.${++leases}`,
    lose(lease, error) {
      if (error instanceof AppError || isRefusal(error)) return
      if (lost.size < maxLost) lost.set(lease.slice(server.length + 1), performance.now() + keepLost)
    },
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

/** Takes the lease of this name, or keeps it. False if a live server has it, be it this one under another lease. */
export async function takeLease(sql: Sql, name: string, lease: string): Promise<boolean> {
  const taken = await sql`
    insert into leases (name, lease) values (${name}, ${lease})
    on conflict (name) do update set lease = excluded.lease
    where leases.lease = excluded.lease or not lease_holds(leases.lease)
    returning name`
  return taken.length > 0
}

export type Leaseholder = {
  database: Database
  clock: Clock
  log: Log
  heartbeat: Pick<Heartbeat, 'newLease' | 'lose'>
  stopping: AbortSignal
}

/** Call it in the transaction that stores a result. Throws 503 `taken_over` if another server has the lease by now. */
export type RequireLease = (sql: Sql) => Promise<void>

const [minPause, maxPause] = [20, 500]

/**
 * Runs work that is done once at a time over all servers and, unlike under a lock, outside of transactions: a call that
 * renews a token, or that books a time. Waits while another holds the lease of this name; that of a dead server ends
 * within seconds. A server that is suspended loses its lease without knowing, so what the work stores needs
 * `requireLease`.
 * @throws what the work throws, and the reason of the signal if it aborts while this waits
 */
export async function withLease<T>(
  services: Leaseholder,
  name: string,
  signal: AbortSignal,
  work: (requireLease: RequireLease) => Promise<T>,
): Promise<T> {
  const { database, heartbeat, log } = services
  const lease = heartbeat.newLease()
  const lose = (error: unknown) => {
    heartbeat.lose(lease, error)
    throw error
  }
  const pause = growingPause(minPause, maxPause)
  for (;;) {
    signal.throwIfAborted()
    if (await takeLease(database.sql, name, lease).catch(lose)) break
    await pause()
  }
  try {
    return await work(async (sql) => {
      const [held] = await sql`select from leases where name = ${name} and lease = ${lease} for share`
      if (!held) throw unavailable('This took so long that another server took it over. Try again.', 'taken_over')
    })
  } finally {
    await persist(
      services,
      () => database.sql`delete from leases where name = ${name} and lease = ${lease}`,
      (err) => log.warn({ err, lease: name }, 'could not end a lease; trying again'),
    )
  }
}

/** Ends the leases of all servers. For the embedded database, before its only server starts. */
export const endLeases = (sql: Sql) => sql`delete from servers`
