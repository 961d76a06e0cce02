import { type EventType, eventTypes, forVisitor } from '../../../shared/event.ts'
import type { Context, Parts } from '../../core/context.ts'
import { eventId, eventSeq, type StoredEvent } from '../../core/events.ts'

/** Where the events of a conversation go, as its visitor may see them. */
export type Follower = {
  event(id: string, type: EventType, data: Record<string, unknown>): void
  /** What was missed cannot be told: read the history anew. */
  resync(id: string): void
  /** The server is about to stop. */
  end(): void
}

const mostReplayed = 500
const visible = eventTypes.filter((type) => forVisitor(type, {}) !== undefined)

// Followers of a server live and die with its parts.
const followersOf = new WeakMap<Parts, Set<Follower>>()

/**
 * Tells a visitor what happens in the conversation: first what came after `lastEventId`, then what comes, each once and in
 * order. Without it, what comes from now on.
 * @returns what ends it
 */
export async function followConversation(
  ctx: Context,
  conversationId: string,
  lastEventId: string | undefined,
  follower: Follower,
): Promise<() => void> {
  const { events } = ctx.parts
  // Until the past was told, what comes is held back.
  let held: StoredEvent[] | undefined = []
  let position = events.position()
  const tell = (event: StoredEvent) => {
    if (event.seq <= position) return
    position = event.seq
    const data = forVisitor(event.type, event.data as Record<string, unknown>)
    if (data) follower.event(eventId(event.seq), event.type, data)
  }
  const unsubscribe = events.subscribe((event) => {
    if (!isOf(event, ctx.site.id, conversationId)) return
    if (held) held.push(event)
    else tell(event)
  })
  const followers = followersOf.get(ctx.parts) ?? new Set()
  followersOf.set(ctx.parts, followers.add(follower))
  const stop = () => {
    unsubscribe()
    followers.delete(follower)
  }
  try {
    const past = lastEventId === undefined ? [] : await readPast(ctx, conversationId, lastEventId)
    if (!past) follower.resync(eventId(position))
    else if (lastEventId !== undefined) position = eventSeq(lastEventId) ?? position
    for (const event of [...(past ?? []), ...held]) tell(event)
    held = undefined
    return stop
  } catch (error) {
    stop()
    throw error
  }
}

const isOf = (event: StoredEvent, site: string, conversationId: string) =>
  event.site === site && (event.data as { conversationId?: unknown }).conversationId === conversationId

/** What came after an id; undefined where it is no id, is no longer kept, or is too far back. */
async function readPast(ctx: Context, conversationId: string, id: string): Promise<StoredEvent[] | undefined> {
  const after = eventSeq(id)
  if (after === undefined) return undefined
  const [[floor], events] = await Promise.all([
    ctx.sql<[{ seq: number }]>`select seq from event_floor`,
    ctx.sql<StoredEvent[]>`
      select seq, site, type, data, at from events
      where data ? 'conversationId' and data ->> 'conversationId' = ${conversationId} and seq > ${after}
        and site = ${ctx.site.id} and type = any(${visible as string[]}::text[])
      order by seq limit ${mostReplayed + 1}`,
  ])
  return after < floor.seq || events.length > mostReplayed ? undefined : events
}

/** Ends every stream of events of this server, so that it can stop. */
export function endFollowers(parts: Parts): void {
  for (const follower of [...(followersOf.get(parts) ?? [])]) follower.end()
}
