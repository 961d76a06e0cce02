import { type EventType, events, publicEvents } from '../../shared/event.ts'
import { EventList, EventQuery } from '../../shared/event-list.ts'
import { covers } from '../../shared/scope.ts'
import type { Context, Services, Tx } from '../core/context.ts'
import { badRequest, gone } from '../core/error.ts'
import { envelope, eventId, eventSeq, type StoredEvent } from '../core/events.ts'
import { get } from '../core/operation.ts'

/**
 * The site's public events after an id, in the order in which they became visible, limited to the types that the caller
 * may read. With `wait`, an empty response is delayed until an event arrives. 410 if events after the id were pruned.
 */
async function listEvents(ctx: Context, { after, limit, wait }: EventQuery): Promise<EventList> {
  const { from, settled } = await startOf(ctx, after)
  const types = readableTypes(ctx)
  const found = await readOrWait(ctx, { from, settled, types, limit }, wait * 1000)
  const last = found.at(-1)
  return { items: found.map(envelope) as EventList['items'], next: eventId(last?.seq ?? from) }
}

/** What to read: events after a position, up to the position that was settled when the request began. */
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

/** The public event types that this caller may read. */
const readableTypes = (ctx: Context): EventType[] =>
  publicEvents.filter((type) => covers(ctx.actor.scopes, events[type].scope))

/** Without `after`, reading begins at the oldest stored event. */
async function startOf(ctx: Context, after: string | undefined): Promise<Pick<Reading, 'from' | 'settled'>> {
  const { floor, last, settled } = await ctx.services.events.span()
  if (after === undefined) return { from: floor, settled }
  const seq = eventSeq(after)
  if (seq === undefined) throw badRequest('after: must be an event id.')
  if (seq < floor)
    throw gone('after: the events after this one were pruned. Start again without `after`.', 'events_pruned')
  if (seq > last)
    throw gone('after: no such event in the log, or it was pruned. Start again without `after`.', 'events_pruned')
  return { from: seq, settled }
}

function read({ sql, site, services }: Context, { from, settled, types, limit }: Reading) {
  // Events that subscribers received in the meantime are settled too.
  const upTo = Math.max(settled, services.events.position())
  return sql<StoredEvent[]>`
    select seq, site, type, data, at from events
    where site = ${site.id} and seq > ${from} and seq <= ${upTo} and type = any(${types as string[]}::text[])
    order by seq limit ${limit}`
}

/** Resolves when an event of these types arrives, the time is over, the caller disconnects, or the server stops. */
function awaitEvent(ctx: Context, { from, types }: Reading, milliseconds: number) {
  let stop = () => {}
  const event = new Promise<void>((resolve) => {
    const unsubscribe = ctx.services.events.subscribe((event) => {
      if (event.site === ctx.site.id && event.seq > from && types.includes(event.type)) resolve()
    })
    const cancel = ctx.services.clock.after(milliseconds, resolve)
    const left = () => resolve()
    ctx.signal.addEventListener('abort', left)
    ctx.services.stopping.addEventListener('abort', left)
    if (ctx.services.stopping.aborted) left()
    stop = () => {
      unsubscribe()
      cancel()
      ctx.signal.removeEventListener('abort', left)
      ctx.services.stopping.removeEventListener('abort', left)
    }
  })
  return { event, stop }
}

const page = { url: null, title: null, referrer: null, utm: null }

/**
 * Replaces the content and author in the events of a deleted conversation. For the contact, the event stays without its
 * details.
 */
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

/** Details that a visitor typed beside a contact's email belong to the chat, not to the contact. */
const emptiedClaim = { name: null, email: null, phone: null, fields: {}, message: null }

const emptiedCallback = { name: null, email: null, phone: null, reason: null, note: null, pageUrl: null }

/**
 * Removes the content of a deleted conversation from the log. Its events keep their ids and times, so that readers miss
 * none. Call it after the deletion, which waits for everyone who still writes events of the conversation.
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

/** Removes the content of one callback from the log, as `emptyEvents` does for a conversation. Returns how many events had it. */
export async function emptyCallbackEvents(
  { sql, site }: Tx,
  { id, conversationId }: { id: string; conversationId: string },
): Promise<number> {
  const requested = await sql`
    update events set data = data || (${sql.json(emptied as never)}::jsonb -> type)
    where data ? 'conversationId' and data ->> 'conversationId' = ${conversationId} and site = ${site.id}
      and type = 'callback.requested' and data ->> 'callbackId' = ${id}`
  const updated = await sql`
    update events set data = jsonb_set(data, '{callback}', (data -> 'callback') || ${sql.json(emptiedCallback)})
    where type = 'callback.updated' and data -> 'callback' ->> 'conversationId' = ${conversationId} and site = ${site.id}
      and data -> 'callback' ->> 'id' = ${id}`
  return requested.count + updated.count
}

const emptiedContact = { name: null, email: null, phone: null, company: null, address: null, fields: null, notes: null }

/** Removes the details of a deleted contact from the log. */
export async function emptyLeadEvents({ sql, site }: Tx, leadId: string): Promise<void> {
  const captured = { name: null, email: null, phone: null, fields: {}, message: null }
  const updated = { ...emptiedContact, attributes: {}, tags: [] }
  await sql`
    update events set data = case type
      when 'lead.captured' then data || ${sql.json(captured)}
      else jsonb_set(data, '{lead}', (data -> 'lead') || ${sql.json(updated)}) end
    where type in ('lead.captured', 'lead.updated') and data ->> 'leadId' = ${leadId} and site = ${site.id}`
}

const emptiedJob = { title: '', details: null, fields: {}, contact: null, conversationId: null, lostReason: null }

/** The event types with a job. Written out, so that the partial indexes apply. */
const ofJobs = (sql: Tx['sql']) =>
  sql`type in ('job.created', 'job.updated', 'job.stage_changed', 'job.won', 'job.lost')`

/** Removes what jobs contain about a person from the log. @returns the number of events */
export async function emptyJobEvents({ sql, site }: Tx, ids: string[]): Promise<number> {
  const { count } = await sql`
    update events set data = jsonb_set(data, '{job}', (data -> 'job') || ${sql.json(emptiedJob)})
      || case type when 'job.lost' then '{"reason": null}'::jsonb else '{}'::jsonb end
    where ${ofJobs(sql)} and data -> 'job' ->> 'id' = any(${ids}::text[]) and site = ${site.id}`
  return count
}

/** Removes a deleted contact from the events of its jobs. */
export async function emptyJobContacts({ sql, site }: Tx, leadId: string): Promise<void> {
  await sql`
    update events set data = jsonb_set(data, '{job,contact}', 'null')
    where ${ofJobs(sql)} and data -> 'job' -> 'contact' ->> 'id' = ${leadId} and site = ${site.id}`
}

const emptiedAppointment = { attendee: null, contact: null, notes: null, conversationId: null }

/** Removes what appointments contain about a person from the log. */
export async function emptyAppointmentEvents({ sql, site }: Tx, ids: string[]): Promise<void> {
  await sql`
    update events set data = jsonb_set(data, '{appointment}', (data -> 'appointment') || ${sql.json(emptiedAppointment)})
    where type in ('appointment.created', 'appointment.updated', 'appointment.cancelled', 'appointment.reminder')
      and data -> 'appointment' ->> 'id' = any(${ids}::text[]) and site = ${site.id}`
}

const day = 86_400_000

/** Deletes events older than `eventDays` and records where the log was cut. */
export async function expireEvents({
  database,
  config,
  clock,
}: Pick<Services, 'database' | 'config' | 'clock'>): Promise<void> {
  const oldest = clock.now() - config.timings.eventDays * day
  // Cuts at one position instead of by each event's time, so that the rest of the log has no gap.
  await database.sql`
    with cut as (select coalesce(max(seq), 0) as seq from events where at < ${oldest}),
      removed as (delete from events using cut where events.seq <= cut.seq)
    update event_floor set seq = greatest(event_floor.seq, cut.seq) from cut`
}

export const eventOperations = {
  list: get('/events', {
    summary: 'List events',
    description:
      'Returns events after an id. Ids are ordered by when events became visible, so reading everything after an id never misses one. ' +
      'Each type requires the read scope of its area; types that you cannot read are omitted.',
    scope: 'any',
    errors: [410],
    input: EventQuery,
    output: EventList,
    run: listEvents,
  }),
}
