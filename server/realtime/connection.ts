import type { Duplex } from 'node:stream'
import type { AnyRouter } from '@trpc/server'
import type { RawData, WebSocket } from 'ws'
import type { Actor } from '../core/actor.ts'
import { type Answered, answerCall, duplicateId, refusedText, resultText, tooManySubscriptions } from './calls.ts'
import { endingFor } from './item.ts'
import { type Closing, closing, type Message, type RequestMessage, readMessages, readToken } from './messages.ts'
import type { Subscriber, SubscriptionInput, Subscriptions } from './subscriptions.ts'
import { asSubscription, asTrpcError, type Caller } from './trpc.ts'

/** What all sockets of a server share. */
export type Options = {
  router: AnyRouter
  subscriptions: Subscriptions
  /** Identifies a caller and counts its call. Throws an AppError. */
  admit(caller: Caller): Promise<Actor>
  /** Reports an internal error. */
  failed(error: unknown): void
  /** Corks a stream until the end of this turn of the event loop; see createOutgoing. */
  hold(stream: Duplex): void
}

/** Maximum unread bytes per client. A socket above it is closed, and the client reconnects. */
export const maxBuffered = 1 << 20
/** A replay continues when less than this is unread. */
const roomBelow = 256 * 1024
/** Maximum concurrent calls per socket; further ones wait. */
const maxRunning = 32
const maxSubscriptions = 20
const floodWindow = 10_000
/** Far above what a person, or a program that waits for responses, sends in that time. */
const maxMessages = 2_000
const maxBytes = 16 << 20

const ping = Buffer.from('PING')
const pong = Buffer.from('PONG')

/** A WebSocket: reads its client's requests, and writes responses and the items of its subscriptions. */
export class Connection {
  readonly address: string
  readonly socket: WebSocket
  /** When it last received something, by the machine's own clock. */
  heardAt = performance.now()
  pingedAt = 0
  /** Called when its token was first identified. */
  admitted = () => {}
  caller: Caller | undefined
  private readonly options: Options
  private readonly stream: Duplex
  private isOver = false
  private running = 0
  private waiting: (() => void)[] = []
  private subscriptions: Map<number | string, () => void> | undefined
  private drained: PromiseWithResolvers<void> | undefined
  private calls: AbortController | undefined
  private counted = { since: 0, messages: 0, bytes: 0 }

  /** @param token the token of the upgrade request; undefined if the first message contains it */
  constructor(options: Options, socket: WebSocket, stream: Duplex, address: string, token: string | undefined) {
    this.options = options
    this.socket = socket
    this.stream = stream
    this.address = address
    if (token !== undefined) this.bring(token)
    socket.on('message', (data: RawData, isBinary: boolean) => this.read(data as Buffer, isBinary))
    // The package itself responds to invalid frames, with 1002, 1007 or 1009.
    socket.on('error', () => {})
    stream.on('drain', () => this.makeRoom())
  }

  /** Cancels everything that its client requested. */
  closed(): void {
    this.isOver = true
    for (const stop of this.subscriptions?.values() ?? []) stop()
    this.subscriptions = undefined
    this.waiting = []
    this.calls?.abort()
    this.makeRoom()
  }

  /** Closes the socket with a code and reason. Later messages are ignored. */
  end(why: Closing): void {
    if (this.isOver) return
    this.isOver = true
    const [code, reason] = closing[why]
    this.socket.close(code, reason)
    // Terminates a client that does not answer the close.
    setTimeout(() => this.socket.terminate(), 1_000).unref()
  }

  /** The bytes that its client has not read. */
  buffered(): number {
    return this.socket.bufferedAmount
  }

  send(text: string): void {
    if (this.isOver) return
    this.options.hold(this.stream)
    this.socket.send(text)
  }

  private bring(token: string | null): void {
    this.caller = {
      token: token ?? '',
      address: this.address,
      known: () => this.admitted(),
    }
  }

  private read(data: Buffer, isBinary: boolean): void {
    if (this.isOver) return
    this.heardAt = performance.now()
    const flood = this.count(1, data.length)
    if (isBinary) this.end('binary')
    else if (flood) this.end(flood)
    else if (data.equals(ping)) this.send('PONG')
    else if (data.equals(pong)) return
    else if (this.caller) this.onRequest(data)
    else this.readFirst(data)
  }

  private onRequest(data: Buffer): void {
    const messages = readMessages(data, this.options.router)
    const refused = typeof messages === 'string' ? messages : this.count(messages.length - 1, 0)
    if (refused) this.end(refused)
    else for (const [index, message] of (messages as Message[]).entries()) this.take(message, index)
  }

  private readFirst(data: Buffer): void {
    const read = readToken(data)
    if (typeof read === 'string') this.end(read)
    else this.bring(read.token)
  }

  /** Which limit is exceeded, if any. */
  private count(messages: number, bytes: number): Closing | undefined {
    const { counted } = this
    if (this.heardAt - counted.since > floodWindow)
      Object.assign(counted, { since: this.heardAt, messages: 0, bytes: 0 })
    counted.messages += messages
    counted.bytes += bytes
    return counted.messages > maxMessages ? 'tooMany' : counted.bytes > maxBytes ? 'tooMuch' : undefined
  }

  private take(message: Message, index: number): void {
    if (message.method === 'subscription.stop') this.stop(message)
    else if (message.method === 'subscription' && message.params.path === 'events') this.follow(message)
    else if (this.running < maxRunning) void this.call(message, index)
    else this.waiting.push(() => void this.call(message, index))
  }

  private async call(message: RequestMessage, index: number): Promise<void> {
    this.running++
    this.calls ??= new AbortController()
    const { router } = this.options
    this.answer(await answerCall(router, message, this.caller as Caller, this.calls.signal, index))
    this.running--
    this.waiting.shift()?.()
  }

  private answer({ text, isUnknown, fault }: Answered): void {
    if (fault && !this.isOver) this.options.failed(fault)
    this.send(text)
    if (isUnknown) this.end('unknownProcedure')
  }

  private follow(message: RequestMessage): void {
    const { id, params } = message
    this.subscriptions ??= new Map()
    try {
      if (this.subscriptions.has(id)) throw duplicateId(id)
      if (this.subscriptions.size >= maxSubscriptions) throw tooManySubscriptions()
      this.open(this.subscriptions, message, asSubscription(params.input, params.lastEventId))
    } catch (error) {
      this.refuse(message, error)
    }
  }

  private open(all: Map<number | string, () => void>, message: RequestMessage, input: SubscriptionInput): void {
    const { id, jsonrpc } = message
    const { subscriptions, admit } = this.options
    const caller = this.caller as Caller
    const ending = endingFor(id, jsonrpc)
    this.send(resultText(message, { type: 'started' }))
    const subscriber: Subscriber = {
      write: (frame) => this.write(frame.bytes(ending)),
      room: () => this.room(),
      ended: (appError) => {
        all.delete(id)
        this.refuse(message, asTrpcError(appError))
        this.send(resultText(message, { type: 'stopped' }))
      },
    }
    all.set(
      id,
      subscriptions.open(caller, input, subscriber, () => admit(caller)),
    )
  }

  private refuse(message: RequestMessage, cause: unknown): void {
    this.answer(refusedText(this.options.router, message, cause))
  }

  private stop({ id, jsonrpc }: Message): void {
    const stop = this.subscriptions?.get(id)
    if (!stop) return
    this.subscriptions?.delete(id)
    stop()
    this.send(resultText({ id, jsonrpc }, { type: 'stopped' }))
  }

  /** Writes a complete frame directly, because the package would encode each text for each reader. */
  private write(frame: Buffer): void {
    if (this.isOver) return
    if (this.stream.writableLength > maxBuffered) this.socket.terminate()
    else {
      this.options.hold(this.stream)
      this.stream.write(frame)
    }
  }

  private room(): Promise<void> | undefined {
    if (this.isOver || this.stream.writableLength < roomBelow) return undefined
    this.drained ??= Promise.withResolvers<void>()
    return this.drained.promise
  }

  private makeRoom(): void {
    this.drained?.resolve()
    this.drained = undefined
  }
}

/**
 * Collects what is written to a socket in one turn of the event loop and sends it at the end, so that ten writes cost
 * one system call.
 */
export function createOutgoing(): (stream: Duplex) => void {
  let held = new Set<Duplex>()
  const release = () => {
    const streams = held
    held = new Set()
    for (const stream of streams) stream.uncork()
  }
  return (stream) => {
    if (held.has(stream)) return
    if (held.size === 0) process.nextTick(release)
    held.add(stream)
    stream.cork()
  }
}
