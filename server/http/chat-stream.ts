import type { ChatReply, ChatStored } from '../../shared/chat.ts'
import { asRefusal } from '../core/call.ts'
import type { Context } from '../core/context.ts'
import { serverSentEvent, streamHeaders, wantsStream } from '../door/sse.ts'
import type { Visit } from './chat-guard.ts'

/** Chromium logs each streamed answer with `no-store` as cancelled, read to its end or not. A cache keeps no answer to a POST. */
const uncached = { 'cache-control': 'private, no-cache' }

type Perform = (ctx: Context, stored: (stored: ChatStored) => void) => Promise<ChatReply>

/**
 * Answers a page's message: in JSON, or as a stream of `stored`, `delta`s and `done`, or `error`. The stream begins when
 * the message is stored, so that a page that is left early knows its chat; until then, a refusal has its own status.
 */
export async function chatStream(visit: Visit, status: number, perform: Perform): Promise<Response> {
  if (!wantsStream(visit.accept)) return visit.json(status, await perform(visit.context(), () => {}))
  return await new Promise((resolve, reject) => {
    const stream = openStream()
    let opened = false
    const stored = (told: ChatStored) => {
      opened = true
      stream.send('stored', told)
      resolve(new Response(stream.body, { status, headers: { ...visit.headers, ...streamHeaders, ...uncached } }))
    }
    const context = visit.context({ open: () => {}, replay: () => {}, text: (text) => stream.send('delta', { text }) })
    perform(context, stored).then(
      (reply) => stream.end('done', reply),
      (error) => (opened ? stream.end('error', asRefusal(visit.parts, error).body()) : reject(error)),
    )
  })
}

/** A body that takes events until its reader is gone; then they go nowhere, and whoever writes them writes on. */
function openStream() {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  const body = new ReadableStream<Uint8Array>({
    start(given) {
      controller = given
    },
    cancel() {
      controller = undefined
    },
  })
  const send = (event: string, data: unknown) => controller?.enqueue(serverSentEvent(event, data))
  return {
    body,
    send,
    end(event: string, data: unknown) {
      send(event, data)
      controller?.close()
    },
  }
}
