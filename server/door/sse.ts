import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { asAppError } from '../core/call.ts'
import type { Clock } from '../core/clock.ts'
import type { Services } from '../core/context.ts'
import { dropConnection, type HttpContext } from './request.ts'

export const wantsStream = (accept: string | undefined): boolean => (accept ?? '').includes('text/event-stream')

/** Marks a stored response. */
export const replayHeader = { 'idempotent-replay': 'true' }

export const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // Prevents nginx from buffering the stream.
  'x-accel-buffering': 'no',
}

/** Proxies close a connection that is silent for a minute. */
const heartbeatEvery = 20_000
const encoder = new TextEncoder()
const heartbeat = encoder.encode(': here\n\n')

/** One server-sent event. JSON contains no line break, so one data line is enough. */
const serverSentEvent = (event: string, data: unknown, id?: string): Uint8Array =>
  encoder.encode(`${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)

export type EventStream = {
  body: ReadableStream<Uint8Array>
  /** Does nothing once the stream has ended. */
  send(event: string, data: unknown, id?: string): void
  /** Sends a comment, which shows readers that the stream is alive. */
  beat(): void
  end(): void
}

type StreamOptions = {
  clock: Clock
  /** The maximum number of bytes waiting for a slow reader. Above it, the stream ends. */
  maxWaiting: number
  /** Breaks the connection. Closing only the body would wait for the reader to take what waits. */
  drop(): void
  /** Called once when the stream ends, for any reason. */
  over?(): void
  /** Called with the number of each heartbeat, starting at 1. */
  heartbeat?(count: number): void
}

/**
 * The body of an event stream with heartbeats. Ends when its reader disconnects or is too slow, or when `end` is
 * called.
 */
export function openEventStream({ clock, maxWaiting, drop, over, heartbeat: onHeartbeat }: StreamOptions): EventStream {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  let cancelHeartbeat = () => {}
  const stop = () => {
    if (!controller) return
    const ended = controller
    controller = undefined
    cancelHeartbeat()
    over?.()
    return ended
  }
  const write = (bytes: Uint8Array) => {
    if (!controller) return
    const isFull = (controller.desiredSize ?? 1) <= 0
    if (!isFull) return controller.enqueue(bytes)
    stop()?.close()
    drop()
  }
  const beatAfter = (count: number) => {
    cancelHeartbeat = clock.after(heartbeatEvery, () => {
      write(heartbeat)
      onHeartbeat?.(count)
      if (controller) beatAfter(count + 1)
    })
  }
  const body = new ReadableStream<Uint8Array>(
    {
      start(given) {
        controller = given
      },
      cancel() {
        stop()
      },
    },
    new ByteLengthQueuingStrategy({ highWaterMark: maxWaiting }),
  )
  beatAfter(1)
  return {
    body,
    send: (event, data, id) => write(serverSentEvent(event, data, id)),
    beat: () => write(heartbeat),
    end: () => stop()?.close(),
  }
}

/** A whole reply of a model, in the smallest chunks. */
const maxReplyBytes = 4 << 20

/** Writes a response as a stream. Nothing is sent before it is opened. */
export type AnswerStream = {
  /** @param more additional headers of this response */
  open(more?: Record<string, string>): void
  send(event: string, data: unknown): void
  text(delta: string): void
}

/**
 * Responds to a call that may stream its response. Until the stream is opened, errors have their own status, and a call
 * that cannot stream is answered by `plain`. Once open, it contains what the call sends, then one `done` with the
 * result of `perform`, or one `error`. A reader who disconnects ends only the stream.
 */
export function streamAnswer<Result>(
  services: Pick<Services, 'log' | 'database' | 'clock'>,
  c: HttpContext,
  { status, headers }: { status: number; headers: Record<string, string> },
  perform: (stream: AnswerStream) => Promise<Result>,
  { done, plain }: { done(result: Result): unknown; plain(result: Result): Response },
): Promise<Response> {
  return new Promise((resolve, reject) => {
    let stream: EventStream | undefined
    const send = (event: string, data: unknown) => stream?.send(event, data)
    const open = (more: Record<string, string> = {}) => {
      if (stream) return
      stream = openEventStream({ clock: services.clock, maxWaiting: maxReplyBytes, drop: () => dropConnection(c) })
      resolve(c.body(stream.body, status as ContentfulStatusCode, { ...streamHeaders, ...headers, ...more }))
    }
    const finish = (event: string, data: unknown) => {
      send(event, data)
      stream?.end()
    }
    perform({ open, send, text: (text) => send('delta', { text }) }).then(
      (result) => (stream ? finish('done', done(result)) : resolve(plain(result))),
      (error) => (stream ? finish('error', asAppError(services, error).body()) : reject(error)),
    )
  })
}
