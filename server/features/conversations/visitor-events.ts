import { type EventType, eventTypes, forVisitor } from '../../../shared/event.ts'
import { mayChat } from '../../core/address.ts'
import type { Context, Parts } from '../../core/context.ts'
import { eventId, eventSeq, type StoredEvent } from '../../core/events.ts'

/** Where the events of a conversation go, as its visitor may see them. */
export type Follower = {
  /** Without an id: of the moment, not to be gone on from. */
  event(id: string | undefined, type: EventType, data: Record<string, unknown>): void
  /** What was missed cannot be told: read the history anew. */
  resync(id: string): void
  /** The server is about to stop, or the visitor was blocked. */
  end(): void
}

const mostReplayed = 500
const visible = eventTypes.filter((type) => forVisitor(type, {}) !== undefined)

// Followers of a server live and die with its parts.
const followersOf = new WeakMap<Parts, Set<Follower>>()

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
    if (data) follower.event(eventId(event.seq), event.type, data)
  }
  const unsubscribe = ctx.parts.events.subscribe((event) => {
    if (event.type === 'settings.changed' && event.site === ctx.site.id) void endBlocked(ctx, follower)
    if (!isOf(event, ctx.site.id, conversationId)) return
    if (held) held.push(event)
    else tell(event)
  })
  const forget = followMoments(ctx, conversationId, follower)
  const followers = followersOf.get(ctx.parts) ?? new Set()
  followersOf.set(ctx.parts, followers.add(follower))
  const stop = () => {
    unsubscribe()
    forget()
    followers.delete(follower)
  }
  try {
    // What was set between the page's admission and now.
    await endBlocked(ctx, follower)
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

/** Ends a stream whose visitor may not use the chat any more. Where that cannot be known, the page comes back and is told. */
async function endBlocked({ parts, site, address }: Context, follower: Follower): Promise<void> {
  const now = await parts.sites.find(site.id).catch(() => undefined)
  if (!now || !mayChat(address, now.settings.security)) follower.end()
}

/** Tells what is only of the moment: that somebody of the team types, how the reply grows, the place in the queue. */
function followMoments({ parts, site }: Context, conversationId: string, follower: Follower): () => void {
  return parts.moments.subscribe((moment) => {
    const given: Record<string, unknown> = moment.data
    if (moment.site !== site.id || given.conversationId !== conversationId || given.who === 'visitor') return
    const data = forVisitor(moment.type, moment.data)
    if (data) follower.event(undefined, moment.type, data)
  })
}

const isOf = (event: StoredEvent, site: string, conversationId: string) =>
  event.site === site && (event.data as { conversationId?: unknown }).conversationId === conversationId

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
export function endFollowers(parts: Parts): void {
  for (const follower of [...(followersOf.get(parts) ?? [])]) follower.end()
}
