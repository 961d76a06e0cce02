import { type EventType, events, publicEvents } from '../../shared/event.ts'
import { EventList, EventQuery } from '../../shared/event-list.ts'
import { covers } from '../../shared/scope.ts'
import type { Context, Parts, Tx } from '../core/context.ts'
import { badRequest, gone } from '../core/error.ts'
import { envelope, eventId, eventSeq, type StoredEvent } from '../core/events.ts'
import { get } from '../core/operation.ts'

/**
 * The site's public events after an id, in the order in which they became visible; of those types that the caller may
 * read. With `wait`, an empty answer is held back until something happens. 410 where events after the id are gone.
 */
async function listEvents(ctx: Context, { after, limit, wait }: EventQuery): Promise<EventList> {
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

const page = { url: null, title: null, referrer: null, utm: null }

/** What stands in an event instead of what was said, and of who said it. Of the contact, that stays, its details stay. */
const emptied: Partial<Record<EventType, Record<string, unknown>>> = {
  'conversation.started': { page, form: null, firstMessage: null, data: null },
  'message.received': { text: '', action: null },
  'message.sent': { text: '', messages: [] },
  'lead.captured': { message: null },
  'callback.requested': { name: null, email: null, phone: null, message: null },
  'handover.requested': { reason: null, page },
  'conversation.completed': {
    page,
    summary: null,
    labels: { intent: null, sentiment: null, leadQuality: null, outcome: null, topics: [] },
    attributes: {},
    unanswered: [],
    followUp: null,
    lead: null,
    data: {},
    user: null,
    transcript: [],
  },
  'conversation.summarized': { summary: '', intent: '', topics: [], unanswered: [], followUp: '' },
}

/** What a visitor typed beside the email of a contact is their chat's, not the contact's. */
const emptiedClaim = { name: null, email: null, phone: null, fields: {}, message: null }

const emptiedCallback = { name: null, email: null, phone: null, reason: null, note: null, pageUrl: null }

/**
 * Takes the words of a conversation that was deleted out of the log. Its events stay, with their ids and times, so that
 * readers miss none. Called after the deletion, for which everybody who still told of the conversation was waited.
 */
export async function emptyEvents({ sql, site }: Tx, conversationId: string): Promise<void> {
  await sql`
    update events set data = data || (${sql.json(emptied as never)}::jsonb -> type)
    where data ? 'conversationId' and data ->> 'conversationId' = ${conversationId} and site = ${site.id}
      and type = any(${Object.keys(emptied)}::text[])`
  await sql`
    update events set data = data || ${sql.json(emptiedClaim)}
    where data ? 'conversationId' and data ->> 'conversationId' = ${conversationId} and site = ${site.id}
      and type = 'lead.captured' and data ->> 'verified' = 'false'`
  await sql`
    update events set data = jsonb_set(data, '{callback}', (data -> 'callback') || ${sql.json(emptiedCallback)})
    where type = 'callback.updated' and data -> 'callback' ->> 'conversationId' = ${conversationId} and site = ${site.id}`
}

/** Takes the words of one callback out of the log, as of all of a conversation above. */
export async function emptyCallbackEvents(
  { sql, site }: Tx,
  { id, conversationId }: { id: string; conversationId: string },
): Promise<void> {
  await sql`
    update events set data = data || (${sql.json(emptied as never)}::jsonb -> type)
    where data ? 'conversationId' and data ->> 'conversationId' = ${conversationId} and site = ${site.id}
      and type = 'callback.requested' and data ->> 'callbackId' = ${id}`
  await sql`
    update events set data = jsonb_set(data, '{callback}', (data -> 'callback') || ${sql.json(emptiedCallback)})
    where type = 'callback.updated' and data -> 'callback' ->> 'conversationId' = ${conversationId} and site = ${site.id}
      and data -> 'callback' ->> 'id' = ${id}`
}

const emptiedContact = { name: null, email: null, phone: null, company: null, address: null, fields: null, notes: null }

/** Takes what the log says of a contact that was deleted out of it. */
export async function emptyLeadEvents({ sql, site }: Tx, leadId: string): Promise<void> {
  const captured = { name: null, email: null, phone: null, fields: {}, message: null }
  const updated = { ...emptiedContact, attributes: {}, tags: [] }
  await sql`
    update events set data = case type
      when 'lead.captured' then data || ${sql.json(captured)}
      else jsonb_set(data, '{lead}', (data -> 'lead') || ${sql.json(updated)}) end
    where type in ('lead.captured', 'lead.updated') and data ->> 'leadId' = ${leadId} and site = ${site.id}`
}

const day = 86_400_000

/** Removes events that are older than `eventDays`, and keeps in mind up to where the log was cut. */
export async function expireEvents({
  database,
  config,
  clock,
}: Pick<Parts, 'database' | 'config' | 'clock'>): Promise<void> {
  const oldest = clock.now() - config.timings.eventDays * day
  // Cut at one place of the log, not by each event's time: what remains has no gap.
  await database.sql`
    with cut as (select coalesce(max(seq), 0) as seq from events where at < ${oldest}),
      removed as (delete from events using cut where events.seq <= cut.seq)
    update event_floor set seq = greatest(event_floor.seq, cut.seq) from cut`
}

export const eventOperations = {
  list: get('/events', {
    summary: 'Follow the event log',
    description:
      'Ids grow in the order in which events became visible: whoever asks for everything after an id never misses one. ' +
      'Each type needs the read scope of its area; other types are left out.',
    scope: 'any',
    errors: [410],
    input: EventQuery,
    output: EventList,
    run: listEvents,
  }),
}
