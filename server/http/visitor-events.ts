import type { Services } from '../core/context.ts'
import { rateLimited, unavailable } from '../core/error.ts'
import { dropConnection } from '../door/request.ts'
import { openEventStream, streamHeaders } from '../door/sse.ts'
import type { VisitorVisit } from '../door/visit.ts'
import { followConversation } from '../features/conversations/visitor/events.ts'
import { holdPage } from '../features/live/presence/visitors.ts'

/** After this many heartbeats, checks whether the chat still belongs to the visitor. */
const checkEvery = 3
/** A reader with more unread bytes is disconnected; it reconnects with its Last-Event-ID. */
const maxWaiting = 64 * 1024
const maxStreams = 5_000
const maxStreamsOfClient = 50

// The number of open streams per client of a server.
const openStreams = new WeakMap<Services, { count: number; clients: Map<string, number> }>()

/**
 * Events of a chat as server-sent events, resumable with Last-Event-ID. `resync` means that events were missed and the
 * history must be read again. The stream ends when the token or chat is gone; the page's next request gets the error.
 */
export async function visitorEvents(visit: VisitorVisit, lastEventId: string | undefined): Promise<Response> {
  const { services, c } = visit
  const ctx = visit.context()
  const leave = takeStream(visit)
  let stopFollowing = () => {}
  let leavePage = () => {}
  let isOver = false
  const stream = openEventStream({
    clock: services.clock,
    maxWaiting,
    drop: () => dropConnection(c),
    over() {
      isOver = true
      services.stopping.removeEventListener('abort', stream.end)
      stopFollowing()
      leave()
      leavePage()
    },
    heartbeat(count) {
      // If the chat is gone or the database does not respond, the page reconnects and gets the error.
      if (count % checkEvery === 0) visit.conversation(ctx).catch(stream.end)
    },
  })
  // The page reconnects to another server from the last event it saw. A stream that is opened while this one stops
  // would never hear of it.
  services.stopping.addEventListener('abort', stream.end)
  if (services.stopping.aborted) stream.end()
  try {
    const { id } = await visit.conversation(ctx)
    stopFollowing = await followConversation(ctx, id, lastEventId, {
      event: (eventId, type, data) => stream.send(type, data, eventId),
      resync: (eventId) => stream.send('resync', {}, eventId),
      end: stream.end,
    })
    if (isOver) stopFollowing()
    else leavePage = holdPage(services, id)
  } catch (error) {
    stream.end()
    throw error
  }
  stream.beat()
  return c.body(stream.body, 200, streamHeaders)
}

function takeStream({ services, client }: VisitorVisit): () => void {
  const open = openStreams.get(services) ?? { count: 0, clients: new Map<string, number>() }
  openStreams.set(services, open)
  const mine = open.clients.get(client) ?? 0
  if (mine >= maxStreamsOfClient) throw rateLimited(60)
  if (open.count >= maxStreams) throw unavailable('Too many chats are open. Try again in a moment.', 'too_many_chats')
  open.count += 1
  open.clients.set(client, mine + 1)
  return () => {
    open.count -= 1
    const left = (open.clients.get(client) ?? 1) - 1
    if (left > 0) open.clients.set(client, left)
    else open.clients.delete(client)
  }
}
