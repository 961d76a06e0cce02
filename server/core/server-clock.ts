import type { Database, Log, Sql } from '../database/database.ts'
import { type Clock, systemClock } from './clock.ts'
import { databaseTime } from './state.ts'
import { within } from './time-limit.ts'

/** How often the database is asked for its time, and how long a round trip may take for the answer to count. */
const measureEvery = 5_000
const longestTrip = 1_000
/** A server whose machine's clock is further from the database's than this refuses to serve. */
const mostApart = 5_000
/** Differences up to this are made up for gradually, as no wait is to end early; larger ones at once. */
const mostGradual = 15 * 60_000
/** How much faster or slower than time the clock goes meanwhile. */
const rate = 0.1

export type ServerClock = Clock & {
  /** Goes by the time of this database from now on; the answer ends that. */
  follow(database: Pick<Database, 'kind' | 'sql'>): Promise<() => void>
}

type Machine = {
  /** The machine's clock, which somebody may set. */
  local(): number
  /** Milliseconds since any moment, which nobody can set. */
  monotonic(): number
}

const machine: Machine = { local: () => Date.now(), monotonic: () => performance.now() }

/**
 * The clock of a server. Servers that share a database share its time, as what one of them plans or leases ends in all of
 * them. With the embedded database it is the machine's own time. Either way it goes by what nobody can set: a clock
 * that is set, by however much, lets no wait end early and holds none up.
 */
export function createServerClock(log: Log, { local, monotonic }: Machine = machine): ServerClock {
  let offset = local() - monotonic()
  let looked = monotonic()
  let shared = false
  let reported = false

  /** Comes nearer to the machine's clock, which is the right one where there is no other. */
  const approach = (at: number) => {
    const apart = local() - at - offset
    const most = rate * (at - looked)
    looked = at
    const isLarge = Math.abs(apart) > mostGradual
    if (isLarge) log.warn({ milliseconds: Math.round(apart) }, "this machine's clock was set")
    offset += isLarge ? apart : Math.max(-most, Math.min(most, apart))
  }
  const now = () => {
    const at = monotonic()
    if (!shared) approach(at)
    return Math.floor(at + offset)
  }
  const fault = () => {
    const apart = Math.round((local() - now()) / 1000)
    if (!shared || Math.abs(local() - now()) <= mostApart) return undefined
    return `The clock of this server is ${Math.abs(apart)} s ${apart > 0 ? 'ahead of' : 'behind'} the database's.`
  }
  const report = () => {
    const reason = fault()
    if (reason && !reported) log.error({ reason }, 'this server refuses to serve')
    if (!reason && reported) log.warn({}, "this server's clock agrees with the database's again")
    reported = reason !== undefined
  }
  const measure = async ({ sql }: Pick<Database, 'sql'>): Promise<boolean> => {
    const measured = await measureOffset(sql, monotonic)
    if (!measured) return false
    // Within what the round trip leaves open nothing has changed, and time goes on evenly.
    if (!shared || Math.abs(measured.offset - offset) > measured.trip / 2 + 1) offset = measured.offset
    shared = true
    report()
    return true
  }

  return {
    now,
    local,
    fault,
    after: systemClock.after,
    async follow(database) {
      if (database.kind === 'embedded') return () => {}
      for (let tries = 0; tries < 5 && !(await measure(database)); tries++);
      // Where one fails, time goes on from the last.
      const timer = setInterval(() => void measure(database), measureEvery)
      timer.unref()
      return () => clearInterval(timer)
    },
  }
}

/** What the database's time is more than `monotonic`; undefined where it does not answer soon enough to tell. */
async function measureOffset(sql: Sql, monotonic: () => number) {
  const sent = monotonic()
  // A database that does not answer is reported by what watches over it.
  const time = await within(databaseTime(sql), longestTrip).catch(() => undefined)
  const trip = monotonic() - sent
  return time === undefined || trip > longestTrip ? undefined : { offset: time - sent - trip / 2, trip }
}
