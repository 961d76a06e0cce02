import { type Concerned, type EventType, personOf } from '../../shared/event.ts'
import type { EphemeralEvent } from '../core/ephemeral.ts'
import { envelope, eventId, type StoredEvent } from '../core/events.ts'

type Said<Type extends string, Data> = { type: Type; createdAt: string; site: string; data: Data }

/** The first item of every subscription. Its id is the log position after which all events are sent. */
export type Subscribed = Said<'subscribed', Record<string, never>>

/** Events are missing and no longer available, so the client must reload. */
export type Resync = Said<'resync', { reason: 'expired' | 'behind' }>

type Momentary = Said<EventType, Record<string, unknown>>

/**
 * An item of the stream. `id` is null for ephemeral events, from which a client cannot resume; `place` is always an id
 * to resume from.
 */
export type Item = {
  id: string | null
  place: string
  event: ReturnType<typeof envelope> | Momentary | Subscribed | Resync
}

/** An item for sending. Its bytes are created once for all readers. */
export type Frame = {
  /** The position of an event in the log; 0 for all others. */
  seq: number
  site: string
  /** Null for items that every reader gets. */
  type: EventType | null
  /** The person it is about; null if it is for everybody with its scope. */
  person: Concerned | null
  item(): Item
  /**
   * The complete WebSocket message that answers a request. `ending` is the part that differs between requests; see
   * endingFor.
   */
  bytes(ending: string): Buffer
}

/** The requests of many clients share few ids, because each client counts from 1. */
const maxEndings = 8

/** The end of the message to a request. */
export const endingFor = (id: number | string, jsonrpc: '2.0' | undefined): string =>
  `,"id":${JSON.stringify(id)}${jsonrpc ? ',"jsonrpc":"2.0"' : ''}}`

export const eventFrame = (event: StoredEvent): Frame =>
  createFrame(event, personOf(event.type, event.data), () => {
    const shown = envelope(event)
    return { id: shown.id, place: shown.id, event: shown }
  })

/** @param position the log position up to which its readers have received everything */
export const ephemeralFrame = ({ site, type, data, at }: EphemeralEvent, position: number): Frame =>
  createFrame({ seq: 0, site, type }, null, () => {
    const event = { type, createdAt: new Date(at).toISOString(), site, data: data as Record<string, unknown> }
    return { id: null, place: eventId(position), event }
  })

export const subscribedFrame = (site: string, position: number, at: number): Frame =>
  createFrame({ seq: 0, site, type: null }, null, () => {
    const place = eventId(position)
    return { id: place, place, event: { type: 'subscribed', createdAt: new Date(at).toISOString(), site, data: {} } }
  })

export const resyncFrame = (site: string, position: number, at: number, reason: Resync['data']['reason']): Frame =>
  createFrame({ seq: 0, site, type: null }, null, () => ({
    id: null,
    place: eventId(position),
    event: { type: 'resync', createdAt: new Date(at).toISOString(), site, data: { reason } },
  }))

function createFrame(of: Pick<Frame, 'seq' | 'site' | 'type'>, person: Concerned | null, make: () => Item): Frame {
  const { seq, site, type } = of
  let made: Item | undefined
  let beginning: Buffer | undefined
  const whole = new Map<string, Buffer>()
  const item = () => {
    made ??= make()
    return made
  }
  return {
    seq,
    site,
    type,
    person,
    item,
    bytes(ending) {
      const known = whole.get(ending)
      if (known) return known
      beginning ??= Buffer.from(resultText(item()))
      const bytes = textFrame(beginning, Buffer.from(ending))
      if (whole.size < maxEndings) whole.set(ending, bytes)
      return bytes
    },
  }
}

/**
 * The message up to its ending. tRPC's client keeps the id of the last result, and clears it if a result has none, so
 * each message has the position, even if the item itself has no id.
 */
function resultText({ id, place, event }: Item): string {
  const data = id === null ? event : { id, data: event }
  return `{"result":${JSON.stringify({ type: 'data', id: place, data })}`
}

const text = 0x81

/**
 * A complete WebSocket message with the text of these pieces, as sent by a server: one final, unmasked frame (RFC 6455,
 * 5.2). The same bytes can be written to any number of sockets without compression.
 */
function textFrame(...pieces: Buffer[]): Buffer {
  const length = pieces.reduce((sum, { length }) => sum + length, 0)
  return Buffer.concat([headerFor(length), ...pieces])
}

function headerFor(length: number): Buffer {
  if (length < 126) return Buffer.from([text, length])
  if (length < 65_536) {
    const header = Buffer.from([text, 126, 0, 0])
    header.writeUInt16BE(length, 2)
    return header
  }
  const header = Buffer.alloc(10)
  header[0] = text
  header[1] = 127
  header.writeBigUInt64BE(BigInt(length), 2)
  return header
}
