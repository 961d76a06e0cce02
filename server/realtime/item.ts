import { type Concerned, type EventType, personOf } from '../../shared/event.ts'
import { envelope, eventId, type StoredEvent } from '../core/events.ts'
import type { Moment } from '../core/moments.ts'
import { textFrame } from './text-frame.ts'

type Said<Type extends string, Data> = { type: Type; createdAt: string; site: string; data: Data }

/** The first item of every subscription: its id is the place in the log from which on everything is told. */
export type Subscribed = Said<'subscribed', Record<string, never>>

/** Says that events are missing and cannot be given any more: load anew. */
export type Resync = Said<'resync', { reason: 'expired' | 'behind' }>

type Momentary = Said<EventType, Record<string, unknown>>

/**
 * One item of the stream. `id` is null for what is only of the moment, which a client cannot resume from; `place` is the
 * id to go on from in any case.
 */
export type Item = {
  id: string | null
  place: string
  event: ReturnType<typeof envelope> | Momentary | Subscribed | Resync
}

/** An item on its way to its readers: as bytes it is made once, whatever their number. */
export type Frame = {
  /** The place of an event in the log; 0 for all else. */
  seq: number
  site: string
  /** Null for what every reader gets. */
  type: EventType | null
  /** The person that it is about; null: it is for everybody with its scope. */
  person: Concerned | null
  item(): Item
  /** The whole WebSocket message that answers a request; `ending` is what differs between requests, see endingFor. */
  bytes(ending: string): Buffer
}

/** Requests of many clients bear the same few ids, as each counts its own from 1. */
const mostEndings = 8

/** The end of the message to a request. */
export const endingFor = (id: number | string, jsonrpc: '2.0' | undefined): string =>
  `,"id":${JSON.stringify(id)}${jsonrpc ? ',"jsonrpc":"2.0"' : ''}}`

export const eventFrame = (event: StoredEvent): Frame =>
  createFrame(event, personOf(event.type, event.data), () => {
    const shown = envelope(event)
    return { id: shown.id, place: shown.id, event: shown }
  })

/** @param position the place in the log up to which its readers were told everything */
export const momentFrame = ({ site, type, data, at }: Moment, position: number): Frame =>
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
      if (whole.size < mostEndings) whole.set(ending, bytes)
      return bytes
    },
  }
}

/**
 * The message up to its ending. tRPC's client keeps the id of the last result, and forgets it with one that has none: so
 * each carries the place, also where the item itself has no id.
 */
function resultText({ id, place, event }: Item): string {
  const data = id === null ? event : { id, data: event }
  return `{"result":${JSON.stringify({ type: 'data', id: place, data })}`
}
