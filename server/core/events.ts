import type { EventEnvelope, EventType } from '../../shared/event.ts'
import type { Clock } from './clock.ts'
import type { Log } from './log.ts'
import type { Database, Sql } from './sql.ts'

export type NewEvent = { site: string; type: EventType; data: unknown; at: number }

/** An event as the log holds it. `seq` grows in the order in which events became visible. */
export type StoredEvent = { seq: number; site: string; type: EventType; data: unknown; at: number }

/** Appends in the transaction of `sql`, as its last statement: from here to the commit it holds the lock on the log. */
export const appendEvents = (sql: Sql, entries: NewEvent[]) => sql`select append_events(${sql.json(entries as never)})`

const width = 16

/** The public id of an event: ids compare as texts in the order of the log. */
export const eventId = (seq: number): string => `evt_${String(seq).padStart(width, '0')}`

/** The place in the log that an id names, or undefined where it is no id of ours. */
export function eventSeq(id: string): number | undefined {
  const match = /^evt_(\d{16})$/.exec(id)
  const seq = match ? Number(match[1]) : Number.NaN
  return Number.isSafeInteger(seq) ? seq : undefined
}

export const envelope = (event: StoredEvent): EventEnvelope => ({
  id: eventId(event.seq),
  type: event.type,
  createdAt: new Date(event.at).toISOString(),
  site: event.site,
  data: event.data as EventEnvelope['data'],
})

export type EventLog = {
  /** Called with each event once it is committed, in order, whichever server wrote it. The answer ends it. */
  subscribe(listener: (event: StoredEvent) => void): () => void
  /** The last place that was handed to subscribers. */
  position(): number
  /** The place of the last event that retention removed. */
  floor(): Promise<number>
  /** A site's events after a place, oldest first. */
  read(site: string, after: number, limit: number): Promise<StoredEvent[]>
  /** Says that this server committed events: its own readers get them at once, other servers are told. */
  poke(): void
  start(): Promise<void>
  close(): Promise<void>
}

const channel = 'frontdesk_events'
const batch = 500
/** What another server wrote is seen at the latest after this, should its notification be lost. */
const pollEvery = 1000

/**
 * Follows the log. Notifications carry nothing and only wake it, after the commit and one at a time: sent inside each
 * transaction they would make all commits wait for each other.
 */
export function createEventLog(parts: { database: Database; clock: Clock; log: Log }): EventLog {
  const { database, clock, log } = parts
  const listeners = new Set<(event: StoredEvent) => void>()
  let position = 0
  let reading: Promise<void> | undefined
  let again = false
  let closed = false
  let stopListening = async () => {}
  let cancelPoll = () => {}

  const deliver = (event: StoredEvent) => {
    position = event.seq
    for (const listener of listeners) {
      try {
        listener(event)
      } catch (err) {
        log.error({ err, type: event.type }, 'a reader of the event log failed')
      }
    }
  }

  const readOn = async () => {
    do {
      again = false
      const rows = await database.sql<StoredEvent[]>`
        select seq, site, type, data, at from events where seq > ${position} order by seq limit ${batch}`
      for (const row of rows) deliver(row)
      if (rows.length === batch) again = true
    } while (again && !closed)
  }

  const wake = () => {
    again = true
    if (closed) return
    reading ??= readOn()
      .catch((err) => {
        again = false
        log.warn({ err }, 'the event log could not be read; trying again')
      })
      .finally(() => {
        reading = undefined
        // Woken between the last read and here.
        if (again) wake()
      })
  }

  const poll = () => {
    wake()
    cancelPoll = clock.after(pollEvery, poll)
  }

  const tellOthers = coalesced(async () => {
    if (database.kind === 'server' && !closed) await database.sql`select pg_notify(${channel}, '')`
  }, log)

  return {
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    position: () => position,
    async floor() {
      const [floor] = await database.sql<[{ seq: number }]>`select seq from event_floor`
      return floor.seq
    },
    read: (site, after, limit) => database.sql<StoredEvent[]>`
      select seq, site, type, data, at from events where site = ${site} and seq > ${after} order by seq limit ${limit}`,
    poke() {
      wake()
      tellOthers()
    },
    async start() {
      const [last] = await database.sql<[{ seq: number }]>`
        select greatest((select max(seq) from events), (select seq from event_floor)) as seq`
      position = last.seq
      // A lost connection may have lost notifications with it: read on whenever listening begins anew.
      if (database.kind === 'server') stopListening = await database.listen(channel, wake, wake)
      poll()
    },
    async close() {
      closed = true
      cancelPoll()
      await stopListening()
      await reading
    },
  }
}

/** Runs `work` one at a time; calls during a run are one more run after it. */
function coalesced(work: () => Promise<void>, log: Log): () => void {
  let running = false
  let again = false
  const run = async () => {
    running = true
    do {
      again = false
      await work().catch((err) => log.warn({ err }, 'other servers could not be notified'))
    } while (again)
    running = false
  }
  return () => {
    if (running) again = true
    else void run()
  }
}
