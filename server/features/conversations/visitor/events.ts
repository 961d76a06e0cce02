import { type EventData, type EventType, eventTypes, forVisitor } from '../../../../shared/event.ts'
import { mayChat } from '../../../core/address.ts'
import type { Context, Services } from '../../../core/context.ts'
import { eventId, eventSeq, type StoredEvent } from '../../../core/events.ts'
import { findPlace } from '../../live/availability.ts'
import { findConversation } from '../conversation.ts'
import { markDelivered } from '../feedback.ts'
import { closeTurns } from '../turn-queue.ts'

/** Receives the events of a conversation that its visitor may see. */
type Follower = {
  /** Ephemeral events have no id, so a stream cannot resume from them. */
  event(id: string | undefined, type: EventType, data: Record<string, unknown>): void
  /** Some events cannot be replayed, so the page must read the history again. */
  resync(id: string): void
  /** The server is about to stop, or the visitor was blocked. */
  end(): void
}

const maxReplayed = 500
const visible = eventTypes.filter((type) => forVisitor(type, {}) !== undefined)

/** An open stream of events. */
type Stream = {
  ctx: Context
  follower: Follower
  take(event: StoredEvent): void
  /** Passes on an ephemeral event. */
  pass(type: EventType, data: Record<string, unknown>): void
  /** Continues at an earlier position of the log. */
  rewind(to: number): void
}

/** A server's streams by conversation, so that an event is sent only to the streams of its own. */
type Streams = { byConversation: Map<string, Set<Stream>>; stop(): void }

// The streams of each server of this process.
const streamsOf = new WeakMap<Services, Streams>()

/**
 * Sends a visitor the events of a conversation, each once and in order: first those after `lastEventId`, or since its
 * start, then their place in the queue, then new ones.
 * @returns a function that stops it
 */
export async function followConversation(
  ctx: Context,
  conversationId: string,
  lastEventId: string | undefined,
  follower: Follower,
): Promise<() => void> {
  // New events wait here until the past ones are sent.
  let held: (() => void)[] | undefined = []
  let position = 0
  const send = (event: StoredEvent) => {
    if (event.seq <= position) return
    position = event.seq
    const data = forVisitor(event.type, event.data as Record<string, unknown>)
    if (!data) return
    follower.event(eventId(event.seq), event.type, data)
    if (event.type === 'message.sent') storeDelivery(ctx, event.data as EventData<'message.sent'>)
  }
  const inTurn = (deliver: () => void) => {
    if (held) held.push(deliver)
    else deliver()
  }
  const stop = addStream(conversationId, {
    ctx,
    follower,
    take: (event) => inTurn(() => send(event)),
    pass: (type, data) => inTurn(() => follower.event(undefined, type, data)),
    rewind: (to) =>
      inTurn(() => {
        position = to
        follower.resync(eventId(to))
      }),
  })
  try {
    // Settings may have changed since the page was admitted.
    await endBlocked(ctx, follower)
    // A server accepts requests before it follows the log. An event in between would be in neither list.
    await ctx.services.events.started
    const past = await readPast(ctx, conversationId, lastEventId)
    const place = await readPlace(ctx, conversationId)
    position = past.from
    if (!past.events) follower.resync(eventId(position))
    for (const event of past.events ?? []) send(event)
    if (place) follower.event(undefined, 'place.changed', place)
    for (const deliver of held) deliver()
    held = undefined
    return stop
  } catch (error) {
    stop()
    throw error
  }
}

/**
 * The place of a waiting visitor. It is published only when it changes, which may be before the page opens its stream.
 */
async function readPlace(ctx: Context, id: string): Promise<EventData<'place.changed'> | undefined> {
  const conversation = await findConversation(ctx, id)
  const place = conversation && (await findPlace(ctx, conversation))
  return place ? { conversationId: id, ...place } : undefined
}

/** Stores that a person's messages were delivered. Deliveries of other messages are not tracked. */
function storeDelivery(ctx: Context, { conversationId, messages, author }: EventData<'message.sent'>): void {
  if (!author) return
  markDelivered(
    ctx,
    conversationId,
    messages.map(({ id }) => id),
  ).catch((err) => ctx.log.warn({ err, conversation: conversationId }, 'could not record the delivery of a message'))
}

/** Ends a stream whose visitor was blocked, or whose site cannot be read: the page's next request gets the error. */
async function endBlocked({ services, site, address }: Context, follower: Follower): Promise<void> {
  const now = await services.sites.find(site.id).catch(() => undefined)
  if (!now || !mayChat(address, now.settings.security)) follower.end()
}

/** @returns a function that removes it */
function addStream(conversationId: string, stream: Stream): () => void {
  const { services } = stream.ctx
  const streams = streamsOf.get(services) ?? openStreams(services)
  const those = streams.byConversation.get(conversationId) ?? new Set()
  streams.byConversation.set(conversationId, those.add(stream))
  return () => {
    those.delete(stream)
    if (those.size === 0 && streams.byConversation.get(conversationId) === those)
      streams.byConversation.delete(conversationId)
    if (streams.byConversation.size > 0) return
    streams.stop()
    streamsOf.delete(services)
  }
}

/** Starts to pass events to the streams of their conversations. */
function openStreams(services: Services): Streams {
  const byConversation = new Map<string, Set<Stream>>()
  const concerned = ({ site, data }: { site: string; data: unknown }) => {
    const { conversationId } = data as { conversationId?: unknown }
    const those = typeof conversationId === 'string' ? byConversation.get(conversationId) : undefined
    return [...(those ?? [])].filter(({ ctx }) => ctx.site.id === site)
  }
  const stops = [
    services.events.subscribe((event) => {
      if (event.type === 'settings.changed') endAllBlocked(byConversation, event.site)
      for (const stream of concerned(event)) stream.take(event)
    }),
    // Ephemeral events: somebody of the team types, the reply grows, the place in the queue changes.
    services.ephemeral.subscribe((event) => {
      if ('who' in event.data && event.data.who === 'visitor') return
      const data = forVisitor(event.type, event.data)
      if (data) for (const stream of concerned(event)) stream.pass(event.type, data)
    }),
    services.events.onRewind(() => {
      for (const stream of every(byConversation)) stream.rewind(services.events.position())
    }),
  ]
  const streams = { byConversation, stop: () => stops.forEach((stop) => void stop()) }
  streamsOf.set(services, streams)
  return streams
}

const every = (byConversation: Map<string, Set<Stream>>) => [...byConversation.values()].flatMap((those) => [...those])

function endAllBlocked(byConversation: Map<string, Set<Stream>>, site: string): void {
  for (const { ctx, follower } of every(byConversation)) if (ctx.site.id === site) void endBlocked(ctx, follower)
}

type Past = { from: number; events: StoredEvent[] | undefined }

/** The events after an id. Undefined if the id is invalid, deleted, too far back or not in the log. */
async function readPast(ctx: Context, conversationId: string, id: string | undefined): Promise<Past> {
  const after = id === undefined ? 0 : eventSeq(id)
  const { floor, last, settled } = await ctx.services.events.span()
  const isKept = after !== undefined && (id === undefined || (after >= floor && after <= last))
  if (!isKept) return { from: settled, events: undefined }
  const events = await ctx.sql<StoredEvent[]>`
    select seq, site, type, data, at from events
    where data ? 'conversationId' and data ->> 'conversationId' = ${conversationId} and seq > ${after} and seq <= ${settled}
      and site = ${ctx.site.id} and type = any(${visible as string[]}::text[])
    order by seq limit ${maxReplayed + 1}`
  return events.length > maxReplayed ? { from: settled, events: undefined } : { from: after, events }
}

/** Ends all streams of events of this server. */
function endFollowers(services: Services): void {
  for (const { follower } of every(streamsOf.get(services)?.byConversation ?? new Map())) follower.end()
}

/**
 * Ends the chats' event streams at once, and their replies after at most `grace` milliseconds. Await it before closing
 * the event log and the database.
 */
export async function closeChats(services: Services, grace: number): Promise<void> {
  endFollowers(services)
  await closeTurns(services, grace)
}
