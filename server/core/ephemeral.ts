import { randomUUID } from 'node:crypto'
import type { EphemeralEventType, EventData } from '../../shared/event.ts'
import type { Database } from '../database/database.ts'
import type { Clock } from './clock.ts'
import type { Log } from './log.ts'

/** An event that is never stored, such as somebody typing. Losing one does no harm. */
export type EphemeralEvent<T extends EphemeralEventType = EphemeralEventType> = {
  [Type in T]: { site: string; type: Type; data: EventData<Type>; at: number }
}[T]

export type EphemeralEvents = {
  /** Publishes an event: at once to the subscribers of this server, and by a notification to those of the others. */
  publish<T extends EphemeralEventType>(site: string, type: T, data: EventData<T>): void
  /** Publishes to subscribers of this server only. For changes that every server detects by itself. */
  publishLocally<T extends EphemeralEventType>(site: string, type: T, data: EventData<T>): void
  /** Calls `listener` with the events of all servers. Returns a function that unsubscribes. */
  subscribe(listener: (event: EphemeralEvent) => void): () => void
  start(): Promise<void>
  close(): Promise<void>
}

const channel = 'frontdesk_ephemeral'
/** The maximum size of a notification. Postgres accepts less than 8,000 bytes, including the sender's id. */
const maxBytes = 7_900
/**
 * The maximum number of notifications waiting to be sent. If the database is slower than that, further events are
 * dropped.
 */
const maxSending = 1_000

/** Ephemeral events are sent as the payload of a notification, outside of any transaction. */
export function createEphemeralEvents({
  database,
  clock,
  log,
}: {
  database: Database
  clock: Clock
  log: Log
}): EphemeralEvents {
  const self = randomUUID()
  const listeners = new Set<(event: EphemeralEvent) => void>()
  const sending = new Set<Promise<unknown>>()
  let stopListening = async () => {}

  const deliver = (event: EphemeralEvent) => {
    for (const listener of listeners) {
      try {
        listener(event)
      } catch (err) {
        log.error({ err, type: event.type }, 'a subscriber of ephemeral events failed')
      }
    }
  }
  const send = (event: EphemeralEvent) => {
    const payload = payloadOf(self, event)
    if (payload === undefined || sending.size >= maxSending)
      return log.warn({ type: event.type }, 'an ephemeral event is too large to broadcast')
    const sent = database.sql`select pg_notify(${channel}, ${payload})`
      .catch((err) => log.warn({ err, type: event.type }, 'could not broadcast an ephemeral event to other servers'))
      .finally(() => sending.delete(sent))
    sending.add(sent)
  }
  return {
    publish(site, type, data) {
      const event = { site, type, data, at: clock.now() } as EphemeralEvent
      deliver(event)
      if (database.kind === 'server') send(event)
    },
    publishLocally: (site, type, data) => deliver({ site, type, data, at: clock.now() } as EphemeralEvent),
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    async start() {
      const listening = database.listen?.(channel, (payload) => {
        const { from, event } = JSON.parse(payload) as { from: string; event: EphemeralEvent }
        if (from !== self) deliver(event)
      })
      if (listening) stopListening = await listening
    },
    async close() {
      await stopListening()
      await Promise.all(sending)
    },
  }
}

/**
 * The event as the payload of a notification; undefined if it is too long. Of a long reply, only the latest text is
 * sent.
 */
function payloadOf(from: string, event: EphemeralEvent): string | undefined {
  const payload = JSON.stringify({ from, event })
  const over = Buffer.byteLength(payload) - maxBytes
  if (over <= 0) return payload
  if (event.type !== 'reply.writing') return undefined
  const { text } = event.data
  // A character takes at most six bytes in JSON.
  const kept = text.slice(
    -Math.floor((maxBytes - (Buffer.byteLength(payload) - Buffer.byteLength(JSON.stringify(text)))) / 6),
  )
  return JSON.stringify({
    from,
    event: { ...event, data: { ...event.data, text: `…${kept.slice(1).toWellFormed()}` } },
  })
}
