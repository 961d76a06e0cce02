import { Duplex } from 'node:stream'
import {
  errorFrame,
  errorOf,
  type Frame,
  followReady,
  readyFrame,
  splitFrames,
  sqlOf,
  startupFrame,
  startupSettings,
  statementOf,
} from '../wire.ts'

const padding = 'frontdesk.padding'

/**
 * Pads the startup packet of the `postgres` package to more than 1,024 bytes, so that the package writes it
 * immediately. After losing a connection with a pending write, the package never writes a shorter one: every later
 * attempt on that connection would time out until the process ends.
 */
export const startupPadding = { [padding]: 'x'.repeat(1024) }

/** Messages written up to a Flush, a Sync or a Query. */
type Unit = { end: string; endsTransaction: boolean }

/** SQLSTATE: connection failure. */
const lostCode = '08006'
const ending = /^\s*(?:commit|end|abort|rollback(?!\s+to\b))\b/i

/**
 * A guard between the `postgres` package and the socket to a database. It forwards everything while the socket is open.
 * If the socket is lost inside a transaction, it answers in the database's place, with an error to each statement,
 * until the package has rolled back; only then does it report the loss. Otherwise the package would throw outside of
 * any call, which ends the process, or continue the transaction on its next connection, outside of any transaction.
 */
export class GuardedSocket extends Duplex {
  readonly #endings = new Set<string>()
  readonly #follow = followReady((status) => this.#ready(status))
  #socket: Duplex | undefined
  #started = false
  #pending: Buffer[] = []
  #greeting: Buffer = Buffer.alloc(0)
  #rest: Buffer = Buffer.alloc(0)
  #endsTransaction = false
  #sent: Unit[] = []
  /** The last ReadyForQuery status: idle (I), in a transaction (T) or in a failed one (E). Empty before the first. */
  #status = ''
  #lost: Error | undefined
  #skipping = false

  /** @param open opens the socket; it may throw */
  constructor(open: () => Promise<Duplex>) {
    // Never full, because the package treats a connection as idle on `drain`, even if a transaction is open on it.
    super({ writableHighWaterMark: 2 ** 30 })
    open().then(
      (socket) => this.#opened(socket),
      // Deferred, because the package does not listen for errors yet.
      (error) => setImmediate(() => this.destroy(error)),
    )
  }

  /** The package reads this, as on a socket, to see whether there is something to end. */
  get readyState(): 'open' | 'closed' {
    return this.destroyed ? 'closed' : 'open'
  }

  override _read(): void {
    this.#socket?.resume()
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    done()
    if (!this.#started) {
      this.#started = true
      this.#forward(cleanStartup(chunk))
      return
    }
    this.#note(chunk)
    if (!this.#lost) this.#forward(chunk)
    // The package loses what it writes in response to data that it receives inside its own write.
    else queueMicrotask(() => this.#answerAll())
  }

  override _final(done: () => void): void {
    this.#socket?.end()
    done()
    this.destroy()
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    if (this.#socket && !this.#socket.writableEnded) this.#socket.destroy()
    done(error)
  }

  #forward(chunk: Buffer): void {
    if (this.#socket) this.#socket.write(chunk)
    else this.#pending.push(chunk)
  }

  #opened(socket: Duplex): void {
    if (this.destroyed) return void socket.destroy()
    this.#socket = socket
    socket.on('data', (chunk: Buffer) => this.#receive(chunk))
    socket.on('error', (error) => this.#lose(error))
    socket.on('close', () => this.#lose(closed()))
    for (const chunk of this.#pending.splice(0)) socket.write(chunk)
    socket.resume()
  }

  #receive(chunk: Buffer): void {
    if (this.destroyed || this.#lost) return
    if (this.#status === '') {
      // If the server refuses a connection, the package would retry immediately and endlessly.
      this.#greeting = Buffer.concat([this.#greeting, chunk])
      const refusal = splitFrames(this.#greeting).frames.find(({ type }) => type === 'E')
      if (refusal) return void this.destroy(errorOf(refusal))
    }
    this.#follow(chunk)
    if (!this.push(chunk)) this.#socket?.pause()
  }

  #ready(status: string): void {
    this.#status = status
    this.#greeting = Buffer.alloc(0)
    const done = this.#sent.findIndex(({ end }) => end !== 'H')
    this.#sent.splice(0, done + 1)
  }

  /** Records what was written and is not answered yet. */
  #note(chunk: Buffer): void {
    const { frames, rest } = splitFrames(this.#rest.length > 0 ? Buffer.concat([this.#rest, chunk]) : chunk)
    this.#rest = rest
    for (const message of frames) {
      if (this.#isEnding(message)) this.#endsTransaction = true
      if (!'HSQ'.includes(message.type)) continue
      this.#sent.push({ end: message.type, endsTransaction: this.#endsTransaction })
      if (message.type !== 'H') this.#endsTransaction = false
    }
  }

  /**
   * Whether a message commits or rolls back. The package prepares these statements once and refers to them by name
   * afterwards.
   */
  #isEnding(message: Frame): boolean {
    if (message.type === 'B') return this.#endings.has(statementOf(message))
    const found = sqlOf(message)
    if (!found || !ending.test(found.sql)) return false
    this.#endings.add(found.name)
    return true
  }

  #lose(error: Error): void {
    if (this.#lost || this.destroyed) return
    this.#lost = error
    if (this.#status !== 'T' && this.#status !== 'E') return void this.destroy(error)
    this.#answerAll()
  }

  #answerAll(): void {
    for (const unit of this.#sent.splice(0)) this.#answer(unit)
  }

  /**
   * Answers like a server on which every statement fails: after an error it skips everything up to the Sync. The end of
   * the transaction gets no answer; the lost connection is the answer.
   */
  #answer({ end, endsTransaction }: Unit): void {
    if (this.destroyed) return
    const message = `the connection to the database was lost: ${this.#lost?.message}`
    if (endsTransaction) return void this.destroy(Object.assign(new Error(message), { code: lostCode }))
    if (!this.#skipping) this.push(errorFrame(lostCode, message))
    this.#skipping = end === 'H'
    if (!this.#skipping) this.push(readyFrame('E'))
  }
}

const closed = () =>
  Object.assign(new Error('the connection to the database was closed'), { code: 'CONNECTION_CLOSED' })

/** The startup packet without its padding and without data left over from before a lost connection. */
function cleanStartup(chunk: Buffer): Buffer {
  // Left-over messages begin with a letter, the startup packet with the first byte of its length, which is zero.
  let at = 0
  while (chunk[at] !== 0 && chunk.length - at > 5) at += 1 + chunk.readUInt32BE(at + 1)
  const packet = chunk.subarray(at)
  const settings = startupSettings(packet)
  return settings ? startupFrame(settings.filter(([name]) => name !== padding)) : packet
}
