import type { Parts } from '../core/context.ts'
import { rateLimited, unavailable } from '../core/error.ts'
import { serverSentEvent, streamHeaders } from '../door/sse.ts'
import type { Chats, Visit } from './chat-guard.ts'

const heartbeatEvery = 20_000
/** Every so many heartbeats it is asked whether the chat is still the visitor's. */
const checkEvery = 3
/** A reader that leaves so many bytes lying is let go; it comes back with its Last-Event-ID. */
const mostWaiting = 64 * 1024
const mostStreams = 5_000
const mostStreamsOfClient = 50

const heartbeat = new TextEncoder().encode(': here\n\n')

// How many streams each client of a server has open.
const openStreams = new WeakMap<Parts, { count: number; clients: Map<string, number> }>()

/**
 * What happens in a chat, as server-sent events, resumable with Last-Event-ID. `resync` says that something was missed
 * for good and the history is to be read anew. Ends when token or chat are gone; the page's next try is told why.
 */
export async function chatEvents(
  visit: Visit,
  chats: Pick<Chats, 'followChat' | 'checkChat'>,
  visitor: { site: string; conversation: string },
  id: string,
  lastEventId: string | undefined,
): Promise<Response> {
  const ctx = visit.context()
  const leave = takeStream(visit)
  const body = boundedBody({
    left: () => end(),
    tooSlow() {
      end()
      // Closing alone would wait for the reader to take what lies there.
      visit.drop()
    },
  })
  let stopFollowing = () => {}
  let cancelHeartbeat = () => {}
  let ended = false
  const end = () => {
    if (ended) return
    ended = true
    visit.parts.stopping.removeEventListener('abort', end)
    stopFollowing()
    cancelHeartbeat()
    leave()
    body.close()
  }
  // The page comes back to the next server with the last event that it saw.
  visit.parts.stopping.addEventListener('abort', end)
  const beat = (count: number) => {
    cancelHeartbeat = visit.parts.clock.after(heartbeatEvery, () => {
      body.send(heartbeat)
      // A chat that is gone, or a database that does not answer: either way the page comes back and is told.
      if (count % checkEvery === 0) chats.checkChat(ctx, visitor, id).catch(end)
      if (!ended) beat(count + 1)
    })
  }
  try {
    stopFollowing = await chats.followChat(ctx, visitor, id, lastEventId, {
      event: (eventId, type, data) => body.send(serverSentEvent(type, data, eventId)),
      resync: (eventId) => body.send(serverSentEvent('resync', {}, eventId)),
      end,
    })
    if (ended) stopFollowing()
    else beat(1)
  } catch (error) {
    end()
    throw error
  }
  body.send(heartbeat)
  return new Response(body.stream, { status: 200, headers: { ...visit.headers, ...streamHeaders } })
}

function takeStream({ parts, client }: Visit): () => void {
  const open = openStreams.get(parts) ?? { count: 0, clients: new Map<string, number>() }
  openStreams.set(parts, open)
  const mine = open.clients.get(client) ?? 0
  if (mine >= mostStreamsOfClient) throw rateLimited(60)
  if (open.count >= mostStreams) throw unavailable('Too many chats are open just now. Try again in a moment.')
  open.count += 1
  open.clients.set(client, mine + 1)
  return () => {
    open.count -= 1
    const left = (open.clients.get(client) ?? 1) - 1
    if (left > 0) open.clients.set(client, left)
    else open.clients.delete(client)
  }
}

/** A body that holds so many bytes for a reader that is slow, and then gives it up. */
function boundedBody(on: { left(): void; tooSlow(): void }) {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  const stream = new ReadableStream<Uint8Array>(
    {
      start(given) {
        controller = given
      },
      cancel() {
        controller = undefined
        on.left()
      },
    },
    new ByteLengthQueuingStrategy({ highWaterMark: mostWaiting }),
  )
  return {
    stream,
    send(bytes: Uint8Array) {
      if ((controller?.desiredSize ?? 1) <= 0) on.tooSlow()
      controller?.enqueue(bytes)
    },
    close() {
      controller?.close()
      controller = undefined
    },
  }
}
