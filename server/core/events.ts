import type { EventEnvelope, EventType } from '../../shared/event.ts'
import type { Database, Sql } from '../database/database.ts'
import type { Clock } from './clock.ts'
import type { Log } from './log.ts'
import { createWatcher } from './watcher.ts'

export type NewEvent = { site: string; type: EventType; data: unknown; at: number }

/** An event in the log, at position `seq`. */
export type StoredEvent = { seq: number; site: string; type: EventType; data: unknown; at: number }

/**
 * Appends events in the transaction of `sql`. Make it the last statement: from here to the commit, readers of the log
 * wait.
 */
export const appendEvents = (sql: Sql, entries: NewEvent[]) => sql`select append_events(${sql.json(entries as never)})`

const width = 16

/** The public id of an event. Ids sort as text in log order. */
export const eventId = (seq: number): string => `evt_${String(seq).padStart(width, '0')}`

/** The log position of an id, or undefined if it is not one of ours. */
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
  /**
   * Calls `listener` with each committed event, in order, whichever server wrote it. Returns a function that
   * unsubscribes.
   */
  subscribe(listener: (event: StoredEvent) => void): () => void
  /** The last position delivered to subscribers. */
  position(): number
  /** The position of the last event removed by retention. */
  floor(): Promise<number>
  /**
   * The same, with the last position assigned and the position up to which the log is settled: no event at or before it
   * can still become visible. Readers must not read past it. The log is also settled up to `position`.
   */
  span(): Promise<{ floor: number; last: number; settled: number }>
  /** A site's events after a position, oldest first. */
  read(site: string, after: number, limit: number): Promise<StoredEvent[]>
  /**
   * For invalidating caches: called before the answer of the call that made the change, and for other servers' changes
   * as soon as they are read.
   */
  onChange(forget: (event: NewEvent) => void): void
  /**
   * Calls `listener` after the log was replaced by another one, such as that of a standby that was behind, or a restored
   * one. What was read from it may be gone. Returns a function that unsubscribes.
   */
  onRewind(listener: () => void): () => void
  /** Call after this server has committed events: wakes its own readers and notifies the other servers. */
  committed(events: NewEvent[]): void
  /** Starts to deliver events after `position` to subscribers. */
  start(): Promise<void>
  /** Resolves once delivery has started. From then on, earlier subscribers miss no event after what they have read. */
  started: Promise<void>
  close(): Promise<void>
}

const batch = 500

/** Follows the event log and delivers each event to subscribers. */
export function createEventLog(services: { database: Database; clock: Clock; log: Log }): EventLog {
  const readers = createReaders<StoredEvent>(services.log)
  const changes = createReaders<NewEvent>(services.log)
  const started = Promise.withResolvers<void>()
  const rewinds = createReaders<{ type: 'rewind' }>(services.log)
  const place = createPlace(services.database)
  const { read, span } = place

  const check = async () => {
    for (let rows = await place.next(); ; rows = await place.next()) {
      if (rows === 'replaced') return await rewind()
      for (const row of rows) {
        place.pass(row)
        readers.deliver(row)
      }
      if (rows.length < batch - 1) return
    }
  }
  const rewind = async () => {
    const position = place.position()
    await place.begin()
    services.log.warn({ position, end: place.position() }, 'the event log was replaced; everybody reads it again')
    rewinds.deliver({ type: 'rewind' })
  }
  const watcher = createWatcher({ ...services, channel: 'frontdesk_events', what: 'the event log', check })

  return {
    subscribe: readers.add,
    position: place.position,
    floor: async () => (await span()).floor,
    span,
    read,
    onChange(forget) {
      changes.add(forget)
      readers.add(forget)
    },
    onRewind: rewinds.add,
    committed(events) {
      for (const event of events) changes.deliver(event)
      watcher.wake()
    },
    async start() {
      await place.begin()
      started.resolve()
      await watcher.start()
    },
    started: started.promise,
    close: watcher.close,
  }
}

/** Where the log was read to. It is known by its last event, because another log may have the same length. */
function createPlace({ sql, kind }: Database) {
  let position = 0
  let last: StoredEvent | undefined
  const read = (site: string | null, after: number, limit: number) =>
    sql<StoredEvent[]>`select * from read_events(${site}, ${after}, ${limit}, ${position})`
  const span = async () => {
    const [found] = await sql<[{ floor: number; last: number; settled: number }]>`
      select seq as floor, greatest(seq, last_place()) as last, settled_place() as settled from event_floor`
    return { ...found, settled: Math.max(found.settled, position) }
  }
  /**
   * Whether another log is there, which ends earlier or has other events since. The embedded database is never replaced
   * while it is open.
   */
  const isReplaced = async (first: StoredEvent | undefined): Promise<boolean> => {
    if (kind === 'embedded' || (last && isSame(first, last))) return false
    const { floor, last: end } = await span()
    // Retention removes the oldest events only.
    return end < position || (last !== undefined && floor < last.seq)
  }
  return {
    read,
    span,
    position: () => position,
    /** The next events, at most a batch with the last one. */
    async next(): Promise<StoredEvent[] | 'replaced'> {
      const rows = await read(null, last ? last.seq - 1 : position, batch)
      if (await isReplaced(rows[0])) return 'replaced'
      return last && rows[0]?.seq === last.seq ? rows.slice(1) : rows
    },
    pass(row: StoredEvent) {
      position = row.seq
      last = row
    },
    /** Goes to the end of the log. */
    async begin() {
      const [{ settled }] = await sql<[{ settled: number }]>`select settled_place() as settled`
      const [newest] = await sql<StoredEvent[]>`select * from events where seq <= ${settled} order by seq desc limit 1`
      ;[position, last] = [settled, newest]
    },
  }
}

const isSame = (one: StoredEvent | undefined, other: StoredEvent): boolean =>
  one?.seq === other.seq && one.at === other.at && one.type === other.type && one.site === other.site

function createReaders<Event extends { type: string }>(log: Log) {
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
          log.error({ err, type: event.type }, 'a subscriber of the event log failed')
        }
      }
    },
  }
}
