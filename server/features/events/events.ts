import { type EventType, events, publicEvents } from '../../../shared/event.ts'
import type { EventList, EventQuery } from '../../../shared/event-list.ts'
import { covers } from '../../../shared/scope.ts'
import type { Context } from '../../core/context.ts'
import { badRequest, gone } from '../../core/error.ts'
import { envelope, eventId, eventSeq, type StoredEvent } from '../../core/events.ts'

/**
 * The site's public events after an id, in the order in which they became visible; of those types that the caller may
 * read. With `wait`, an empty answer is held back until something happens. 410 where events after the id are gone.
 */
export async function listEvents(ctx: Context, { after, limit, wait }: EventQuery): Promise<EventList> {
  const { from, settled } = await startOf(ctx, after)
  const types = readableTypes(ctx)
  const found = await readOrWait(ctx, { from, settled, types, limit }, wait * 1000)
  const last = found.at(-1)
  return { items: found.map(envelope) as EventList['items'], next: eventId(last?.seq ?? from) }
}

/** What is read: after a place, as far as the log was settled when that was asked. */
type Reading = { from: number; settled: number; types: EventType[]; limit: number }

async function readOrWait(ctx: Context, reading: Reading, milliseconds: number) {
  if (milliseconds === 0) return await read(ctx, reading)
  const arrived = awaitEvent(ctx, reading, milliseconds)
  try {
    const found = await read(ctx, reading)
    if (found.length > 0) return found
    await arrived.event
    return await read(ctx, reading)
  } finally {
    arrived.stop()
  }
}

/** Types that this caller may read, of those that go to the outside. */
const readableTypes = (ctx: Context): EventType[] =>
  publicEvents.filter((type) => covers(ctx.actor.scopes, events[type].scope))

/** Without `after`, reading begins with the oldest event that is kept. */
async function startOf(ctx: Context, after: string | undefined): Promise<Pick<Reading, 'from' | 'settled'>> {
  const { floor, last, settled } = await ctx.parts.events.span()
  if (after === undefined) return { from: floor, settled }
  const seq = eventSeq(after)
  if (seq === undefined) throw badRequest('after: must be the id of an event.')
  if (seq < floor)
    throw gone('after: the events after this one are no longer kept. Start again without `after`.', 'events_pruned')
  if (seq > last)
    throw gone('after: this log has no such event (any more). Start again without `after`.', 'events_pruned')
  return { from: seq, settled }
}

function read({ sql, site, parts }: Context, { from, settled, types, limit }: Reading) {
  // What was handed to subscribers meanwhile is settled too.
  const upTo = Math.max(settled, parts.events.position())
  return sql<StoredEvent[]>`
    select seq, site, type, data, at from events
    where site = ${site.id} and seq > ${from} and seq <= ${upTo} and type = any(${types as string[]}::text[])
    order by seq limit ${limit}`
}

/** Resolves when an event of these types comes, the time is over, the caller is gone, or the server stops. */
function awaitEvent(ctx: Context, { from, types }: Reading, milliseconds: number) {
  let stop = () => {}
  const event = new Promise<void>((resolve) => {
    const unsubscribe = ctx.parts.events.subscribe((event) => {
      if (event.site === ctx.site.id && event.seq > from && types.includes(event.type)) resolve()
    })
    const cancel = ctx.parts.clock.after(milliseconds, resolve)
    const left = () => resolve()
    ctx.signal.addEventListener('abort', left)
    ctx.parts.stopping.addEventListener('abort', left)
    if (ctx.parts.stopping.aborted) left()
    stop = () => {
      unsubscribe()
      cancel()
      ctx.signal.removeEventListener('abort', left)
      ctx.parts.stopping.removeEventListener('abort', left)
    }
  })
  return { event, stop }
}
