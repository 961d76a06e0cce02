import { type EventType, events } from '../../shared/event.ts'
import { covers } from '../../shared/scope.ts'
import type { Actor, Parts } from '../core/context.ts'
import { envelope, eventId, eventSeq, type StoredEvent } from '../core/events.ts'

/**
 * One item of the stream. `id` is null for what is only of the moment, which a client cannot resume from; `place` is the
 * id to go on from in any case.
 */
export type Item = { id: string | null; place: string; event: ReturnType<typeof envelope> | Resync }

/** Says that events are missing and cannot be given any more: load anew. */
export type Resync = { type: 'resync'; site: string; createdAt: string; data: { reason: 'expired' | 'behind' } }

type Subscription = { site: string; actor: Actor; lastEventId: string; signal: AbortSignal }

const batch = 500
/** Whoever missed more than this loads its lists anew, which is quicker than to replay them. */
const mostReplayed = 5000
/** What waits for one reader at most; a slower one is ended and comes back with its last id. */
const mostWaiting = 2000

/** Whether this caller may see events of this type: it has the read scope of its area. */
const maySee = (actor: Actor, type: EventType): boolean => covers(actor.scopes, events[type].scope)

/**
 * The site's events that the caller may see, in order, each once: first what came after `lastEventId`, then live.
 * Listening begins before the replay, so that nothing falls between. Ends when `signal` does, and when the reader is too
 * slow; it may then be begun anew from the last place.
 */
export async function* followEvents(parts: Parts, subscription: Subscription): AsyncGenerator<Item> {
  const mailbox = createMailbox(parts, subscription)
  try {
    let position = parts.events.position()
    const start = await startOfReplay(parts, subscription.lastEventId)
    if (start === undefined) yield resync(parts, subscription.site, 'expired', position)
    else position = yield* replay(parts, subscription, start)
    for await (const event of mailbox.events()) {
      if (event.seq > position) yield itemOf(event)
    }
  } finally {
    mailbox.close()
  }
}

/** Undefined for an id after which events were removed, or that the log never gave: one of before a restored backup. */
async function startOfReplay(parts: Parts, lastEventId: string): Promise<number | undefined> {
  const seq = eventSeq(lastEventId)
  if (seq === undefined) return undefined
  const { floor, last } = await parts.events.span()
  return seq >= floor && seq <= last ? seq : undefined
}

/** Gives what was missed; answers the place up to which it was given. */
async function* replay(parts: Parts, subscription: Subscription, start: number): AsyncGenerator<Item, number> {
  const { site, actor, signal } = subscription
  let position = start
  for (let given = 0; !signal.aborted; ) {
    const rows = await parts.events.read(site, position, batch)
    for (const row of rows) {
      position = row.seq
      if (maySee(actor, row.type)) yield itemOf(row)
    }
    given += rows.length
    if (rows.length < batch) break
    if (given >= mostReplayed) {
      position = parts.events.position()
      yield resync(parts, site, 'behind', position)
      break
    }
  }
  return position
}

function itemOf(event: StoredEvent): Item {
  const shown = envelope(event)
  return { id: shown.id, place: shown.id, event: shown }
}

const resync = (parts: Parts, site: string, reason: Resync['data']['reason'], position: number): Item => ({
  id: null,
  place: eventId(position),
  event: { type: 'resync', site, createdAt: new Date(parts.clock.now()).toISOString(), data: { reason } },
})

/** Collects live events for one reader, up to a bound. */
function createMailbox(parts: Parts, { site, actor, signal }: Subscription) {
  const waiting: StoredEvent[] = []
  let closed = signal.aborted
  let wake = () => {}
  const close = () => {
    closed = true
    unsubscribe()
    signal.removeEventListener('abort', close)
    wake()
  }
  const unsubscribe = parts.events.subscribe((event) => {
    if (event.site !== site || !maySee(actor, event.type)) return
    waiting.push(event)
    if (waiting.length > mostWaiting) close()
    wake()
  })
  signal.addEventListener('abort', close)
  async function* given(): AsyncGenerator<StoredEvent> {
    while (!closed || waiting.length > 0) {
      const event = waiting.shift()
      if (event) yield event
      else
        await new Promise<void>((resolve) => {
          wake = resolve
        })
    }
  }
  return { events: given, close }
}
