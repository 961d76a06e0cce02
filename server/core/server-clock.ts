import type { Database, Log, Sql } from '../database/database.ts'
import { within } from './async.ts'
import { type Clock, systemClock } from './clock.ts'
import { databaseTime } from './stats.ts'

/** How often the database is asked for its time, and the maximum round trip for the answer to count. */
const measureEvery = 5_000
const maxRoundTrip = 1_000
/** The maximum difference between the machine's clock and the database's; beyond it the server refuses to serve. */
const maxDrift = 5_000
/** Differences up to this are corrected gradually, so that no wait ends early; larger ones at once. */
const maxGradualDrift = 15 * 60_000
/** How much faster or slower than real time the clock runs during a gradual correction. */
const rate = 0.1

export type ServerClock = Clock & {
  /** Follows the time of this database. Returns a function that stops it. */
  follow(database: Pick<Database, 'kind' | 'sql'>): Promise<() => void>
}

type Machine = {
  /** The machine's clock, which can be changed. */
  local(): number
  /** Milliseconds of a monotonic clock. */
  monotonic(): number
}

const machine: Machine = { local: () => Date.now(), monotonic: () => performance.now() }

/**
 * The clock of a server. Servers that share a database also share its time, because timers and leases of one take
 * effect on all. With the embedded database it is the machine's own time. Both advance by the monotonic clock: changing
 * the system clock neither shortens nor extends a wait.
 */
export function createServerClock(log: Log, { local, monotonic }: Machine = machine): ServerClock {
  let offset = local() - monotonic()
  let readAt = monotonic()
  let shared = false
  let reported = false

  /** Approaches the machine's clock, which is authoritative if there is no other. */
  const approach = (at: number) => {
    const difference = local() - at - offset
    const maxStep = rate * (at - readAt)
    readAt = at
    const isLarge = Math.abs(difference) > maxGradualDrift
    if (isLarge) log.warn({ milliseconds: Math.round(difference) }, 'the clock of this machine was adjusted')
    offset += isLarge ? difference : Math.max(-maxStep, Math.min(maxStep, difference))
  }
  const now = () => {
    const at = monotonic()
    if (!shared) approach(at)
    return Math.floor(at + offset)
  }
  const fault = () => {
    const difference = Math.round((local() - now()) / 1000)
    if (!shared || Math.abs(local() - now()) <= maxDrift) return undefined
    return `The clock of this server is ${Math.abs(difference)} s ${difference > 0 ? 'ahead of' : 'behind'} the database's.`
  }
  const report = () => {
    const reason = fault()
    if (reason && !reported) log.error({ reason }, 'this server rejects requests')
    if (!reason && reported) log.warn({}, "this server's clock matches the database's again")
    reported = reason !== undefined
  }
  const measure = async ({ sql }: Pick<Database, 'sql'>): Promise<boolean> => {
    const measured = await measureOffset(sql, monotonic)
    if (!measured) return false
    // The difference is within the uncertainty of the round trip: keep the current correction.
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
      // If a query fails, the clock continues from the last answer.
      const timer = setInterval(() => void measure(database), measureEvery)
      timer.unref()
      return () => clearInterval(timer)
    },
  }
}

/** The difference between the database's time and `monotonic`; undefined if the database answers too slowly to tell. */
async function measureOffset(sql: Sql, monotonic: () => number) {
  const sent = monotonic()
  // An unreachable database is reported elsewhere.
  const time = await within(databaseTime(sql), maxRoundTrip).catch(() => undefined)
  const trip = monotonic() - sent
  return time === undefined || trip > maxRoundTrip ? undefined : { offset: time - sent - trip / 2, trip }
}
