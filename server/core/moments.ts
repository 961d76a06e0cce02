import { randomUUID } from 'node:crypto'
import type { EventData, MomentaryEventType } from '../../shared/event.ts'
import type { Database } from '../database/database.ts'
import type { Clock } from './clock.ts'
import type { Log } from './log.ts'

/** Something that is only of the moment: who is there, who types. It is never stored, and one that is lost is not missed. */
export type Moment<T extends MomentaryEventType = MomentaryEventType> = {
  [Type in T]: { site: string; type: Type; data: EventData<Type>; at: number }
}[T]

export type Moments = {
  /** Tells subscribers of this server at once, and those of the others as a notification carries it. */
  tell<T extends MomentaryEventType>(site: string, type: T, data: EventData<T>): void
  /** Tells those of this server alone: for what each server finds out by itself. */
  tellHere<T extends MomentaryEventType>(site: string, type: T, data: EventData<T>): void
  /** Called with what any server tells. The answer ends it. */
  subscribe(listener: (moment: Moment) => void): () => void
  start(): Promise<void>
  close(): Promise<void>
}

const channel = 'frontdesk_moments'
/** Postgres takes less than 8,000 bytes; the sender's id is in them. */
const mostBytes = 7_900
/** So many may be on their way to the database; what comes while it is slower than that is lost. */
const mostSending = 1_000

/** What is of the moment travels as the payload of a notification, outside of any transaction. */
export function createMoments({ database, clock, log }: { database: Database; clock: Clock; log: Log }): Moments {
  const self = randomUUID()
  const listeners = new Set<(moment: Moment) => void>()
  const sending = new Set<Promise<unknown>>()
  let stopListening = async () => {}

  const deliver = (moment: Moment) => {
    for (const listener of listeners) {
      try {
        listener(moment)
      } catch (err) {
        log.error({ err, type: moment.type }, 'a listener for what is of the moment failed')
      }
    }
  }
  const send = (moment: Moment) => {
    const payload = payloadOf(self, moment)
    if (payload === undefined || sending.size >= mostSending)
      return log.warn({ type: moment.type }, 'too much to tell other servers of at once')
    const sent = database.sql`select pg_notify(${channel}, ${payload})`
      .catch((err) => log.warn({ err, type: moment.type }, 'other servers were not told'))
      .finally(() => sending.delete(sent))
    sending.add(sent)
  }
  return {
    tell(site, type, data) {
      const moment = { site, type, data, at: clock.now() } as Moment
      deliver(moment)
      if (database.kind === 'server') send(moment)
    },
    tellHere: (site, type, data) => deliver({ site, type, data, at: clock.now() } as Moment),
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    async start() {
      if (database.kind !== 'server') return
      stopListening = await database.listen(channel, (payload) => {
        const { from, moment } = JSON.parse(payload) as { from: string; moment: Moment }
        if (from !== self) deliver(moment)
      })
    },
    async close() {
      await stopListening()
      await Promise.all(sending)
    },
  }
}

/** As a notification carries it; undefined where it is too long. Of a long reply goes what was written last. */
function payloadOf(from: string, moment: Moment): string | undefined {
  const payload = JSON.stringify({ from, moment })
  const over = Buffer.byteLength(payload) - mostBytes
  if (over <= 0) return payload
  if (moment.type !== 'reply.writing') return undefined
  const { text } = moment.data
  // A sign is at most six bytes as JSON writes it.
  const kept = text.slice(
    -Math.floor((mostBytes - (Buffer.byteLength(payload) - Buffer.byteLength(JSON.stringify(text)))) / 6),
  )
  return JSON.stringify({
    from,
    moment: { ...moment, data: { ...moment.data, text: `…${kept.slice(1).toWellFormed()}` } },
  })
}
