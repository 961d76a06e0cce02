import { type EventType, events } from '../../shared/event.ts'
import { covers } from '../../shared/scope.ts'
import type { Actor, Parts } from '../core/context.ts'
import { envelope, eventSeq, type StoredEvent } from '../core/events.ts'

/** One item of the stream. `id` is null for what is only of the moment, from which nothing can be resumed. */
export type Item = { id: string | null; event: ReturnType<typeof envelope> | Resync }

/** Says that events are missing and cannot be given any more: load anew. */
export type Resync = { type: 'resync'; site: string; createdAt: string; data: { reason: 'expired' | 'behind' } }

type Subscription = { site: string; actor: Actor; lastEventId?: string | undefined; signal: AbortSignal }

const batch = 500
/** Whoever missed more than this loads its lists anew, which is quicker than to replay them. */
const mostReplayed = 5000
/** What waits for one reader at most; a slower one is ended and comes back with its last id. */
const mostWaiting = 2000

/** Whether this caller may see events of this type: it has the read scope of its area. */
const maySee = (actor: Actor, type: EventType): boolean => covers(actor.scopes, events[type].scope)

/**
 * The site's events that the caller may see, in order, each once: first what came after `lastEventId`, then live.
 * Listening begins before the replay, so that nothing falls between. Ends when the reader is too slow.
 */
export async function* followEvents(parts: Parts, subscription: Subscription): AsyncGenerator<Item> {
  const mailbox = createMailbox(parts, subscription)
  try {
    let position = parts.events.position()
    if (subscription.lastEventId !== undefined) {
      const start = await startOfReplay(parts, subscription.lastEventId)
      if (start === undefined) yield resync(parts, subscription.site, 'expired')
      else position = yield* replay(parts, subscription, start)
    }
    for await (const event of mailbox.events()) {
      if (event.seq > position) yield { id: envelope(event).id, event: envelope(event) }
    }
  } finally {
    mailbox.close()
  }
}

async function startOfReplay(parts: Parts, lastEventId: string): Promise<number | undefined> {
  const seq = eventSeq(lastEventId)
  return seq !== undefined && seq >= (await parts.events.floor()) ? seq : undefined
}

/** Gives what was missed; answers the place up to which it was given. */
async function* replay(parts: Parts, { site, actor }: Subscription, start: number): AsyncGenerator<Item, number> {
  let position = start
  for (let given = 0; ; ) {
    const rows = await parts.events.read(site, position, batch)
    for (const row of rows) {
      position = row.seq
      if (maySee(actor, row.type)) yield { id: envelope(row).id, event: envelope(row) }
    }
    given += rows.length
    if (rows.length < batch) return Math.max(position, start)
    if (given >= mostReplayed) {
      yield resync(parts, site, 'behind')
      return parts.events.position()
    }
  }
}

const resync = (parts: Parts, site: string, reason: Resync['data']['reason']): Item => ({
  id: null,
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
