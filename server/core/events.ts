import type { EventEnvelope, EventType } from '../../shared/event.ts'
import type { Database, Sql } from '../database/database.ts'
import type { Clock } from './clock.ts'
import type { Log } from './log.ts'
import { createWatcher } from './watcher.ts'

export type NewEvent = { site: string; type: EventType; data: unknown; at: number }

/** An event as the log holds it, at the place `seq`. */
export type StoredEvent = { seq: number; site: string; type: EventType; data: unknown; at: number }

/** Appends in the transaction of `sql`, as its last statement: from here to the commit, readers of the log wait for it. */
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
  /**
   * The same, with the last place that was given, and the one up to which the log is settled: nothing will become visible
   * there any more. Nobody may read further. So is the log up to `position`.
   */
  span(): Promise<{ floor: number; last: number; settled: number }>
  /** A site's events after a place, oldest first. */
  read(site: string, after: number, limit: number): Promise<StoredEvent[]>
  /**
   * For what is kept in memory and changes with an event: called before the answer of the call that changed it, and for
   * other servers' changes as soon as they are read.
   */
  onChange(forget: (event: NewEvent) => void): void
  /** Says that this server committed events: its own readers get them at once, other servers are told. */
  committed(events: NewEvent[]): void
  /** Begins to hand events to subscribers: those after `position`. */
  start(): Promise<void>
  /** Fulfilled once that began: nothing after what is read from then on is missed by who subscribed before. */
  started: Promise<void>
  close(): Promise<void>
}

const batch = 500

/** Follows the log, and hands each event to whoever subscribed. */
export function createEventLog(parts: { database: Database; clock: Clock; log: Log }): EventLog {
  const { sql } = parts.database
  const readers = createReaders<StoredEvent>(parts.log)
  const changes = createReaders<NewEvent>(parts.log)
  const started = Promise.withResolvers<void>()
  let position = 0

  const read = (site: string | null, after: number, limit: number) =>
    sql<StoredEvent[]>`select * from read_events(${site}, ${after}, ${limit}, ${position})`

  const look = async () => {
    for (let full = true; full; ) {
      const rows = await read(null, position, batch)
      for (const row of rows) {
        position = row.seq
        readers.deliver(row)
      }
      full = rows.length === batch
    }
  }
  const watcher = createWatcher({ ...parts, channel: 'frontdesk_events', what: 'the event log', look })

  const span = async () => {
    const [found] = await sql<[{ floor: number; last: number; settled: number }]>`
      select seq as floor, greatest(seq, last_place()) as last, settled_place() as settled from event_floor`
    return { ...found, settled: Math.max(found.settled, position) }
  }

  return {
    subscribe: readers.add,
    position: () => position,
    floor: async () => (await span()).floor,
    span,
    read,
    onChange(forget) {
      changes.add(forget)
      readers.add(forget)
    },
    committed(events) {
      for (const event of events) changes.deliver(event)
      watcher.poke()
    },
    async start() {
      position = (await span()).settled
      started.resolve()
      await watcher.start()
    },
    started: started.promise,
    close: watcher.close,
  }
}

function createReaders<Event extends NewEvent>(log: Log) {
  const readers = new Set<(event: Event) => void>()
  return {
    add(reader: (event: Event) => void) {
      readers.add(reader)
      return () => void readers.delete(reader)
    },
    deliver(event: Event) {
      for (const reader of readers) {
        try {
          reader(event)
        } catch (err) {
          log.error({ err, type: event.type }, 'a reader of the event log failed')
        }
      }
    },
  }
}
