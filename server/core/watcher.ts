import { randomUUID } from 'node:crypto'
import type { Database } from '../database/database.ts'
import type { Clock } from './clock.ts'
import type { Log } from './log.ts'
import { oneAtATime } from './one-at-a-time.ts'

export type Watcher = {
  /** Looks now, or once more after the look that is under way. */
  wake(): void
  /** Wakes this server and tells the others. Call it after the commit. */
  poke(): void
  start(): Promise<void>
  /** Ends the watching; fulfilled when the look that is under way is over. */
  close(): Promise<void>
}

type Watching = {
  database: Database
  clock: Clock
  log: Log
  channel: string
  /** What is watched, for the log. */
  what: string
  /** Looks for what is new, and works on it until there is no more. */
  look(): Promise<void>
}

/** What another server did is seen at the latest after this, should its notification be lost. */
const pollEvery = 1000

/**
 * Watches a table: looks when woken, when another server notifies, and every second in any case; one look at a time.
 * Notifications say whose they are and nothing else; they are sent after the commit, one at a time: sent inside each
 * transaction, they would make all commits wait for each other.
 */
export function createWatcher({ database, clock, log, channel, what, look }: Watching): Watcher {
  const self = randomUUID()
  let running = false
  let closed = false
  let stopListening = async () => {}
  let cancelPoll = () => {}
  const looking = oneAtATime(look, (err) => log.warn({ err }, `${what} could not be read; trying again`))
  const telling = oneAtATime(
    async () => void (await database.sql`select pg_notify(${channel}, ${self})`),
    (err) => log.warn({ err }, `other servers were not told of ${what}`),
  )
  // Before the start nobody has said from where on to look.
  const wake = () => {
    if (running) looking.run()
  }
  const wakeBy = (sender: string) => {
    if (sender !== self) wake()
  }
  const poll = () => {
    wake()
    cancelPoll = clock.after(pollEvery, poll)
  }
  return {
    wake,
    poke() {
      wake()
      if (database.kind === 'server' && !closed) telling.run()
    },
    async start() {
      running = true
      // A lost connection may have lost notifications with it: look again whenever listening begins anew.
      if (database.kind === 'server') stopListening = await database.listen(channel, wakeBy, wake)
      poll()
    },
    async close() {
      closed = true
      running = false
      cancelPoll()
      await stopListening()
      await Promise.all([looking.done(), telling.done()])
    },
  }
}
