import { type EventData, type EventType, eventTypes, forVisitor } from '../../../../shared/event.ts'
import { mayChat } from '../../../core/address.ts'
import type { Context, Parts } from '../../../core/context.ts'
import { eventId, eventSeq, type StoredEvent } from '../../../core/events.ts'
import { markDelivered } from '../seen.ts'
import { closeTurns } from '../turn-places.ts'

/** Where the events of a conversation go, as its visitor may see them. */
type Follower = {
  /** Without an id: of the moment, not to be gone on from. */
  event(id: string | undefined, type: EventType, data: Record<string, unknown>): void
  /** What was missed cannot be told: read the history anew. */
  resync(id: string): void
  /** The server is about to stop, or the visitor was blocked. */
  end(): void
}

const mostReplayed = 500
const visible = eventTypes.filter((type) => forVisitor(type, {}) !== undefined)

/** One stream: what it is told of the log and of the moment, and what ends it. */
type Stream = {
  ctx: Context
  follower: Follower
  take(event: StoredEvent): void
}

/** The streams of a server by their conversation, so that an event finds its own and no other. */
type Streams = { byConversation: Map<string, Set<Stream>>; stop(): void }

// They live and die with the server's parts.
const streamsOf = new WeakMap<Parts, Streams>()

/**
 * Tells a visitor what happens in the conversation: first what came after `lastEventId`, or since its start, then what
 * comes, each once and in order.
 * @returns what ends it
 */
export async function followConversation(
  ctx: Context,
  conversationId: string,
  lastEventId: string | undefined,
  follower: Follower,
): Promise<() => void> {
  // Until the past was told, what comes is held back.
  let held: StoredEvent[] | undefined = []
  let position = 0
  const tell = (event: StoredEvent) => {
    if (event.seq <= position) return
    position = event.seq
    const data = forVisitor(event.type, event.data as Record<string, unknown>)
    if (!data) return
    follower.event(eventId(event.seq), event.type, data)
    if (event.type === 'message.sent') keepDelivered(ctx, event.data as EventData<'message.sent'>)
  }
  const stop = addStream(conversationId, {
    ctx,
    follower,
    take: (event) => void (held ? held.push(event) : tell(event)),
  })
  try {
    // What was set between the page's admission and now.
    await endBlocked(ctx, follower)
    // A server listens a moment before it follows the log: what happens between would be in no past, and told to nobody.
    await ctx.parts.events.started
    const past = await readPast(ctx, conversationId, lastEventId)
    position = past.from
    if (!past.events) follower.resync(eventId(position))
    for (const event of [...(past.events ?? []), ...held]) tell(event)
    held = undefined
    return stop
  } catch (error) {
    stop()
    throw error
  }
}

/** Only a person waits to know whether their words arrived. Where it cannot be kept, nobody is told otherwise. */
function keepDelivered(ctx: Context, { conversationId, messages, author }: EventData<'message.sent'>): void {
  if (!author) return
  markDelivered(
    ctx,
    conversationId,
    messages.map(({ id }) => id),
  ).catch((err) => ctx.log.warn({ err, conversation: conversationId }, 'it could not be kept that a message arrived'))
}

/** Ends a stream whose visitor may not use the chat any more. Where that cannot be known, the page comes back and is told. */
async function endBlocked({ parts, site, address }: Context, follower: Follower): Promise<void> {
  const now = await parts.sites.find(site.id).catch(() => undefined)
  if (!now || !mayChat(address, now.settings.security)) follower.end()
}

/** @returns what takes it out again */
function addStream(conversationId: string, stream: Stream): () => void {
  const { parts } = stream.ctx
  const streams = streamsOf.get(parts) ?? openStreams(parts)
  const those = streams.byConversation.get(conversationId) ?? new Set()
  streams.byConversation.set(conversationId, those.add(stream))
  return () => {
    those.delete(stream)
    if (those.size === 0 && streams.byConversation.get(conversationId) === those)
      streams.byConversation.delete(conversationId)
    if (streams.byConversation.size > 0) return
    streams.stop()
    streamsOf.delete(parts)
  }
}

/** Begins to hand what happens to the streams that it concerns. */
function openStreams(parts: Parts): Streams {
  const byConversation = new Map<string, Set<Stream>>()
  const concerned = ({ site, data }: { site: string; data: unknown }) => {
    const { conversationId } = data as { conversationId?: unknown }
    const those = typeof conversationId === 'string' ? byConversation.get(conversationId) : undefined
    return [...(those ?? [])].filter(({ ctx }) => ctx.site.id === site)
  }
  const stops = [
    parts.events.subscribe((event) => {
      if (event.type === 'settings.changed') endAllBlocked(byConversation, event.site)
      for (const stream of concerned(event)) stream.take(event)
    }),
    // What is only of the moment: that somebody of the team types, how the reply grows, the place in the queue.
    parts.moments.subscribe((moment) => {
      if ('who' in moment.data && moment.data.who === 'visitor') return
      const data = forVisitor(moment.type, moment.data)
      if (data) for (const { follower } of concerned(moment)) follower.event(undefined, moment.type, data)
    }),
  ]
  const streams = { byConversation, stop: () => stops.forEach((stop) => void stop()) }
  streamsOf.set(parts, streams)
  return streams
}

const every = (byConversation: Map<string, Set<Stream>>) => [...byConversation.values()].flatMap((those) => [...those])

function endAllBlocked(byConversation: Map<string, Set<Stream>>, site: string): void {
  for (const { ctx, follower } of every(byConversation)) if (ctx.site.id === site) void endBlocked(ctx, follower)
}

type Past = { from: number; events: StoredEvent[] | undefined }

/** What came after an id; without events where it is no id, is no longer kept, or is too far back. */
async function readPast(ctx: Context, conversationId: string, id: string | undefined): Promise<Past> {
  const after = id === undefined ? 0 : eventSeq(id)
  const { floor, settled } = await ctx.parts.events.span()
  const isKept = after !== undefined && (id === undefined || after >= floor)
  if (!isKept) return { from: settled, events: undefined }
  const events = await ctx.sql<StoredEvent[]>`
    select seq, site, type, data, at from events
    where data ? 'conversationId' and data ->> 'conversationId' = ${conversationId} and seq > ${after} and seq <= ${settled}
      and site = ${ctx.site.id} and type = any(${visible as string[]}::text[])
    order by seq limit ${mostReplayed + 1}`
  return events.length > mostReplayed ? { from: settled, events: undefined } : { from: after, events }
}

/** Ends every stream of events of this server, so that it can stop. */
function endFollowers(parts: Parts): void {
  for (const { follower } of every(streamsOf.get(parts)?.byConversation ?? new Map())) follower.end()
}

/**
 * Ends what chats keep open on this server: streams of events at once, replies after at most `grace` milliseconds. To be
 * awaited before the event log and the database are closed.
 */
export async function closeChats(parts: Parts, grace: number): Promise<void> {
  endFollowers(parts)
  await closeTurns(parts, grace)
}
