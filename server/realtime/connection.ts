import type { Duplex } from 'node:stream'
import type { AnyRouter } from '@trpc/server'
import type { RawData, WebSocket } from 'ws'
import type { Actor } from '../core/actor.ts'
import { type Answered, answerCall, duplicateId, refusedText, resultText, tooManySubscriptions } from './calls.ts'
import { type Closing, closing } from './closing.ts'
import { endingFor } from './item.ts'
import { type Asked, type Message, readMessages, readToken } from './messages.ts'
import type { Subscriber, SubscriptionInput, Subscriptions } from './subscriptions.ts'
import { asSubscription, asTrpcError, type Caller } from './trpc.ts'

/** What all sockets of a server share. */
export type Ground = {
  router: AnyRouter
  subscriptions: Subscriptions
  /** Knows a caller and counts its call; throws a Refusal. */
  admit(caller: Caller): Promise<Actor>
  /** What went wrong on our side. */
  failed(error: unknown): void
  /** Sends what was written in this turn of the event loop in one piece at its end, see createOutgoing. */
  hold(stream: Duplex): void
}

/** What may wait for a reader that does not read, in bytes; a socket above it is ended and comes back. */
export const mostBuffered = 1 << 20
/** A replay goes on when less than this is waiting. */
const roomBelow = 256 * 1024
/** Calls of one socket that run at the same time; more of them wait. */
const mostRunning = 32
const mostSubscriptions = 20
const floodWindow = 10_000
/** Far above what a person or a program that waits for answers ever sends in that time. */
const mostMessages = 2_000
const mostBytes = 16 << 20

const ping = Buffer.from('PING')
const pong = Buffer.from('PONG')

/** One WebSocket: reads what its client asks for, and writes answers and the items of its subscriptions. */
export class Connection {
  readonly address: string
  readonly socket: WebSocket
  /** When it last said something, on the machine's own clock. */
  heardAt = performance.now()
  pingedAt = 0
  /** Called when its token was known for the first time. */
  admitted = () => {}
  caller: Caller | undefined
  private readonly ground: Ground
  private readonly stream: Duplex
  private isOver = false
  private running = 0
  private waiting: (() => void)[] = []
  private subscriptions: Map<number | string, () => void> | undefined
  private drained: PromiseWithResolvers<void> | undefined
  private calls: AbortController | undefined
  private counted = { since: 0, messages: 0, bytes: 0 }

  /**
   * @param token what came with the upgrade; undefined where the first message brings it
   */
  constructor(ground: Ground, socket: WebSocket, stream: Duplex, address: string, token: string | undefined) {
    this.ground = ground
    this.socket = socket
    this.stream = stream
    this.address = address
    if (token !== undefined) this.bring(token)
    socket.on('message', (data: RawData, isBinary: boolean) => this.read(data as Buffer, isBinary))
    // A broken frame is answered by the package itself, with 1002, 1007 or 1009.
    socket.on('error', () => {})
    stream.on('drain', () => this.makeRoom())
  }

  /** What it asked for is no longer wanted. */
  closed(): void {
    this.isOver = true
    for (const stop of this.subscriptions?.values() ?? []) stop()
    this.subscriptions = undefined
    this.waiting = []
    this.calls?.abort()
    this.makeRoom()
  }

  /** Ends it with a code and words; whatever it still sends is not read. */
  end(why: Closing): void {
    if (this.isOver) return
    this.isOver = true
    const [code, reason] = closing[why]
    this.socket.close(code, reason)
    // A client that does not answer the close is cut.
    setTimeout(() => this.socket.terminate(), 1_000).unref()
  }

  /** Bytes that wait for its client. */
  buffered(): number {
    return this.socket.bufferedAmount
  }

  send(text: string): void {
    if (this.isOver) return
    this.ground.hold(this.stream)
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
    else if (this.caller) this.readAsked(data)
    else this.readFirst(data)
  }

  private readAsked(data: Buffer): void {
    const messages = readMessages(data, this.ground.router)
    const refused = typeof messages === 'string' ? messages : this.count(messages.length - 1, 0)
    if (refused) this.end(refused)
    else for (const [index, message] of (messages as Message[]).entries()) this.take(message, index)
  }

  private readFirst(data: Buffer): void {
    const read = readToken(data)
    if (typeof read === 'string') this.end(read)
    else this.bring(read.token)
  }

  /** Why it is too much, where it is. */
  private count(messages: number, bytes: number): Closing | undefined {
    const { counted } = this
    if (this.heardAt - counted.since > floodWindow)
      Object.assign(counted, { since: this.heardAt, messages: 0, bytes: 0 })
    counted.messages += messages
    counted.bytes += bytes
    return counted.messages > mostMessages ? 'tooMany' : counted.bytes > mostBytes ? 'tooMuch' : undefined
  }

  private take(message: Message, index: number): void {
    if (message.method === 'subscription.stop') this.stop(message)
    else if (message.method === 'subscription' && message.params.path === 'events') this.follow(message)
    else if (this.running < mostRunning) void this.call(message, index)
    else this.waiting.push(() => void this.call(message, index))
  }

  private async call(message: Asked, index: number): Promise<void> {
    this.running++
    this.calls ??= new AbortController()
    const { router } = this.ground
    this.answer(await answerCall(router, message, this.caller as Caller, this.calls.signal, index))
    this.running--
    this.waiting.shift()?.()
  }

  private answer({ text, isUnknown, fault }: Answered): void {
    if (fault && !this.isOver) this.ground.failed(fault)
    this.send(text)
    if (isUnknown) this.end('unknownProcedure')
  }

  private follow(message: Asked): void {
    const { id, params } = message
    this.subscriptions ??= new Map()
    try {
      if (this.subscriptions.has(id)) throw duplicateId(id)
      if (this.subscriptions.size >= mostSubscriptions) throw tooManySubscriptions()
      this.open(this.subscriptions, message, asSubscription(params.input, params.lastEventId))
    } catch (error) {
      this.refuse(message, error)
    }
  }

  private open(all: Map<number | string, () => void>, message: Asked, input: SubscriptionInput): void {
    const { id, jsonrpc } = message
    const { subscriptions, admit } = this.ground
    const caller = this.caller as Caller
    const ending = endingFor(id, jsonrpc)
    this.send(resultText(message, { type: 'started' }))
    const subscriber: Subscriber = {
      write: (frame) => this.write(frame.bytes(ending)),
      room: () => this.room(),
      ended: (refusal) => {
        all.delete(id)
        this.refuse(message, asTrpcError(refusal))
        this.send(resultText(message, { type: 'stopped' }))
      },
    }
    all.set(
      id,
      subscriptions.open(caller, input, subscriber, () => admit(caller)),
    )
  }

  private refuse(message: Asked, cause: unknown): void {
    this.answer(refusedText(this.ground.router, message, cause))
  }

  private stop({ id, jsonrpc }: Message): void {
    const stop = this.subscriptions?.get(id)
    if (!stop) return
    this.subscriptions?.delete(id)
    stop()
    this.send(resultText({ id, jsonrpc }, { type: 'stopped' }))
  }

  /** Writes a whole frame past the package, which would make its own of every text, for every reader. */
  private write(frame: Buffer): void {
    if (this.isOver) return
    if (this.stream.writableLength > mostBuffered) this.socket.terminate()
    else {
      this.ground.hold(this.stream)
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
