import { randomUUID } from 'node:crypto'
import type { Database } from '../database/database.ts'
import { oneAtATime } from './async.ts'
import type { Clock } from './clock.ts'
import type { Log } from './log.ts'

export type Watcher = {
  /** Checks now, or once more after the current check. */
  checkNow(): void
  /** Wakes the watchers of all servers. Call it after the commit. */
  wake(): void
  start(): Promise<void>
  /** Stops watching. Resolves when the current check has ended. */
  close(): Promise<void>
}

type Watching = {
  database: Database
  clock: Clock
  log: Log
  channel: string
  /** The name of what is watched, for the log. */
  what: string
  /** Looks for new work and processes it until there is none. */
  check(): Promise<void>
}

/** Changes by other servers are seen within this time, in milliseconds, even if their notification is lost. */
const pollEvery = 1000

/**
 * Watches a table: it checks when woken, when another server notifies, and at least every second, one check at a time.
 * Notifications contain only the sender. They are sent after the commit, one at a time, because sending them inside
 * each transaction would serialise all commits.
 */
export function createWatcher({ database, clock, log, channel, what, check }: Watching): Watcher {
  const self = randomUUID()
  let running = false
  let closed = false
  let stopListening = async () => {}
  let cancelPoll = () => {}
  const checking = oneAtATime(check, (err) => log.warn({ err }, `could not read ${what}; retrying`))
  const notifying = oneAtATime(
    async () => void (await database.sql`select pg_notify(${channel}, ${self})`),
    (err) => log.warn({ err }, `could not notify other servers of ${what}`),
  )
  // Before the start, the position is not known yet.
  const checkNow = () => {
    if (running) checking.run()
  }
  const wakeBy = (sender: string) => {
    if (sender !== self) checkNow()
  }
  const poll = () => {
    checkNow()
    cancelPoll = clock.after(pollEvery, poll)
  }
  return {
    checkNow,
    wake() {
      checkNow()
      if (database.kind === 'server' && !closed) notifying.run()
    },
    async start() {
      running = true
      // Notifications may have been lost with the connection, so it checks again whenever listening resumes.
      const listening = database.listen?.(channel, wakeBy, checkNow)
      if (listening) stopListening = await listening
      poll()
    },
    async close() {
      closed = true
      running = false
      cancelPoll()
      await stopListening()
      await Promise.all([checking.done(), notifying.done()])
    },
  }
}
