import type { Parts } from '../core/context.ts'
import { rateLimited, unavailable } from '../core/error.ts'
import { dropConnection } from '../door/request.ts'
import { openEventStream, streamHeaders } from '../door/sse.ts'
import type { VisitorVisit } from '../door/visit.ts'
import { followConversation } from '../features/conversations/visitor/events.ts'

/** Every so many heartbeats it is asked whether the chat is still the visitor's. */
const checkEvery = 3
/** A reader that leaves so many bytes lying is let go; it comes back with its Last-Event-ID. */
const maxWaiting = 64 * 1024
const maxStreams = 5_000
const maxStreamsOfClient = 50

// How many streams each client of a server has open.
const openStreams = new WeakMap<Parts, { count: number; clients: Map<string, number> }>()

/**
 * What happens in a chat, as server-sent events, resumable with Last-Event-ID. `resync` says that something was missed
 * for good and the history is to be read anew. Ends when token or chat are gone; the page's next try is told why.
 */
export async function visitorEvents(visit: VisitorVisit, lastEventId: string | undefined): Promise<Response> {
  const { parts, c } = visit
  const ctx = visit.context()
  const leave = takeStream(visit)
  let stopFollowing = () => {}
  let isOver = false
  const stream = openEventStream({
    clock: parts.clock,
    maxWaiting,
    drop: () => dropConnection(c),
    over() {
      isOver = true
      parts.stopping.removeEventListener('abort', stream.end)
      stopFollowing()
      leave()
    },
    heartbeat(count) {
      // A chat that is gone, or a database that does not answer: either way the page comes back and is told.
      if (count % checkEvery === 0) visit.conversation(ctx).catch(stream.end)
    },
  })
  // The page comes back to the next server with the last event that it saw.
  parts.stopping.addEventListener('abort', stream.end)
  try {
    const { id } = await visit.conversation(ctx)
    stopFollowing = await followConversation(ctx, id, lastEventId, {
      event: (eventId, type, data) => stream.send(type, data, eventId),
      resync: (eventId) => stream.send('resync', {}, eventId),
      end: stream.end,
    })
    if (isOver) stopFollowing()
  } catch (error) {
    stream.end()
    throw error
  }
  stream.beat()
  return c.body(stream.body, 200, streamHeaders)
}

function takeStream({ parts, client }: VisitorVisit): () => void {
  const open = openStreams.get(parts) ?? { count: 0, clients: new Map<string, number>() }
  openStreams.set(parts, open)
  const mine = open.clients.get(client) ?? 0
  if (mine >= maxStreamsOfClient) throw rateLimited(60)
  if (open.count >= maxStreams)
    throw unavailable('Too many chats are open just now. Try again in a moment.', 'too_many_chats')
  open.count += 1
  open.clients.set(client, mine + 1)
  return () => {
    open.count -= 1
    const left = (open.clients.get(client) ?? 1) - 1
    if (left > 0) open.clients.set(client, left)
    else open.clients.delete(client)
  }
}
