import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { asRefusal } from '../core/call.ts'
import type { Clock } from '../core/clock.ts'
import type { Parts } from '../core/context.ts'
import { dropConnection, type HttpContext } from './request.ts'

export const wantsStream = (accept: string | undefined): boolean => (accept ?? '').includes('text/event-stream')

/** Marks an answer that was given before. */
export const replayHeader = { 'idempotent-replay': 'true' }

export const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // nginx would otherwise collect the stream before it passes it on.
  'x-accel-buffering': 'no',
}

/** Proxies close a connection on which nothing comes for a minute. */
const heartbeatEvery = 20_000
const encoder = new TextEncoder()
const heartbeat = encoder.encode(': here\n\n')

/** One server-sent event. JSON holds no line break, so one data line is enough. */
const serverSentEvent = (event: string, data: unknown, id?: string): Uint8Array =>
  encoder.encode(`${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)

export type EventStream = {
  body: ReadableStream<Uint8Array>
  /** Goes nowhere once the stream is over. */
  send(event: string, data: unknown, id?: string): void
  /** Sends a comment, by which a reader knows that the stream is there. */
  beat(): void
  end(): void
}

type StreamOptions = {
  clock: Clock
  /** Bytes that wait for a reader that is slow; above it the stream is over. */
  maxWaiting: number
  /** Breaks the connection: closing the body alone would wait for the reader to take what waits. */
  drop(): void
  /** Called once when the stream is over, whoever ended it. */
  over?(): void
  /** Called with each heartbeat, the first is 1. */
  heartbeat?(count: number): void
}

/** The body of an event stream, with heartbeats, until its reader is gone, is too slow, or `end` is called. */
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

/** A whole reply of a model, in the smallest pieces. */
const maxReplyBytes = 4 << 20

/** What writes an answer as a stream: nothing is sent before it is opened. */
export type AnswerStream = {
  /** @param more headers of this answer */
  open(more?: Record<string, string>): void
  send(event: string, data: unknown): void
  text(delta: string): void
}

/**
 * Answers a call that may write its answer as a stream. Until it opens the stream, it can be refused with a status of its
 * own, and one that cannot stream is answered by `plain`. Once open: what it sends, then one `done` with what `perform`
 * answers, or one `error`. A reader that leaves ends nothing but the stream.
 */
export function streamAnswer<Result>(
  parts: Pick<Parts, 'log' | 'database' | 'clock'>,
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
      stream = openEventStream({ clock: parts.clock, maxWaiting: maxReplyBytes, drop: () => dropConnection(c) })
      resolve(c.body(stream.body, status as ContentfulStatusCode, { ...streamHeaders, ...headers, ...more }))
    }
    const finish = (event: string, data: unknown) => {
      send(event, data)
      stream?.end()
    }
    perform({ open, send, text: (text) => send('delta', { text }) }).then(
      (result) => (stream ? finish('done', done(result)) : resolve(plain(result))),
      (error) => (stream ? finish('error', asRefusal(parts, error).body()) : reject(error)),
    )
  })
}
