import { asRefusal } from '../core/call.ts'
import type { Parts, Stream } from '../core/context.ts'
import type { Answer } from '../core/idempotency.ts'

type Result = Answer & { replayed?: boolean }

export const wantsStream = (accept: string | undefined): boolean => (accept ?? '').includes('text/event-stream')

const encoder = new TextEncoder()

/** One server-sent event. JSON holds no line break, so one data line is enough. */
export const serverSentEvent = (event: string, data: unknown, id?: string): Uint8Array =>
  encoder.encode(`${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)

/** Marks an answer that was given before. */
export const replayHeader = { 'idempotent-replay': 'true' }

export const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // nginx would otherwise collect the stream before it passes it on.
  'x-accel-buffering': 'no',
}

/**
 * Runs a call that may write its answer as a stream. Until the call opens the stream, it can still be refused with a
 * status of its own, and a backend that cannot stream is answered in plain JSON. Once open: `delta` events, then one
 * `done` with the body of the JSON answer, or one `error`.
 */
export function streamed(
  parts: Pick<Parts, 'log' | 'database'>,
  perform: (stream: Stream) => Promise<Result>,
  plain: (result: Result) => Response,
  opened: { status: number; headers: Record<string, string> },
): Promise<Response> {
  return new Promise((resolve, reject) => {
    let controller: ReadableStreamDefaultController<Uint8Array> | undefined
    let gone = false
    const send = (event: string, data: unknown) => {
      if (!gone) controller?.enqueue(serverSentEvent(event, data))
    }
    const open = (replayed = false) => {
      if (controller) return
      const replay: Record<string, string> = replayed ? replayHeader : {}
      const body = new ReadableStream<Uint8Array>({
        start(given) {
          controller = given
        },
        cancel() {
          gone = true
        },
      })
      resolve(
        new Response(body, { status: opened.status, headers: { ...opened.headers, ...replay, ...streamHeaders } }),
      )
    }
    const finish = (event: string, data: unknown) => {
      send(event, data)
      if (!gone) controller?.close()
    }
    perform({ open: () => open(), replay: () => open(true), text: (text) => send('delta', { text }) }).then(
      (result) => {
        // A kept refusal is no stream: its status says what it is.
        if (result.replayed && result.status < 400) open(true)
        if (controller) finish('done', result.body)
        else resolve(plain(result))
      },
      (error) => (controller ? finish('error', asRefusal(parts, error).body()) : reject(error)),
    )
  })
}
